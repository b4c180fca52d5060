//! `owner`: measures how soon the owner of a subscription sees an attempt after it ended, and checks that all attempts
//! are visible.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::client::Client;
use super::load::{RequestOutcome, Subscription, ask, subscribe};
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

/// Deliveries per round.
const DELIVERIES: usize = 50;
const SOON: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(10);
const LOOK: Duration = Duration::from_millis(2);

#[expect(clippy::disallowed_methods, reason = "how long it takes is the figure")]
pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let sink = Sink::new(|arrival| (if arrival.time == 1 { 503 } else { 204 }, Duration::ZERO))?;
    let service = Service::start(&plan.binary, &plan.database, &Settings::default())?;
    let mut client = service.client();
    let subscriptions = subscribe(&service, &sink, DELIVERIES * plan.rounds)?;
    let (mut waits, mut unseen) = (Vec::new(), 0);
    for subscription in &subscriptions {
        let RequestOutcome::Accepted(id) = ask(&mut client, subscription) else {
            return Err("a test was refused".to_owned());
        };
        let begun = Instant::now();
        let attempt = loop {
            if let Some(attempt) = first_attempt(&mut client, subscription, &id)? {
                break Some(attempt);
            }
            if begun.elapsed() > PATIENCE {
                break None;
            }
            thread::sleep(LOOK);
        };
        let arrived = sink.arrivals().iter().find(|one| one.delivery == id).map(|one| one.at);
        match (attempt, arrived) {
            (Some(attempt), Some(arrived)) if attempt["status"] == 503 && attempt["millis"].is_i64() => {
                waits.push(arrived.elapsed());
            }
            _ => unseen += 1,
        }
    }
    waits.sort_unstable();
    let at = |percent: usize| waits.get((waits.len() * percent / 100).min(waits.len().saturating_sub(1)));
    let (half, most) = (at(50).copied().unwrap_or(PATIENCE), at(100).copied().unwrap_or(PATIENCE));
    Ok(Outcome::Figures(vec![Figure {
        row: 22,
        what: "from an attempt's arrival at the receiver to its sight by the owner",
        anchor: "a list without retries",
        goal: "every attempt, within 1 s",
        measured: format!(
            "p50 {} ms, longest {} ms, {unseen} unseen, of {}",
            half.as_millis(),
            most.as_millis(),
            subscriptions.len()
        ),
        holds: unseen == 0 && most <= SOON,
    }]))
}

fn first_attempt(
    client: &mut Client,
    subscription: &Subscription,
    delivery: &str,
) -> Result<Option<Value>, String> {
    let path = format!("/api/v1/webhooks/{}/deliveries?limit=1", subscription.id);
    let answer = client.send("GET", &path, Some(&subscription.secret), None);
    let answer = answer.map_err(|error| format!("deliveries: {error}"))?;
    let newest = &answer.body["data"][0];
    let attempt = newest["attempts"].get(0).filter(|_| newest["id"] == delivery);
    Ok(attempt.cloned())
}
