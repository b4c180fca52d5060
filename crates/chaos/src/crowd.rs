//! `crowd`: crowds of hostile clients with different methods: a body that never comes, a second request's head at a
//! byte per second, an answer that is not read; from one address and from many. Honest clients send requests at the
//! same time.
//!
//! One round is a small crowd; two to four are crowds of 2,060, 4,000 and 10,000.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use socket2::{Domain, SockAddr, Socket, Type};

use super::client::Client;
use super::process::{memory, sockets};
use super::report::{Figure, load};
use super::service::{Service, Settings};
use super::{Outcome, Plan};

const SIZES: [usize; 4] = [300, 2_060, 4_000, 10_000];
/// Connections opened per second, so that the crowd is measured and not its arrival.
const ARRIVALS: usize = 2_000;
const LONGEST: Duration = Duration::from_secs(20);
const MOST_MORE_KIB: u64 = 50 << 10;
const SLOWER: f64 = 2.0;
/// Differences below this are noise of the machine, which other checks increase.
pub(super) const NOISE: Duration = Duration::from_millis(5);
const NOISE_OF_SHORT: Duration = Duration::from_millis(50);

const LOOK: Duration = Duration::from_millis(100);
const QUIET: Duration = Duration::from_secs(5);
/// Maximum time for which a crowd is watched if its connections are not closed.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time after which memory is measured again.
const AFTER: Duration = Duration::from_secs(30);
pub(super) const CONDITIONS: &str = "/api/v1/resorts/kitzbuehel/conditions";
/// Maximum number of connections of honest clients, which are at 127.0.0.1.
const HONEST: usize = 8;

/// The method of a hostile client.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HostileMode {
    Silent,
    SecondHead,
    Unread,
}

const WAYS: [(HostileMode, &str); 3] = [
    (HostileMode::Silent, "a body that never comes"),
    (HostileMode::SecondHead, "a second head, a byte a second"),
    (HostileMode::Unread, "answers that are not read"),
];

impl HostileMode {
    fn opening(self) -> String {
        match self {
            Self::Silent => {
                "GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n".to_owned()
            }
            Self::SecondHead => {
                "GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\nGET /healthz HTTP/1.1\r\nx-y: ".to_owned()
            }
            Self::Unread => "GET /api/v1/openapi.json HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".repeat(40),
        }
    }
}

/// Connections that stay open until the service closes them.
struct Crowd {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<usize>,
}

impl Crowd {
    fn start(service: SocketAddr, way: HostileMode, size: usize, addresses: usize) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || hold(service, way, size, addresses, &stopped));
        Self { stop, thread }
    }

    /// Returns whether every connection was opened or failed to open.
    fn has_come(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn stop(self) -> usize {
        self.stop.store(false, Ordering::Relaxed);
        self.thread.join().unwrap_or_default()
    }
}

/// Opens connections and keeps them open. Sets `signal` when all are open, ends when it is cleared, and returns how
/// many were opened.
fn hold(service: SocketAddr, way: HostileMode, size: usize, addresses: usize, signal: &AtomicBool) -> usize {
    let opening = way.opening();
    let mut held = Vec::with_capacity(size);
    for number in 0..size {
        if let Ok(stream) = hostile(service, way, number % addresses, opening.as_bytes()) {
            held.push(stream);
        }
        if number % (ARRIVALS / 100) == 0 {
            thread::sleep(Duration::from_millis(10));
        }
    }
    let came = held.len();
    signal.store(true, Ordering::Relaxed);
    while signal.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_secs(1));
        if way == HostileMode::SecondHead {
            held.retain_mut(|stream| stream.write_all(b"y").is_ok());
        }
    }
    came
}

/// Opens a connection from its own address in 127.1.0.0/16.
fn hostile(
    service: SocketAddr,
    way: HostileMode,
    number: usize,
    opening: &[u8],
) -> std::io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    let [.., third, fourth] = u32::try_from(number).unwrap_or_default().to_be_bytes();
    let own = SocketAddr::from((Ipv4Addr::new(127, 1, third, fourth), 0));
    socket.bind(&SockAddr::from(own))?;
    if way == HostileMode::Unread {
        socket.set_recv_buffer_size(4_096)?;
    }
    socket.connect_timeout(&SockAddr::from(service), Duration::from_secs(10))?;
    let mut stream = TcpStream::from(socket);
    stream.set_nonblocking(true)?;
    // Data that does not fit would not be read either.
    let _ = stream.write(opening);
    if way != HostileMode::Unread {
        let _ = stream.read(&mut [0; 1024]);
    }
    Ok(stream)
}

/// Results of an honest client: the time of each answer, and the number of missing ones.
#[derive(Default)]
pub(super) struct ClientTimes {
    times: Vec<Duration>,
    pub(super) failed: usize,
}

impl ClientTimes {
    pub(super) fn p99(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort();
        times.get(times.len().saturating_sub(1) * 99 / 100).copied().unwrap_or_default()
    }
}

/// Sends requests until `done`; every tenth over a new connection, like a new client.
#[expect(clippy::disallowed_methods, reason = "how long an answer takes is the figure")]
pub(super) fn honest(service: SocketAddr, mut done: impl FnMut() -> bool) -> ClientTimes {
    let mut found = ClientTimes::default();
    let mut client = Client::new(service);
    let mut number = 0_u32;
    while !done() {
        number += 1;
        if number.is_multiple_of(10) {
            client = Client::new(service);
        }
        let begun = Instant::now();
        match client.send("GET", CONDITIONS, None, None) {
            Ok(answer) if answer.status == 200 => {}
            _ => found.failed += 1,
        }
        found.times.push(begun.elapsed());
        thread::sleep(Duration::from_millis(5));
    }
    found
}

/// The result of one crowd.
struct Siege {
    what: String,
    size: usize,
    came: usize,
    /// Time until the service had closed all connections; `None` if it did not.
    ended: Option<Duration>,
    quiet: Duration,
    besieged: ClientTimes,
    more_kib: u64,
}

#[expect(clippy::disallowed_methods, reason = "how long connections are held is the figure")]
fn besiege(
    service: &Service,
    way: (HostileMode, &str),
    size: usize,
    addresses: usize,
) -> Result<Siege, String> {
    let quiet = {
        let begun = Instant::now();
        honest(service.address, || begun.elapsed() > QUIET)
    };
    let (before, _) = memory(service.id())?;
    let usual = sockets(service.id())?;
    let crowd = Crowd::start(service.address, way.0, size, addresses);
    let mut here: Option<Instant> = None;
    let mut ended = None;
    let mut looked = Instant::now();
    let besieged = honest(service.address, || {
        if looked.elapsed() < LOOK {
            return false;
        }
        looked = Instant::now();
        let Some(since) = here else {
            here = crowd.has_come().then(Instant::now);
            return false;
        };
        if sockets(service.id()).is_ok_and(|open| open <= usual + HONEST) {
            ended = Some(since.elapsed());
        }
        ended.is_some() || since.elapsed() > PATIENCE
    });
    let came = crowd.stop();
    thread::sleep(if size > SIZES[0] { AFTER } else { LOOK });
    let (after, _) = memory(service.id())?;
    let from = if addresses == 1 { "one address" } else { "many addresses" };
    let what = format!("{} ({size} from {from})", way.1);
    Ok(Siege {
        what,
        size,
        came,
        ended,
        quiet: quiet.p99(),
        besieged,
        more_kib: after.saturating_sub(before),
    })
}

impl Siege {
    fn slower(&self) -> f64 {
        let noise = if self.size == SIZES[0] { NOISE_OF_SHORT } else { NOISE };
        self.besieged.p99().max(noise).as_secs_f64() / self.quiet.max(noise).as_secs_f64()
    }

    fn print(&self) {
        let ended = self
            .ended
            .map_or_else(|| "not ended".to_owned(), |ended| format!("{:.1} s", ended.as_secs_f64()));
        println!(
            "   {}: {} came, {ended}; p99 {:.1} ms quiet, {:.1} ms besieged of {}, {} failed; {:.1} MiB more",
            self.what,
            self.came,
            self.quiet.as_secs_f64() * 1e3,
            self.besieged.p99().as_secs_f64() * 1e3,
            self.besieged.times.len(),
            self.besieged.failed,
            self.more_kib as f64 / 1_024.0
        );
    }
}

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let sizes = match plan.rounds {
        0 | 1 => SIZES.get(..1),
        rounds => SIZES.get(1..rounds.min(SIZES.len())),
    };
    let service = Service::start(&plan.binary, &plan.database, &Settings::default())?;
    let mut sieges = Vec::new();
    for size in sizes.unwrap_or_default() {
        for (number, way) in WAYS.into_iter().enumerate() {
            for (kind, addresses) in [1, *size / 2].into_iter().enumerate() {
                // Without a round each method is used from only one of the two, in turn.
                if plan.rounds == 0 && number % 2 == kind {
                    continue;
                }
                let siege = besiege(&service, way, *size, addresses)?;
                siege.print();
                sieges.push(siege);
            }
        }
    }
    Ok(Outcome::Figures(figures(&sieges)))
}

fn figures(sieges: &[Siege]) -> Vec<Figure> {
    let largest = sieges.iter().map(|siege| siege.came).max().unwrap_or_default();
    let held = sieges.iter().filter(|siege| siege.ended.is_none()).count();
    let longest = sieges.iter().filter_map(|siege| siege.ended).max().unwrap_or_default();
    let failed: usize = sieges.iter().map(|siege| siege.besieged.failed).sum();
    let slowest = sieges.iter().max_by(|a, b| a.slower().total_cmp(&b.slower()));
    let (slower, what) = slowest.map_or((0.0, String::new()), |siege| {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        (
            siege.slower(),
            format!("{:.1} ms for {:.1} ms, {}", ms(siege.besieged.p99()), ms(siege.quiet), siege.what),
        )
    });
    let more = sieges.iter().map(|siege| siege.more_kib).max().unwrap_or_default();
    let figure = |what, goal, measured, holds| Figure {
        row: 17,
        what,
        anchor: "a body that drips is never cut (actix)",
        goal,
        measured,
        holds,
    };
    let mut figures = vec![
        figure(
            "hostile connections: until the service has ended all of them",
            "≤ 20 s",
            format!(
                "{:.1} s at most of {} crowds of up to {largest}; {held} not ended",
                longest.as_secs_f64(),
                sieges.len()
            ),
            held == 0 && longest <= LONGEST,
        ),
        figure(
            "p99 of conditions for honest clients meanwhile, and requests that failed",
            "≤ 2 × quiet; 0",
            format!("{slower:.1} × at most ({what}); {failed} failed{}", load()),
            slower <= SLOWER && failed == 0,
        ),
    ];
    // The small crowd is not waited for.
    if sieges.iter().any(|siege| siege.size > SIZES[0]) {
        figures.push(figure(
            "memory 30 s after, against before",
            "≤ 50 MB more",
            format!("{:.1} MiB more at most", more as f64 / 1_024.0),
            more <= MOST_MORE_KIB,
        ));
    }
    figures
}
