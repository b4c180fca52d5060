//! The receiver: counts arrivals, stores each body, and answers as the scenario requires.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Returns the answer to a delivery: status and delay.
pub(crate) type Answers = dyn Fn(&Arrival) -> (u16, Duration) + Send + Sync;

/// A delivery that arrived.
#[derive(Clone)]
pub(crate) struct Arrival {
    /// Path of the receiver, which identifies the subscription.
    pub(crate) path: String,
    /// `X-Service-Delivery`.
    pub(crate) delivery: String,
    pub(crate) body: Vec<u8>,
    /// Time at which the request was read.
    pub(crate) at: Instant,
    /// Number of this delivery's arrivals, from 1.
    pub(crate) time: usize,
}

/// A listener that runs until it is dropped.
pub(crate) struct Sink {
    /// Listening address.
    pub(crate) address: SocketAddr,
    shared: Arc<SinkState>,
}

struct SinkState {
    arrivals: Mutex<Vec<Arrival>>,
    times: Mutex<BTreeMap<String, usize>>,
    answers: Box<Answers>,
    stop: AtomicBool,
}

impl Sink {
    pub(crate) fn new(
        answers: impl Fn(&Arrival) -> (u16, Duration) + Send + Sync + 'static,
    ) -> Result<Self, String> {
        // On all loopback addresses, each of which is a separate host.
        let listener = TcpListener::bind("0.0.0.0:0").map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let shared = Arc::new(SinkState {
            arrivals: Mutex::default(),
            times: Mutex::default(),
            answers: Box::new(answers),
            stop: AtomicBool::new(false),
        });
        let accepting = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if accepting.stop.load(Ordering::Relaxed) {
                    return;
                }
                let shared = Arc::clone(&accepting);
                // The service reopens a broken connection.
                thread::spawn(move || serve(&shared, stream));
            }
        });
        Ok(Self { address, shared })
    }

    /// Starts a sink that answers 204 at once.
    pub(crate) fn good() -> Result<Self, String> {
        Self::new(|_| (204, Duration::ZERO))
    }

    /// Returns the arrivals so far, in order.
    pub(crate) fn arrivals(&self) -> MutexGuard<'_, Vec<Arrival>> {
        self.shared.arrivals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of arrivals of each delivery.
    pub(crate) fn times(&self) -> BTreeMap<String, usize> {
        self.shared.times.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the number of repeated deliveries with different bytes than the first time.
    pub(crate) fn changed(&self) -> usize {
        let arrivals = self.arrivals();
        let mut first: BTreeMap<&str, &[u8]> = BTreeMap::new();
        arrivals
            .iter()
            .filter(|arrival| {
                *first.entry(&arrival.delivery).or_insert(&arrival.body) != arrival.body.as_slice()
            })
            .count()
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address);
    }
}

fn serve(shared: &SinkState, stream: TcpStream) {
    let _ = stream.set_nodelay(true);
    let mut stream = BufReader::new(stream);
    while let Ok(Some(arrival)) = receive(shared, &mut stream) {
        let (status, wait) = (shared.answers)(&arrival);
        thread::sleep(wait);
        let answer = format!("HTTP/1.1 {status} x\r\ncontent-length: 0\r\n\r\n");
        if stream.get_mut().write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "when a delivery arrives is a figure of the run")]
fn receive(shared: &SinkState, stream: &mut BufReader<TcpStream>) -> std::io::Result<Option<Arrival>> {
    let mut line = String::new();
    if stream.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let (mut length, mut delivery) = (0, String::new());
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().unwrap_or(0),
            "x-service-delivery" => value.trim().clone_into(&mut delivery),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    let mut times = shared.times.lock().unwrap_or_else(PoisonError::into_inner);
    let time = times.entry(delivery.clone()).or_default();
    *time += 1;
    let arrival = Arrival { path, delivery, body, at: Instant::now(), time: *time };
    // Under the lock of the counts, so that the list has the same order.
    shared.arrivals.lock().unwrap_or_else(PoisonError::into_inner).push(arrival.clone());
    Ok(Some(arrival))
}
