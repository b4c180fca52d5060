//! Shapes that answers about past winters share, and the one way to say that there are none.

use std::fmt::{self, Display};

use chrono::NaiveDate;
use climate::{Basis, Chance, Policy, StationMap, WinterDays, Winters};
use conditions_core::evidence::StationReading;
use conditions_core::units::{Hundredths, Tenths};
use schemars::JsonSchema;
use serde::Serialize;
use world::VisibleResort;

use crate::text::{NOT_REPORTED, Text, counted, reported, tenths};

/// The thresholds of everything about past winters.
pub(crate) const POLICY: Policy = world::CLIMATE;

/// Why an answer about past winters has none.
pub(crate) const NO_CLIMATE: &str = "no climate on record: the winters of this resort have not been fetched";

/// What the snowfall of a resort's past winters is made of; all that an answer compares is on one basis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SnowfallBasis {
    /// The reanalysis' precipitation and temperature at mid mountain, by the forecasts' rule of phase and ratio.
    Modelled,
    /// The reanalysis' own snowfall: 7 cm for 10 mm of water of what its grid cell tells from rain.
    Archive,
}

impl SnowfallBasis {
    pub(crate) fn of(winters: &Winters) -> Self {
        match winters.basis() {
            Some(Basis::Modelled) => Self::Modelled,
            Some(Basis::Archive) | None => Self::Archive,
        }
    }

    /// What snowfall and depth are, for whoever shows them.
    const fn method(self) -> &'static str {
        match self {
            Self::Modelled => {
                "reanalysis on a grid of some 10 km; snowfall out of its precipitation and its temperature at mid mountain, by the \
                 forecasts' rule of phase and ratio: compare these numbers with each other, not with a measured depth"
            }
            Self::Archive => {
                "reanalysis on a grid of some 10 km, snowfall at a fixed 7 cm per 10 mm of water: compare these numbers with each \
                 other, not with a measured depth"
            }
        }
    }
}

/// Which winters an answer rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PastRecord {
    /// The data set.
    pub dataset: &'static str,
    /// What its numbers are.
    pub method: &'static str,
    /// What snowfall is made of.
    pub snowfall_basis: SnowfallBasis,
    /// The elevation that modelled snowfall is for, metres; null on the archive's basis, which is a grid cell's.
    pub snowfall_elevation_m: Option<Tenths>,
    /// The oldest season on record: `1995-96` in the north, `1996` in the south.
    pub first_season: String,
    /// The newest season on record, which may be running.
    pub last_season: String,
    /// Seasons of which every day is known; averages and ranks rest on these alone.
    pub complete_seasons: usize,
}

impl PastRecord {
    /// The record of a resort; `None` without any winter.
    #[must_use]
    pub fn of(winters: &Winters) -> Option<Self> {
        let label = |days: &WinterDays| days.winter().to_string();
        let basis = SnowfallBasis::of(winters);
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

    /// The record in words.
    pub(crate) fn say(&self, text: &mut Text) {
        text.line(format_args!(
            "Record: {}, {} to {}, {}; {}{}",
            self.dataset,
            self.first_season,
            self.last_season,
            counted(self.complete_seasons, "complete season"),
            self.method,
            self.snowfall_elevation_m
                .map(|metres| format!("; mid mountain: {} m", metres.get()))
                .unwrap_or_default()
        ));
    }
}

/// The station whose days past winters are mapped to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MappedTo<'w> {
    /// Its network, such as `snotel`.
    pub network: &'w str,
    /// Its identifier there.
    pub station: &'w str,
    /// What its network calls it; null while it is not heard of.
    pub name: Option<&'w str>,
    /// Its elevation, metres.
    pub elevation_m: i32,
    /// Whole winters that the map rests on.
    pub winters: u16,
    /// The first of them.
    pub first_season: &'w str,
    /// The last.
    pub last_season: &'w str,
    /// Days that the station and the reanalysis both know.
    pub days: u32,
}

impl<'w> MappedTo<'w> {
    pub(crate) fn of(seen: &VisibleResort<'w>, mapped: &'w StationMap) -> Self {
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
        let (winters, days) = (counted(*winters, "winter"), counted(*days, "day"));
        let name = self.name.map(|name| format!("{name}, ")).unwrap_or_default();
        write!(f, "station {name}{station} of {network} at {elevation_m} m, {winters}, {days}")
    }
}

/// How a number spreads over winters, centimetres.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpreadCm {
    /// Mean, centimetres.
    pub mean_cm: Option<Tenths>,
    /// One winter in ten was at or below this.
    pub low_cm: Option<Tenths>,
    /// Half of the winters were.
    pub median_cm: Option<Tenths>,
    /// Nine in ten were.
    pub high_cm: Option<Tenths>,
    /// Winters that it rests on.
    pub seasons: u16,
}

impl SpreadCm {
    /// From a spread over so many winters.
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
            counted(self.seasons, "winter")
        )
    }
}

/// A spread in words, or that there is none.
pub(crate) fn spread(spread: Option<SpreadCm>) -> String {
    spread.map_or_else(|| NOT_REPORTED.to_owned(), |spread| spread.to_string())
}

/// The snowiest day of a stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BiggestDay {
    /// Its date at the resort.
    pub date: NaiveDate,
    /// Its snowfall, centimetres.
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

/// What the winters on record leave open of a probability: Jeffreys' interval at 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Interval {
    /// Lower end, 0 to 1.
    pub low: Hundredths,
    /// Upper end.
    pub high: Hundredths,
    /// What it was counted over: winters, or days, which count as many tries as their winters let differ.
    pub of: u32,
}

/// A share as a probability with two decimals.
pub(crate) fn probability(chance: &Chance) -> Option<Hundredths> {
    Hundredths::new(chance.share.clamp(0.0, 1.0))
}

/// What is left open of it.
pub(crate) fn interval(chance: &Chance) -> Option<Interval> {
    Some(Interval { low: Hundredths::new(chance.low)?, high: Hundredths::new(chance.high)?, of: chance.of })
}

/// `0.33 (0.14 to 0.58 at 95 %, 15 winters)`: a probability in words is never without its interval.
pub(crate) fn likely(
    probability: Option<Hundredths>,
    interval: Option<Interval>,
    unit: &'static str,
) -> String {
    let Some((probability, Interval { low, high, of })) = probability.zip(interval) else {
        return NOT_REPORTED.to_owned();
    };
    format!("{} ({} to {} at 95 %, {})", probability.get(), low.get(), high.get(), counted(of, unit))
}

/// English name of a calendar month.
pub(crate) fn month_name(month: u32) -> &'static str {
    u8::try_from(month)
        .ok()
        .and_then(|month| chrono::Month::try_from(month).ok())
        .map_or("", |month| month.name())
}
