//! The decision whether an alert is news: a crossing of its threshold between two readings, reported once, with the
//! evidence.
//!
//! The first reading of a resort is never news, so a new database does not report existing conditions. The key of a
//! report is unique for its alert and resort, so a second evaluation of the same evidence reports nothing. If the
//! evidence has its own time, no rule depends on the time of the evaluation, so a clock that jumps reports nothing
//! either.

use chrono::{Datelike, NaiveDate, TimeDelta};
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

use super::alert::{Alert, Kind};
use super::reading::{ForecastSnow, OpenStatus, Reading, Snow};

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;
/// Days within which a resort that was seen open cannot open again.
const OPENING_APART_DAYS: i64 = 14;
/// First month of a northern winter: an opening from this month on belongs to the winter named by this year.
const WINTER_FROM_MONTH: u32 = 7;

/// The evidence that triggered an alert.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Snow, centimetres; `None` if it is not an amount.
    pub cm: Option<Tenths>,
    /// Day in the resort's time; `None` for the present.
    pub day: Option<NaiveDate>,
    /// Number of days in a forecast sum; `None` if it is not a sum.
    #[serde(default)]
    pub days: Option<u8>,
    /// Source, as worded by the record.
    pub source: String,
    /// Time of observation or capture.
    pub observed_at: Timestamp,
}

/// An item of news.
#[derive(Debug, Clone, PartialEq)]
pub struct News {
    /// Key, unique for its alert and resort.
    pub key: String,
    pub evidence: Evidence,
}

/// The last report of an alert at a resort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastReport {
    /// Reported snow, centimetres.
    pub cm: Option<Tenths>,
    /// Time of its observation.
    pub observed_at: Timestamp,
}

/// Returns the news of an alert about a resort: usually none, and several if a forecast adds several days.
#[must_use]
pub fn news(
    alert: &Alert,
    before: Option<&Reading>,
    after: &Reading,
    told: Option<LastReport>,
    now: Timestamp,
) -> Vec<News> {
    let Some(before) = before else { return Vec::new() };
    let one = match alert.kind {
        Kind::Powder => after.snow.as_ref().and_then(|snow| powder(alert, before.snow.as_ref(), snow, told)),
        Kind::Opening => after.open.as_ref().and_then(|open| opening(before, open, now)),
        Kind::Bluebird => return bluebird(alert, before, after),
        Kind::Forecast => {
            after.forecast.as_ref().and_then(|ahead| forecast(alert, before.forecast.as_ref(), ahead, told))
        }
    };
    one.into_iter().collect()
}

/// Returns whether it may be news, regardless of earlier reports, which have to be looked up only in this case.
#[must_use]
pub fn may_be(alert: &Alert, before: Option<&Reading>, after: &Reading, now: Timestamp) -> bool {
    let long_ago = LastReport { cm: None, observed_at: Timestamp::from_millis(i64::MIN / 4) };
    !news(alert, before, after, Some(long_ago), now).is_empty()
}

fn powder(alert: &Alert, before: Option<&Snow>, after: &Snow, told: Option<LastReport>) -> Option<News> {
    let was = before.map(|snow| snow.cm);
    let amount = Amount { cm: after.cm, observed_at: after.observed_at, apart_days: 1 };
    amount.is_news(alert, was, told).then(|| News {
        key: format!("powder:{}", after.observed_at),
        evidence: Evidence {
            cm: Some(after.cm),
            day: None,
            days: None,
            source: after.source.clone(),
            observed_at: after.observed_at,
        },
    })
}

fn forecast(
    alert: &Alert,
    before: Option<&ForecastSnow>,
    after: &ForecastSnow,
    told: Option<LastReport>,
) -> Option<News> {
    let days = alert.window_days?;
    let cm = after.over(days)?;
    let was = before.and_then(|before| before.over(days));
    let amount = Amount { cm, observed_at: after.captured_at, apart_days: i64::from(days) };
    amount.is_news(alert, was, told).then(|| News {
        key: format!("forecast:{}", after.captured_at),
        evidence: Evidence {
            cm: Some(cm),
            day: None,
            days: Some(days),
            source: format!("forecast of {days} days"),
            observed_at: after.captured_at,
        },
    })
}

/// An amount of snow to compare with a threshold.
struct Amount {
    cm: Tenths,
    observed_at: Timestamp,
    /// Number of days after which it counts as different snow.
    apart_days: i64,
}

impl Amount {
    /// Returns whether it has reached the threshold since the previous reading, or stays above it and is different from
    /// the snow that was reported, or that existed when the alert was made.
    fn is_news(&self, alert: &Alert, was: Option<Tenths>, told: Option<LastReport>) -> bool {
        let Some(threshold) = alert.threshold_cm.map(|cm| i32::from(cm) * 10) else { return false };
        if self.cm.units() < threshold {
            return false;
        }
        let apart_ms = self.apart_days * DAY_MS;
        let Some(told) = told else {
            let crossed = was.is_none_or(|was| was.units() < threshold);
            return crossed || self.observed_at.since(alert.created_at) >= apart_ms;
        };
        let more = told.cm.map_or(0, |told| self.cm.units().saturating_sub(told.units()));
        self.observed_at.since(told.observed_at) >= apart_ms || more >= threshold
    }
}

fn opening(before: &Reading, after: &OpenStatus, now: Timestamp) -> Option<News> {
    let rested = before.last_open.is_none_or(|open| now.since(open) >= OPENING_APART_DAYS * DAY_MS);
    // A resort that was not known to be closed may have been open all along.
    let was_closed = before.open.as_ref().is_some_and(|open| !open.is_open);
    (after.is_open && was_closed && rested).then(|| {
        let day = after.observed_at.utc().date_naive();
        let winter = if day.month() >= WINTER_FROM_MONTH { day.year() } else { day.year() - 1 };
        News {
            key: format!("opening:{winter}"),
            evidence: Evidence {
                cm: None,
                day: None,
                days: None,
                source: after.source.clone(),
                observed_at: after.observed_at,
            },
        }
    })
}

/// A day is news when it enters the forecast or the window of the alert.
fn bluebird(alert: &Alert, before: &Reading, after: &Reading) -> Vec<News> {
    let (Some(window), Some(ahead)) = (alert.window_days, &after.forecast) else { return Vec::new() };
    let within = |day: NaiveDate, of: &Reading| {
        day <= of.looked_on + TimeDelta::days(i64::from(window)) && of.bluebird.contains(&day)
    };
    let new = after.bluebird.iter().filter(|day| within(**day, after) && !within(**day, before));
    new.map(|day| News {
        key: format!("bluebird:{day}"),
        evidence: Evidence {
            cm: None,
            day: Some(*day),
            days: None,
            source: "forecast".to_owned(),
            observed_at: ahead.captured_at,
        },
    })
    .collect()
}

#[cfg(test)]
mod tests;
