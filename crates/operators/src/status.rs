//! The status in the words of the contract; `UNKNOWN` is nothing that a resort says of itself.

use conditions_core::record::OperatingStatus;

/// The status of a word of the contract.
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
