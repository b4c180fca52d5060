//! Tests of `quantity`.

use conditions_core::record::OperatingStatus;
use conditions_core::units::Tenths;

use super::{centimetres, status};

#[test]
fn what_is_not_reported_is_never_nought() {
    assert_eq!(centimetres(None), "not reported");
    assert_eq!(status(None), "not reported");
    assert_eq!(centimetres(Tenths::new(0.0)), "0 cm");
    assert_eq!(centimetres(Tenths::new(17.5)), "17.5 cm");
}

#[test]
fn a_status_reads_as_words() {
    assert_eq!(status(Some(OperatingStatus::PreSeason)), "before the season");
    assert_eq!(status(Some(OperatingStatus::Unknown)), "unknown");
}
