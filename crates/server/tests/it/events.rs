//! Webhook events: they happen once, whoever looks how often, and a first look is none.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use catalogue::Resort;
use conditions_core::evidence::{Claim, Evidence, Observation, Origin};
use conditions_core::policy::Policy;
use conditions_core::time::{HOUR_MS, Timestamp};
use operations::{Held, World};
use server::config::Settings;
use server::published::Published;
use server::webhooks::evaluate::{Look, fan_out, tell};
use server::{constant, store};
use storage::Store;
use storage::webhooks::outbox;
use storage::webhooks::subscriptions::{Caps, Creation, NewSubscription, create};
use uuid::Uuid;
use webhooks::events::EventName;

use crate::harness::Database;

const NOON: &str = "2026-01-10T12:00:00Z";

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

/// Read once: there are many publications.
static RESORTS: LazyLock<Vec<Resort>> = LazyLock::new(|| catalogue::embedded().unwrap());

/// A publication at `now` in which operators report this much new snow, by slug.
fn look(now: Timestamp, snow: &[(&str, f64)]) -> Look {
    let config = Settings::default().config().unwrap();
    let service = Arc::new(constant::service(&config));
    let of = |slug: &str| -> Resort { RESORTS.iter().find(|resort| resort.slug == slug).unwrap().clone() };
    let held = snow.iter().map(|(slug, cm)| {
        let observed_at = Some(now.plus_millis(-HOUR_MS));
        let claim = Claim::Snowfall24h(*cm);
        let observations = vec![Observation { origin: Origin::Operator, observed_at, claim }];
        Arc::new(Held::new(of(slug), Evidence { observations, ..Evidence::default() }))
    });
    let world = World::new(service, Arc::new(Policy::contract()), held.collect(), now);
    Look::of(&Published::new(world, now))
}

fn database(name: &str) -> (Store, PathBuf) {
    let folder = std::env::temp_dir().join(format!("snow-evaluate-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("x.sqlite");
    (store::open(&file.to_string_lossy()).unwrap(), file)
}

async fn subscribed(store: &Store, resort: Option<&str>, now: Timestamp) -> Uuid {
    let id = Uuid::new_v4();
    let new = NewSubscription {
        id,
        url: format!("https://8.8.8.8/{id}"),
        host: "8.8.8.8".to_owned(),
        events: EventName::ALL.to_vec(),
        resort_slug: resort.map(str::to_owned),
        secret_digest: [7; 32],
        sealed_secret: "sealed".to_owned(),
        origin: "198.51.100.7".to_owned(),
        created_at: now,
    };
    let caps = Caps { per_origin: 1_000, window_ms: HOUR_MS, per_host: 1_000 };
    let made = store.run(move |conn| create(conn, &new, &caps, now)).await.unwrap();
    assert_eq!(made, Creation::Created);
    id
}

async fn bodies(store: &Store, subscription: Uuid) -> Vec<(EventName, Uuid)> {
    let rows = store.read(move |conn| outbox::history(conn, subscription, None, 100)).await.unwrap();
    rows.iter().rev().map(|row| (row.event, row.id)).collect()
}

async fn told(store: &Store, look: Look, now: Timestamp) -> u64 {
    let told = tell(store, look, &mut BTreeSet::new(), now).await.unwrap();
    fan_out(store).await.unwrap();
    told.events
}

#[tokio::test]
async fn a_first_look_tells_nothing_but_alerts() {
    let (store, _) = database("first");
    let noon = at(NOON);
    let (of_alta, of_zermatt, global) = (
        subscribed(&store, Some("alta"), noon).await,
        subscribed(&store, Some("zermatt"), noon).await,
        subscribed(&store, None, noon).await,
    );
    assert_eq!(told(&store, look(noon, &[("alta", 14.9), ("zermatt", 3.0)]), noon).await, 0);
    assert_eq!(
        told(&store, look(noon, &[("alta", 14.9), ("zermatt", 3.0)]), noon).await,
        0,
        "the same again"
    );
    // Less than the threshold becomes the threshold: its report, the alert, the leaderboard.
    let later = noon.plus_millis(60_000);
    assert_eq!(told(&store, look(later, &[("alta", 15.0), ("zermatt", 3.0)]), later).await, 3 + 1);
    let names = |rows: Vec<(EventName, Uuid)>| rows.into_iter().map(|(event, _)| event).collect::<Vec<_>>();
    assert_eq!(names(bodies(&store, of_alta).await), [EventName::SnowReportUpdated, EventName::PowderAlert]);
    // The time of the report moved with the look.
    assert_eq!(names(bodies(&store, of_zermatt).await), [EventName::SnowReportUpdated]);
    assert_eq!(names(bodies(&store, global).await).len(), 2);
}

#[tokio::test]
async fn an_older_publication_than_the_last_is_passed_over() {
    let (store, _) = database("older");
    let (noon, later) = (at(NOON), at(NOON).plus_millis(60_000));
    told(&store, look(noon, &[("alta", 1.0)]), noon).await;
    assert!(told(&store, look(later, &[("alta", 2.0)]), later).await > 0);
    // Another replica that has not seen the newer evidence yet.
    assert_eq!(told(&store, look(noon, &[("alta", 1.0)]), later).await, 0);
    let last = later.plus_millis(60_000);
    assert!(told(&store, look(last, &[("alta", 1.0)]), last).await > 0, "snow that goes back is news again");
}

/// One alert per resort and UTC day: 1,000 looks (`SNOW_LOOKS` for more) of three processes at once over five days,
/// each with its own idea of the time, some clocks two hours off, and a restart every now and then.
fn once_a_day(stores: Vec<Store>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(3).enable_all().build().unwrap();
    let looks: i64 = std::env::var("SNOW_LOOKS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000);
    const DAYS: i64 = 5;
    // At noon, so that clocks that are off see no day of their own.
    let begin = at("2026-03-27T12:00:00Z");
    let resorts = [("alta", 20.0), ("zermatt", 15.0), ("thredbo", 14.9)];
    let last = stores.last().unwrap().clone();
    let subscription = runtime.block_on(subscribed(&last, None, begin));
    let replicas = i64::try_from(stores.len()).unwrap();
    let working: Vec<_> = (0..replicas)
        .zip(stores)
        .map(|(replica, store)| {
            runtime.spawn(async move {
                let mut alerted = BTreeSet::new();
                let mut days = BTreeSet::new();
                for at in (0..looks).filter(|at| at % replicas == replica) {
                    // Spring's change of the clocks is in it, and every midnight; each third look is 2 h off.
                    let shift = [0, 2 * HOUR_MS, -2 * HOUR_MS][(at % 3) as usize];
                    let now = begin.plus_millis(at * DAYS * 24 * HOUR_MS / looks + shift);
                    let look = look(now, &resorts);
                    days.insert(now.utc().date_naive());
                    if at % 97 == 0 {
                        alerted.clear();
                    }
                    tell(&store, look, &mut alerted, now).await.unwrap();
                    fan_out(&store).await.unwrap();
                }
                days
            })
        })
        .collect();
    let mut days = BTreeSet::new();
    for replica in working {
        days.extend(runtime.block_on(replica).unwrap());
    }
    let alerts: Vec<String> = runtime.block_on(async {
        let (mut found, mut before) = (Vec::new(), None);
        loop {
            let page = last.read(move |conn| outbox::history(conn, subscription, before, 100)).await.unwrap();
            let Some(oldest) = page.last() else { return found };
            before = Some(oldest.sequence);
            let alerts = page.iter().filter(|row| row.event == EventName::PowderAlert);
            found.extend(alerts.map(|row| row.created_at.to_string()));
        }
    });
    // Two resorts have enough snow. A look that is older than the last is passed over, but each day has many others.
    let (expected, days) = (days.len() * 2, days.len());
    println!(
        "figure: {} second alerts in {looks} looks of {replicas} processes over {days} days",
        alerts.len().saturating_sub(expected)
    );
    assert_eq!(alerts.len(), expected, "{alerts:?}");
}

#[test]
fn a_powder_alert_once_per_resort_and_day_on_sqlite() {
    let (store, file) = database("once");
    let again = || store::open(&file.to_string_lossy()).unwrap();
    once_a_day(vec![store, again(), again()]);
}

#[test]
fn a_powder_alert_once_per_resort_and_day_over_three_replicas() {
    let Some(database) = Database::postgres() else { return };
    once_a_day((0..3).map(|_| store::open(&database.url).unwrap()).collect());
}

#[test]
fn every_event_is_brought_to_its_subscriptions_after_a_crash() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (store, file) = database("crash");
        let noon = at(NOON);
        let global = subscribed(&store, None, noon).await;
        let look = look(noon, &[("alta", 30.0)]);
        // Recorded, and then the process ends before anything is brought anywhere.
        assert_eq!(tell(&store, look, &mut BTreeSet::new(), noon).await.unwrap().events, 1);
        store.close();
        let store = store::open(&file.to_string_lossy()).unwrap();
        assert_eq!(fan_out(&store).await.unwrap(), 1);
        assert_eq!(fan_out(&store).await.unwrap(), 0);
        assert_eq!(bodies(&store, global).await.len(), 1);
    });
}
