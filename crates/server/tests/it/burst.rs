//! A burst: one commit of evidence triggers alerts of many resorts, and every subscriber gets each of them. Measured
//! from the commit to the last arrival, through the real program.
//!
//! Limits per receiving host are lifted, and every subscriber has a separate host: at five requests per second, five
//! hundred alerts to one host would take a hundred seconds, as intended. Over TLS all subscribers share one host, whose
//! connections are reused.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use conditions_core::evidence::StationReading;
use conditions_core::time::{MINUTE_MS, Timestamp};
use evidence::{Form as _, Stations};
use reqwest::Method;
use runtime::{clock, opening};
use serde_json::json;
use storage::evidence::{NewEvidence, append, new_id};

use crate::harness::{Database, RUNTIME, Setup};
use crate::program::{self, Program};
use crate::webhooks::receiver::{Manner, Receiver, plain, root_file};

const PATH: &str = "/api/v1/webhooks";
/// A network whose readings are shown.
const NETWORK: &str = "snotel";
const PATIENCE: Duration = Duration::from_secs(300);

fn number(variable: &str, usual: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Transport to the receivers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    Http,
    Tls,
}

#[test]
fn burst_arrives_from_sqlite() {
    storm(None, Over::Http);
}

#[test]
fn burst_arrives_from_postgres() {
    if let Some(database) = Database::postgres() {
        storm(Some(&database), Over::Http);
    }
}

#[test]
fn tls_burst_arrives_from_sqlite() {
    storm(None, Over::Tls);
}

#[test]
fn tls_burst_arrives_from_postgres() {
    if let Some(database) = Database::postgres() {
        storm(Some(&database), Over::Tls);
    }
}

/// Sends alerts of `SNOW_ALERTS` resorts to `SNOW_SUBSCRIBERS` subscribers of all of them.
fn storm(database: Option<&Database>, over: Over) {
    let (mut alerts, subscribers) = (number("SNOW_ALERTS", 40), number("SNOW_SUBSCRIBERS", 5));
    if over == Over::Tls {
        // Deliveries that wait for a busy host are reread every round, so a burst on one host is a separate case.
        alerts = alerts.div_ceil(20);
    }
    let folder = Setup::new(if over == Over::Tls { "storm over TLS" } else { "storm" }).folder;
    let file = folder.join("snow-conditions.sqlite");
    let program = start(&folder, database);
    let manner = Manner::Answers(plain("204 No Content"));
    let receiver = RUNTIME.block_on(async {
        match over {
            Over::Http => Receiver::start("0.0.0.0", manner).await,
            Over::Tls => Receiver::secure_at("127.0.0.1", manner, &["http/1.1"]).await,
        }
    });
    let port = receiver.address.port();
    for subscriber in 0..subscribers {
        let url = match over {
            Over::Http => format!("http://127.7.{}.{}:{port}/", subscriber / 250, 1 + subscriber % 250),
            // The host named by the tests' certificate.
            Over::Tls => format!("https://127.0.0.1:{port}/{subscriber}"),
        };
        let body = json!({ "url": url, "events": ["powder-alert"] });
        let reply = program.send(Method::POST, PATH, None, Some(&body));
        assert_eq!(reply.status, 201, "{}", reply.text());
    }
    let location =
        database.map_or_else(|| file.to_string_lossy().into_owned(), |database| database.url.clone());
    let store = opening::open(&location).unwrap();
    let now = clock::now();
    let snow = snow(alerts, now);
    store.run_blocking(move |conn| append(conn, &snow, now)).unwrap();
    let committed = clock::monotonic();

    let expected = alerts * subscribers;
    while receiver.count() < expected && committed.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(50));
    }
    // Leaves time for duplicates to arrive.
    std::thread::sleep(Duration::from_millis(500));
    let got = receiver.requests();
    let mut waits: Vec<Duration> =
        got.iter().map(|got| got.at.saturating_duration_since(committed)).collect();
    waits.sort_unstable();
    let ids: BTreeSet<&str> = got.iter().map(|got| got.header("x-service-delivery").unwrap()).collect();
    let seconds = |percent: usize| waits[(waits.len() * percent / 100).min(waits.len() - 1)].as_secs_f64();
    let whole = format!("{} missing, {} twice", expected - ids.len(), waits.len() - ids.len());
    match over {
        Over::Http => println!(
            "figure: http: {:.1} s to the last of {} ({alerts} alerts, {subscribers} subscribers), p50 {:.1} s; {whole}",
            seconds(100),
            waits.len(),
            seconds(50),
        ),
        Over::Tls => println!(
            "figure: tls: {:.0}/s to {subscribers} subscribers of one host over {} connections; {whole}",
            waits.len() as f64 / seconds(100),
            receiver.connections(),
        ),
    }
    assert_eq!((ids.len(), waits.len()), (expected, expected));
}

fn start(folder: &std::path::Path, database: Option<&Database>) -> Program {
    let mut command = Command::new(program::path());
    command.arg("--no-ingest").arg("--data-dir").arg(folder);
    // Evidence is published at the next tick.
    command.args(["--tick-seconds", "1", "--webhook-evaluation-seconds", "1"]);
    command.args(["--webhook-development", "--webhook-creations-per-hour", "100000"]);
    command.args(["--webhook-subscriptions-per-client", "1000", "--webhook-roots"]).arg(root_file());
    command.args(["--webhook-requests-per-second", "0", "--webhook-slots-per-host", "64"]);
    if let Some(database) = database {
        command.arg("--database-url").arg(&database.url);
    }
    Program::start(command)
}

/// Synthetic evidence: one station per resort, each with 21 cm of new snow.
fn snow(resorts: usize, now: Timestamp) -> Vec<NewEvidence> {
    let observed_at = now.plus_millis(-10 * MINUTE_MS);
    let resorts: Vec<_> = catalogue::embedded().unwrap().into_iter().take(resorts).collect();
    let rows = resorts.iter().map(|resort| {
        let reading = {
            let mut reading = StationReading::blank(NETWORK, resort.slug.clone(), observed_at);
            reading.elevation_m = resort.mid_m.or(resort.summit_m).map(f64::from);
            reading.distance_km = 1.0;
            reading.snow_depth_cm = Some(120.0);
            reading.new_snow24h_cm = Some(21.0);
            reading
        };
        NewEvidence {
            id: new_id(now),
            slug: resort.slug.clone(),
            lane: NETWORK.to_owned(),
            kind: Stations::NAME.to_owned(),
            observed_at: Some(observed_at),
            captured_at: now,
            payload: serde_json::to_string(&[reading]).unwrap(),
        }
    });
    rows.collect()
}
