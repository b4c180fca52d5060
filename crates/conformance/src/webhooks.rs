//! Checks the webhooks of a running server: subscribes with a receiver on this machine that accepts, rejects and
//! redirects deliveries, and checks which deliveries arrive.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::time::{Duration, Instant, sleep_until};

use crate::client::{Client, Failure};
use crate::live::finding;
use crate::results::Results;
use crate::run::CheckError;

mod deliveries;
pub(crate) mod receiver;
pub(crate) mod signature;
mod subscriptions;

use deliveries::{Delivery, POWDER, REPORT, Scope};
use receiver::{Behaviour, ELSEWHERE, Receiver};
use subscriptions::OwnSubscription;

/// Number of consecutive failed deliveries that end a subscription.
const DROPPED_AFTER: usize = 8;

/// Timeouts of the checks: the contract's, except for durations that a test cannot wait for.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Maximum time until a retry.
    pub retry: Duration,
    /// Time without a further attempt after which none will follow.
    pub silence: Duration,
    /// Maximum time until a requested test delivery.
    pub test: Duration,
    /// Maximum time until deliveries in flight arrive after a subscription is removed.
    pub settle: Duration,
}

impl Pace {
    /// 30 s ± 20 % between two attempts, each of at most 10 s.
    pub const CONTRACT: Self = Self {
        retry: Duration::from_secs(50),
        silence: Duration::from_secs(50),
        test: Duration::from_secs(15),
        settle: Duration::from_secs(2),
    };
}

/// Options of a webhook check.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Address on which the receiver listens.
    pub listen: SocketAddr,
    /// Address at which the server reaches the receiver; by default the address it listens on.
    pub callback_url: Option<String>,
    /// Subscribes only to this resort instead of all.
    pub resort: Option<String>,
    /// Minimum time to wait for events.
    pub wait: Duration,
    /// Skips checks that wait for a retry.
    pub quick: bool,
    /// Also creates subscriptions until the server rejects them.
    pub exhaust_limit: bool,
    /// Timeouts of the checks.
    pub pace: Pace,
}

/// Paths of the receiver.
const GOOD: &str = "/good";
const SECOND: &str = "/second";
const FAILS: &str = "/fails";
const MOVED: &str = "/moved";
const LEAVES: &str = "/leaves";

fn manner(path: &str) -> Behaviour {
    match path {
        SECOND => Behaviour::TakesTheSecond,
        FAILS | LEAVES => Behaviour::Fails,
        MOVED => Behaviour::Redirects,
        _ => Behaviour::Takes,
    }
}

/// Checks the webhooks. `say` receives progress messages.
///
/// # Errors
/// Returns an error if the server cannot be reached, has no webhooks, or rejects the receiver's address.
pub async fn check_webhooks(client: &Client, plan: &Plan, say: impl Fn(&str)) -> Result<Results, CheckError> {
    let receiver = Receiver::start(plan.listen, manner).await.map_err(CheckError)?;
    let base = match &plan.callback_url {
        Some(url) => url.trim_end_matches('/').to_owned(),
        None => format!("http://{}", receiver.address),
    };
    let mut visit = Visit {
        client,
        plan,
        receiver: &receiver,
        base,
        verdict: Results::default(),
        made: Vec::new(),
        gone: Vec::new(),
    };
    let outcome = visit.all(&say).await;
    // Subscriptions are always removed, also after a failure.
    for one in &visit.made {
        let _ = subscriptions::remove(client, &one.id, &one.secret).await;
    }
    match outcome {
        Ok(()) => Ok(visit.verdict),
        Err(Stop::Cannot(why)) => Err(CheckError(why)),
        Err(Stop::Failure(Failure::Unreachable(why))) => Err(CheckError(why)),
        Err(Stop::Failure(Failure::Broken(why))) => {
            visit.verdict.add(subscriptions::PATH, [finding("http/answers", "", why, "a complete answer")]);
            Ok(visit.verdict)
        }
    }
}

enum Stop {
    Cannot(String),
    Failure(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// A subscription with the time of its removal.
#[derive(Debug, Clone, Copy)]
struct RemovedSubscription {
    path: &'static str,
    at: Instant,
}

struct Visit<'a> {
    client: &'a Client,
    plan: &'a Plan,
    receiver: &'a Receiver,
    base: String,
    verdict: Results,
    made: Vec<OwnSubscription>,
    /// Removed subscriptions whose deliveries are still checked.
    gone: Vec<OwnSubscription>,
}

impl Visit<'_> {
    async fn all(&mut self, say: &impl Fn(&str)) -> Result<(), Stop> {
        subscriptions::refusals(self.client, &self.base, &mut self.verdict).await?;
        let paths: &[&'static str] =
            if self.plan.quick { &[GOOD] } else { &[GOOD, SECOND, FAILS, MOVED, LEAVES] };
        for path in paths {
            self.subscribe(path).await?;
        }
        subscriptions::access(self.client, &self.made, &mut self.verdict).await?;
        say("test deliveries");
        let begun = Instant::now();
        let tested = self.tests().await?;
        let mut removed = self.leave(begun).await?;
        self.retries(begun, tested, say).await;
        if self.plan.wait > Duration::ZERO {
            say("events");
            sleep_until(begun + self.plan.wait).await;
        }
        self.dropped().await?;
        removed.extend(self.remove(GOOD).await?);
        sleep_until(Instant::now() + self.plan.pace.settle * 2).await;
        self.received(&removed);
        if self.plan.exhaust_limit {
            say("the limit of new subscriptions");
            let earlier = self.made.len() + self.gone.len();
            subscriptions::limit(self.client, &self.base, earlier, &mut self.verdict).await?;
        }
        Ok(())
    }

    fn requested(&self) -> (Vec<&'static str>, Option<String>) {
        (vec![REPORT, POWDER], self.plan.resort.clone())
    }

    async fn subscribe(&mut self, path: &'static str) -> Result<(), Stop> {
        let (events, resort) = self.requested();
        let url = format!("{}{path}", self.base);
        match subscriptions::create(self.client, &url, &events, resort.as_deref(), &mut self.verdict).await? {
            Ok((id, secret)) => {
                self.made.push(OwnSubscription { path, id, secret });
                Ok(())
            }
            Err(why) if self.made.is_empty() => Err(Stop::Cannot(why)),
            Err(why) => {
                self.verdict.left_out.push(format!("deliveries to {path}: {why}"));
                Ok(())
            }
        }
    }

    fn subscription_at(&self, path: &str) -> Option<&OwnSubscription> {
        self.made.iter().find(|one| one.path == path)
    }

    /// Requests test deliveries and returns how many of those to [`GOOD`] the server promised. It may promise fewer
    /// than requested.
    async fn tests(&mut self) -> Result<usize, Stop> {
        let (mut promised, mut goods) = (0, 0);
        for one in &self.made {
            let events: &[&str] = if one.path == GOOD { &[POWDER, REPORT] } else { &[POWDER] };
            for event in events {
                let path = format!("{}/{}/test", subscriptions::PATH, one.id);
                let bearer = one.bearer();
                let asked = [("authorization", bearer.as_str())];
                let reply = self.client.post(&path, &asked, &json!({ "event": event })).await?;
                promised += usize::from(reply.status == 202);
                goods += usize::from(reply.status == 202 && one.path == GOOD);
            }
        }
        if promised == 0 {
            let note =
                "test deliveries: the server does not offer them; only events during --wait are checked";
            self.verdict.left_out.push(note.to_owned());
        }
        Ok(goods)
    }

    /// Returns the time until which the first deliveries are awaited.
    fn first_until(&self, begun: Instant) -> Instant {
        begun + self.plan.pace.test.max(self.plan.wait)
    }

    /// Removes a subscription between two attempts of a delivery: the second must not arrive.
    async fn leave(&mut self, begun: Instant) -> Result<Vec<RemovedSubscription>, Stop> {
        if self.subscription_at(LEAVES).is_none() {
            return Ok(Vec::new());
        }
        let came = |arrivals: &[receiver::Arrival]| arrivals.iter().any(|one| one.path == LEAVES);
        if !self.receiver.wait(self.first_until(begun), came).await {
            self.verdict.left_out.push("removal between two attempts: there was no delivery".to_owned());
        }
        self.remove(LEAVES).await
    }

    async fn remove(&mut self, path: &'static str) -> Result<Vec<RemovedSubscription>, Stop> {
        let Some(one) = self.subscription_at(path).cloned() else { return Ok(Vec::new()) };
        subscriptions::removed(self.client, &one, &mut self.verdict).await?;
        self.made.retain(|other| other.id != one.id);
        self.gone.push(one);
        Ok(vec![RemovedSubscription { path, at: Instant::now() }])
    }

    /// Waits for the test deliveries, their retries, and for deliveries that must not follow.
    async fn retries(&mut self, begun: Instant, promised: usize, say: &impl Fn(&str)) {
        let goods = promised.max(1);
        let taken = |arrivals: &[receiver::Arrival]| deliveries::deliveries(arrivals, GOOD).len() >= goods;
        if !self.receiver.wait(self.first_until(begun), taken).await {
            let count = deliveries::deliveries(&self.receiver.arrivals(), GOOD).len();
            if promised > 0 {
                let expected = format!("{goods} test deliveries");
                self.verdict.add(GOOD, [finding("webhook/delivered", "", count, expected)]);
            } else {
                self.verdict.left_out.push(format!("deliveries: {count} arrived during --wait"));
            }
        }
        if self.plan.quick {
            let note = "retries, redirects, removal between attempts, the end after eight failures: skipped by --quick";
            return self.verdict.left_out.push(note.to_owned());
        }
        say("a retry, some 30 s");
        let again = |arrivals: &[receiver::Arrival]| {
            [SECOND, FAILS, MOVED].iter().all(|path| {
                let all = deliveries::deliveries(arrivals, path);
                all.first().is_some_and(|first| first.attempts.len() > 1)
            })
        };
        self.receiver.wait(Instant::now() + self.plan.pace.retry, again).await;
        say("a second retry, which must not arrive");
        sleep_until(Instant::now() + self.plan.pace.silence).await;
    }

    /// Checks the end after eight failed deliveries, as far as there were events. Test deliveries do not count.
    async fn dropped(&mut self) -> Result<(), Stop> {
        let Some(one) = self.subscription_at(FAILS).cloned() else { return Ok(()) };
        let failed = |arrivals: &[receiver::Arrival]| {
            let all = deliveries::deliveries(arrivals, FAILS);
            let is_event = |delivery: &&Delivery<'_>| delivery.attempts.iter().all(|one| !one.is_test());
            all.iter().filter(|delivery| delivery.failed()).filter(is_event).count()
        };
        let ended = subscriptions::is_ended(self.client, &one).await?;
        let failures = failed(&self.receiver.arrivals());
        let mut broken = |found: String, expected: &str| {
            self.verdict.add(FAILS, [finding("webhook/dropped", "", found, expected)]);
        };
        if ended && failures < DROPPED_AFTER {
            broken(format!("ended after {failures} failed deliveries"), "active until the eighth");
        } else if failures > DROPPED_AFTER || (failures == DROPPED_AFTER && !ended) {
            broken(format!("{failures} failed deliveries, ended: {ended}"), "ended by the eighth");
        } else if !ended {
            let note =
                format!("the end after eight failed deliveries: {failures} events failed during --wait");
            self.verdict.left_out.push(note);
        }
        Ok(())
    }

    /// Checks everything that arrived.
    fn received(&mut self, removed: &[RemovedSubscription]) {
        let arrivals = self.receiver.arrivals();
        let (events, resort) = self.requested();
        for one in [&self.made[..], &self.gone].concat() {
            let (id, secret) = (one.id.clone(), one.secret.clone());
            let asked = Scope { id, secret, events: events.clone(), resort: resort.clone() };
            for arrival in arrivals.iter().filter(|arrival| arrival.path == one.path) {
                self.verdict.subjects += 1;
                self.verdict.add(one.path, deliveries::one(arrival, &asked));
            }
            let all = deliveries::deliveries(&arrivals, one.path);
            if one.path != LEAVES && !self.plan.quick {
                self.verdict.add(one.path, deliveries::attempts(&all, Instant::now(), self.plan.pace.retry));
            }
            self.verdict.add(one.path, deliveries::repeated_alerts(&all));
        }
        if arrivals.iter().any(|arrival| arrival.path == ELSEWHERE) {
            let found = "a request to the target of the redirect";
            self.verdict.add(MOVED, [finding("webhook/no-redirect", "", found, "a failed attempt")]);
        }
        for RemovedSubscription { path, at } in removed {
            let late = |arrival: &&receiver::Arrival| {
                arrival.path == *path && arrival.at > *at + self.plan.pace.settle
            };
            let count = arrivals.iter().filter(late).count();
            if count > 0 {
                let found = format!("{count} requests after the removal");
                self.verdict.add(path, [finding("webhook/removed", "", found, "none")]);
            }
        }
    }
}

/// Returns a text member; empty if it is not a text.
fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or("")
}
