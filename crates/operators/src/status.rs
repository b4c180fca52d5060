//! The status in the terms of the contract. A resort cannot report `UNKNOWN`.

use conditions_core::record::OperatingStatus;

/// Parses a status of the contract.
#[must_use]
pub fn status_of(text: &str) -> Option<OperatingStatus> {
    match text.trim().to_ascii_uppercase().as_str() {
        "OPEN" => Some(OperatingStatus::Open),
        "CLOSED_TODAY" => Some(OperatingStatus::ClosedToday),
        "PRE_SEASON" => Some(OperatingStatus::PreSeason),
        "OFF_SEASON" => Some(OperatingStatus::OffSeason),
        _ => None,
    }
}

/// Returns the term of a status; `None` for one that a resort cannot report.
#[must_use]
pub const fn term_of(status: OperatingStatus) -> Option<&'static str> {
    match status {
        OperatingStatus::Open => Some("OPEN"),
        OperatingStatus::ClosedToday => Some("CLOSED_TODAY"),
        OperatingStatus::PreSeason => Some("PRE_SEASON"),
        OperatingStatus::OffSeason => Some("OFF_SEASON"),
        _ => None,
    }
}
