//! Grading of forecasts in the service: its stored data, its schedule, and how learnt weights come into force.
//!
//! The rules are in the crate `verification`; this module handles storage and time.

use catalogue::Resort;
use chrono::NaiveDate;
use conditions_core::hourly::request_elevation;
use verification::Place;

mod grader;
mod in_force;
mod maps;
mod storage_access;

pub use grader::Grader;
pub use in_force::{InForce, LearnedChances, LearnedParameters, policy_with};
pub use maps::{Maps, fitted, map, maps_at, maps_concluded, winters_of};
pub use storage_access::{archive, concluded, grade, grade_blocking, newest, prune, weights_at};

/// Converts a date into the day number used in storage.
#[must_use]
pub fn day_number(date: NaiveDate) -> i64 {
    i64::from(date.to_epoch_days())
}

/// Converts a day number into a date; returns `None` if the calendar cannot represent it.
#[must_use]
pub fn date_of(day: i64) -> Option<NaiveDate> {
    NaiveDate::from_epoch_days(i32::try_from(day).ok()?)
}

/// Returns the graded place of a resort: its continent and every other region that contains it.
#[must_use]
pub fn place(resort: &Resort) -> Place {
    let regions = world::place::Region::ALL.iter().map(|region| region.tag());
    let regions = regions.filter(|region| resort.tags.iter().any(|tag| tag == region)).map(str::to_owned);
    Place {
        slug: resort.slug.clone(),
        regions: regions.collect(),
        mid_m: request_elevation(&resort.profile()),
    }
}

#[cfg(test)]
mod tests;
