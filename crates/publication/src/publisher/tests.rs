//! Tests of how the publisher converts stored rows into evidence.

use conditions_core::evidence::ForecastSnapshot;
use evidence::{Forecast, Form as _, Lifts, Stations};

use super::stored_evidence::add_row;
use super::*;
use crate::service;

mod failover;
mod replicas;
mod shared;

fn service(stations: &[&'static str]) -> Service {
    let documents = ingest::documents::facts().map(|lane| lane.meta.id).collect();
    let stations = stations.to_vec();
    service::service(service::Options { stations, documents, ..service::Options::default() })
}

fn row(lane: &str, kind: &str, payload: &str) -> EvidenceRow {
    let captured_at = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    EvidenceRow {
        id: storage::evidence::new_id(captured_at),
        slug: "alta".to_owned(),
        lane: lane.to_owned(),
        kind: kind.to_owned(),
        observed_at: None,
        captured_at,
        payload: payload.to_owned(),
    }
}

fn reading(network: &str, id: &str) -> String {
    format!(
        r#"{{"network":"{network}","stationId":"{id}","distanceKm":3.1,"observedAt":"2026-01-10T12:00:00Z","tempC":-4}}"#
    )
}

fn ids(evidence: &Evidence) -> Vec<&str> {
    evidence.stations.iter().map(|reading| reading.station_id.as_str()).collect()
}

#[test]
fn unreadable_and_uncredited_rows_are_skipped() {
    let (mut evidence, service) = (Evidence::default(), service(&["snotel"]));
    let one = format!("[{}]", reading("snotel", "a"));
    add_row(&mut evidence, &service, &row("snotel", Stations::NAME, &one));
    add_row(&mut evidence, &service, &row("snotel", Stations::NAME, "<html>"));
    add_row(&mut evidence, &service, &row("snotel", "unheard-of", &one));
    add_row(&mut evidence, &service, &row("slf", Stations::NAME, &format!("[{}]", reading("slf", "WFJ2"))));
    add_row(&mut evidence, &service, &row("snotel", Forecast::NAME, "{}"));
    assert_eq!(ids(&evidence), ["a"]);
    assert_eq!(evidence.forecast, None);
}

fn with_feed(slug: &str, lane: &str) -> Service {
    let mut service = service(&[]);
    let credit = service.credits.catalogue[0].clone();
    let (slug, lane) = (slug.to_owned(), lane.to_owned());
    service.credits.feeds = vec![world::credits::FeedCredit { slug, lane, credit }];
    service
}

fn lifts(lane: &str, open: u32) -> String {
    format!(
        r#"[{{"origin":{{"scraped":{{"tier":"structured_feed","label":"{lane}"}}}},"observedAt":"2026-01-10T11:00:00Z","claim":{{"lifts":{{"open":{open},"total":9}}}}}}]"#
    )
}

#[test]
fn foreign_and_disabled_feeds_are_hidden() {
    let mut evidence = Evidence::default();
    add_row(&mut evidence, &with_feed("alta", "boyne"), &row("powdr", Lifts::NAME, &lifts("powdr", 3)));
    add_row(&mut evidence, &with_feed("vail", "powdr"), &row("powdr", Lifts::NAME, &lifts("powdr", 3)));
    add_row(&mut evidence, &with_feed("alta", "powdr"), &row("powdr", Lifts::NAME, &lifts("vail", 3)));
    add_row(&mut evidence, &with_feed("alta", "powdr"), &row("powdr", Lifts::NAME, "<html>"));
    assert_eq!(evidence.observations, []);
}

/// Returns the open lifts of every resort that has any.
fn open_lifts(published: &Published) -> Vec<(String, String)> {
    let known =
        |held: &Arc<ResortEvidence>| (held.resort.slug.clone(), format!("{:?}", held.evidence.observations));
    published.world.resorts().map(known).filter(|(_, observations)| observations != "[]").collect()
}

#[test]
fn rebuild_drops_lost_rows() {
    let now = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    let mut service = with_feed("alta", "powdr");
    let more = with_feed("vail", "boyne").credits.feeds;
    service.credits.feeds.extend(more);
    let embedded = catalogue::embedded().unwrap();
    let resorts = embedded.into_iter().filter(|resort| ["alta", "vail"].contains(&resort.slug.as_str()));
    let of = |slug: &str, lane: &str, open: u32| EvidenceRow {
        slug: slug.to_owned(),
        ..row(lane, Lifts::NAME, &lifts(lane, open))
    };
    let news = |evidence| News { evidence, ..News::default() };
    let nothing = of_nothing(Arc::new(service), resorts, now);
    // Only the lost primary had the row of the other resort.
    let former = renewed(&nothing, news(vec![of("alta", "powdr", 3), of("vail", "boyne", 5)]), now);
    assert_eq!(open_lifts(&former).len(), 2);
    let standby = || news(vec![of("alta", "powdr", 4)]);
    let fresh = renewed(&nothing, standby(), now);
    assert_eq!(open_lifts(&renewed(&emptied(&former.world, now), standby(), now)), open_lifts(&fresh));
    assert_eq!(open_lifts(&fresh).len(), 1);
}

#[test]
fn future_forecast_blocks_none() {
    let now = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    let ahead = now.plus_millis(2 * conditions_core::time::DAY_MS);
    let resorts = catalogue::embedded().unwrap().into_iter().filter(|resort| resort.slug == "alta");
    let nothing = of_nothing(Arc::new(service(&[])), resorts, now);
    let captured = |at| {
        let snapshot = ForecastSnapshot { captured_at: at, models: Vec::new(), weather: None, hours: None };
        let row = EvidenceRow {
            captured_at: at,
            ..row("open-meteo", Forecast::NAME, &Forecast::encode(&snapshot))
        };
        News { evidence: vec![row], ..News::default() }
    };
    let known = |published: &Published| {
        published.world.resorts().find_map(|held| Some(held.evidence.forecast.as_ref()?.captured_at))
    };
    let wrong = renewed(&nothing, captured(ahead), ahead);
    assert_eq!(known(&wrong), Some(ahead));
    assert_eq!(known(&renewed(&wrong.world, captured(now), now)), Some(now));
}

#[test]
fn counter_going_back_is_noticed() {
    let known = Versions { evidence: 5, winters: 2, documents: 2, grades: 1 };
    assert!(!known.is_behind(known));
    assert!(!Versions { evidence: 6, ..known }.is_behind(known));
    assert!(Versions { winters: 1, evidence: 9, ..known }.is_behind(known));
}

/// Returns what the answer reports about the Pacific now.
#[expect(clippy::disallowed_methods, reason = "it is equal for all callers")]
fn pacific(published: &Published, now: Timestamp) -> serde_json::Value {
    let signal = operations::OPERATIONS.iter().find(|operation| operation.meta().name == "get_elnino_signal");
    let view = world::View::public(&published.world);
    let body = signal.unwrap().answer(&view, &[("slug", "alta")], now).unwrap();
    serde_json::from_slice::<serde_json::Value>(&body).unwrap()["data"]["state"].take()
}

#[test]
fn old_el_nino_format_is_readable() {
    let now = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    let resorts = catalogue::embedded().unwrap().into_iter().filter(|resort| resort.slug == "alta");
    let nothing = of_nothing(Arc::new(service(&[])), resorts, now);
    // Synthetic, in the form of the rows of `enso_series` before they became documents: DJF 1950 to NDJ 2025.
    let payload = format!("{{\"first\":23400,\"anomalies\":[{}]}}", vec!["120"; 911].join(","));
    let changes = |version, payload: &str| {
        let (kind, subject) = ("enso".to_owned(), "RONI".to_owned());
        let document = documents::Document { kind, subject, captured_at: now, payload: payload.to_owned() };
        let mut changes = documents::Changes::default();
        (changes.version, changes.documents) = (version, vec![document]);
        changes
    };
    let with = |world: &World, documents| renewed(world, News { documents, ..News::default() }, now);
    let published = with(&nothing, changes(1, &payload));
    assert_eq!(pacific(&published, now)["index"], "RONI");
    assert_eq!(pacific(&published, now)["phase"], "el_nino");
    // A later unreadable one is left out, as after a restart.
    assert!(pacific(&with(&published.world, changes(2, "<html>")), now).is_null());
    let mut removed = documents::Changes::default();
    removed.removed = vec![("enso".to_owned(), "RONI".to_owned())];
    assert!(pacific(&with(&published.world, removed), now).is_null());
    // Other evidence does not affect it.
    assert_eq!(pacific(&renewed(&published.world, News::default(), now), now)["index"], "RONI");
}
