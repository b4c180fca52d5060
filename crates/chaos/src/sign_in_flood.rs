//! `sign-in-flood`: eight connections from one network that sign in repeatedly, with wrong passwords, wrong codes,
//! requested emails and forged sessions and tokens. Honest clients request conditions at the same time.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use socket2::{Domain, SockAddr, Socket, Type};

use super::crowd::{CONDITIONS, NOISE, honest};
use super::report::{Figure, load};
use super::service::{Service, Settings};
use super::{Outcome, Plan};

const CONNECTIONS: usize = 8;
/// Pause between two requests of a connection: flood and measurement share a machine, whose cores must not be the
/// limit.
const PAUSE: Duration = Duration::from_millis(10);
const LASTS: Duration = Duration::from_secs(15);
/// The network of the flood; honest clients are at 127.0.0.1.
const FROM: &str = "127.1.0.1:0";
const SLOWER: f64 = 2.0;

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let service = Service::start(&plan.binary, &plan.database, &Settings::default())?;
    let quiet = honest_times(&service);
    let (stop, sent) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let flood: Vec<_> = (0..CONNECTIONS)
        .map(|number| {
            let (address, stop, sent) = (service.address, Arc::clone(&stop), Arc::clone(&sent));
            thread::spawn(move || flood(address, number, &stop, &sent))
        })
        .collect();
    let flooded = honest_times(&service);
    stop.store(true, Ordering::Relaxed);
    flood.into_iter().for_each(|one| drop(one.join()));
    let sent = sent.load(Ordering::Relaxed);
    let slower = flooded.p99().max(NOISE).as_secs_f64() / quiet.p99().max(NOISE).as_secs_f64();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    Ok(Outcome::Figures(vec![Figure {
        row: 17,
        what: "p99 of conditions for honest clients during a flood of sign-ins from one network, and requests that failed",
        anchor: "-",
        goal: "≤ 2 × quiet; 0",
        measured: format!(
            "{slower:.1} × ({:.1} ms for {:.1} ms; {} sign-ins a second); {} failed{}",
            ms(flooded.p99()),
            ms(quiet.p99()),
            sent / usize::try_from(LASTS.as_secs()).unwrap_or(1),
            flooded.failed,
            load()
        ),
        holds: slower <= SLOWER && flooded.failed == 0 && sent > 0,
    }]))
}

#[expect(clippy::disallowed_methods, reason = "how long a flood is watched")]
fn honest_times(service: &Service) -> super::crowd::ClientTimes {
    let begun = Instant::now();
    honest(service.address, || begun.elapsed() > LASTS)
}

/// Sends requests until `stop` is set; a connection that the service closes is reopened.
fn flood(service: SocketAddr, number: usize, stop: &AtomicBool, sent: &AtomicUsize) {
    let mut nth = number;
    while !stop.load(Ordering::Relaxed) {
        let Ok(mut stream) = connection(service) else {
            thread::sleep(PAUSE);
            continue;
        };
        while !stop.load(Ordering::Relaxed) && exchange(&mut stream, &request(service, nth)).is_ok() {
            sent.fetch_add(1, Ordering::Relaxed);
            nth += 1;
            thread::sleep(PAUSE);
        }
    }
}

fn connection(service: SocketAddr) -> std::io::Result<BufReader<TcpStream>> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    let own: SocketAddr = FROM.parse().map_err(std::io::Error::other)?;
    socket.bind(&SockAddr::from(own))?;
    socket.connect_timeout(&SockAddr::from(service), Duration::from_secs(10))?;
    let stream = TcpStream::from(socket);
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    Ok(BufReader::new(stream))
}

/// Returns one of the sign-in attempts in turn, each time for another address or with another guess.
fn request(service: SocketAddr, nth: usize) -> String {
    let (path, form) = match nth % 5 {
        0 => (
            "/account/password-sign-in",
            format!("email=a{nth}%40example.org&password=lift+queue+{nth:06}+dusk"),
        ),
        1 => ("/account/sign-in", format!("email=a{nth}%40example.org")),
        2 => ("/account/code", format!("code={:06}", nth % 1_000_000)),
        3 => return read_with(service, "/account", &format!("cookie: osc_session={nth:043}")),
        _ => return read_with(service, CONDITIONS, &format!("authorization: Bearer osc_pat_{nth:038}")),
    };
    format!(
        "POST {path} HTTP/1.1\r\nhost: {service}\r\nsec-fetch-site: same-origin\r\ncookie: osc_challenge={nth:043}\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{form}",
        form.len()
    )
}

fn read_with(service: SocketAddr, path: &str, header: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: {service}\r\n{header}\r\n\r\n")
}

/// Sends a request and reads the whole answer.
fn exchange(stream: &mut BufReader<TcpStream>, request: &str) -> std::io::Result<()> {
    stream.get_mut().write_all(request.as_bytes())?;
    let (mut line, mut length) = (String::new(), 0);
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let Some((name, value)) = line.trim_end().split_once(':') else {
            if line.trim_end().is_empty() { break } else { continue }
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().map_err(std::io::Error::other)?;
        }
    }
    stream.read_exact(&mut vec![0; length])
}
