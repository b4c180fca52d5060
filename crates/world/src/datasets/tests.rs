//! Tests of datasets: how documents fill them, and when data that depends on resorts is computed again.

use avalanche::Regions;
use climate::enso::{Season, Series};
use climate::{Day, Hemisphere, Policy as ClimatePolicy, Winter, WinterDays, Winters};
use conditions_core::evidence::Evidence;
use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use evidence::ElNinoIndex;

use super::*;
use crate::credits::{Credit, DocumentCredits, ServiceCredit};
use crate::enso::EnsoData;
use crate::{Service, World};

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

fn credit() -> Credit {
    let text = || "synthetic".to_owned();
    Credit { name: text(), url: text(), licence: text(), licence_url: None, text: text() }
}

fn world(enso: Vec<Credit>) -> World {
    let enso = Some(enso).filter(|credits| !credits.is_empty());
    let enso = enso.map(|credits| DocumentCredits { kind: ElNinoIndex::NAME, lane: "enso", credits });
    let credits = AllCredits {
        service: ServiceCredit { text: String::new(), url: String::new() },
        terms_url: String::new(),
        catalogue: Vec::new(),
        forecast: Vec::new(),
        climate: Vec::new(),
        documents: enso.into_iter().collect(),
        stations: Vec::new(),
        feeds: Vec::new(),
    };
    let service = Service {
        name: "synthetic".to_owned(),
        base_url: String::new(),
        synthetic: true,
        has_previews: false,
        cameras: Vec::new(),
        credits,
        lodging: Vec::new(),
        regions: Regions::default(),
    };
    let resort = catalogue::embedded().unwrap().into_iter().find(|resort| resort.slug == "alta").unwrap();
    let held = vec![Arc::new(ResortEvidence::new(resort, Evidence::default()))];
    World::new(Arc::new(service), Arc::new(Policy::contract()), held, now())
}

/// Returns an index from DJF 1950 to NDJ 2025, with every third winter warm.
fn payload() -> String {
    let anomalies = (0..912).map(|month: i32| if month.div_euclid(12) % 3 == 0 { 120 } else { 0 }).collect();
    ElNinoIndex::encode(&Series { first: Season::around(1950, 0), anomalies })
}

fn index<'a>(subject: &'a str, payload: &'a str) -> Document<'a> {
    Document { kind: ElNinoIndex::NAME, subject, captured_at: now(), payload }
}

fn names(world: &World) -> Vec<&str> {
    book(world).indices().iter().map(|index| index.name.as_str()).collect()
}

#[expect(clippy::disallowed_methods, reason = "the datasets are equal for all callers")]
fn book(world: &World) -> &EnsoData {
    crate::View::public(world).dataset()
}

#[test]
fn document_is_inserted_and_removed() {
    let text = payload();
    let (world, refused) =
        world(vec![credit()]).with_documents(&[index("ONI", &text), index("RONI", &text)], &[]);
    assert_eq!((refused.as_slice(), names(&world)), ([].as_slice(), vec!["RONI", "ONI"]));
    assert!(book(&world).signal(0).is_some());
    // A document of another kind, and one of an index that is not shown.
    let other = Document { kind: "roads", ..index("RONI", "{}") };
    let (world, refused) = world.with_documents(&[other, index("MEI", &text)], &[]);
    assert_eq!((refused.len(), names(&world)), (0, vec!["RONI", "ONI"]));
    let gone = |kind: &str, subject: &str| (kind.to_owned(), subject.to_owned());
    let (world, _) = world.with_documents(&[], &[gone("enso", "RONI"), gone("roads", "ONI")]);
    assert_eq!(names(&world), ["ONI"]);
    let (world, _) = world.with_documents(&[], &[gone("enso", "ONI")]);
    assert_eq!((names(&world), book(&world).signal(0)), (vec![], None));
}

#[test]
fn unreadable_document_is_rejected() {
    let text = payload();
    let (world, _) = world(vec![credit()]).with_documents(&[index("ONI", &text), index("RONI", &text)], &[]);
    let (world, refused) = world.with_documents(&[index("RONI", "<html>")], &[]);
    assert_eq!((refused.len(), names(&world)), (1, vec!["ONI"]));
    assert_eq!((refused[0].kind, refused[0].subject.as_str()), ("enso", "RONI"));
}

#[test]
fn uncredited_source_is_hidden() {
    let text = payload();
    let (world, refused) = world(Vec::new()).with_documents(&[index("RONI", &text)], &[]);
    assert_eq!((refused.len(), names(&world)), (0, vec![]));
}

#[test]
fn new_winters_update_derived_data() {
    let text = payload();
    let (world, _) = world(vec![credit()]).with_documents(&[index("RONI", &text)], &[]);
    assert!(book(&world).signal(0).unwrap().is_err(), "nothing without winters");
    let mut winters = Winters::new(Hemisphere::North);
    for year in 1990..=2024 {
        let winter = Winter::new(Hemisphere::North, year).unwrap();
        let cm = |at: usize| 3.0 + f64::from(year % 5) + at as f64 / 100.0;
        let days = winter.first_day().iter_days().take(winter.days()).enumerate();
        let days = days.map(|(at, date)| Day {
            date,
            snowfall_cm: Some(cm(at)),
            depth_cm: Some(50.0),
            ..Day::default()
        });
        winters.insert(WinterDays::from_days(&ClimatePolicy::DEFAULT, winter, now(), days).0);
    }
    let held = world.resorts().next().unwrap();
    let newer = Arc::new(ResortEvidence::clone(held).with_winters(winters));
    let world = world.with(vec![(0, newer)], now());
    assert!(book(&world).signal(0).unwrap().is_ok());
    assert_eq!(names(&world), ["RONI"]);
}
