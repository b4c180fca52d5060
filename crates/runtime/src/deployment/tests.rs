use std::path::PathBuf;

use sources::failure::FailureClass;
use sources::lanes::{LANES, silent_ms};
use storage::Options;
use uuid::Uuid;

use super::*;

/// A database file, deleted when dropped.
struct File(PathBuf);

impl File {
    fn new() -> Self {
        Self(std::env::temp_dir().join(format!("snow-deployment-{}.db", Uuid::new_v4())))
    }

    fn open(&self) -> Store {
        Store::open(self.0.to_str().unwrap(), &Options::default(), at(0)).unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{end}", self.0.display()));
        }
    }
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(1_768_046_400_000 + seconds * 1_000)
}

/// Returns a replica with the intervals of PostgreSQL.
fn replica(store: &Store, id: &str) -> Arc<Deployment> {
    let replica = Deployment::new(store, &Arc::default(), id.to_owned(), "1", at(0));
    for lane in LANES {
        replica.status.begun(lane.meta().id, lane.meta().id, at(0));
    }
    Arc::new(Deployment { pace: Pace::for_backend(Backend::Postgres), ..replica })
}

#[tokio::test]
async fn replicas_agree_within_two_seconds() {
    let file = File::new();
    let store = file.open();
    let replicas = ["one", "two", "three"].map(|id| replica(&store, id));
    let (stop, stopped) = watch::channel(false);
    let tasks: Vec<_> = replicas
        .iter()
        .flat_map(|replica| {
            let read = tokio::spawn(Arc::clone(replica).keep_reading(stopped.clone()));
            [read, tokio::spawn(Arc::clone(replica).keep_writing(stopped.clone()))]
        })
        .collect();
    let now = clock::now();
    for (index, lane) in LANES.iter().enumerate() {
        let status = &replicas[index % 2].status;
        let _ = status.succeeded(lane.meta().id, Some(now), None, now);
        if index % 3 == 0 {
            status.failed(lane.meta().id, now, FailureClass::Http5xx, "HTTP 503");
        }
    }
    let begun = clock::monotonic();
    let shown = |replica: &Deployment| {
        let mut lanes = replica.status.lanes();
        // The holder itself shows its change before it is written.
        lanes.values_mut().for_each(|health| health.holder = None);
        lanes
    };
    let knows_all = |replica: &Arc<Deployment>| {
        let lanes = shown(replica);
        lanes.len() == LANES.len() && lanes.values().all(|lane| lane.last_success_at == Some(now))
    };
    while !replicas.iter().all(knows_all) {
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", replicas[2].status.lanes());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(shown(&replicas[0]), shown(&replicas[2]));
    assert_eq!(shown(&replicas[1]), shown(&replicas[2]));
    stop.send(true).unwrap();
    for task in tasks {
        task.await.unwrap();
    }
    replicas[2].read(clock::now()).await.unwrap();
    assert_eq!(replicas[2].status.processes().len(), 3);
}

/// A day on two replicas, one of which holds every lease until both exchange them at noon.
#[tokio::test]
async fn replica_without_leases_is_never_degraded() {
    const STEP: i64 = 60;
    let file = File::new();
    let store = file.open();
    let (one, two) = (replica(&store, "one"), replica(&store, "two"));
    let (mut of_one, mut of_two) = (LastWrites::default(), LastWrites::default());
    for minute in 0..24 * 60 {
        let now = at(minute * STEP);
        let holder = if minute < 12 * 60 { &one } else { &two };
        for lane in LANES {
            let rhythm = lane.meta().rhythm;
            let every = (rhythm.period_ms / 60_000).max(1);
            if minute % every == 0 {
                let _ = holder.status.succeeded(lane.meta().id, None, None, now);
            }
        }
        one.turn(&mut of_one, now).await.unwrap();
        two.turn(&mut of_two, now).await.unwrap();
        for replica in [&one, &two] {
            replica.read(now).await.unwrap();
            for (source, health) in replica.status.lanes() {
                assert!(!health.is_silent(silent_ms(&source), now), "minute {minute}: {source} {health:?}");
                assert_eq!(health.consecutive_failures, 0);
            }
        }
        assert_eq!(one.status.lanes(), two.status.lanes(), "minute {minute}");
    }
}

#[tokio::test]
async fn stalled_holder_does_not_overwrite_successor() {
    let file = File::new();
    let store = file.open();
    let (old, new) = (replica(&store, "old"), replica(&store, "new"));
    old.status.failed("metar", at(10), FailureClass::Timeout, "no answer within 60 s");
    let _ = new.status.succeeded("metar", Some(at(200)), None, at(200));
    new.write(at(200), None).await.unwrap();
    // It wakes up and writes what it had found before.
    old.write(at(201), None).await.unwrap();
    for replica in [&old, &new] {
        replica.read(at(202)).await.unwrap();
        let health = replica.status.lanes().remove("metar").unwrap();
        assert_eq!((health.last_success_at, health.holder.as_deref()), (Some(at(200)), Some("new")));
    }
    // A row of a clock that was a day ahead does not hold up the right one.
    let _ = new.status.succeeded("metar", None, None, at(86_400));
    new.write(at(86_400), None).await.unwrap();
    let _ = old.status.succeeded("metar", None, None, at(300));
    old.write(at(300), None).await.unwrap();
    new.read(at(301)).await.unwrap();
    assert_eq!(new.status.lanes()["metar"].last_success_at, Some(at(300)));
}

#[tokio::test]
async fn file_is_written_rarely() {
    let file = File::new();
    let store = file.open();
    let quiet = Deployment::new(&store, &Arc::default(), "one".to_owned(), "1", at(0));
    let mut written = LastWrites::default();
    let mut writes = 0;
    for half_second in 0..1_200 {
        let now = at(0).plus_millis(half_second * 500);
        let _ = quiet.status.succeeded("metar", None, None, now);
        let before = written.sources_at;
        quiet.turn(&mut written, now).await.unwrap();
        writes += i32::from(written.sources_at != before);
    }
    assert_eq!(writes, 20, "in ten minutes of changes");
}
