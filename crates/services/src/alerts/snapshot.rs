//! The input of alerts from a world: the current evidence of every resort, for all fourteen days. Entitlement to the
//! days is checked when an alert is triggered.

use accounts::alerts::reading::{ForecastSnow, OpenStatus, Reading, Snow};
use chrono_tz::Tz;
use conditions_core::record::{Band, DailyRow, OperatingStatus};
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use operations::shapes::resort_page;
use webhooks::policy::EventPolicy;
use world::bluebird::is_bluebird;
use world::{Caller, View, VisibleResort, World};

/// The input of alerts for one resort.
#[derive(Debug, Clone, PartialEq)]
pub struct ResortSnapshot {
    pub slug: String,
    pub name: String,
    /// URL of the resort's page.
    pub url: String,
    pub zone: Tz,
    /// Values that alerts use.
    pub reading: Reading,
}

/// Returns the snapshots of all resorts of a world.
#[must_use]
pub fn at(world: &World, policy: &EventPolicy) -> Vec<ResortSnapshot> {
    let all = Caller::pro();
    let view = View::new(world, &all);
    let base_url = &view.service().base_url;
    view.resorts()
        .map(VisibleResort::settled)
        .map(|seen| {
            let resort = seen.resort();
            ResortSnapshot {
                slug: resort.slug.clone(),
                name: resort.name.clone(),
                url: resort_page(base_url, &resort.slug),
                zone: resort.timezone,
                reading: reading(&seen, policy, view.as_of()),
            }
        })
        .collect()
}

fn reading(seen: &VisibleResort<'_>, policy: &EventPolicy, now: Timestamp) -> Reading {
    let (days, captured_at) =
        (seen.days(Band::Mid), seen.evidence().forecast.as_ref().map(|one| one.captured_at));
    Reading {
        looked_on: now.utc().date_naive(),
        snow: snow(seen, policy, now),
        open: open(seen, now),
        last_open: None,
        bluebird: bluebird(&days),
        forecast: captured_at.map(|captured_at| ForecastSnow { captured_at, sums_cm: sums(&days) }),
    }
}

/// Returns recorded snow: forecasts of models only never trigger an alert.
fn snow(seen: &VisibleResort<'_>, policy: &EventPolicy, now: Timestamp) -> Option<Snow> {
    let field = &seen.resolution().snowfall24h_cm;
    let is_recorded = matches!(field.source, Kind::Operator | Kind::Station | Kind::Scraped);
    if !is_recorded || field.confidence < policy.powder_confidence {
        return None;
    }
    let observed_at = field.observed_at.unwrap_or(now);
    Some(Snow { cm: field.value?, observed_at, source: field.source.name().to_owned() })
}

fn open(seen: &VisibleResort<'_>, now: Timestamp) -> Option<OpenStatus> {
    let status = &seen.resolution().record.status;
    let is_open = match status.value? {
        OperatingStatus::Open => true,
        OperatingStatus::ClosedToday | OperatingStatus::PreSeason | OperatingStatus::OffSeason => false,
        // Also for any status that a later version adds: it means neither.
        _ => return None,
    };
    let observed_at = status.observed_at.unwrap_or(now);
    Some(OpenStatus { is_open, observed_at, source: status.source.name().to_owned() })
}

fn bluebird(days: &[DailyRow]) -> Vec<chrono::NaiveDate> {
    let pairs = days.iter().zip(days.iter().skip(1));
    pairs
        .filter(|(before, day)| is_bluebird(before.snowfall_cm, day) == Some(true))
        .map(|(_, day)| day.date)
        .collect()
}

/// Returns the sums from today on; `None` from the first unknown day on.
fn sums(days: &[DailyRow]) -> Vec<Option<Tenths>> {
    let mut sum = Some(0_i32);
    days.iter()
        .map(|day| {
            sum = sum.zip(day.snowfall_cm).map(|(sum, cm)| sum.saturating_add(cm.units()));
            sum.map(Tenths::from_units)
        })
        .collect()
}
