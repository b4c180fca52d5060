//! What alerts see of a world: of every resort the evidence of now, all fourteen days of it. Who may be told of which days is
//! asked where an alert fires.

use accounts::alerts::reading::{Ahead, Open, Reading, Snow};
use chrono_tz::Tz;
use conditions_core::record::{Band, DailyRow, OperatingStatus};
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use operations::shapes::resort_page;
use webhooks::policy::EventPolicy;
use world::bluebird::is_bluebird;
use world::{Caller, View, VisibleResort, World};

/// One resort.
#[derive(Debug, Clone, PartialEq)]
pub struct ResortSnapshot {
    /// Its slug.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// URL of its page.
    pub url: String,
    /// Its zone.
    pub zone: Tz,
    /// What alerts see.
    pub reading: Reading,
}

/// Every resort of a world.
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
        forecast: captured_at.map(|captured_at| Ahead { captured_at, sums_cm: sums(&days) }),
    }
}

/// Snow that somebody recorded: a model alone never fires an alert.
fn snow(seen: &VisibleResort<'_>, policy: &EventPolicy, now: Timestamp) -> Option<Snow> {
    let field = &seen.resolution().snowfall24h_cm;
    let is_recorded = matches!(field.source, Kind::Operator | Kind::Station | Kind::Scraped);
    if !is_recorded || field.confidence < policy.powder_confidence {
        return None;
    }
    let observed_at = field.observed_at.unwrap_or(now);
    Some(Snow { cm: field.value?, observed_at, source: field.source.name().to_owned() })
}

fn open(seen: &VisibleResort<'_>, now: Timestamp) -> Option<Open> {
    let status = &seen.resolution().record.status;
    let is_open = match status.value? {
        OperatingStatus::Open => true,
        OperatingStatus::ClosedToday | OperatingStatus::PreSeason | OperatingStatus::OffSeason => false,
        // Also whatever word a later version has: it says neither.
        _ => return None,
    };
    let observed_at = status.observed_at.unwrap_or(now);
    Some(Open { is_open, observed_at, source: status.source.name().to_owned() })
}

fn bluebird(days: &[DailyRow]) -> Vec<chrono::NaiveDate> {
    let pairs = days.iter().zip(days.iter().skip(1));
    pairs
        .filter(|(before, day)| is_bluebird(before.snowfall_cm, day) == Some(true))
        .map(|(_, day)| day.date)
        .collect()
}

/// Sums from today on; none from the first day on that is not known.
fn sums(days: &[DailyRow]) -> Vec<Option<Tenths>> {
    let mut sum = Some(0_i32);
    days.iter()
        .map(|day| {
            sum = sum.zip(day.snowfall_cm).map(|(sum, cm)| sum.saturating_add(cm.units()));
            sum.map(Tenths::from_units)
        })
        .collect()
}
