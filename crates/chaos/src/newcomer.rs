//! `newcomer`: a crowd of clients creates subscriptions at receivers that accept a delivery and never answer, ten each,
//! and requests a test of each one; then new clients subscribe good receivers, one after another.

use std::thread;
use std::time::Duration;

use serde_json::json;

use super::client::Client;
use super::latency::{Times, ask_in_turn};
use super::load::{RequestOutcome, Subscription, ask};
use super::report::{Figure, load};
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

/// Size of the crowd in one round, which once delayed a first delivery by 98.6 s.
const CROWD: usize = 1_500;
const EACH: usize = 10;
/// Number of networks (/64) of one part of the crowd in one /48.
const NEIGHBOURS: usize = 64;
/// Longer than the deadline of an attempt.
const NEVER: Duration = Duration::from_secs(28);
const NEWCOMERS: usize = 12;
const PAUSE: Duration = Duration::from_millis(250);
const GOOD_PATH: &str = "/good";
const GOAL: Duration = Duration::from_secs(1);

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let is_good = |path: &str| path.starts_with(GOOD_PATH);
    let sink = Sink::new(move |arrival| (204, if is_good(&arrival.path) { Duration::ZERO } else { NEVER }))?;
    let environment = vec![("SNOW_TRUSTED_PROXIES", "127.0.0.1".to_owned())];
    let service =
        Service::start(&plan.binary, &plan.database, &Settings { environment, ..Settings::default() })?;
    let port = sink.address.port();
    let crowd = CROWD * plan.rounds;
    let mut made = Vec::with_capacity(crowd);
    for number in 0..crowd {
        let mut client = service.client().forwarded(member(number / EACH));
        let host = format!("127.{}.{}.{}", 1 + number / 62_500, 1 + number / 250 % 250, 1 + number % 250);
        made.push(subscribed(&mut client, &host, port, &format!("/bad/{number}"))?);
    }
    let mut client = service.client();
    for subscription in &made {
        request_test(&mut client, subscription)?;
    }
    // The crowd's first attempts are in flight, and its others are pending.
    thread::sleep(Duration::from_secs(2));
    let mut newcomers = Vec::new();
    for number in 0..NEWCOMERS {
        let mut own = service.client().forwarded(format!("198.51.{}.7", 100 + number));
        let good = subscribed(&mut own, "127.0.0.1", port, &format!("{GOOD_PATH}/{number}"))?;
        newcomers.push(ask_in_turn(&mut own, &[good], 1, PAUSE)?);
    }
    let first = Times::measure(&newcomers.into_iter().flatten().collect(), &sink);
    let tried = sink.arrivals().iter().filter(|arrival| !is_good(&arrival.path)).count();
    Ok(Outcome::Figures(vec![Figure {
        row: 24,
        what: "the first delivery of a new good receiver behind a crowd of new ones that never answer",
        anchor: "98.6 s behind 1,500, in the order of asking",
        goal: "≤ 1 s",
        measured: format!(
            "{first}, of {NEWCOMERS} behind {crowd} of {} clients; {tried} attempts at them so far{}",
            crowd / EACH,
            load()
        ),
        holds: first.missing == 0 && first.at(100) <= GOAL && tried > 0,
    }]))
}

/// Returns the address of a member of the crowd, each in its own /64.
fn member(number: usize) -> String {
    format!("2001:db8:{:x}:{:x}::1", number / NEIGHBOURS, number % NEIGHBOURS)
}

fn subscribed(client: &mut Client, host: &str, port: u16, path: &str) -> Result<Subscription, String> {
    let body = json!({ "url": format!("http://{host}:{port}{path}"), "events": ["powder-alert"] });
    let answer = client.send("POST", "/api/v1/webhooks", None, Some(&body));
    let answer = answer.map_err(|error| format!("subscribe: {error}"))?;
    let text = |name: &str| answer.body["data"][name].as_str().map(str::to_owned);
    match (answer.status, text("id"), text("secret")) {
        (201, Some(id), Some(secret)) => Ok(Subscription { id, secret, path: path.to_owned() }),
        (status, ..) => Err(format!("subscribe: {status}: {}", answer.body)),
    }
}

fn request_test(client: &mut Client, subscription: &Subscription) -> Result<(), String> {
    match ask(client, subscription) {
        RequestOutcome::Accepted(_) => Ok(()),
        RequestOutcome::Refused(status, _) => Err(format!("a delivery was refused: {status}")),
        RequestOutcome::Unknown => Err("the service does not answer".to_owned()),
    }
}
