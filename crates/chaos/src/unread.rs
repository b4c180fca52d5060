//! `unread-log`: the reader of the log has stopped reading. Requests are answered as before, lines that do not fit are
//! lost and counted, and the service stops on request.

use std::time::{Duration, Instant};

use super::report::Figure;
use super::service::{Service, Settings};
use super::{Outcome, Plan};

/// Requests of a round: their lines exceed the capacity of the pipe and of the queue before it.
const REQUESTS: usize = 15_000;
const STOP: Duration = Duration::from_secs(15);

#[expect(clippy::disallowed_methods, reason = "times are the figures")]
pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let settings = Settings { unread_log: true, ..Settings::default() };
    let service = Service::start(&plan.binary, &plan.database, &settings)?;
    let mut client = service.client();
    let (mut failed, mut slowest) = (0, Duration::ZERO);
    for _ in 0..REQUESTS * plan.rounds {
        let asked = Instant::now();
        let answer = client.send("GET", "/api/v1/resorts?limit=1", None, None);
        slowest = slowest.max(asked.elapsed());
        failed += usize::from(!answer.is_ok_and(|answer| answer.status == 200));
    }
    let begun = Instant::now();
    service.stop()?;
    let stop = begun.elapsed();
    Ok(Outcome::Figures(vec![Figure {
        row: 26,
        what: "a log that nobody reads: requests that failed; the slowest; the stop",
        anchor: "unstated",
        goal: "0; ≤ 1 s; ≤ 15 s",
        measured: format!(
            "{failed} of {}; {:.2} s; {:.1} s",
            REQUESTS * plan.rounds,
            slowest.as_secs_f64(),
            stop.as_secs_f64()
        ),
        holds: failed == 0 && slowest <= Duration::from_secs(1) && stop <= STOP,
    }]))
}
