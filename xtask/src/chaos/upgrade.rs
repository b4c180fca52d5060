//! `upgrade`: the program is replaced with deliveries waiting, and a backup that was taken while it ran is put back: what
//! waits is delivered, what had ended by the backup is not sent again. The new program is the same one: no release before
//! it has webhooks.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::load::{Load, Seen, missing, subscribe};
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

const SUBSCRIPTIONS: usize = 20;
const PATIENCE: Duration = Duration::from_secs(60);
const DATABASE: &str = "snow-conditions.sqlite";

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    if Command::new("sqlite3").arg("--version").stdout(Stdio::null()).status().is_err() {
        return Ok(Outcome::NotTried("no sqlite3 here to take a backup with".to_owned()));
    }
    // Slow while deliveries are to wait.
    let slow = Arc::new(AtomicBool::new(true));
    let is_slow = Arc::clone(&slow);
    let sink = Sink::new(move |_| {
        (204, if is_slow.load(Ordering::Relaxed) { Duration::from_millis(200) } else { Duration::ZERO })
    })?;
    let settings = Settings::default();
    let seen = Arc::new(Seen::default());
    let service = Service::start(&plan.binary, &plan.database, &settings)?;
    let subscriptions = subscribe(&service, &sink, SUBSCRIPTIONS)?;
    let pause = Duration::from_millis(5);
    let load = Load::start(service.address, &subscriptions, 2, pause, &seen);
    thread::sleep(Duration::from_secs(4));
    let database = plan.database.folder().join(DATABASE);
    let backup = plan.database.folder().join("backup.sqlite");
    let ended = sqlite(&database, &format!(".backup '{}'", backup.display()))
        .and_then(|_| sqlite(&backup, "SELECT id FROM webhook_deliveries WHERE ended_at IS NOT NULL"))?;
    let waiting = sqlite(&backup, "SELECT id FROM webhook_deliveries WHERE ended_at IS NULL")?;
    thread::sleep(Duration::from_secs(1));
    load.stop();
    let waited = seen.ids().len().saturating_sub(sink.times().len());
    service.stop()?;
    slow.store(false, Ordering::Relaxed);
    let service = Service::start(&plan.binary, &plan.database, &settings)?;
    let lost = missing(&seen, &sink, PATIENCE);
    let twice = sink.arrivals().iter().filter(|arrival| arrival.time > 1).count();
    service.stop()?;

    let before = sink.arrivals().len();
    restore(plan, &backup)?;
    let service = Service::start(&plan.binary, &plan.database, &settings)?;
    let back = wait_for(&sink, before, waiting.len());
    drop(service);
    let again: BTreeSet<String> =
        sink.arrivals().iter().skip(before).map(|arrival| arrival.delivery.clone()).collect();
    let wrong = again.intersection(&ended).count();
    let absent = waiting.difference(&again).count();
    Ok(Outcome::Figures(vec![
        Figure {
            row: 23,
            what: "program replaced with deliveries waiting: lost; twice",
            anchor: "runs migrations",
            goal: "0; 0",
            measured: format!("{lost} of {}; {twice}; {waited} were waiting", seen.count()),
            holds: lost == 0 && twice == 0 && waited > 0,
        },
        Figure {
            row: 23,
            what: "backup of the running service put back: ended and sent again; waiting and not sent",
            anchor: "runs migrations",
            goal: "0; 0",
            measured: format!("{wrong} of {}; {absent} of {}", ended.len(), waiting.len()),
            holds: wrong == 0 && absent == 0 && back && !ended.is_empty() && !waiting.is_empty(),
        },
    ]))
}

fn sqlite(database: &std::path::Path, command: &str) -> Result<BTreeSet<String>, String> {
    let output = Command::new("sqlite3").arg(database).arg(command).output();
    let output = output.map_err(|error| format!("sqlite3: {error}"))?;
    if !output.status.success() {
        return Err(format!("sqlite3: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

fn restore(plan: &Plan, backup: &std::path::Path) -> Result<(), String> {
    let folder = plan.database.folder();
    for suffix in ["-wal", "-shm"] {
        // A service that ended well has left neither.
        let _ = std::fs::remove_file(folder.join(format!("{DATABASE}{suffix}")));
    }
    std::fs::copy(backup, folder.join(DATABASE)).map(drop).map_err(|error| error.to_string())
}

/// Whether so many arrive, and then a moment in which nothing else should.
fn wait_for(sink: &Sink, before: usize, count: usize) -> bool {
    for _ in 0..300 {
        if sink.arrivals().len() >= before + count {
            thread::sleep(Duration::from_secs(2));
            return true;
        }
        thread::sleep(Duration::from_millis(100));
    }
    false
}
