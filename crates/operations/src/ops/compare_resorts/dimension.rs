//! The dimensions in which resorts are compared, and the source of each value.

use conditions_core::field::Field;
use conditions_core::record::OpenTotal;
use conditions_core::source::Kind;
use conditions_core::units::{Confidence, Tenths};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ResortValue;
use crate::text::{reported, tenths, word};
use world::{VisibleResort, View};

/// Dimension to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Dimension {
    /// Snow score.
    Score,
    /// Operating status; no winner.
    Status,
    /// Headline snow depth.
    Depth,
    /// New snow of the past 24 hours.
    Snowfall24h,
    /// Forecast snowfall of the next 7 days.
    Forecast7d,
    /// Forecast snowfall of the next 14 days; needs the Pro tier.
    Forecast14d,
    /// Open lifts.
    Lifts,
    /// Open runs.
    Runs,
    /// Snow quality; no winner.
    SnowQuality,
    /// Summit elevation.
    Summit,
    /// Summit above base.
    Vertical,
    /// Longest run.
    LongestRun,
}

impl Dimension {
    /// Every dimension, in the order of an answer.
    pub const ALL: [Self; 12] = [
        Self::Score,
        Self::Status,
        Self::Depth,
        Self::Snowfall24h,
        Self::Forecast7d,
        Self::Forecast14d,
        Self::Lifts,
        Self::Runs,
        Self::SnowQuality,
        Self::Summit,
        Self::Vertical,
        Self::LongestRun,
    ];

    /// Returns whether more is better. A status and a quality of snow have no such order.
    #[must_use]
    pub const fn is_ranked(self) -> bool {
        !matches!(self, Self::Status | Self::SnowQuality)
    }

    /// Returns the unit of the numbers.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Depth | Self::Snowfall24h | Self::Forecast7d | Self::Forecast14d => "cm",
            Self::Summit | Self::Vertical => "m",
            Self::LongestRun => "km",
            Self::Score | Self::Status | Self::Lifts | Self::Runs | Self::SnowQuality => "",
        }
    }

    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Score => "Snow score",
            Self::Status => "Status",
            Self::Depth => "Snow depth",
            Self::Snowfall24h => "Past 24 h",
            Self::Forecast7d => "Next 7 days",
            Self::Forecast14d => "Next 14 days",
            Self::Lifts => "Lifts open",
            Self::Runs => "Runs open",
            Self::SnowQuality => "Snow quality",
            Self::Summit => "Summit",
            Self::Vertical => "Vertical",
            Self::LongestRun => "Longest run",
        }
    }

    /// Returns the value of a resort.
    pub(super) fn value<'w>(self, view: &View<'w>, seen: &VisibleResort<'w>) -> ResortValue<'w> {
        let resolution = seen.resolution();
        let record = &resolution.record;
        let number = |field: &Field<Tenths>| self.number(seen, field);
        match self {
            Self::Score => {
                let score = seen.score();
                let field = score.value.map_or_else(Field::not_reported, |value| {
                    Field::known(value, Kind::Derived, Some(view.as_of()), score.confidence)
                });
                number(&field)
            }
            Self::Status => self.words(seen, &record.status, word),
            Self::Depth => {
                let valued = number(record.display_depth_cm.as_ref().unwrap_or(&Field::not_reported()));
                // Depths of different bands differ by nature, so the comparison shows the band.
                let band = record.display_depth_detail.as_ref().map(|detail| word(&detail.elevation_band));
                let words = valued.words.zip(band).map(|(depth, band)| format!("{depth} at the {band}"));
                ResortValue { words, ..valued }
            }
            Self::Snowfall24h => number(&resolution.snowfall24h_cm),
            Self::Forecast7d => number(&record.forecast.next7d_cm),
            Self::Forecast14d => ResortValue {
                pro_required: !seen.sees_14_days(),
                ..number(&record.forecast.next14d_cm)
            },
            Self::Lifts => self.open(seen, &record.lifts),
            Self::Runs => self.open(seen, &record.runs),
            Self::SnowQuality => {
                let quality = record.snow_quality.clone().unwrap_or_default();
                self.words(seen, &quality, |quality| word(&quality.label))
            }
            Self::Summit => number(&self.reference(view, seen, seen.resort().summit_m.map(f64::from))),
            Self::Vertical => {
                let resort = seen.resort();
                let vertical = resort.summit_m.zip(resort.base_m).map(|(summit, base)| f64::from(summit - base));
                number(&self.reference(view, seen, vertical))
            }
            Self::LongestRun => {
                let km = record.longest_run.clone().and_then(|run| Tenths::new(run.km?));
                number(&km)
            }
        }
    }

    /// Returns a number of the reference data.
    fn reference(self, view: &View<'_>, seen: &VisibleResort<'_>, value: Option<f64>) -> Field<Tenths> {
        let trust = Confidence::new(view.policy().confidence_profile);
        value.and_then(Tenths::new).map_or_else(Field::not_reported, |value| {
            Field::known(value, Kind::Profile, seen.profile().checked_at, trust)
        })
    }

    fn number<'w>(self, seen: &VisibleResort<'w>, field: &Field<Tenths>) -> ResortValue<'w> {
        ResortValue {
            value: field.value,
            ..self.words(seen, field, |value| tenths(Some(*value), self.unit()).to_string())
        }
    }

    /// Returns the open lifts or runs; a total without the open count cannot be compared.
    fn open<'w>(self, seen: &VisibleResort<'w>, field: &Field<OpenTotal>) -> ResortValue<'w> {
        let open = field.clone().and_then(|count| count.open.map(|_| count));
        ResortValue {
            value: open.value.and_then(|count| Tenths::new(f64::from(count.open?))),
            ..self.words(seen, &open, |count| {
                format!("{} of {}", reported(count.open, ""), reported(count.total, ""))
            })
        }
    }

    fn words<'w, T>(self, seen: &VisibleResort<'w>, field: &Field<T>, words: impl FnOnce(&T) -> String) -> ResortValue<'w> {
        ResortValue {
            slug: &seen.resort().slug,
            value: None,
            words: field.value.as_ref().map(words),
            source: field.source,
            observed_at: field.observed_at,
            confidence: field.confidence,
            pro_required: false,
        }
    }
}
