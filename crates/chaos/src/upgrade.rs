//! `upgrade`: replaces the program with deliveries pending, and restores a backup that was taken while it ran: pending
//! deliveries are sent, and those finished before the backup are not sent again. The new program is the same one, since
//! no earlier release has webhooks.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::load::{Load, LoadLog, missing, subscribe};
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

mod backup;

use backup::Backup;

const SUBSCRIPTIONS: usize = 20;
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    if let Some(why) = backup::missing_tool(&plan.database) {
        return Ok(Outcome::NotTried(why.to_owned()));
    }
    // Slow enough while deliveries are queued that a busy machine cannot add fewer than are sent: 64 places, 32 per
    // second.
    let slow = Arc::new(AtomicBool::new(true));
    let is_slow = Arc::clone(&slow);
    let sink = Sink::new(move |_| {
        (204, if is_slow.load(Ordering::Relaxed) { Duration::from_secs(2) } else { Duration::ZERO })
    })?;
    let settings = Settings::default();
    let seen = Arc::new(LoadLog::default());
    let service = Service::start(&plan.binary, &plan.database, &settings)?;
    let subscriptions = subscribe(&service, &sink, SUBSCRIPTIONS)?;
    let pause = Duration::from_millis(5);
    let load = Load::start(service.address, &subscriptions, 2, pause, &seen);
    thread::sleep(Duration::from_secs(4));
    let backup = Backup::take(&plan.database)?;
    let (ended, waiting) = (backup.deliveries(true)?, backup.deliveries(false)?);
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
    backup.put_back(&plan.database)?;
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

/// Returns whether this number arrives, followed by a moment without further arrivals.
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
