//! Tests of what a report becomes as evidence.

use conditions_core::evidence::Claim;
use conditions_core::record::OpenTotal;
use conditions_core::source::AcquisitionTier;

use sources::lifts::find;

use super::*;

/// Synthetic, in Aspen's form: a local time without a zone.
const ASPEN: &str = r#"{"lastUpdated":"10:04 AM Jan 10, 2026","liftStatuses":[{"status":"Open","liftName":"Alpha"},{"status":"On Hold","liftName":"Beta"}]}"#;

fn at() -> Timestamp {
    Timestamp::parse("2026-01-10T17:30:00Z").unwrap()
}

fn said(family: &str, body: &str, zone: chrono_tz::Tz) -> Vec<Observation> {
    let family = find(family).unwrap();
    observations(family, &family.read(body.as_bytes()).unwrap(), zone, at())
}

#[test]
fn local_time_is_that_of_the_resort() {
    let denver = said("aspen", ASPEN, chrono_tz::America::Denver);
    let origin = Origin::Scraped { tier: AcquisitionTier::StructuredFeed, label: Some("aspen".to_owned()) };
    let claim = Claim::Lifts(OpenTotal { open: Some(1), total: Some(2) });
    let observed_at = Timestamp::parse("2026-01-10T17:04:00Z");
    assert_eq!(denver, [Observation::new(origin, observed_at, claim)]);
    let tokyo = said("aspen", ASPEN, chrono_tz::Asia::Tokyo);
    assert_eq!(tokyo[0].observed_at, Timestamp::parse("2026-01-10T01:04:00Z"));
}

#[test]
fn a_feed_without_times_speaks_of_the_moment_and_one_that_lost_its_time_of_none() {
    let boyne = said("boyne", r#"[{"name":"Alpha","status":"open"}]"#, chrono_tz::UTC);
    assert_eq!(boyne[0].observed_at, Some(at()));
    let lost = said("aspen", &ASPEN.replace("lastUpdated", "updatedOn"), chrono_tz::UTC);
    assert_eq!(lost[0].observed_at, None);
}

#[test]
fn evidence_survives_being_kept() {
    let said = said("aspen", ASPEN, chrono_tz::UTC);
    assert_eq!(Lifts::decode(&Lifts::encode(&said)).unwrap(), said);
}
