//! Tests names, audiences and lanes, and defines the records with which single events are tested.

use chrono_tz::Europe::Vienna;
use conditions_core::evidence::{Evidence, PerBand, Profile};
use conditions_core::field::Field;
use conditions_core::policy::Policy;
use conditions_core::record::Resolution;
use conditions_core::source::Kind;
use conditions_core::units::{Confidence, Tenths};

use super::*;

const SLUG: &str = "lech";

/// Returns what an event watches in a snapshot of these resorts. Slugs are also names, except for Lech.
pub(super) fn watched<E: Event>(
    now: Timestamp,
    resorts: &[(&str, &Resolution)],
) -> Vec<WatchedSubject<E::State>> {
    let resorts: Vec<Resort<'_>> = resorts
        .iter()
        .map(|(slug, resolution)| {
            let name = if *slug == SLUG { "Lech Zürs" } else { slug };
            Resort { slug, name, resolution }
        })
        .collect();
    let page = |slug: &str| format!("https://snow.example.com/resorts/{slug}");
    E::watch(&EventPolicy::CONTRACT, &Snapshot { at: now, resorts: &resorts, page: &page })
}

/// Returns the occurrence if an event happened.
pub(super) fn occurrence_of<D>(decision: Decision<D>) -> Option<Occurrence<D>> {
    match decision {
        Decision::Happened(occurrence) => Some(occurrence),
        Decision::Nothing | Decision::Begin => None,
    }
}

pub(super) fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

pub(super) fn known(tenths: i32, source: Kind, confidence: u8, observed: &str) -> Field<Tenths> {
    let confidence = Confidence::from_hundredths(confidence);
    Field::known(Tenths::from_units(tenths), source, Some(at(observed)), confidence)
}

/// Returns a resolution without evidence, with this snowfall and depth.
pub(super) fn resolution(snowfall: Field<Tenths>, depth: Option<Field<Tenths>>) -> Resolution {
    let mut profile = Profile::new(SLUG, Vienna);
    profile.elevation_m = PerBand { base: Some(1450.0), mid: None, summit: Some(2450.0) };
    let now = at("2026-01-10T12:00:00Z");
    let mut resolution = conditions_core::resolve(now, &Policy::contract(), &profile, &Evidence::default());
    resolution.snowfall24h_cm = snowfall;
    resolution.record.display_depth_cm = depth;
    resolution
}

fn occurrence(audience: Audience) -> Occurrence<()> {
    Occurrence {
        event: EventName::parse("powder-alert").unwrap(),
        audience,
        resort_slug: "lech".into(),
        dedupe_key: String::new(),
        data: (),
        created_at: at("2026-01-10T12:00:00Z"),
    }
}

#[test]
fn each_name_has_event_per_scope() {
    let names: Vec<&str> = EventName::all().into_iter().map(EventName::wire).collect();
    // Stored lists of names are in this order.
    assert!(names.starts_with(&["snow-report.updated", "powder-alert"]), "{names:?}");
    for name in EventName::all() {
        for scope in [Some(SLUG), None] {
            let of_name = EVENTS.iter().filter(|event| event.name() == name);
            assert_eq!(
                of_name.filter(|event| event.audience().includes(SLUG, scope)).count(),
                1,
                "{name} {scope:?}"
            );
        }
    }
    assert!(EVENTS.iter().all(|event| event.description().ends_with('.')));
}

#[test]
fn names_round_trip() {
    for name in EventName::all() {
        assert_eq!(EventName::parse(name.wire()), Some(name));
        assert_eq!(serde_json::to_value(name).unwrap(), name.wire());
    }
    assert_eq!(EventName::parse("Powder-Alert"), None);
}

#[test]
fn event_reaches_its_audience() {
    let both = EventName::all();
    let reaches = |audience, slug| occurrence(audience).reaches(&both, slug);
    let scopes = [Some("lech"), Some("zermatt"), None];
    assert_eq!(scopes.map(|slug| reaches(Audience::Resort, slug)), [true, false, false]);
    assert_eq!(scopes.map(|slug| reaches(Audience::ResortAndGlobal, slug)), [true, false, true]);
    assert_eq!(scopes.map(|slug| reaches(Audience::Global, slug)), [false, false, true]);
    assert!(
        !occurrence(Audience::ResortAndGlobal)
            .reaches(&[EventName::parse("snow-report.updated").unwrap()], None)
    );
    assert!(!occurrence(Audience::ResortAndGlobal).reaches(&[], None));
}

#[test]
fn leaderboard_has_one_lane() {
    assert_eq!(occurrence(Audience::Global).lane(), "@leaderboard");
    assert_eq!(occurrence(Audience::ResortAndGlobal).lane(), "lech");
}

#[test]
fn baselines_are_counted() {
    let first = Baseline { version: 6, value: 'a' };
    assert_eq!(first.following('b'), Baseline { version: 7, value: 'b' });
}
