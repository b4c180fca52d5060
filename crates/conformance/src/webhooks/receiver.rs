//! A receiver of deliveries on this machine: stores each request byte for byte, and answers by its path.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{Duration, Instant};

/// The behaviour of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behaviour {
    /// Always 204.
    Takes,
    /// 500 to the first attempt of a delivery, 204 to the next.
    TakesTheSecond,
    /// Always 500.
    Fails,
    /// A redirect to [`ELSEWHERE`].
    Redirects,
}

/// Target of redirects, which must never be requested.
pub(super) const ELSEWHERE: &str = "/elsewhere";

/// Maximum size of a request, in bytes; deliveries are far smaller.
const LARGEST: usize = 1 << 20;
/// Maximum time that a sender may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A received request.
#[derive(Debug, Clone)]
pub(super) struct Arrival {
    pub(super) at: Instant,
    /// Time of arrival in seconds since 1970, by this machine's clock.
    pub(super) seconds: u64,
    pub(super) method: String,
    pub(super) path: String,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
    /// Status of the answer.
    pub(super) status: u16,
}

impl Arrival {
    /// Returns a header; empty if it is missing or repeated.
    pub(super) fn header(&self, name: &str) -> &str {
        let mut values =
            self.headers.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str());
        match (values.next(), values.next()) {
            (Some(value), None) => value,
            _ => "",
        }
    }

    /// Returns the identifier of the delivery, from the contract's header.
    pub(super) fn delivery(&self) -> &str {
        self.header("x-service-delivery")
    }

    /// Returns whether it is a test delivery.
    pub(super) fn is_test(&self) -> bool {
        self.header("x-service-test") == "true"
    }
}

#[derive(Debug, Default)]
struct Shared {
    arrivals: Mutex<Vec<Arrival>>,
    came: Notify,
}

/// A running receiver; dropping it stops it.
#[derive(Debug)]
pub(super) struct Receiver {
    pub(super) address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Receiver {
    /// Starts listening; `manner` returns the behaviour of a path.
    pub(super) async fn start(listen: SocketAddr, manner: fn(&str) -> Behaviour) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("cannot listen on {listen}: {error}");
        let listener = TcpListener::bind(listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let shared = Arc::new(Shared::default());
        let kept = Arc::clone(&shared);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let kept = Arc::clone(&kept);
                tokio::spawn(async move {
                    // An incomplete request is not a delivery.
                    let _ = tokio::time::timeout(PATIENCE, serve_request(stream, &kept, manner)).await;
                });
            }
        });
        Ok(Self { address, shared, task })
    }

    /// Returns all requests so far, in order of arrival.
    pub(super) fn arrivals(&self) -> Vec<Arrival> {
        self.shared.arrivals.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until `enough` is true of the requests, or until the time is over. Returns whether it became true.
    pub(super) async fn wait(&self, until: Instant, enough: impl Fn(&[Arrival]) -> bool) -> bool {
        loop {
            let came = self.shared.came.notified();
            if enough(&self.arrivals()) {
                return true;
            }
            if tokio::time::timeout_at(until, came).await.is_err() {
                return enough(&self.arrivals());
            }
        }
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Reads one request, answers it and closes the connection.
async fn serve_request(
    mut stream: TcpStream,
    shared: &Shared,
    manner: fn(&str) -> Behaviour,
) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    let mut arrival = loop {
        if let Some(arrival) = parse(&bytes) {
            break arrival;
        }
        if stream.read_buf(&mut bytes).await? == 0 || bytes.len() > LARGEST {
            return Ok(());
        }
    };
    let manner = manner(&arrival.path);
    {
        let mut arrivals = shared.arrivals.lock().unwrap_or_else(PoisonError::into_inner);
        let again =
            arrivals.iter().any(|one| one.path == arrival.path && one.delivery() == arrival.delivery());
        arrival.status = match manner {
            Behaviour::TakesTheSecond if !again => 500,
            Behaviour::Takes | Behaviour::TakesTheSecond => 204,
            Behaviour::Fails => 500,
            Behaviour::Redirects => 302,
        };
        arrivals.push(arrival.clone());
    }
    let location =
        if manner == Behaviour::Redirects { format!("location: {ELSEWHERE}\r\n") } else { String::new() };
    let head =
        format!("HTTP/1.1 {} -\r\n{location}content-length: 0\r\nconnection: close\r\n\r\n", arrival.status);
    stream.write_all(head.as_bytes()).await?;
    stream.shutdown().await?;
    shared.came.notify_waiters();
    Ok(())
}

/// Parses a complete request; `None` if a part is missing.
fn parse(bytes: &[u8]) -> Option<Arrival> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(bytes.get(..end)?).into_owned();
    let mut lines = head.split("\r\n");
    let mut words = lines.next()?.split(' ');
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut arrival = Arrival {
        at: Instant::now(),
        seconds: seconds_now(),
        method,
        path,
        headers,
        body: Vec::new(),
        status: 0,
    };
    let body = bytes.get(end + 4..)?;
    arrival.body = if arrival.header("transfer-encoding").eq_ignore_ascii_case("chunked") {
        dechunked(body)?
    } else {
        let length: usize = arrival.header("content-length").parse().unwrap_or(0);
        body.get(..length)?.to_vec()
    };
    Some(arrival)
}

/// Decodes a chunked body; `None` if the last chunk is missing.
fn dechunked(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n")?;
        let size = std::str::from_utf8(rest.get(..end)?).ok()?;
        let size = usize::from_str_radix(size.split(';').next()?.trim(), 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(end + 2..)?.get(..size)?);
        rest = rest.get(end + 2 + size + 2..)?;
    }
}

#[expect(clippy::disallowed_methods, reason = "a receiver judges by its own clock how old a signature is")]
pub(crate) fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
