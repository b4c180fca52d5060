//! Ranked reports: one way to rank resorts by a quantity.
//!
//! A resort that does not report the quantity is left out and never ranks as 0, and so does a resort out of season
//! without snow. Equal values share a rank and are listed by slug.

use std::cmp::Reverse;

use conditions_core::field::Field;
use conditions_core::record::OperatingStatus;
use conditions_core::units::{Tenths, ranks};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::operation::{Page, Reply};
use crate::shapes::ResortRow;
use crate::text::{Text, tenths};
use world::credits::SourceFamilies;
use world::{View, VisibleResort};

/// Quantity of a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReportSort {
    /// Snow score.
    #[default]
    Score,
    /// New snow of the past 24 hours.
    Snowfall,
    /// Snow depth, base-preferred.
    Depth,
    /// Forecast snowfall: 14 days if the caller may see them for every resort of the list, otherwise 7.
    Forecast,
}

/// A quantity to rank by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    Score,
    /// New snow of the past 24 hours.
    Snowfall,
    /// Base-preferred depth, which the contract requires for rankings.
    Depth,
    /// Forecast of the next 7 days.
    Next7d,
    /// Forecast of the next 14 days.
    Next14d,
}

impl ReportSort {
    /// Returns the quantity. Resorts of one ranking are compared over the same days: a caller who may see fourteen days
    /// only of some resorts gets the ranking over seven.
    #[must_use]
    pub fn measure(self, resorts: &[VisibleResort<'_>]) -> Measure {
        match self {
            Self::Score => Measure::Score,
            Self::Snowfall => Measure::Snowfall,
            Self::Depth => Measure::Depth,
            Self::Forecast if !resorts.is_empty() && resorts.iter().all(VisibleResort::sees_14_days) => {
                Measure::Next14d
            }
            Self::Forecast => Measure::Next7d,
        }
    }
}

impl Measure {
    /// Returns the quantity of a resort; `None` if not reported.
    #[must_use]
    pub fn value(self, seen: &VisibleResort<'_>) -> Option<Tenths> {
        let resolution = seen.resolution();
        match self {
            Self::Score => seen.score().value,
            Self::Snowfall => resolution.snowfall24h_cm.value,
            Self::Depth => resolution.record.base_depth_cm.value,
            Self::Next7d => resolution.record.forecast.next7d_cm.value,
            Self::Next14d => resolution.record.forecast.next14d_cm.value,
        }
    }

    /// Returns the quantity for ranking: `None` for a resort out of season without snow, which belongs in no ranking of
    /// snow.
    #[must_use]
    pub fn ranked(self, seen: &VisibleResort<'_>) -> Option<Tenths> {
        self.value(seen).filter(|value| *value > Tenths::ZERO || is_in_season(seen))
    }

    /// Returns the quantity for a list of the highest values: a resort without new snow is not on it.
    #[must_use]
    pub fn list_value(self, seen: &VisibleResort<'_>) -> Option<Tenths> {
        self.ranked(seen).filter(|value| self != Self::Snowfall || *value > Tenths::ZERO)
    }

    /// Describes the ranking rule in words.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Score => "snow score, best first; resorts without a score are left out; ties by slug",
            Self::Snowfall => {
                "snowfall of the past 24 hours, most first; resorts that do not report it, and those without new snow, \
                 are left out; ties by slug"
            }
            Self::Depth => {
                "base-preferred snow depth (baseDepthCm), deepest first; resorts that do not report it are left out; \
                 ties by slug"
            }
            Self::Next7d => {
                "forecast snowfall of the next 7 days, most first; resorts without a forecast are left out; ties by \
                 slug; the next 14 days need the Pro tier"
            }
            Self::Next14d => {
                "forecast snowfall of the next 14 days, most first; resorts without a forecast are left out; ties by \
                 slug"
            }
        }
    }

    /// Returns the ranks of resorts that [`Measure::rank`] has sorted.
    pub fn ranks<'w>(self, ranked: &[VisibleResort<'w>]) -> impl Iterator<Item = usize> + use<'w> {
        let values: Vec<_> = ranked.iter().map(|seen| self.ranked(seen)).collect();
        ranks(values)
    }

    /// Returns the resorts that [`Measure::list_value`] admits, highest first.
    #[must_use]
    pub fn rank<'w>(self, resorts: impl IntoIterator<Item = VisibleResort<'w>>) -> Vec<VisibleResort<'w>> {
        let mut ranked: Vec<(Reverse<Tenths>, &str, VisibleResort<'w>)> = resorts
            .into_iter()
            .filter_map(|seen| Some((Reverse(self.list_value(&seen)?), seen.resort().slug.as_str(), seen)))
            .collect();
        ranked.sort_unstable_by_key(|(most, slug, _)| (*most, *slug));
        ranked.into_iter().map(|(_, _, seen)| seen).collect()
    }
}

/// Returns whether a resort is in season today. An unknown status counts as in season, because it is no evidence
/// against it.
#[must_use]
pub fn is_in_season(seen: &VisibleResort<'_>) -> bool {
    let status = seen.resolution().record.status.value;
    !matches!(status, Some(OperatingStatus::OffSeason | OperatingStatus::PreSeason))
}

/// A resort in a ranked report.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RankedRow<'w> {
    /// Rank, from 1; equal values share it.
    pub rank: usize,
    /// The resort.
    #[serde(flatten)]
    pub row: ResortRow<'w>,
    /// Forecast snowfall of the next 14 days, centimetres; not reported to callers who may not see it.
    #[serde(rename = "next14dCm")]
    pub next14d_cm: &'w Field<Tenths>,
}

/// Returns one page of the ranking of `resorts`.
#[must_use]
pub fn report<'w>(
    view: &View<'w>,
    resorts: Vec<VisibleResort<'w>>,
    sort: ReportSort,
    limit: u32,
    offset: u32,
) -> Reply<Vec<RankedRow<'w>>> {
    let measure = sort.measure(&resorts);
    let ranked = measure.rank(resorts);
    let page = Page { total: ranked.len(), limit, offset };
    let mut carries = SourceFamilies::CATALOGUE;
    let ranks = measure.ranks(&ranked);
    let rows = ranks.zip(ranked).skip(offset as usize).take(limit as usize).map(|(rank, seen)| {
        carries = carries.and(seen.carries());
        RankedRow {
            rank,
            row: ResortRow::new(&seen, &view.service().base_url),
            next14d_cm: &seen.resolution().record.forecast.next14d_cm,
        }
    });
    let rows = rows.collect();
    Reply::ranked(rows, carries, page, measure.rule())
}

/// Describes the rows in words, or returns `nothing` if there are none.
#[must_use]
pub fn report_text(rows: &[RankedRow<'_>], nothing: &str) -> String {
    let mut text = Text::new();
    if rows.is_empty() {
        text.line(nothing);
    }
    for RankedRow { rank, row, next14d_cm } in rows {
        match next14d_cm.value {
            None => text.line(format_args!("{rank}. {row}")),
            total => text.line(format_args!("{rank}. {row}; next 14 days {}", tenths(total, "cm"))),
        }
    }
    text.done()
}
