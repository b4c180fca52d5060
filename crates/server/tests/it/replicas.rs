//! Three services over one PostgreSQL: equal names of publications mean equal bytes, and a client that a load balancer
//! sends to each in turn gets as many 304 answers as from one.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use conditions_core::evidence::ForecastSnapshot;
use evidence::{Forecast, Form as _};
use runtime::{clock, opening};
use server::config::WebhookSettings;
use storage::Store;
use storage::evidence::{EvidenceRow, append, new_id};

use crate::harness::{Database, Harness, Setup};

const PATHS: [&str; 5] = [
    "/api/v1/resorts/alta/conditions",
    "/api/v1/resorts?limit=5",
    "/api/v1/resorts/zermatt",
    "/api/v1/resorts/alta/charts/season.svg",
    "/",
];

/// Starts three services that fetch nothing any more, so that only this test changes something.
fn replicas(database: &Database) -> Vec<Harness> {
    let start = |name: &str, only: Vec<String>| {
        let webhook_keys = Some("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=".to_owned());
        let webhooks = WebhookSettings { webhook_keys, ..WebhookSettings::default() };
        let database_url = Some(database.url.clone());
        let base_url = Some("https://snow.example.org".to_owned());
        let setup = Setup { database_url, base_url, webhooks, only, ..Setup::new(name) };
        Harness::start(Setup { tick: 4, winter_refresh: false, ..setup })
    };
    let only = Setup::few("replicas").only;
    let started: Vec<_> = (0..3).map(|nth| start(&format!("replica-{nth}"), only.clone())).collect();
    started.iter().for_each(|replica| replica.wait_for(4));
    started
}

fn change(store: &Store, slug: &str) {
    let now = clock::now();
    let snapshot = ForecastSnapshot { captured_at: now, models: Vec::new(), weather: None, hours: None };
    let row = EvidenceRow {
        id: new_id(now),
        slug: slug.to_owned(),
        lane: "open-meteo".to_owned(),
        kind: Forecast::NAME.to_owned(),
        observed_at: None,
        captured_at: now,
        payload: Forecast::encode(&snapshot),
    };
    store.run_blocking(move |conn| append(conn, std::slice::from_ref(&row), now)).unwrap();
}

/// Waits for the middle of a second of the wall clock, when nothing is published, and until the replicas agree.
fn wait_for_half(replicas: &[Harness]) {
    let into = clock::now().millis().rem_euclid(1_000);
    let left = (1_500 - into).rem_euclid(1_000);
    std::thread::sleep(Duration::from_millis(left.unsigned_abs()));
    let begun = clock::monotonic();
    loop {
        let names: BTreeSet<_> =
            replicas.iter().map(|one| one.get(PATHS[0]).header("x-publication").to_owned()).collect();
        if names.len() == 1 {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "they do not agree: {names:?}");
    }
}

/// A client that revalidates what it knows.
#[derive(Default)]
struct Client {
    tags: BTreeMap<&'static str, String>,
    unchanged: usize,
}

impl Client {
    fn visit(&mut self, replica: &Harness) {
        for path in PATHS {
            let known = self.tags.get(path).cloned().unwrap_or_default();
            let reply = replica.get_with(path, &[("If-None-Match", &known)]);
            assert!(!reply.header("x-publication").is_empty(), "{path}: {}", reply.status);
            self.unchanged += usize::from(reply.status == 304);
            self.tags.insert(path, reply.header("etag").to_owned());
        }
    }
}

#[test]
fn replicas_send_equal_bytes_and_share_tags() {
    let Some(database) = Database::postgres() else { return };
    let replicas = replicas(&database);
    let store = opening::open(&database.url).unwrap();
    let (mut one, mut turns) = (Client::default(), Client::default());
    let mut bodies: BTreeMap<(&str, String), (Vec<u8>, usize)> = BTreeMap::new();
    let mut differing = Vec::new();
    for second in 0..24 {
        wait_for_half(&replicas);
        for replica in &replicas {
            for path in PATHS {
                let reply = replica.get(path);
                let key = (path, reply.header("x-publication").to_owned());
                let (body, senders) = bodies.entry(key).or_insert_with(|| (reply.body.clone(), 0));
                if *body != reply.body {
                    differing.push((path, String::from_utf8_lossy(body).into_owned(), reply.text()));
                }
                *senders += 1;
            }
        }
        one.visit(&replicas[0]);
        turns.visit(&replicas[second % 3]);
        if second % 3 == 0 {
            change(&store, ["alta", "zermatt"][second / 3 % 2]);
        }
    }
    let shared = bodies.values().filter(|(_, senders)| *senders >= 3).count();
    assert_eq!(differing.len(), 0, "{} bodies: {:?}", bodies.len(), differing.first());
    assert!(shared > 8 * PATHS.len(), "{shared} bodies are sent by all");
    assert!(one.unchanged > 8 * PATHS.len(), "{}", one.unchanged);
    // On a slow machine something may be published between the two visits.
    let apart = turns.unchanged.abs_diff(one.unchanged);
    assert!(
        apart <= PATHS.len(),
        "{} in turn, {} on one, of {}",
        turns.unchanged,
        one.unchanged,
        24 * PATHS.len()
    );
}
