//! How values read on a page. What is not reported says so; it is never 0.

use conditions_core::record::OperatingStatus;
use conditions_core::units::Tenths;

const NOT_REPORTED: &str = "not reported";

/// A length in centimetres with its unit.
pub(crate) fn centimetres(value: Option<Tenths>) -> String {
    value.map_or_else(|| NOT_REPORTED.to_owned(), |cm| format!("{} cm", cm.get()))
}

/// An operating status in words.
pub(crate) const fn status(value: Option<OperatingStatus>) -> &'static str {
    match value {
        Some(OperatingStatus::Open) => "open",
        Some(OperatingStatus::ClosedToday) => "closed today",
        Some(OperatingStatus::PreSeason) => "before the season",
        Some(OperatingStatus::OffSeason) => "off season",
        Some(_) => "unknown",
        None => NOT_REPORTED,
    }
}

#[cfg(test)]
mod tests;
