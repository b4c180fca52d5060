//! `zeros`: an upstream answers 64 MB of zeros, each lane in turn: measures memory and processor time of the service's
//! process.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::db::Database;
use super::process::{forget_most, memory, processor};
use super::report::Figure;
use super::service::{Service, Settings};
use super::{Outcome, Plan};

/// The lane of the forecasts, which cannot be disabled.
const FORECAST: &str = "open-meteo";
/// Size of an answer, in bytes.
const BODY: usize = 64 << 20;
/// Time after the end of an answer within which it is processed.
const AFTER: Duration = Duration::from_secs(3);
const PATIENCE: Duration = Duration::from_secs(60);
const MOST_KIB: u64 = 300 << 10;
const LONGEST: Duration = Duration::from_secs(2);

/// An upstream that answers zeros to everything.
struct Zeros {
    address: SocketAddr,
    /// Number of finished answers, whole or rejected.
    ended: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
}

impl Zeros {
    fn new() -> Result<Self, String> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let (ended, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (count, stopped) = (Arc::clone(&ended), Arc::clone(&stop));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if stopped.load(Ordering::Relaxed) {
                    return;
                }
                let count = Arc::clone(&count);
                thread::spawn(move || {
                    // A service that has read enough closes the connection.
                    let _ = answer(stream);
                    count.fetch_add(1, Ordering::Relaxed);
                });
            }
        });
        Ok(Self { address, ended, stop })
    }
}

impl Drop for Zeros {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address);
    }
}

fn answer(stream: TcpStream) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    while stream.read_line(&mut line)? > 2 {
        line.clear();
    }
    let head =
        format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {BODY}\r\n\r\n[0");
    stream.get_mut().write_all(head.as_bytes())?;
    let zeros = b",0".repeat(32 << 10);
    let mut left = BODY - 3;
    while left > 0 {
        let part = zeros.get(..left.min(zeros.len())).unwrap_or_default();
        stream.get_mut().write_all(part)?;
        left -= part.len();
    }
    stream.get_mut().write_all(b"]")
}

/// A lane, with the settings that query only this lane.
#[derive(Debug, PartialEq, Eq)]
struct Lane {
    id: String,
    /// Whether it is a network of stations, which another flag enables.
    is_network: bool,
}

/// Returns the lanes with their own flag, as the program's help lists them, so that new lanes are included
/// automatically.
fn lanes(help: &str) -> Vec<Lane> {
    let lane = |flag: &str| {
        let (id, rest) = flag.split_once("-url <URL>")?;
        let is_network = rest.contains("of the station network");
        let is_asked = is_network || rest.contains(", or none");
        is_asked.then(|| Lane { id: id.to_owned(), is_network })
    };
    help.split("--").filter_map(lane).collect()
}

/// Returns the flags with which the program queries only `lane`, at an address. The forecasts are always queried, at an
/// address that does not answer.
fn flags(lanes: &[Lane], lane: &Lane, address: SocketAddr) -> Vec<String> {
    let stations = if lane.is_network { lane.id.as_str() } else { "none" };
    let mut flags = vec!["--stations".to_owned(), stations.to_owned(), "--no-winter-refresh".to_owned()];
    let off = lanes.iter().filter(|other| !other.is_network && other.id != lane.id);
    flags.extend(off.flat_map(|other| [format!("--{}-url", other.id), "none".to_owned()]));
    if lane.id != FORECAST {
        flags.extend([format!("--{FORECAST}-url"), "http://127.0.0.1:9".to_owned()]);
    }
    flags.extend([format!("--{}-url", lane.id), format!("http://{address}")]);
    flags
}

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let help = Command::new(&plan.binary).arg("--help").output().map_err(|error| error.to_string())?;
    let lanes = lanes(&String::from_utf8_lossy(&help.stdout));
    if lanes.is_empty() {
        return Err("the program's help names no lane".to_owned());
    }
    let forecast = Lane { id: FORECAST.to_owned(), is_network: false };
    let (mut most, mut longest, mut of_lanes) = (0, Duration::ZERO, Vec::new());
    for lane in [&forecast].into_iter().chain(&lanes) {
        let (kib, spent) = of_lane(plan, &lanes, lane)?;
        (most, longest) = (most.max(kib), longest.max(spent));
        of_lanes.push(format!("{} {} MiB, {:.1} s", lane.id, kib >> 10, spent.as_secs_f64()));
    }
    Ok(Outcome::Figures(vec![Figure {
        row: 24,
        what: "64 MB of zeros from an upstream: the most memory of the process; processor time for an answer",
        anchor: "unstated",
        goal: "≤ 300 MiB; ≤ 2 s",
        measured: of_lanes.join("; "),
        holds: most <= MOST_KIB && longest <= LONGEST,
    }]))
}

/// Returns the maximum memory, KiB, and the processor time for an answer, including the service's other work.
#[expect(clippy::disallowed_methods, reason = "how long a run waits")]
fn of_lane(plan: &Plan, lanes: &[Lane], lane: &Lane) -> Result<(u64, Duration), String> {
    let zeros = Zeros::new()?;
    let flags = flags(lanes, lane, zeros.address);
    let settings = Settings { flags, ingest: true, ..Settings::default() };
    // A separate database: a lane that was unreachable in another run is not queried again soon, even after restarts.
    let database = Database::new(false)?.ok_or("no SQLite")?;
    let service = Service::start(&plan.binary, &database, &settings)?;
    forget_most(service.id())?;
    let before = processor(service.id())?;
    let start = Instant::now();
    while zeros.ended.load(Ordering::Relaxed) == 0 {
        if start.elapsed() > PATIENCE {
            return Err(format!("{}: the lane was not asked", lane.id));
        }
        thread::sleep(Duration::from_millis(50));
    }
    thread::sleep(AFTER);
    let answered = zeros.ended.load(Ordering::Relaxed).max(1);
    let spent = processor(service.id())?.saturating_sub(before) / u32::try_from(answered).unwrap_or(1);
    Ok((memory(service.id())?.1, spent))
}

#[cfg(test)]
mod tests;
