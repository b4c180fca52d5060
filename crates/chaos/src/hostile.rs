//! `hostile-body`: 50 receivers answer with bodies of 3 GiB at once. `hostile-drip`: receivers answer a byte per
//! second.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::latency::ask_in_turn;
use super::load::{Subscription, subscribe_at};
use super::process::{forget_most, memory};
use super::report::Figure;
use super::service::{Service, Settings};
use super::{Outcome, Plan};

const RECEIVERS: usize = 50;
/// Maximum additional memory, KiB.
const MOST_MORE: u64 = 8 << 10;

const DRIPPERS: usize = 8;
/// The goals: the deadline with a margin, and the contract's number of attempts.
const LONGEST: Duration = Duration::from_millis(10_500);
const ATTEMPTS: usize = 2;

const LOOK: Duration = Duration::from_millis(50);
/// Two attempts and the longest wait between them, with a margin.
const PATIENCE: Duration = Duration::from_secs(75);

/// The observations of a hostile receiver.
#[derive(Default)]
struct ReceiverLog {
    connections: AtomicUsize,
    written: AtomicU64,
    /// Duration of the longest connection, ms.
    longest: AtomicU64,
}

/// Starts a receiver on every loopback address; `answer` gets a connection after its request arrived.
fn receiver(answer: fn(&mut TcpStream, &ReceiverLog)) -> Result<(u16, Arc<ReceiverLog>), String> {
    let listener = TcpListener::bind("0.0.0.0:0").map_err(|error| error.to_string())?;
    let port = listener.local_addr().map_err(|error| error.to_string())?.port();
    let seen = Arc::new(ReceiverLog::default());
    let shared = Arc::clone(&seen);
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let seen = Arc::clone(&shared);
            thread::spawn(move || {
                let mut request = [0; 16 << 10];
                if stream.read(&mut request).is_ok_and(|length| length > 0) {
                    seen.connections.fetch_add(1, Ordering::Relaxed);
                    answer(&mut stream, &seen);
                }
            });
        }
    });
    Ok((port, seen))
}

fn endless(stream: &mut TcpStream, seen: &ReceiverLog) {
    let chunk = vec![b'x'; 64 << 10];
    if stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 3221225472\r\n\r\n").is_err() {
        return;
    }
    while stream.write_all(&chunk).is_ok() {
        seen.written.fetch_add(chunk.len() as u64, Ordering::Relaxed);
    }
}

#[expect(clippy::disallowed_methods, reason = "how long a connection is held is the figure")]
fn drip(stream: &mut TcpStream, seen: &ReceiverLog) {
    let begun = Instant::now();
    // A complete status line would count as a response.
    let _ = stream.write_all(b"HTTP/1.1 200 O");
    let mut next = begun;
    let _ = stream.set_read_timeout(Some(LOOK));
    // A read ends only when the service closes the connection.
    loop {
        if next.elapsed() >= Duration::from_secs(1) {
            next = Instant::now();
            if stream.write_all(b"x").is_err() {
                break;
            }
        }
        match stream.read(&mut [0; 64]) {
            Ok(0) => break,
            Err(error)
                if !matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) =>
            {
                break;
            }
            Ok(_) | Err(_) => {}
        }
    }
    let held = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    seen.longest.fetch_max(held, Ordering::Relaxed);
}

fn good(stream: &mut TcpStream, _: &ReceiverLog) {
    let mut request = [0; 16 << 10];
    loop {
        if stream.write_all(b"HTTP/1.1 204 x\r\ncontent-length: 0\r\n\r\n").is_err() {
            return;
        }
        if !stream.read(&mut request).is_ok_and(|length| length > 0) {
            return;
        }
    }
}

fn hosts(count: usize) -> impl Iterator<Item = (String, String)> {
    (0..count).map(|number| (format!("127.0.5.{}", 1 + number), "/".to_owned()))
}

/// Waits until this number of connections was answered.
#[expect(clippy::disallowed_methods, reason = "how long a run waits")]
fn wait_for(seen: &ReceiverLog, connections: usize) -> Result<(), String> {
    let start = Instant::now();
    while seen.connections.load(Ordering::Relaxed) < connections {
        if start.elapsed() > PATIENCE {
            return Err(format!("{} connections came", seen.connections.load(Ordering::Relaxed)));
        }
        thread::sleep(LOOK);
    }
    Ok(())
}

pub(super) fn body(plan: &Plan) -> Result<Outcome, String> {
    let service = Service::start(&plan.binary, &plan.database, &Settings::default())?;
    let mut client = service.client();
    // First the same number of connections to honest receivers, which have a cost too.
    let (port, honest) = receiver(good)?;
    let subscriptions = subscribe_at(&service, port, hosts(RECEIVERS))?;
    ask_in_turn(&mut client, &subscriptions, RECEIVERS, Duration::ZERO)?;
    wait_for(&honest, RECEIVERS)?;
    thread::sleep(LOOK * 20);
    let (port, hostile) = receiver(endless)?;
    let subscriptions = subscribe_at(&service, port, hosts(RECEIVERS))?;
    forget_most(service.id())?;
    let (before, _) = memory(service.id())?;
    ask_in_turn(&mut client, &subscriptions, RECEIVERS * plan.rounds, Duration::ZERO)?;
    wait_for(&hostile, RECEIVERS * plan.rounds)?;
    thread::sleep(LOOK * 20);
    let (_, most) = memory(service.id())?;
    let more = most.saturating_sub(before);
    let written = hostile.written.load(Ordering::Relaxed) >> 20;
    Ok(Outcome::Figures(vec![Figure {
        row: 6,
        what: "memory beside 50 bodies of 3 GiB",
        anchor: "+6.6 GiB for one",
        goal: "≤ 8 MiB more",
        measured: format!(
            "{:.1} MiB more at most, from {:.1}; {written} MiB were written to {} sockets",
            more as f64 / 1_024.0,
            before as f64 / 1_024.0,
            hostile.connections.load(Ordering::Relaxed)
        ),
        holds: more <= MOST_MORE,
    }]))
}

pub(super) fn drip_scenario(plan: &Plan) -> Result<Outcome, String> {
    let service = Service::start(&plan.binary, &plan.database, &Settings::default())?;
    let (port, seen) = receiver(drip)?;
    let subscriptions = subscribe_at(&service, port, hosts(DRIPPERS))?;
    ask_in_turn(&mut service.client(), &subscriptions, DRIPPERS, Duration::ZERO)?;
    wait_for(&seen, DRIPPERS * ATTEMPTS)?;
    // The second attempt's deadline, and time for another first attempt, which must not happen.
    thread::sleep(LONGEST + LOOK * 20);
    let longest = Duration::from_millis(seen.longest.load(Ordering::Relaxed));
    let logged = subscriptions.iter().map(|one| attempts(&service, one)).collect::<Result<Vec<_>, _>>()?;
    let all_logged = logged.iter().all(|codes| *codes == ["E_TIMEOUT"; ATTEMPTS]);
    let connections = seen.connections.load(Ordering::Relaxed);
    Ok(Outcome::Figures(vec![Figure {
        row: 7,
        what: "a receiver that answers a byte a second",
        anchor: "the slot is never free, no attempt is logged",
        goal: "free after ≤ 10.5 s, two attempts, both logged",
        measured: format!(
            "held for {:.2} s at most, {connections} attempts of {DRIPPERS} deliveries, {} logged",
            longest.as_secs_f64(),
            logged.iter().map(Vec::len).sum::<usize>()
        ),
        holds: longest <= LONGEST && connections == DRIPPERS * ATTEMPTS && all_logged,
    }]))
}

/// Returns the error codes of the newest delivery's attempts, as its owner sees them.
fn attempts(service: &Service, subscription: &Subscription) -> Result<Vec<String>, String> {
    let path = format!("/api/v1/webhooks/{}/deliveries", subscription.id);
    let answer = service.client().send("GET", &path, Some(&subscription.secret), None);
    let answer = answer.map_err(|error| format!("deliveries: {error}"))?;
    let attempts = answer.body["data"][0]["attempts"].as_array().cloned().unwrap_or_default();
    Ok(attempts.iter().map(|one| one["error"].as_str().unwrap_or("none").to_owned()).collect())
}
