//! Tests of the evidence made from a report.

use conditions_core::evidence::Claim;
use conditions_core::record::OpenTotal;
use conditions_core::source::AcquisitionTier;

use sources::lifts::find;

use super::*;
use crate::CallError;
use crate::machine::{Machine, Step};
use crate::pauses::Pauses;

/// A synthetic response in Aspen's form: a local time without a zone.
const ASPEN: &str = r#"{"lastUpdated":"10:04 AM Jan 10, 2026","liftStatuses":[{"status":"Open","liftName":"Alpha"},{"status":"On Hold","liftName":"Beta"}]}"#;

fn at() -> Timestamp {
    Timestamp::parse("2026-01-10T17:30:00Z").unwrap()
}

fn said(family: &str, body: &str, zone: chrono_tz::Tz) -> Vec<Observation> {
    let family = find(family).unwrap();
    observations(family, &family.read(body.as_bytes()).unwrap(), zone, at())
}

#[test]
fn local_time_uses_the_resorts_zone() {
    let denver = said("aspen", ASPEN, chrono_tz::America::Denver);
    let origin = Origin::Scraped { tier: AcquisitionTier::StructuredFeed, label: Some("aspen".to_owned()) };
    let claim = Claim::Lifts(OpenTotal { open: Some(1), total: Some(2) });
    let observed_at = Timestamp::parse("2026-01-10T17:04:00Z");
    assert_eq!(denver, [Observation::new(origin, observed_at, claim)]);
    let tokyo = said("aspen", ASPEN, chrono_tz::Asia::Tokyo);
    assert_eq!(tokyo[0].observed_at, Timestamp::parse("2026-01-10T01:04:00Z"));
}

#[test]
fn missing_time_leaves_age_unknown() {
    let boyne = said("boyne", r#"[{"name":"Alpha","status":"open"}]"#, chrono_tz::UTC);
    assert_eq!(boyne[0].observed_at, Some(at()));
    let lost = said("aspen", &ASPEN.replace("lastUpdated", "updatedOn"), chrono_tz::UTC);
    assert_eq!(lost[0].observed_at, None);
}

#[test]
fn evidence_survives_storage() {
    let said = said("aspen", ASPEN, chrono_tz::UTC);
    assert_eq!(Lifts::decode(&Lifts::encode(&said)).unwrap(), said);
}

fn feed() -> Machine<Feed> {
    let place = Place {
        slug: "snowmass".to_owned(),
        url: "http://resort.example/lifts".to_owned(),
        family: find("aspen").unwrap(),
        zone: chrono_tz::America::Denver,
        period_ms: 600_000,
    };
    let mut machine = Machine::new(Feed::new(place), Pauses::USUAL);
    machine.begin(StoredState::default(), at());
    machine
}

fn is_called(machine: &mut Machine<Feed>, now: Timestamp) -> bool {
    matches!(machine.next(now), Step::Call(..))
}

#[test]
fn feed_is_requested_once_per_interval() {
    let mut machine = feed();
    let mut now = at();
    for (body, rows) in [(ASPEN.to_owned(), 1), (ASPEN.to_owned(), 0), (ASPEN.replace("On Hold", "Open"), 1)]
    {
        assert!(is_called(&mut machine, now));
        let fetched = UpstreamResponse {
            status: 200,
            body: body.into_bytes(),
            complete: true,
            ..UpstreamResponse::default()
        };
        machine.answered(Ok(fetched), now);
        let Step::Keep(keep) = machine.next(now) else { panic!("nothing to store") };
        assert_eq!((keep.rows.len(), keep.asked.len()), (rows, 1));
        machine.stored(*keep, now);
        now = now.plus_millis(600_000);
        assert!(!is_called(&mut machine, now.plus_millis(-1)));
    }
    assert!(is_called(&mut machine, now));
    machine.answered(Err(CallError::Unreached("no connection".to_owned())), now);
    assert!(!is_called(&mut machine, now.plus_millis(599_999)), "a failed call is not repeated");
    assert!(is_called(&mut machine, now.plus_millis(600_000)));
    machine.forbidden(&CallDenial::ByRobots("no".to_owned()), now.plus_millis(600_000));
    assert!(!is_called(&mut machine, now.plus_millis(1_199_999)), "nor one that must not be made");
}
