//! Failovers that lose rows, with one database per server. The evidence is synthetic.

use super::replicas::{database, two_resorts, write};
use super::*;

fn rows(slug: &str, lane: &str, open: std::ops::Range<u32>) -> Vec<EvidenceRow> {
    let of = |open| EvidenceRow { slug: slug.to_owned(), ..row(lane, Lifts::NAME, &lifts(lane, open)) };
    open.map(of).collect()
}

/// A primary and a standby that share the first row. The primary then has five more, the standby six others, one of them
/// about another resort.
fn servers(name: &str, now: Timestamp) -> [Store; 2] {
    let servers = ["primary", "standby"].map(|server| database(&format!("{name}-{server}"), now));
    let [primary, standby] = &servers;
    for store in &servers {
        rows("alta", "powdr", 1..2).into_iter().for_each(|row| write(store, vec![row], now));
    }
    let lost = rows("vail", "boyne", 1..6).into_iter();
    lost.for_each(|row| write(primary, vec![row], now));
    let gained = rows("alta", "powdr", 2..8).into_iter();
    gained.for_each(|row| write(standby, vec![row], now));
    servers
}

async fn started(store: &Store) -> (Publisher, Arc<Status>) {
    let (service, resorts) = two_resorts();
    let status = Arc::new(Status::default());
    let parts = Parts {
        store: store.clone(),
        latest: Arc::default(),
        metrics: Arc::default(),
        status: Arc::clone(&status),
        tick: Duration::from_secs(60),
    };
    (Publisher::start(parts, service, resorts).await.unwrap(), status)
}

fn known(publisher: &Publisher) -> Vec<(String, String)> {
    open_lifts(&publisher.latest.current().unwrap())
}

#[tokio::test]
async fn risen_timeline_rebuilds_although_counters_rose() {
    let [primary, standby] = servers("risen", clock::now());
    let (mut publisher, status) = started(&primary).await;
    assert_eq!(known(&publisher).len(), 2);
    assert_eq!(publisher.following.coverage().versions.evidence, 6);
    // Without a sign of the failover only the seventh row would be read, and the lost rows would stay.
    publisher.store = standby.clone();
    // SQLite lacks timelines, so the former one differs.
    let coverage = Coverage { timeline: Some(1), ..publisher.following.coverage() };
    publisher.following = PollState::new(coverage, publisher.store.lost_connections());
    publisher.turn(&mut Beat::new(POLL)).await;
    assert_eq!(publisher.following.coverage().versions.evidence, 7);
    let (fresh, _) = started(&standby).await;
    assert_eq!(known(&publisher), known(&fresh));
    assert_eq!(known(&fresh).len(), 1);
    assert_eq!(publisher.following.coverage(), fresh.following.coverage());
    assert_eq!(status.lost_changes(clock::now()), None, "no counter went back");
}

#[tokio::test]
async fn lower_counter_rebuilds_and_is_reported() {
    let now = clock::now();
    let [_, primary] = servers("lower", now);
    let standby = database("lower-standby-again", now);
    write(&standby, rows("vail", "boyne", 3..4), now);
    let (mut publisher, status) = started(&primary).await;
    publisher.store = standby.clone();
    publisher.turn(&mut Beat::new(POLL)).await;
    let (fresh, _) = started(&standby).await;
    assert_eq!(known(&publisher), known(&fresh));
    assert_eq!(status.lost_changes(clock::now()).unwrap(), "the database lost changes: evidence 7 → 1");
    assert!(publisher.metrics.text().contains("snow_database_lost_changes_total{topic=\"evidence\"} 6\n"));
    // Once.
    publisher.turn(&mut Beat::new(POLL)).await;
    assert!(publisher.metrics.text().contains("snow_database_lost_changes_total{topic=\"evidence\"} 6\n"));
}
