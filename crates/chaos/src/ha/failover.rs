//! `failover-kill`, `failover-freeze` and `failover-async`: the primary dies or stops answering under load, and its
//! standby is promoted. A round is two failovers, there and back, so each host of the list is promoted once.

use std::thread;
use std::time::Duration;

use super::cluster::Pair;
use super::fleet::{DATABASE, Fleet, Traffic};
use super::now;
use super::proxy::Proxy;
use crate::report::{Figure, conditions};
use crate::{Outcome, Plan};

const BEFORE: Duration = Duration::from_secs(2);
/// Time until an operator or a program promotes the standby.
const UNTIL_PROMOTION: Duration = Duration::from_secs(1);
const AFTER: Duration = Duration::from_secs(3);
/// Time for which an asynchronous standby has received nothing.
const LAG: Duration = Duration::from_secs(1);
const STUCK: Duration = Duration::from_secs(15);
const ROW: u8 = 27;

/// The kind of failure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `kill -9`, with a synchronous standby.
    Kill,
    /// `SIGSTOP`, with a synchronous standby.
    Freeze,
    /// `kill -9`, with an asynchronous standby that lags.
    Async,
}

impl Kind {
    /// Returns the maximum time from the promotion to a write on every replica.
    const fn limit(self) -> Duration {
        match self {
            Self::Kill | Self::Async => Duration::from_secs(3),
            Self::Freeze => Duration::from_secs(8),
        }
    }
}

pub(super) fn kill(plan: &Plan) -> Result<Outcome, String> {
    run(plan, Kind::Kill)
}

pub(super) fn freeze(plan: &Plan) -> Result<Outcome, String> {
    run(plan, Kind::Freeze)
}

pub(super) fn asynchronous(plan: &Plan) -> Result<Outcome, String> {
    run(plan, Kind::Async)
}

/// The results of all rounds.
#[derive(Default)]
struct Results {
    failovers: usize,
    reads: usize,
    failed_reads: usize,
    accepted: usize,
    rejected: usize,
    odd: Vec<String>,
    lost: usize,
    again: Vec<Duration>,
    stuck: Duration,
    differing: Vec<String>,
    agreed: Duration,
}

fn run(plan: &Plan, kind: Kind) -> Result<Outcome, String> {
    let Some(mut pair) = Pair::new()? else {
        return Ok(Outcome::NotTried("no PostgreSQL programs here".to_owned()));
    };
    let fleet = Fleet::new(&plan.binary, &pair.url(DATABASE))?;
    let mut results = Results::default();
    for _ in 0..2 * plan.rounds {
        one(&mut pair, &fleet, kind, &mut results)?;
    }
    Ok(Outcome::Figures(figures(kind, &results, &conditions(&plan.binary))))
}

/// Rebuilds the old primary of the previous failover as a standby, and fails over.
fn one(pair: &mut Pair, fleet: &Fleet, kind: Kind, results: &mut Results) -> Result<(), String> {
    let replication = Proxy::new(pair.primary().port)?;
    if kind == Kind::Async || results.failovers > 0 {
        pair.rebuild_standby(replication.port)?;
    }
    if kind != Kind::Async {
        pair.synchronous()?;
    }
    let traffic = fleet.traffic();
    thread::sleep(BEFORE);
    if kind == Kind::Async {
        replication.hang();
        thread::sleep(LAG);
        replication.cut();
    }
    pair.primary().signal(if kind == Kind::Freeze { "-STOP" } else { "-KILL" });
    thread::sleep(UNTIL_PROMOTION);
    pair.promote()?;
    let promoted = now();
    let again = traffic.writes_again(promoted)?;
    thread::sleep(AFTER);
    results.stuck = results.stuck.max(traffic.longest_stuck(promoted));
    results.again.push(again);
    settle(traffic, pair, results)?;
    let (differing, agreed) = fleet.agreement()?;
    results.differing.extend(differing);
    results.agreed = results.agreed.max(agreed);
    results.failovers += 1;
    Ok(())
}

fn settle(traffic: Traffic, pair: &Pair, results: &mut Results) -> Result<(), String> {
    let counts = traffic.stop();
    results.reads += counts.reads;
    results.failed_reads += counts.failed_reads;
    results.accepted += counts.accepted.len();
    results.rejected += counts.rejected;
    results.lost += counts.missing_on(pair.primary())?;
    results.odd.extend(counts.odd);
    Ok(())
}

fn figures(kind: Kind, results: &Results, conditions: &str) -> Vec<Figure> {
    let Results { failovers, reads, failed_reads, accepted, rejected, odd, lost, .. } = results;
    let mut again = results.again.clone();
    again.sort_unstable();
    let longest = again.last().copied().unwrap_or_default();
    let median = again.get(again.len() / 2).copied().unwrap_or_default();
    let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
    let (is_lossy, limit) = (kind == Kind::Async, kind.limit());
    vec![
        Figure {
            row: ROW,
            what: "reads that failed during a failover; writes answered with neither 201 nor 503 with Retry-After",
            anchor: "none known",
            goal: "0; 0",
            measured: format!(
                "{failed_reads} of {reads}; {} of {}, {rejected} rejected{}",
                odd.len(),
                accepted + rejected + odd.len(),
                odd.first().map(|text| format!(" ({text})")).unwrap_or_default()
            ),
            holds: *failed_reads == 0 && odd.is_empty() && *reads > 0,
        },
        Figure {
            row: ROW,
            what: "writes again on all of three replicas after the promotion: median, longest; longest time without an accepted write",
            anchor: "none known",
            goal: if kind == Kind::Freeze { "≤ 8 s; ≤ 15 s" } else { "≤ 3 s; ≤ 15 s" },
            measured: format!(
                "{}, {} of {failovers}, half of them to each host; {}{conditions}",
                seconds(median),
                seconds(longest),
                seconds(results.stuck)
            ),
            holds: longest <= limit && results.stuck <= STUCK && *failovers > 0,
        },
        Figure {
            row: ROW,
            what: if is_lossy {
                "accepted writes lost with an asynchronous standby that lags by a second (the loss is the setting's); replicas that differ from a fresh process"
            } else {
                "accepted writes lost with a synchronous standby; replicas that differ from a fresh process"
            },
            anchor: "none known",
            goal: if is_lossy { "stated; 0" } else { "0; 0" },
            measured: format!(
                "{lost} of {accepted}; {} of {}{}, equal within {}{conditions}",
                results.differing.len(),
                3 * failovers,
                results.differing.first().map(|what| format!(" ({what})")).unwrap_or_default(),
                seconds(results.agreed)
            ),
            holds: (is_lossy || *lost == 0) && results.differing.is_empty() && *accepted > 0,
        },
    ]
}
