//! The facts of the outlook, and its clauses.

use chrono::{NaiveDate, NaiveDateTime};
use conditions_core::record::DailyRow;
use conditions_core::units::Tenths;

/// Gusts that may stop lifts, metres per second.
pub(crate) const GUST_MPS: f64 = 18.0;

/// An hour of the forecast at the resort.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LocalHour {
    pub(crate) at: NaiveDateTime,
    pub(crate) temp_c: Option<Tenths>,
    pub(crate) precipitation_mm: Option<Tenths>,
    pub(crate) gust_mps: Option<Tenths>,
}

/// New snow of the past 24 hours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FallenSnow {
    pub(crate) cm: Tenths,
    pub(crate) is_modelled: bool,
}

/// A wind chill that is at least a moderate risk.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chill {
    pub(crate) celsius: Tenths,
    pub(crate) at: NaiveDateTime,
}

/// The facts of the sentence. Unknown facts are left out of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Facts<'a> {
    /// Present time on the resort's clock.
    pub(crate) now: NaiveDateTime,
    /// Days at mid mountain, from today, and the same days at the summit.
    pub(crate) days: &'a [DailyRow],
    pub(crate) summit: &'a [DailyRow],
    pub(crate) hours: &'a [LocalHour],
    pub(crate) base_m: Option<i32>,
    pub(crate) summit_m: Option<i32>,
    pub(crate) fallen: Option<FallenSnow>,
    pub(crate) chill: Option<Chill>,
    /// Danger level in force.
    pub(crate) danger: Option<u8>,
    /// Usual first day of the season, before it has begun.
    pub(crate) opens: Option<NaiveDate>,
    /// Whether anything else is known, such as a depth.
    pub(crate) is_known: bool,
    /// Whether stations near by have readings, which do not represent the runs.
    pub(crate) has_stations: bool,
}

/// The subject of a clause. The order is the order of dropping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Topic {
    Sun,
    Cold,
    Season,
    Wind,
    Danger,
    Fallen,
    Snow,
}

impl Topic {
    /// Returns the part of the page with the evidence.
    pub(super) const fn evidence(self) -> &'static str {
        match self {
            Self::Sun => "#hours",
            Self::Cold | Self::Wind => "#lifts",
            Self::Season => "#depth",
            Self::Danger => "#danger",
            Self::Fallen => "#past",
            Self::Snow => "#week",
        }
    }
}

/// A clause with the separator before it.
pub(super) struct Clause {
    pub(super) topic: Topic,
    pub(super) before: &'static str,
    pub(super) text: String,
    pub(super) level: Option<u8>,
}

/// Returns the day with the most snow, the first of equal ones.
pub(crate) fn best(days: &[DailyRow]) -> Option<&DailyRow> {
    let known = days.iter().filter(|day| day.snowfall_cm.is_some());
    known.reduce(|best, day| if day.snowfall_cm > best.snowfall_cm { day } else { best })
}
