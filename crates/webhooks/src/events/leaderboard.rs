//! `snow-report.updated` for everybody: the leaderboard of recent snowfall changed, in its order or its centimetres.

use std::cmp::Reverse;

use conditions_core::record::Resolution;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

use super::{Audience, Change, Event, EventName, LEADERBOARD_LANE, Occurrence, Place, keys_of};
use crate::policy::EventPolicy;

/// The first resorts by snowfall of the past 24 hours: most first, ties by slug, and who does not report it is left
/// out and never ranks as 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaderboard(Vec<Ranked>);

/// A resort on the leaderboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Ranked {
    /// Slug.
    pub slug: String,
    /// Name.
    pub name: String,
    /// New snow of the past 24 hours, centimetres.
    #[serde(rename = "snowfall24hCm")]
    pub snowfall24h_cm: Tenths,
}

impl Leaderboard {
    /// Ranks resorts.
    pub fn of<'a>(
        policy: &EventPolicy,
        resorts: impl IntoIterator<Item = (Place<'a>, &'a Resolution)>,
    ) -> Self {
        let mut ranked: Vec<(Reverse<Tenths>, Place<'a>)> = resorts
            .into_iter()
            .filter_map(|(place, resolution)| Some((Reverse(resolution.snowfall24h_cm.value?), place)))
            .collect();
        ranked.sort_unstable_by_key(|(most, place)| (*most, place.slug));
        let rows = ranked.into_iter().take(policy.leaderboard_rows);
        Self(
            rows.map(|(Reverse(snowfall24h_cm), place)| Ranked {
                slug: place.slug.to_owned(),
                name: place.name.to_owned(),
                snowfall24h_cm,
            })
            .collect(),
        )
    }

    /// The rows, first first.
    #[must_use]
    pub fn rows(&self) -> &[Ranked] {
        &self.0
    }

    fn rank_of(&self, slug: &str) -> Option<usize> {
        self.0.iter().position(|row| row.slug == slug).map(|place| place + 1)
    }

    /// Whether it tells something else. A new name for the same resort is no news.
    fn differs(&self, other: &Self) -> bool {
        let told = |board: &Self| -> Vec<(String, Tenths)> {
            board.0.iter().map(|row| (row.slug.clone(), row.snowfall24h_cm)).collect()
        };
        told(self) != told(other)
    }
}

/// `data` of the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "WebhookLeaderboard"))]
#[serde(rename_all = "camelCase")]
pub struct LeaderboardData {
    /// The rows, first first.
    pub leaderboard: Vec<LeaderboardRow>,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "WebhookLeaderboardRow"))]
#[serde(rename_all = "camelCase")]
pub struct LeaderboardRow {
    /// Rank, from 1.
    pub rank: usize,
    /// The resort and its snowfall.
    #[serde(flatten)]
    pub row: Ranked,
    /// Rank on the leaderboard that was told before; null when it was not on it.
    pub previous_rank: Option<usize>,
}

/// The event.
#[derive(Debug, Clone, Copy)]
pub struct LeaderboardUpdated;

impl Event for LeaderboardUpdated {
    const NAME: EventName = EventName::SnowReportUpdated;

    type Subject<'a> = Change<'a, Leaderboard>;

    type Data = LeaderboardData;

    fn evaluate(
        _: &EventPolicy,
        now: Timestamp,
        change: Self::Subject<'_>,
    ) -> Option<Occurrence<Self::Data>> {
        let before = change.before?;
        // Without a first row there is no `resortSlug`: nothing is told until somebody reports again.
        let first = change.after.0.first()?;
        if !change.after.differs(&before.value) {
            return None;
        }
        let rows = (1..).zip(&change.after.0).map(|(rank, row)| LeaderboardRow {
            rank,
            row: row.clone(),
            previous_rank: before.value.rank_of(&row.slug),
        });
        Some(Occurrence {
            event: Self::NAME,
            audience: Audience::Global,
            resort_slug: first.slug.clone(),
            dedupe_key: format!("{}{}", keys_of(Self::NAME, LEADERBOARD_LANE), before.version),
            data: LeaderboardData { leaderboard: rows.collect() },
            created_at: now,
        })
    }
}

#[cfg(test)]
mod tests;
