//! `noisy`: a good receiver next to receivers that answer after 28 s: 700 deliveries queued to 35 of them, then 200 of
//! them with four deliveries each.

use std::time::Duration;

use super::latency::{Times, ask_in_turn};
use super::load::{Subscription, subscribe_at};
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

/// Longer than the deadline of an attempt.
const SLOW: Duration = Duration::from_secs(28);
const PAUSE: Duration = Duration::from_millis(40);
/// Deliveries to the good receiver: enough to outlast the bad ones' first attempts.
const GOOD: usize = 400;
const GOOD_PATH: &str = "/good";

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let sink = Sink::new(|arrival| (204, if arrival.path == GOOD_PATH { Duration::ZERO } else { SLOW }))?;
    let service = Service::start(&plan.binary, &plan.database, &Settings::default())?;
    let good = subscribe_at(
        &service,
        sink.address.port(),
        [("127.0.0.1".to_owned(), GOOD_PATH.to_owned())].into_iter(),
    )?;
    let mut client = service.client();
    let alone = ask_in_turn(&mut client, &good, GOOD / 4, PAUSE)?;
    let alone = Times::measure(&alone, &sink);
    let mut figures = Vec::new();
    for (receivers, each, goal, most) in
        [(35, 20, "p99 ≤ 250 ms", Duration::from_millis(250)), (200, 4, "p99 ≤ 1 s", Duration::from_secs(1))]
    {
        let bad = bad(&service, &sink, receivers)?;
        ask_in_turn(&mut client, &bad, receivers * each, Duration::ZERO)?;
        let asked = ask_in_turn(&mut client, &good, GOOD, PAUSE)?;
        let times = Times::measure(&asked, &sink);
        let under_way = sink.arrivals().iter().filter(|arrival| arrival.path != GOOD_PATH).count();
        figures.push(Figure {
            row: 5,
            what: if receivers == 35 {
                "a good receiver beside 700 deliveries to receivers of 28 s"
            } else {
                "a good receiver beside 200 receivers of 28 s"
            },
            anchor: "p50 5 → 25,145 ms, p99 11 → 27,647 ms",
            goal,
            measured: format!("{times}; before: {alone}; {under_way} attempts at the slow ones"),
            holds: times.missing == 0 && times.at(99) <= most && under_way > 0,
        });
    }
    Ok(Outcome::Figures(figures))
}

/// Creates subscriptions with slow receivers, each at its own host.
fn bad(service: &Service, sink: &Sink, count: usize) -> Result<Vec<Subscription>, String> {
    let host = |number: usize| format!("127.{}.{}.1", 1 + count % 200, 1 + number);
    subscribe_at(
        service,
        sink.address.port(),
        (0..count).map(|number| (host(number), format!("/bad/{number}"))),
    )
}
