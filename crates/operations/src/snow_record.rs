//! Shared types of answers about past winters, and the one text for missing winters.

use std::fmt::{self, Display};

use chrono::NaiveDate;
use climate::{Basis, Chance, Policy, StationMap, WinterDays, Winters};
use conditions_core::evidence::StationReading;
use conditions_core::units::{Hundredths, Tenths};
use schemars::JsonSchema;
use serde::Serialize;
use world::VisibleResort;

use crate::text::{NOT_REPORTED, Text, count_text, reported, tenths};

/// The thresholds for past winters.
pub(crate) const POLICY: Policy = world::CLIMATE;

/// Reason if an answer about past winters has none.
pub(crate) const NO_CLIMATE: &str = "no climate on record: the winters of this resort have not been fetched";

/// Basis of the snowfall of a resort's past winters; all values compared in one answer have the same basis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SnowfallBasis {
    /// Computed from the reanalysis' precipitation and temperature at mid mountain, with the forecasts' rules for phase
    /// and ratio.
    Modelled,
    /// The reanalysis' own snowfall: 7 cm per 10 mm of water that its grid cell classifies as snow.
    Archive,
}

impl SnowfallBasis {
    pub(crate) fn from_winters(winters: &Winters) -> Self {
        match winters.basis() {
            Some(Basis::Modelled) => Self::Modelled,
            Some(Basis::Archive) | None => Self::Archive,
        }
    }

    /// Describes what snowfall and depth are, for display.
    const fn method(self) -> &'static str {
        match self {
            Self::Modelled => {
                "reanalysis on a grid of some 10 km; snowfall from its precipitation and its temperature at \
                 mid mountain, by the forecasts' rules for phase and ratio: compare these numbers only with \
                 each other, not with a measured depth"
            }
            Self::Archive => {
                "reanalysis on a grid of some 10 km, snowfall at a fixed 7 cm per 10 mm of water: compare \
                 these numbers only with each other, not with a measured depth"
            }
        }
    }
}

/// Winters that an answer rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PastRecord {
    /// Name of the dataset.
    pub dataset: &'static str,
    /// Meaning of its numbers.
    pub method: &'static str,
    /// Basis of the snowfall.
    pub snowfall_basis: SnowfallBasis,
    /// Elevation of modelled snowfall, metres; null on the archive's basis, which is for a grid cell.
    pub snowfall_elevation_m: Option<Tenths>,
    /// The oldest season on record: `1995-96` in the north, `1996` in the south.
    pub first_season: String,
    /// The newest season on record, which may be incomplete.
    pub last_season: String,
    /// Seasons with every day known; averages and ranks use only these.
    pub complete_seasons: usize,
}

impl PastRecord {
    /// Returns the record of a resort; `None` without any winter.
    #[must_use]
    pub fn from_winters(winters: &Winters) -> Option<Self> {
        let label = |days: &WinterDays| days.winter().to_string();
        let basis = SnowfallBasis::from_winters(winters);
        let mid_m = winters.site().bands.mid.filter(|_| basis == SnowfallBasis::Modelled);
        Some(Self {
            dataset: climate::DATASET,
            method: basis.method(),
            snowfall_basis: basis,
            snowfall_elevation_m: mid_m.and_then(Tenths::new),
            first_season: winters.iter().next().map(label)?,
            last_season: winters.iter().next_back().map(label)?,
            complete_seasons: winters.iter().filter(|days| days.summary().complete).count(),
        })
    }

    /// Writes the record in words.
    pub(crate) fn write(&self, text: &mut Text) {
        text.line(format_args!(
            "Record: {}, {} to {}, {}; {}{}",
            self.dataset,
            self.first_season,
            self.last_season,
            count_text(self.complete_seasons, "complete season"),
            self.method,
            self.snowfall_elevation_m
                .map(|metres| format!("; mid mountain: {} m", metres.get()))
                .unwrap_or_default()
        ));
    }
}

/// The station to which days of past winters are mapped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MappedTo<'w> {
    /// Network of the station, such as `snotel`.
    pub network: &'w str,
    /// Identifier of the station in its network.
    pub station: &'w str,
    /// Name of the station in its network; null until it is known.
    pub name: Option<&'w str>,
    /// Elevation of the station, metres.
    pub elevation_m: i32,
    /// Complete winters used for the map.
    pub winters: u16,
    /// First of these winters.
    pub first_season: &'w str,
    /// Last of these winters.
    pub last_season: &'w str,
    /// Days that both the station and the reanalysis know.
    pub days: u32,
}

impl<'w> MappedTo<'w> {
    pub(crate) fn for_resort(seen: &VisibleResort<'w>, mapped: &'w StationMap) -> Self {
        let is_own = |reading: &&StationReading| {
            reading.network == mapped.network && reading.station_id == mapped.station
        };
        let name = seen.evidence().stations.iter().find(is_own).and_then(|reading| reading.name.as_deref());
        Self {
            network: &mapped.network,
            station: &mapped.station,
            name,
            elevation_m: mapped.elevation_m,
            winters: mapped.winters,
            first_season: &mapped.first_season,
            last_season: &mapped.last_season,
            days: mapped.days,
        }
    }
}

impl Display for MappedTo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { network, station, elevation_m, winters, days, .. } = self;
        let (winters, days) = (count_text(*winters, "winter"), count_text(*days, "day"));
        let name = self.name.map(|name| format!("{name}, ")).unwrap_or_default();
        write!(f, "station {name}{station} of {network} at {elevation_m} m, {winters}, {days}")
    }
}

/// Distribution of a number over winters, centimetres.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpreadCm {
    /// Mean, centimetres.
    pub mean_cm: Option<Tenths>,
    /// One winter in ten was at or below this.
    pub low_cm: Option<Tenths>,
    /// Half of the winters were at or below this.
    pub median_cm: Option<Tenths>,
    /// Nine winters in ten were at or below this.
    pub high_cm: Option<Tenths>,
    /// Number of winters.
    pub seasons: u16,
}

impl SpreadCm {
    /// Makes the answer's form of a spread over `seasons` winters.
    #[must_use]
    pub fn new(spread: climate::quantile::Spread, seasons: u16) -> Self {
        Self {
            mean_cm: Tenths::new(spread.mean),
            low_cm: Tenths::new(spread.p10),
            median_cm: Tenths::new(spread.p50),
            high_cm: Tenths::new(spread.p90),
            seasons,
        }
    }
}

impl From<climate::Normal> for SpreadCm {
    fn from(normal: climate::Normal) -> Self {
        Self::new(normal.spread, normal.winters)
    }
}

impl Display for SpreadCm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} on average, {} to {} in eight winters of ten, {}",
            tenths(self.mean_cm, "cm"),
            reported(self.low_cm.map(Tenths::get), ""),
            tenths(self.high_cm, "cm"),
            count_text(self.seasons, "winter")
        )
    }
}

/// Describes a spread in words, or states that there is none.
pub(crate) fn spread(spread: Option<SpreadCm>) -> String {
    spread.map_or_else(|| NOT_REPORTED.to_owned(), |spread| spread.to_string())
}

/// The snowiest day of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BiggestDay {
    /// Local date.
    pub date: NaiveDate,
    /// Snowfall, centimetres.
    pub cm: Tenths,
}

impl BiggestDay {
    pub(crate) fn new(cm: Tenths, date: NaiveDate) -> Self {
        Self { date, cm }
    }
}

impl Display for BiggestDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cm on {}", self.cm.get(), self.date)
    }
}

/// Interval of a probability, given the winters on record: Jeffreys' interval at 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Interval {
    /// Lower end, 0 to 1.
    pub low: Hundredths,
    /// Upper end, 0 to 1.
    pub high: Hundredths,
    /// Number of trials: winters, or the effective number of independent days.
    pub of: u32,
}

/// Converts a share to a probability with two decimals.
pub(crate) fn probability(chance: &Chance) -> Option<Hundredths> {
    Hundredths::new(chance.share.clamp(0.0, 1.0))
}

pub(crate) fn interval(chance: &Chance) -> Option<Interval> {
    Some(Interval { low: Hundredths::new(chance.low)?, high: Hundredths::new(chance.high)?, of: chance.of })
}

/// Formats `0.33 (0.14 to 0.58 at 95 %, 15 winters)`: a probability in words always has its interval.
pub(crate) fn likely(
    probability: Option<Hundredths>,
    interval: Option<Interval>,
    unit: &'static str,
) -> String {
    let Some((probability, Interval { low, high, of })) = probability.zip(interval) else {
        return NOT_REPORTED.to_owned();
    };
    format!("{} ({} to {} at 95 %, {})", probability.get(), low.get(), high.get(), count_text(of, unit))
}

/// Returns the English name of a calendar month.
pub(crate) fn month_name(month: u32) -> &'static str {
    u8::try_from(month)
        .ok()
        .and_then(|month| chrono::Month::try_from(month).ok())
        .map_or("", |month| month.name())
}
