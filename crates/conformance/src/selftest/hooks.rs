//! A small webhook service on loopback, correct or with one fault. Events follow at intervals of milliseconds, so that
//! checks that usually take days take seconds.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Duration, sleep, timeout};

use super::{Request, Response, parse};
use crate::client::Client;
use crate::run::CheckError;
use crate::selftest::Outcome;
use crate::webhooks::receiver::seconds_now;
use crate::webhooks::{self, Pace, Plan, signature};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quirk {
    None,
    NoCreationTime,
    SecretAgain,
    NoState,
    KnowsIds,
    TakesPrivate,
    TakesNonsense,
    NeverSends,
    PlainText,
    SignsOtherBytes,
    OldTimestamp,
    NoSubscription,
    LittleSnow,
    NoRanks,
    OtherEvents,
    OtherBytesAgain,
    OtherIdAgain,
    ThriceTried,
    Follows,
    NeverEnds,
    EndsEarly,
    AlertsTwice,
    SendsAfterRemoval,
    NoLimit,
}

/// Every fault, with the rule that must find it.
pub(super) const ALL: &[(&str, &str, Quirk)] = &[
    ("honest webhooks", "", Quirk::None),
    ("a subscription without its time", "webhook/created", Quirk::NoCreationTime),
    ("the secret, shown again", "webhook/secret-once", Quirk::SecretAgain),
    ("a subscription without its state", "webhook/inspects", Quirk::NoState),
    ("unknown ids are distinguishable", "webhook/uniform-401", Quirk::KnowsIds),
    ("deliveries to private addresses", "webhook/public-url", Quirk::TakesPrivate),
    ("invented events are accepted", "webhook/refuses-nonsense", Quirk::TakesNonsense),
    ("promised and never sent", "webhook/delivered", Quirk::NeverSends),
    ("deliveries as plain text", "webhook/headers", Quirk::PlainText),
    ("a signature over other bytes", "webhook/signature", Quirk::SignsOtherBytes),
    ("a timestamp of last hour", "webhook/standard-headers", Quirk::OldTimestamp),
    ("a body without its subscription", "webhook/body", Quirk::NoSubscription),
    ("an alert of 14 cm", "webhook/powder-data", Quirk::LittleSnow),
    ("a leaderboard without ranks", "webhook/report-data", Quirk::NoRanks),
    ("another resort's events", "webhook/asked-for", Quirk::OtherEvents),
    ("other bytes at the retry", "webhook/same-delivery", Quirk::OtherBytesAgain),
    ("another id at the retry", "webhook/same-delivery", Quirk::OtherIdAgain),
    ("tried three times", "webhook/one-retry", Quirk::ThriceTried),
    ("redirects are followed", "webhook/no-redirect", Quirk::Follows),
    ("never ended", "webhook/dropped", Quirk::NeverEnds),
    ("ended after three failures", "webhook/dropped", Quirk::EndsEarly),
    ("an alert every time", "webhook/powder-once-a-day", Quirk::AlertsTwice),
    ("sent after the removal", "webhook/removed", Quirk::SendsAfterRemoval),
    ("subscriptions without a limit", "webhook/creation-limit", Quirk::NoLimit),
];

const PATH: &str = "/api/v1/webhooks";
const RESORT: &str = "first";
/// Time between two events, and between two attempts.
const BEAT: Duration = Duration::from_millis(40);
/// Number of events of one subscription, so that subscriptions that are never removed end too.
const EVENTS: usize = 150;
/// Milliseconds instead of seconds; all but the last value are generous for a busy machine.
const PACE: Pace = Pace {
    retry: Duration::from_secs(2),
    silence: Duration::from_millis(300),
    test: Duration::from_secs(2),
    settle: Duration::from_millis(400),
};
const WAIT: Duration = Duration::from_secs(4);
const LIMIT: usize = 10;

#[derive(Debug, Clone)]
struct Subscription {
    id: String,
    secret: String,
    url: String,
    events: Value,
    resort: Value,
    failures: usize,
    state: &'static str,
}

#[derive(Debug)]
struct Hooks {
    quirk: Quirk,
    made: Mutex<Vec<Subscription>>,
    count: AtomicU64,
}

pub(super) async fn one(fault: &'static str, rule: &'static str, quirk: Quirk) -> Result<Outcome, String> {
    let failed = |error: std::io::Error| format!("loopback: {error}");
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let hooks = Arc::new(Hooks { quirk, made: Mutex::default(), count: AtomicU64::new(1) });
    let server = tokio::spawn(serve(listener, hooks));
    let client = Client::new(&format!("http://{address}"), None)?;
    let resort = (quirk == Quirk::OtherEvents).then(|| RESORT.to_owned());
    let plan = Plan {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        callback_url: None,
        resort,
        wait: WAIT,
        quick: false,
        exhaust_limit: true,
        pace: PACE,
    };
    let verdict = webhooks::check_webhooks(&client, &plan, |_| {}).await;
    server.abort();
    let verdict = verdict.map_err(|CheckError(why)| format!("{fault}: {why}"))?;
    Ok(Outcome { fault, rule, broken: verdict.found.iter().map(|found| found.finding.rule).collect() })
}

async fn serve(listener: TcpListener, hooks: Arc<Hooks>) {
    while let Ok((stream, _)) = listener.accept().await {
        let hooks = Arc::clone(&hooks);
        tokio::spawn(async move {
            // A client that disconnects is ignored.
            let _ = converse(stream, &hooks).await;
        });
    }
}

async fn converse(mut stream: TcpStream, hooks: &Arc<Hooks>) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    let request = loop {
        if let Some(request) = parse(&bytes) {
            break request;
        }
        if stream.read_buf(&mut bytes).await? == 0 || bytes.len() > 1 << 20 {
            return Ok(());
        }
    };
    let Response { status, headers, body, .. } = hooks.answer(&request);
    let length = body.len();
    let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let head = format!("HTTP/1.1 {status} -\r\ncontent-length: {length}\r\nconnection: close\r\n{more}\r\n");
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    stream.shutdown().await
}

fn out(status: u16, body: &Value) -> Response {
    let headers = vec![("content-type", "application/json".to_owned())];
    Response {
        status,
        headers,
        body: if status == 204 { String::new() } else { body.to_string() },
        missing: 0,
    }
}

impl Hooks {
    fn made(&self) -> MutexGuard<'_, Vec<Subscription>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> u64 {
        self.count.fetch_add(1, Ordering::Relaxed)
    }

    fn is(&self, quirk: Quirk) -> bool {
        self.quirk == quirk
    }

    fn answer(self: &Arc<Self>, request: &Request) -> Response {
        let rest = request.target.strip_prefix(PATH).unwrap_or("");
        let mut words = rest.trim_start_matches('/').split('/');
        let (id, action) = (words.next().unwrap_or(""), words.next());
        if rest.is_empty() && request.method == "POST" {
            return self.create(&request.body);
        }
        let known = self.made().iter().find(|one| one.id == id && one.state != "removed").cloned();
        let owner = known.filter(|one| request.header("authorization") == format!("Bearer {}", one.secret));
        let Some(owner) = owner else {
            let strange = self.is(Quirk::KnowsIds) && !self.made().iter().any(|one| one.id == id);
            let status = if strange { 404 } else { 401 };
            return out(status, &json!({ "status": status, "requestId": self.next() }));
        };
        match (request.method.as_str(), action) {
            ("GET", None) => out(200, &self.subscription_view(&owner)),
            ("DELETE", None) => {
                self.made().iter_mut().filter(|one| one.id == id).for_each(|one| one.state = "removed");
                out(204, &Value::Null)
            }
            ("POST", Some("test")) => {
                let powder = request.body["event"] == "powder-alert";
                tokio::spawn(Arc::clone(self).deliver(owner.id, powder, true));
                out(202, &json!({}))
            }
            _ => out(404, &json!({})),
        }
    }

    fn subscription_view(&self, owner: &Subscription) -> Value {
        let mut data = json!({
            "id": owner.id, "url": owner.url, "events": owner.events, "createdAt": "2026-01-10T12:00:00.000Z",
            "state": owner.state, "consecutiveFailures": owner.failures,
        });
        if self.is(Quirk::SecretAgain) {
            data["secret"] = json!(owner.secret);
        }
        if self.is(Quirk::NoState) {
            data["state"] = Value::Null;
        }
        json!({ "data": data })
    }

    fn create(self: &Arc<Self>, asked: &Value) -> Response {
        let url = asked["url"].as_str().unwrap_or("");
        let public = url.starts_with("http://127.0.0.1:")
            || (self.is(Quirk::TakesPrivate) && url.contains("10.0.0.1"));
        let events = asked["events"].as_array().map(Vec::as_slice).unwrap_or_default();
        let known = !events.is_empty()
            && events.iter().all(|one| one == "powder-alert" || one == "snow-report.updated");
        let resort = asked["resortSlug"].as_str().is_none_or(|slug| slug == RESORT);
        if !(public && !url.is_empty() && (known || self.is(Quirk::TakesNonsense)) && resort) {
            return out(400, &json!({ "detail": "not so" }));
        }
        if self.made().len() >= LIMIT && !self.is(Quirk::NoLimit) {
            let mut refused = out(429, &json!({}));
            refused.set("retry-after", "3600");
            return refused;
        }
        let nth = self.next();
        let one = Subscription {
            id: format!("00000000-0000-4000-8000-{nth:012x}"),
            secret: format!("whsec_{}", STANDARD.encode([nth.to_le_bytes(); 4].concat())),
            url: url.to_owned(),
            events: asked["events"].clone(),
            resort: asked["resortSlug"].clone(),
            failures: 0,
            state: "active",
        };
        let mut data = json!({ "id": one.id, "secret": one.secret, "url": one.url, "events": one.events });
        if !one.resort.is_null() {
            data["resortSlug"] = one.resort.clone();
        }
        if !self.is(Quirk::NoCreationTime) {
            data["createdAt"] = json!("2026-01-10T12:00:00.000Z");
        }
        tokio::spawn(Arc::clone(self).live(one.id.clone()));
        self.made().push(one);
        out(201, &json!({ "data": data }))
    }

    /// Sends the events of one subscription: an alert, then reports.
    async fn live(self: Arc<Self>, id: String) {
        for nth in 0..EVENTS {
            sleep(BEAT).await;
            let state = self.made().iter().find(|one| one.id == id).map(|one| one.state);
            if state != Some("active") && !(self.is(Quirk::SendsAfterRemoval) && state == Some("removed")) {
                return;
            }
            Arc::clone(&self).deliver(id.clone(), nth == 0 || self.is(Quirk::AlertsTwice), false).await;
        }
    }

    async fn deliver(self: Arc<Self>, id: String, powder: bool, test: bool) {
        let Some(one) = self.made().iter().find(|one| one.id == id).cloned() else { return };
        if self.is(Quirk::NeverSends) {
            return;
        }
        let nth = self.next();
        let (mut delivery, mut body) = (uuid(nth), self.body(&one, nth, powder));
        let tries = if self.is(Quirk::ThriceTried) { 3 } else { 2 };
        for attempt in 0..tries {
            if attempt > 0 {
                sleep(BEAT).await;
                let gone = self.made().iter().any(|other| other.id == id && other.state == "removed");
                if gone && !self.is(Quirk::SendsAfterRemoval) {
                    return;
                }
                if self.is(Quirk::OtherBytesAgain) {
                    body["data"]["attempt"] = json!(attempt);
                }
                if self.is(Quirk::OtherIdAgain) {
                    delivery = uuid(self.next());
                    body["id"] = json!(delivery);
                }
            }
            let taken = self.send(&one, &delivery, &body, test).await;
            if taken {
                self.settle(&id, test, true);
                return;
            }
        }
        self.settle(&id, test, false);
    }

    fn settle(&self, id: &str, test: bool, taken: bool) {
        let most = match self.quirk {
            Quirk::NeverEnds => usize::MAX,
            Quirk::EndsEarly => 3,
            _ => 8,
        };
        for one in self.made().iter_mut().filter(|one| one.id == id && !test) {
            one.failures = if taken { 0 } else { one.failures + 1 };
            if one.failures >= most && one.state == "active" {
                one.state = "dropped";
            }
        }
    }

    fn body(&self, one: &Subscription, nth: u64, powder: bool) -> Value {
        let slug = if self.is(Quirk::OtherEvents) { "second" } else { RESORT };
        let data = if powder {
            let snow = if self.is(Quirk::LittleSnow) { 14 } else { 21 };
            json!({ "slug": slug, "name": "First", "snowfall24hCm": snow, "snowDepthCm": 120, "thresholdCm": 15,
                "url": "https://snow.example.org/first" })
        } else if one.resort.is_null() {
            let rank = if self.is(Quirk::NoRanks) { Value::Null } else { json!(1) };
            json!({ "leaderboard": [{ "rank": rank, "slug": slug, "name": "First", "snowfall24hCm": 21,
                "previousRank": null }] })
        } else {
            json!({ "slug": slug, "name": "First", "url": "https://snow.example.org/first",
                "changed": ["snowfall24hCm"], "snowfall24hCm": 21, "snowDepthCm": null, "reportedAt": null,
                "previous": {} })
        };
        let (minute, milli) = (nth / 60_000 % 60, nth % 60_000);
        let created = format!("2026-01-10T12:{minute:02}:{:02}.{:03}Z", milli / 1_000, milli % 1_000);
        let mut body = json!({
            "id": uuid(nth), "event": if powder { "powder-alert" } else { "snow-report.updated" }, "resortSlug": slug,
            "data": data, "createdAt": created, "subscriptionId": one.id,
        });
        if self.is(Quirk::NoSubscription) {
            body["subscriptionId"] = Value::Null;
        }
        body
    }

    /// Sends one attempt and returns whether it was accepted.
    async fn send(&self, one: &Subscription, delivery: &str, body: &Value, test: bool) -> bool {
        let text = body.to_string();
        let signed = if self.is(Quirk::SignsOtherBytes) { format!("{text} ") } else { text.clone() };
        let at =
            seconds_now().saturating_sub(if self.is(Quirk::OldTimestamp) { 3_600 } else { 0 }).to_string();
        let kind = if self.is(Quirk::PlainText) { "text/plain" } else { "application/json" };
        let mut head = format!(
            "content-type: {kind}\r\nX-Service-Event: {}\r\nX-Service-Delivery: {delivery}\r\n\
             X-Service-Signature: {}\r\nwebhook-id: {delivery}\r\nwebhook-timestamp: {at}\r\nwebhook-signature: {}\r\n",
            body["event"].as_str().unwrap_or(""),
            signature::service(&one.secret, signed.as_bytes()),
            signature::standard(&one.secret, delivery, &at, signed.as_bytes()).unwrap_or_default(),
        );
        if test {
            head.push_str("X-Service-Test: true\r\n");
        }
        let answer = post(&one.url, &head, &text).await.unwrap_or_default();
        let location = answer.lines().find_map(|line| line.strip_prefix("location: "));
        if let (true, Some(path), Some(base)) = (self.is(Quirk::Follows), location, one.url.rsplit_once('/'))
        {
            let _ = post(&format!("{}{path}", base.0), &head, &text).await;
        }
        answer.starts_with("HTTP/1.1 2")
    }
}

fn uuid(nth: u64) -> String {
    format!("00000000-0000-4000-9000-{nth:012x}")
}

/// Sends a POST request and returns the complete answer.
async fn post(url: &str, head: &str, body: &str) -> std::io::Result<String> {
    let (host, path) = url.trim_start_matches("http://").split_once('/').unwrap_or_default();
    let exchange = async {
        let mut stream = TcpStream::connect(host).await?;
        let length = body.len();
        let request =
            format!("POST /{path} HTTP/1.1\r\nhost: {host}\r\ncontent-length: {length}\r\n{head}\r\n{body}");
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        Ok(answer)
    };
    timeout(Duration::from_secs(5), exchange)
        .await
        .unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()))
}
