//! The load: subscriptions at a sink, and accepted deliveries. A delivery is accepted when the service has answered
//! 202; a test delivery is processed like any other.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::json;

use super::client::Client;
use super::service::Service;
use super::sink::Sink;

const LOOK: Duration = Duration::from_millis(10);

/// A subscription of the load.
#[derive(Clone)]
pub(crate) struct Subscription {
    pub(crate) id: String,
    pub(crate) secret: String,
    /// Path at the sink.
    pub(crate) path: String,
}

/// Creates `count` subscriptions at the sink: `/0`, `/1`, ….
pub(crate) fn subscribe(service: &Service, sink: &Sink, count: usize) -> Result<Vec<Subscription>, String> {
    let paths = (0..count).map(|number| ("127.0.0.1".to_owned(), format!("/{number}")));
    subscribe_at(service, sink.address.port(), paths)
}

/// Creates subscriptions at these local hosts and paths.
pub(crate) fn subscribe_at(
    service: &Service,
    port: u16,
    receivers: impl Iterator<Item = (String, String)>,
) -> Result<Vec<Subscription>, String> {
    let mut client = service.client();
    receivers
        .map(|(host, path)| {
            let url = format!("http://{host}:{port}{path}");
            let body = json!({ "url": url, "events": ["powder-alert"] });
            let answer = client.send("POST", "/api/v1/webhooks", None, Some(&body));
            let answer = answer.map_err(|error| format!("subscribe: {error}"))?;
            let text = |name: &str| answer.body["data"][name].as_str().map(str::to_owned);
            match (answer.status, text("id"), text("secret")) {
                (201, Some(id), Some(secret)) => Ok(Subscription { id, secret, path }),
                (status, ..) => Err(format!("subscribe: {status}: {}", answer.body)),
            }
        })
        .collect()
}

/// The outcome of requesting one delivery.
pub(crate) enum RequestOutcome {
    /// 202: the service has accepted it, whatever happens now. The delivery's id.
    Accepted(String),
    /// Rejected: status, and whether it says when to try again.
    Refused(u16, bool),
    /// No answer: the outcome is unknown.
    Unknown,
}

/// Requests one delivery.
pub(crate) fn ask(client: &mut Client, subscription: &Subscription) -> RequestOutcome {
    let path = format!("/api/v1/webhooks/{}/test", subscription.id);
    match client.send("POST", &path, Some(&subscription.secret), None) {
        Err(_) => RequestOutcome::Unknown,
        Ok(answer) => match (answer.status, answer.body["data"]["id"].as_str()) {
            (202, Some(id)) => RequestOutcome::Accepted(id.to_owned()),
            (status, _) => RequestOutcome::Refused(status, answer.retry_after),
        },
    }
}

/// The observations of the load so far.
#[derive(Default)]
pub(crate) struct LoadLog {
    /// Accepted deliveries in each loader's order of acceptance: subscription's path, id.
    pub(crate) accepted: Mutex<Vec<(String, String)>>,
    /// Rejections that say when to try again.
    pub(crate) refused: AtomicUsize,
    /// Rejections that do not.
    pub(crate) odd: AtomicUsize,
}

impl LoadLog {
    pub(crate) fn ids(&self) -> BTreeSet<String> {
        self.accepted
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .map(|(_, id)| id.clone())
            .collect()
    }

    pub(crate) fn count(&self) -> usize {
        self.accepted.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// Loaders that send requests until they are stopped, each for its own subscriptions.
pub(crate) struct Load {
    stop: Arc<AtomicBool>,
    loaders: Vec<JoinHandle<()>>,
}

impl Load {
    /// Starts `loaders` threads; each waits `pause` between two requests.
    pub(crate) fn start(
        address: SocketAddr,
        subscriptions: &[Subscription],
        loaders: usize,
        pause: Duration,
        seen: &Arc<LoadLog>,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let loaders = (0..loaders)
            .map(|loader| {
                let mine: Vec<Subscription> =
                    subscriptions.iter().skip(loader).step_by(loaders).cloned().collect();
                let (stop, seen) = (Arc::clone(&stop), Arc::clone(seen));
                thread::spawn(move || {
                    let mut client = Client::new(address);
                    for subscription in mine.iter().cycle() {
                        if stop.load(Ordering::Relaxed) {
                            return;
                        }
                        count(&seen, subscription, ask(&mut client, subscription));
                        thread::sleep(pause);
                    }
                })
            })
            .collect();
        Self { stop, loaders }
    }

    /// Waits for the loaders' last answers.
    pub(crate) fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        for loader in self.loaders {
            let _ = loader.join();
        }
    }
}

fn count(seen: &LoadLog, subscription: &Subscription, asked: RequestOutcome) {
    match asked {
        RequestOutcome::Accepted(id) => {
            let mut accepted = seen.accepted.lock().unwrap_or_else(PoisonError::into_inner);
            accepted.push((subscription.path.clone(), id));
        }
        RequestOutcome::Refused(503, true) => drop(seen.refused.fetch_add(1, Ordering::Relaxed)),
        RequestOutcome::Refused(..) => drop(seen.odd.fetch_add(1, Ordering::Relaxed)),
        RequestOutcome::Unknown => thread::sleep(LOOK),
    }
}

/// Waits until all accepted deliveries have arrived, and returns the number of missing ones when nothing arrived for
/// `patience`. A lane with a failing receiver takes half a minute per failure, so a long run has no fixed end.
#[expect(clippy::disallowed_methods, reason = "how long a run waits")]
pub(crate) fn missing(seen: &LoadLog, sink: &Sink, patience: Duration) -> usize {
    let accepted = seen.ids();
    let (mut arrived, mut since) = (0, Instant::now());
    loop {
        let times = sink.times();
        let missing = accepted.iter().filter(|id| !times.contains_key(*id)).count();
        if times.len() > arrived {
            (arrived, since) = (times.len(), Instant::now());
        }
        if missing == 0 || since.elapsed() > patience {
            return missing;
        }
        thread::sleep(LOOK * 10);
    }
}
