//! Tests of `publisher`: how stored rows become evidence.

use clap::Parser as _;

use evidence::{Forecast, Form as _, Lifts, Stations};

use super::*;
use crate::config::Settings;

#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    settings: Settings,
}

fn service(stations: &str) -> Service {
    let line = Line::parse_from(["test", "--stations", stations]);
    crate::constant::service(&line.settings.config().unwrap())
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
fn what_cannot_be_read_or_credited_is_left_alone() {
    let (mut evidence, service) = (Evidence::default(), service("snotel"));
    let one = format!("[{}]", reading("snotel", "a"));
    take(&mut evidence, &service, &row("snotel", Stations::NAME, &one));
    take(&mut evidence, &service, &row("snotel", Stations::NAME, "<html>"));
    take(&mut evidence, &service, &row("snotel", "unheard-of", &one));
    take(&mut evidence, &service, &row("slf", Stations::NAME, &format!("[{}]", reading("slf", "WFJ2"))));
    take(&mut evidence, &service, &row("snotel", Forecast::NAME, "{}"));
    assert_eq!(ids(&evidence), ["a"]);
    assert_eq!(evidence.forecast, None);
}

fn with_feed(slug: &str, lane: &str) -> Service {
    let mut service = service("none");
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
fn a_feed_that_is_switched_off_or_speaks_for_another_is_not_shown() {
    let mut evidence = Evidence::default();
    take(&mut evidence, &with_feed("alta", "boyne"), &row("powdr", Lifts::NAME, &lifts("powdr", 3)));
    take(&mut evidence, &with_feed("vail", "powdr"), &row("powdr", Lifts::NAME, &lifts("powdr", 3)));
    take(&mut evidence, &with_feed("alta", "powdr"), &row("powdr", Lifts::NAME, &lifts("vail", 3)));
    take(&mut evidence, &with_feed("alta", "powdr"), &row("powdr", Lifts::NAME, "<html>"));
    assert_eq!(evidence.observations, []);
}
