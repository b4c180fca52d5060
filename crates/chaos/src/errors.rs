//! `io-errors`: the disk rejects flushes and writes for a while, or the process is killed at its k-th one. Accepted
//! deliveries are delivered, reads stay available, and writes recover automatically.

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::client::Client;
use super::load::{Load, LoadLog, RequestOutcome, Subscription, ask, missing, subscribe};
use super::random::Random;
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

const SUBSCRIPTIONS: usize = 12;
const LOADERS: usize = 3;
const PATIENCE: Duration = Duration::from_secs(60);
const GOAL: Duration = Duration::from_secs(5);
/// Duration of a fault.
const FAULT: Duration = Duration::from_secs(2);

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    if Command::new("strace").arg("--version").stdout(Stdio::null()).status().is_err() {
        return Ok(Outcome::NotTried("no strace here".to_owned()));
    }
    let mut random = Random::new(plan.seed);
    let sink = Sink::good()?;
    let settings = Settings::default();
    let mut service = Service::start(&plan.binary, &plan.database, &settings)?;
    let subscriptions = subscribe(&service, &sink, SUBSCRIPTIONS)?;
    let seen = Arc::new(LoadLog::default());
    let (mut slowest, mut reads, mut faults) = (Duration::ZERO, Reads::default(), 0);
    for round in 0..plan.rounds {
        let load = Load::start(service.address, &subscriptions, LOADERS, Duration::from_millis(2), &seen);
        thread::sleep(Duration::from_millis(300));
        let nth = 1 + random.next() % 40;
        let inject = match round % 4 {
            0 => format!("fdatasync,fsync:error=EIO:when={nth}+3"),
            1 => format!("pwrite64:error=ENOSPC:when={nth}+2"),
            2 => format!("pwrite64:signal=SIGKILL:when={nth}"),
            _ => format!("fdatasync,fsync:signal=SIGKILL:when={nth}"),
        };
        let tracer = attach(service.id(), &inject)?;
        let watch = Reader::start(&service);
        thread::sleep(FAULT);
        detach(tracer)?;
        faults += 1;
        if round % 4 < 2 {
            slowest = slowest.max(writes_again(&service, &subscriptions, &seen)?);
            reads.add(&watch.stop());
            load.stop();
        } else {
            // Killed already, or it never wrote that often.
            watch.stop();
            service.kill();
            load.stop();
            service = Service::start(&plan.binary, &plan.database, &settings)?;
        }
    }
    // A start checks the file page by page and rejects a damaged one.
    service.kill();
    service = Service::start(&plan.binary, &plan.database, &settings)?;
    let lost = missing(&seen, &sink, PATIENCE);
    drop(service);
    Ok(Outcome::Figures(figures(&seen, &reads, lost, faults, slowest)))
}

fn figures(seen: &LoadLog, reads: &Reads, lost: usize, faults: usize, slowest: Duration) -> Vec<Figure> {
    let (refused, odd) = (seen.refused.load(Ordering::Relaxed), seen.odd.load(Ordering::Relaxed));
    vec![
        Figure {
            row: 4,
            what: "accepted deliveries lost under EIO, ENOSPC and death at the k-th write or flush; file whole",
            anchor: "5 of 5 (dual write)",
            goal: "0",
            measured: format!("{lost} of {} in {faults} faults; whole", seen.count()),
            holds: lost == 0 && seen.count() > 0,
        },
        Figure {
            row: 16,
            what: "reads that failed; writes refused otherwise than by 503 and Retry-After; writes again after",
            anchor: "unstated",
            goal: "0; 0; ≤ 5 s",
            measured: format!(
                "{} of {}; {odd} of {}; {:.2} s",
                reads.failed,
                reads.tried,
                refused + odd,
                slowest.as_secs_f64()
            ),
            holds: reads.failed == 0 && odd == 0 && slowest <= GOAL,
        },
    ]
}

fn attach(id: u32, inject: &str) -> Result<Child, String> {
    let calls = inject.split(':').next().unwrap_or_default();
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-o", "/dev/null", "-p"]).arg(id.to_string());
    strace.args(["-e", &format!("trace={calls}"), "-e", &format!("inject={inject}")]);
    let spawned = strace.stdin(Stdio::null()).stderr(Stdio::null()).spawn();
    spawned.map_err(|error| format!("strace: {error}"))
}

/// Ends the tracer so that it detaches from the process.
fn detach(mut tracer: Child) -> Result<(), String> {
    let sent = Command::new("kill").arg("-INT").arg(tracer.id().to_string()).stderr(Stdio::null()).status();
    sent.map_err(|error| format!("kill: {error}"))?;
    tracer.wait().map(drop).map_err(|error| error.to_string())
}

/// Returns how long it takes until a write is accepted again.
#[expect(clippy::disallowed_methods, reason = "how long a recovery takes is a figure of the run")]
pub(super) fn writes_again(
    service: &Service,
    subscriptions: &[Subscription],
    seen: &LoadLog,
) -> Result<Duration, String> {
    let start = Instant::now();
    let mut client = service.client();
    for subscription in subscriptions.iter().cycle() {
        if let RequestOutcome::Accepted(id) = ask(&mut client, subscription) {
            if let Ok(mut accepted) = seen.accepted.lock() {
                accepted.push((subscription.path.clone(), id));
            }
            return Ok(start.elapsed());
        }
        if start.elapsed() > PATIENCE {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    Err("writes did not come back".to_owned())
}

/// Reads during the fault.
#[derive(Default)]
pub(super) struct Reads {
    pub(super) tried: usize,
    pub(super) failed: usize,
}

impl Reads {
    pub(super) const fn add(&mut self, other: &Self) {
        self.tried += other.tried;
        self.failed += other.failed;
    }
}

/// A client that reads all the time.
pub(super) struct Reader {
    stop: Arc<AtomicBool>,
    counts: Arc<[AtomicUsize; 2]>,
    thread: JoinHandle<()>,
}

impl Reader {
    pub(super) fn start(service: &Service) -> Self {
        let (stop, counts) = (Arc::new(AtomicBool::new(false)), Arc::new([const { AtomicUsize::new(0) }; 2]));
        let (stopped, counting, address) = (Arc::clone(&stop), Arc::clone(&counts), service.address);
        let thread = thread::spawn(move || {
            let mut client = Client::new(address);
            while !stopped.load(Ordering::Relaxed) {
                let answer = client.send("GET", "/api/v1/resorts?limit=1", None, None);
                counting[0].fetch_add(1, Ordering::Relaxed);
                if !answer.is_ok_and(|answer| answer.status == 200) {
                    counting[1].fetch_add(1, Ordering::Relaxed);
                }
                thread::sleep(Duration::from_millis(10));
            }
        });
        Self { stop, counts, thread }
    }

    pub(super) fn stop(self) -> Reads {
        self.stop.store(true, Ordering::Relaxed);
        let _ = self.thread.join();
        let count = |index: usize| self.counts[index].load(Ordering::Relaxed);
        Reads { tried: count(0), failed: count(1) }
    }
}
