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
