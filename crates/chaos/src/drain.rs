//! `drain`: stops the service under load. It exits soon, and accepted deliveries arrive once.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::load::{Load, LoadLog, missing, subscribe_at};
use super::random::Random;
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

const SUBSCRIPTIONS: usize = 40;
const LOADERS: usize = 4;
/// Delay of some receivers, so that deliveries are in flight. Deliveries queued after them must arrive as well.
const SLOW: Duration = Duration::from_millis(250);
const PAUSE: Duration = Duration::from_millis(4);
const PATIENCE: Duration = Duration::from_secs(60);
const LONGEST: Duration = Duration::from_secs(12);

#[expect(clippy::disallowed_methods, reason = "how long a stop takes is the figure")]
pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let mut random = Random::new(plan.seed);
    let sink = Sink::new(|arrival| (204, if arrival.path.ends_with('7') { SLOW } else { Duration::ZERO }))?;
    let settings = Settings::default();
    let mut service = Service::start(&plan.binary, &plan.database, &settings)?;
    let hosts = (0..SUBSCRIPTIONS).map(|number| (format!("127.0.4.{}", 1 + number), format!("/{number}")));
    let subscriptions = subscribe_at(&service, sink.address.port(), hosts)?;
    let seen = Arc::new(LoadLog::default());
    let mut longest = Duration::ZERO;
    for _ in 0..plan.rounds {
        let load = Load::start(service.address, &subscriptions, LOADERS, PAUSE, &seen);
        thread::sleep(random.millis(1_000, 3_000));
        let told = Instant::now();
        service.stop()?;
        longest = longest.max(told.elapsed());
        load.stop();
        service = Service::start(&plan.binary, &plan.database, &settings)?;
    }
    let lost = missing(&seen, &sink, PATIENCE);
    drop(service);
    let twice = sink.times().values().filter(|times| **times > 1).count();
    Ok(Outcome::Figures(vec![Figure {
        row: 21,
        what: "lost and repeated over stops under load, and the longest stop",
        anchor: "waits",
        goal: "0 lost, 0 repeated, ≤ 12 s",
        measured: format!(
            "{lost} lost, {twice} repeated of {} over {} stops, longest {:.1} s",
            seen.count(),
            plan.rounds,
            longest.as_secs_f64()
        ),
        holds: lost == 0 && twice == 0 && longest <= LONGEST && seen.count() > 0,
    }]))
}
