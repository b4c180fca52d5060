//! Tests of webhook events: each is recorded once, however often the world is evaluated, and a first evaluation records
//! none.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use catalogue::Resort;
use conditions_core::evidence::{Claim, Evidence, Observation, Origin};
use conditions_core::policy::Policy;
use conditions_core::record::Band;
use conditions_core::time::{HOUR_MS, Timestamp};
use deliveries::evaluate::{Evaluator, Summary, WatchedPublication, evaluate, fan_out};
use publication::edition::Coverage;
use publication::evaluation::{Evaluate as _, Parts};
use publication::published::{Latest, Published};
use publication::versions::Versions;
use runtime::status::Status;
use runtime::{lease, opening};
use server::config::Settings;
use server::service;
use storage::webhooks::events::keep_baseline;
use storage::webhooks::outbox;
use storage::webhooks::subscriptions::create;
use storage::{Store, StoreError};
use tokio::sync::Notify;
use uuid::Uuid;
use webhooks::callback::Receiver;
use webhooks::events::start::Start;
use webhooks::events::{Baseline, EventName};
use webhooks::policy::EventPolicy;
use webhooks::subscriptions::{Caps, Creation, NewSubscription};
use world::{ResortEvidence, World};

use crate::harness::Database;

const POLICY: EventPolicy = EventPolicy::CONTRACT;
const NOON: &str = "2026-01-10T12:00:00Z";

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

/// Read once, because there are many publications.
static RESORTS: LazyLock<Vec<Resort>> = LazyLock::new(|| catalogue::embedded().unwrap());

/// Creates a publication at `now` in which operators report these amounts of new snow, by slug, all observed at one
/// time.
fn published(evidence: i64, now: Timestamp, seen: Timestamp, snow: &[(&str, f64)]) -> Published {
    let config = Settings::default().config().unwrap();
    let service = Arc::new(service::service(&config));
    let of = |slug: &str| -> Resort { RESORTS.iter().find(|resort| resort.slug == slug).unwrap().clone() };
    let held = snow.iter().map(|(slug, cm)| {
        let observed_at = Some(seen);
        let claims = [Claim::Snowfall24h(*cm), Claim::Depth { band: Band::Summit, cm: 120.0 }];
        let observations = claims.map(|claim| Observation::new(Origin::Operator, observed_at, claim));
        Arc::new(ResortEvidence::new(of(slug), Evidence::default().with_observations(observations)))
    });
    let world = World::new(service, Arc::new(Policy::contract()), held.collect(), now);
    Published::covering(coverage(evidence), world, now)
}

fn coverage(evidence: i64) -> Coverage {
    Coverage { versions: Versions { evidence, ..Versions::default() }, ..Coverage::default() }
}

/// Returns what events watch in a publication whose reports are an hour old.
fn look(now: Timestamp, snow: &[(&str, f64)]) -> WatchedPublication {
    look_at(0, now, snow)
}

/// Like [`look`], of a publication with this counter of evidence.
fn look_at(evidence: i64, now: Timestamp, snow: &[(&str, f64)]) -> WatchedPublication {
    WatchedPublication::from_publication(&POLICY, &published(evidence, now, now.plus_millis(-HOUR_MS), snow))
}

fn database(name: &str) -> (Store, PathBuf) {
    let folder = std::env::temp_dir().join(format!("snow-evaluate-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("x.sqlite");
    (opening::open(&file.to_string_lossy()).unwrap(), file)
}

async fn subscribed(store: &Store, resort: Option<&str>, now: Timestamp) -> Uuid {
    let id = Uuid::new_v4();
    let new = NewSubscription {
        id,
        url: format!("https://8.8.8.8/{id}"),
        receiver: Receiver {
            host: "8.8.8.8".to_owned(),
            site: "8.8.8.8".to_owned(),
            networks: vec!["8.8.8.8".to_owned()],
        },
        events: EventName::all(),
        resort_slug: resort.map(str::to_owned),
        secret_digest: [7; 32],
        sealed_secret: "sealed".to_owned(),
        origin: "198.51.100.7".to_owned(),
        created_at: now,
    };
    let caps = Caps { per_origin: 1_000, per_host_and_origin: 1_000, ..Caps::USUAL };
    let made = store.run(move |conn| create(conn, &new, &caps, now)).await.unwrap();
    assert_eq!(made, Creation::Created);
    id
}

async fn bodies(store: &Store, subscription: Uuid) -> Vec<(EventName, Uuid)> {
    let rows = store.read(move |conn| outbox::history(conn, subscription, None, 100)).await.unwrap();
    rows.iter().rev().map(|row| (row.event, row.id)).collect()
}

async fn told(store: &Store, look: WatchedPublication, now: Timestamp) -> u64 {
    let events = evaluate(store, &POLICY, look, now).await.unwrap();
    fan_out(store, &Notify::new()).await.unwrap();
    events
}

#[tokio::test]
async fn first_evaluation_sends_only_alerts() {
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
    // From below to at the threshold: its report, the alert and the leaderboard.
    let later = noon.plus_millis(60_000);
    assert_eq!(told(&store, look(later, &[("alta", 15.0), ("zermatt", 3.0)]), later).await, 3 + 1);
    let names = |rows: Vec<(EventName, Uuid)>| rows.into_iter().map(|(event, _)| event).collect::<Vec<_>>();
    assert_eq!(
        names(bodies(&store, of_alta).await),
        [EventName::parse("snow-report.updated").unwrap(), EventName::parse("powder-alert").unwrap()]
    );
    // The time of the report changed with the evaluation.
    assert_eq!(names(bodies(&store, of_zermatt).await), [EventName::parse("snow-report.updated").unwrap()]);
    assert_eq!(names(bodies(&store, global).await).len(), 2);
}

#[tokio::test]
async fn older_publication_is_skipped() {
    let (store, _) = database("older");
    let (noon, later) = (at(NOON), at(NOON).plus_millis(60_000));
    told(&store, look(noon, &[("alta", 1.0)]), noon).await;
    assert!(told(&store, look(later, &[("alta", 2.0)]), later).await > 0);
    // Another replica that has not read the newer evidence yet.
    assert_eq!(told(&store, look(noon, &[("alta", 1.0)]), later).await, 0);
    let last = later.plus_millis(60_000);
    assert!(told(&store, look(last, &[("alta", 1.0)]), last).await > 0, "snow that goes back is news again");
}

#[tokio::test]
async fn older_publication_of_the_same_minute_is_skipped() {
    let (store, _) = database("minute");
    let noon = at(NOON);
    told(&store, look_at(4, noon, &[("alta", 1.0)]), noon).await;
    assert!(told(&store, look_at(6, noon, &[("alta", 2.0)]), noon).await > 0);
    assert_eq!(told(&store, look_at(5, noon, &[("alta", 1.5)]), noon).await, 0);
    assert_eq!(told(&store, look_at(6, noon, &[("alta", 2.0)]), noon).await, 0, "nothing has changed");
    assert!(told(&store, look_at(7, noon, &[("alta", 1.5)]), noon).await > 0);
    // After a failover the counters may go back.
    let later = noon.plus_millis(60_000);
    assert!(told(&store, look_at(3, later, &[("alta", 1.0)]), later).await > 0);
}

#[tokio::test]
async fn fast_clock_blocks_no_evaluation() {
    let (store, _) = database("ahead");
    let noon = at(NOON);
    let (ahead, later) = (noon.plus_millis(48 * HOUR_MS), noon.plus_millis(60_000));
    told(&store, look(noon, &[("alta", 1.0)]), noon).await;
    told(&store, look(ahead, &[("alta", 1.0)]), ahead).await;
    assert!(told(&store, look(later, &[("alta", 2.0)]), later).await > 0, "the clock is right again");
}

/// An unreadable baseline is read again, and later events are recorded: their keys are not old ones.
#[tokio::test]
async fn unreadable_baseline_loses_no_event() {
    let (store, _) = database("unreadable");
    let mut now = at(NOON);
    let of_alta = subscribed(&store, Some("alta"), now).await;
    let global = subscribed(&store, None, now).await;
    let mut tell_next = async |cm: f64| {
        now = now.plus_millis(60_000);
        told(&store, look(now, &[("alta", cm)]), now).await
    };
    tell_next(1.0).await;
    for cm in [2.0, 3.0, 4.0] {
        assert_eq!(tell_next(cm).await, 2, "the resort's report and the leaderboard");
    }
    for subject in ["alta", "@leaderboard", "@evaluated"] {
        let newer = Baseline { version: 1_000, value: "of a newer program" };
        assert!(store.run(move |conn| keep_baseline(conn, subject, &newer)).await.unwrap());
    }
    assert_eq!(tell_next(5.0).await, 0, "a first look");
    for cm in [6.0, 7.0] {
        assert_eq!(tell_next(cm).await, 2);
    }
    assert_eq!((bodies(&store, of_alta).await.len(), bodies(&store, global).await.len()), (5, 5));
}

/// Number of evaluations in a normal run; `SNOW_LOOKS` overrides it.
const LOOKS: i64 = 1_000;
const DAYS: i64 = 5;
const REPLICAS: i64 = 3;
/// Number of times that a replica is killed.
const KILLS: i64 = 6;
/// At noon, so that wrong clocks do not see a different day. The period contains the spring change of the clocks, and
/// every midnight.
const BEGIN: &str = "2026-03-27T12:00:00Z";
/// Two resorts have enough snow.
const SNOW: [(&str, f64); 3] = [("alta", 20.0), ("zermatt", 15.0), ("thredbo", 14.9)];
const ENOUGH: usize = 2;
/// Variable with a replica's next evaluation, the total number, and the database.
const REPLICA: &str = "SNOW_TEST_REPLICA";

/// Returns the time of an evaluation by its replica's clock: one is right, the others are two hours fast or slow.
fn moment(at: i64, looks: i64) -> Timestamp {
    let shift = [0, 2 * HOUR_MS, -2 * HOUR_MS][(at % REPLICAS) as usize];
    self::at(BEGIN).plus_millis(at * DAYS * 24 * HOUR_MS / looks + shift)
}

/// Not a test: a replica as a separate process, which evaluates until it is killed.
#[test]
fn replica_evaluates_until_killed() {
    let Ok(told) = std::env::var(REPLICA) else { return };
    let mut words = told.splitn(3, ' ');
    let [next, looks] = [0, 1].map(|_| words.next().unwrap().parse::<i64>().unwrap());
    let store = opening::open(words.next().unwrap()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for at in (next..looks).step_by(REPLICAS as usize) {
        let now = moment(at, looks);
        runtime.block_on(async {
            until_free(async || evaluate(&store, &POLICY, look(now, &SNOW), now).await).await;
            until_free(async || fan_out(&store, &Notify::new()).await).await;
        });
        println!("looked {at}");
    }
}

/// Retries the work, as at the program's next tick, if other processes held the database for longer than the wait
/// limit.
async fn until_free<T>(work: impl AsyncFn() -> Result<T, StoreError>) -> T {
    loop {
        match work().await {
            Err(StoreError::Busy { .. }) => {}
            done => return done.unwrap(),
        }
    }
}

/// Runs a replica that is killed at intervals and resumes after its last reported evaluation; returns the number of
/// kills.
fn lives(location: &str, replica: i64, looks: i64) -> usize {
    let (mut next, mut kills) = (replica, 0);
    let each = usize::try_from(looks / REPLICAS / (KILLS + 1)).unwrap() + 1;
    while next < looks {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "events::replica_evaluates_until_killed", "--nocapture"]);
        child.env(REPLICA, format!("{next} {looks} {location}")).stdout(Stdio::piped());
        let mut child = child.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let heard = lines.filter_map(|line| line.split_once("looked ")?.1.parse::<i64>().ok()).take(each);
        let heard: Vec<i64> = heard.collect();
        if heard.len() == each {
            // During the next evaluation, or a few later.
            child.kill().unwrap();
            kills += 1;
        }
        let status = child.wait().unwrap();
        assert!(heard.len() == each || status.success(), "{status}");
        next = heard.last().map_or(looks, |last| last + REPLICAS);
    }
    kills
}

/// Checks for one alert per resort and UTC day, however three concurrent processes read the time and however often they
/// are killed.
fn once_a_day(location: &str) {
    let looks = std::env::var("SNOW_LOOKS").ok().and_then(|text| text.parse().ok()).unwrap_or(LOOKS);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let store = opening::open(location).unwrap();
    let subscription = runtime.block_on(subscribed(&store, None, at(BEGIN)));
    let replicas: Vec<_> = (0..REPLICAS)
        .map(|replica| {
            let location = location.to_owned();
            std::thread::spawn(move || lives(&location, replica, looks))
        })
        .collect();
    let kills: usize = replicas.into_iter().map(|replica| replica.join().unwrap()).sum();
    // Delivers what a killed process had recorded but not fanned out.
    runtime.block_on(fan_out(&store, &Notify::new())).unwrap();
    let told = runtime.block_on(alerts(&store, subscription));
    let days: BTreeSet<_> = (0..looks).map(|at| moment(at, looks).utc().date_naive()).collect();
    // An evaluation older than the last is skipped, but each day has many others.
    let expected = days.len() * ENOUGH;
    println!(
        "figure: {} second alerts in {looks} looks of {REPLICAS} processes over {} days, {kills} kills",
        told.len().saturating_sub(expected),
        days.len()
    );
    assert_eq!(told.len(), expected, "{told:?}");
}

/// Returns the times at which powder alerts were made for a subscription.
async fn alerts(store: &Store, subscription: Uuid) -> Vec<String> {
    let (mut found, mut before) = (Vec::new(), None);
    loop {
        let page = store.read(move |conn| outbox::history(conn, subscription, before, 100)).await.unwrap();
        let Some(oldest) = page.last() else { return found };
        before = Some(oldest.sequence);
        let alerts = page.iter().filter(|row| row.event == EventName::parse("powder-alert").unwrap());
        found.extend(alerts.map(|row| row.created_at.to_string()));
    }
}

#[test]
fn alert_is_daily_on_sqlite() {
    let (store, file) = database("once");
    drop(store);
    once_a_day(&file.to_string_lossy());
}

#[test]
fn alert_is_daily_over_replicas() {
    let Some(database) = Database::postgres() else { return };
    once_a_day(&database.url);
}

#[test]
fn crash_loses_no_event() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (store, file) = database("crash");
        let noon = at(NOON);
        let global = subscribed(&store, None, noon).await;
        let look = look(noon, &[("alta", 30.0)]);
        // Recorded, and then the process ends before the fan-out.
        assert_eq!(evaluate(&store, &POLICY, look, noon).await.unwrap(), 1);
        store.close();
        let store = opening::open(&file.to_string_lossy()).unwrap();
        assert_eq!(fan_out(&store, &Notify::new()).await.unwrap(), 1);
        assert_eq!(fan_out(&store, &Notify::new()).await.unwrap(), 0);
        assert_eq!(bodies(&store, global).await.len(), 1);
    });
}

/// A replica with its own latest publication, as at a program start.
struct Replica {
    evaluator: Evaluator,
    latest: Arc<Latest>,
    status: Arc<Status>,
}

impl Replica {
    fn start(store: &Store, now: Timestamp) -> Self {
        let (latest, status) = (Arc::new(Latest::default()), Arc::new(Status::default()));
        status.expect_rounds_of(["forecast".to_owned(), "lifts".to_owned()]);
        let parts = Parts {
            store: store.clone(),
            latest: Arc::clone(&latest),
            status: Arc::clone(&status),
            metrics: Arc::default(),
            outgoing: Arc::default(),
            owner: Uuid::new_v4().to_string(),
            policy: POLICY,
            every: Duration::from_secs(60),
        };
        Self { evaluator: Evaluator { parts, start: Start::at(now) }, latest, status }
    }

    fn ready(&self) {
        ["forecast", "lifts"].iter().for_each(|lane| self.status.round_ended(lane));
    }

    async fn tick(&mut self, now: Timestamp, snow: &[(&str, f64)]) -> Summary {
        // Observed once: the time of the reports does not move.
        self.latest.publish(published(0, now, at(NOON), snow));
        self.evaluator.tick(now).await.unwrap()
    }
}

const NONE: Summary = Summary { events: 0, deliveries: 0 };

#[tokio::test]
async fn filling_world_is_not_news() {
    let (store, _) = database("filling");
    let noon = at(NOON);
    let minute = |number: i64| noon.plus_millis(number * 60_000);
    let global = subscribed(&store, None, noon).await;
    let of_alta = subscribed(&store, Some("alta"), noon).await;
    let mut replica = Replica::start(&store, noon);
    let all = [("alta", 1.0), ("zermatt", 2.0), ("thredbo", 3.0), ("vail", 4.0)];
    for filled in 1..=all.len() {
        assert_eq!(replica.tick(minute(filled as i64), &all[..filled]).await, NONE);
    }
    replica.ready();
    for number in 5..8 {
        assert_eq!(replica.tick(minute(number), &all).await, NONE, "what was always there");
    }
    assert!(bodies(&store, global).await.is_empty() && bodies(&store, of_alta).await.is_empty());
    let later = [("alta", 9.0), ("zermatt", 2.0), ("thredbo", 3.0), ("vail", 4.0)];
    assert_eq!(replica.tick(minute(8), &later).await, Summary { events: 2, deliveries: 2 });
}

#[tokio::test]
async fn stored_baseline_survives_restart() {
    let (store, _) = database("restarted");
    let noon = at(NOON);
    let minute = |number: i64| noon.plus_millis(number * 60_000);
    let global = subscribed(&store, None, noon).await;
    let mut first = Replica::start(&store, noon);
    first.ready();
    first.tick(minute(1), &[("alta", 1.0), ("zermatt", 2.0)]).await;
    assert_eq!(first.tick(minute(2), &[("alta", 1.0), ("zermatt", 2.0)]).await, NONE);
    lease::release(&store, "webhooks", &first.evaluator.parts.owner).await.unwrap();
    let mut second = Replica::start(&store, minute(3));
    // Half of the world has been read at the start.
    assert_eq!(second.tick(minute(4), &[("alta", 1.0)]).await, NONE);
    second.ready();
    assert_eq!(second.tick(minute(5), &[("alta", 1.0), ("zermatt", 2.0)]).await, NONE);
    assert_eq!(
        second.tick(minute(6), &[("alta", 1.0), ("zermatt", 2.0)]).await,
        NONE,
        "as before the restart"
    );
    second.tick(minute(7), &[("alta", 1.0), ("zermatt", 5.0)]).await;
    assert_eq!(bodies(&store, global).await.len(), 1);
}

#[tokio::test]
async fn unchanged_tick_sends_nothing() {
    let (store, _) = database("still");
    let noon = at(NOON);
    let mut replica = Replica::start(&store, noon);
    replica.ready();
    assert_eq!(replica.tick(noon, &[("alta", 20.0)]).await, NONE);
    replica.latest.publish(published(0, noon.plus_millis(180_000), noon, &[("alta", 20.0)]));
    let later = |seconds: i64| noon.plus_millis(180_000 + seconds * 1_000);
    assert_eq!(replica.evaluator.tick(later(0)).await.unwrap().events, 1, "an alert");
    for seconds in [60, 120, 180] {
        assert_eq!(replica.evaluator.tick(later(seconds)).await.unwrap(), NONE);
    }
}

#[tokio::test]
async fn replica_repeats_no_alert_at_midnight() {
    let (store, _) = database("midnight");
    let evening = at("2026-01-10T23:30:00Z");
    let global = subscribed(&store, None, evening).await;
    assert_eq!(told(&store, look(evening, &[("alta", 20.0)]), evening).await, 1);
    for minutes in [29, 31, 60, 600] {
        // Each evaluation renews the report; the snow is the same.
        let now = evening.plus_millis(minutes * 60_000);
        told(&store, look(now, &[("alta", 20.0)]), now).await;
    }
    assert_eq!(alerts(&store, global).await.len(), 1);
    let next = evening.plus_millis(21 * HOUR_MS);
    told(&store, look(next, &[("alta", 20.0)]), next).await;
    assert_eq!(alerts(&store, global).await.len(), 2, "a day's new snow");
}
