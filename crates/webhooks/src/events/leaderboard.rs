//! `snow-report.updated` for global subscriptions: the order or the centimetres of the recent snowfall leaderboard
//! changed.

use std::cmp::Reverse;

use conditions_core::time::Timestamp;
use conditions_core::units::{Tenths, ranks};
use serde::{Deserialize, Serialize};

use super::{Audience, Baseline, Decision, EventName, Place, Resort, Snapshot, WatchedSubject};
use crate::policy::EventPolicy;

/// The first resorts by snowfall of the past 24 hours: most first, ties by slug. A resort that does not report it is
/// omitted and never ranks as 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaderboard(Vec<RankedResort>);

/// A resort on the leaderboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemars", schemars(rename = "Ranked"))]
pub struct RankedResort {
    /// The resort's slug.
    pub slug: String,
    /// The resort's name.
    pub name: String,
    /// New snow of the past 24 hours, centimetres.
    #[serde(rename = "snowfall24hCm")]
    pub snowfall24h_cm: Tenths,
}

impl Leaderboard {
    fn from_resorts(policy: &EventPolicy, resorts: &[Resort<'_>]) -> Self {
        let mut ranked: Vec<(Reverse<Tenths>, &Resort<'_>)> = resorts
            .iter()
            .filter_map(|resort| Some((Reverse(resort.resolution.snowfall24h_cm.value?), resort)))
            .collect();
        ranked.sort_unstable_by_key(|(most, resort)| (*most, resort.slug));
        let rows = ranked.into_iter().take(policy.leaderboard_rows);
        Self(
            rows.map(|(Reverse(snowfall24h_cm), resort)| RankedResort {
                slug: resort.slug.to_owned(),
                name: resort.name.to_owned(),
                snowfall24h_cm,
            })
            .collect(),
        )
    }

    /// Returns the rows with their ranks, and their ranks on the previously reported leaderboard.
    fn compared_with(&self, previous: Option<&Self>) -> LeaderboardData {
        let rows = self.ranks().zip(&self.0).map(|(rank, row)| LeaderboardRow {
            rank,
            row: row.clone(),
            previous_rank: previous.and_then(|previous| previous.rank_of(&row.slug)),
        });
        LeaderboardData { leaderboard: rows.collect() }
    }

    fn ranks(&self) -> impl Iterator<Item = usize> {
        ranks(self.0.iter().map(|row| row.snowfall24h_cm))
    }

    fn rank_of(&self, slug: &str) -> Option<usize> {
        self.ranks().zip(&self.0).find(|(_, row)| row.slug == slug).map(|(rank, _)| rank)
    }

    /// Returns whether the order or the centimetres differ. A new name for the same resort does not count.
    fn differs(&self, other: &Self) -> bool {
        let told = |row: &RankedResort| (row.slug.clone(), row.snowfall24h_cm);
        !self.0.iter().map(told).eq(other.0.iter().map(told))
    }
}

/// `data` of the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "WebhookLeaderboard"))]
#[serde(rename_all = "camelCase")]
pub struct LeaderboardData {
    /// Rows in the order of their ranks.
    pub leaderboard: Vec<LeaderboardRow>,
}

/// One row of the leaderboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "WebhookLeaderboardRow"))]
#[serde(rename_all = "camelCase")]
pub struct LeaderboardRow {
    /// Rank, from 1; equal snowfalls share it.
    pub rank: usize,
    /// The resort and its snowfall.
    #[serde(flatten)]
    pub row: RankedResort,
    /// Rank on the previously reported leaderboard; null if it was not on it.
    pub previous_rank: Option<usize>,
}

/// The `snow-report.updated` event of the leaderboard.
#[derive(Debug, Clone, Copy)]
pub struct Event;

/// Key of its baseline. Slugs never contain `@`.
const SUBJECT: &str = "@leaderboard";

impl super::Event for Event {
    const NAME: EventName = EventName::new("snow-report.updated");
    const AUDIENCE: Audience = Audience::Global;
    const ABOUT: &'static str = "To a global subscription: the order or the centimetres of the leaderboard changed.";

    type State = Leaderboard;
    type Data = LeaderboardData;

    fn watch(policy: &EventPolicy, snapshot: &Snapshot<'_>) -> Vec<WatchedSubject<Leaderboard>> {
        let state = Leaderboard::from_resorts(policy, snapshot.resorts);
        let first = state.0.first().map(|row| row.slug.as_str()).unwrap_or_default();
        vec![WatchedSubject { subject: SUBJECT.to_owned(), place: snapshot.place(first), state }]
    }

    fn decide(
        _: &EventPolicy,
        now: Timestamp,
        before: Option<&Baseline<Leaderboard>>,
        after: &WatchedSubject<Leaderboard>,
    ) -> Decision<LeaderboardData> {
        super::changed::<Self>(now, before, after, |previous| {
            // Without a first row `resortSlug` is unknown, so changes wait until a resort reports again.
            let news = !after.state.0.is_empty() && after.state.differs(previous);
            news.then(|| after.state.compared_with(Some(previous)))
        })
    }

    fn sample(policy: &EventPolicy, snapshot: &Snapshot<'_>, place: Place) -> (String, LeaderboardData) {
        let mut board = Leaderboard::from_resorts(policy, snapshot.resorts);
        if board.0.is_empty() {
            let Place { slug, name, .. } = place;
            board.0.push(RankedResort { slug, name, snowfall24h_cm: policy.powder_cm });
        }
        let first = board.0.first().map(|row| row.slug.clone()).unwrap_or_default();
        (first, board.compared_with(None))
    }
}

#[cfg(test)]
mod tests;
