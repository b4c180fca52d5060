//! `split-async` and `split-sync`: the primary freezes, its standby is promoted, and the old primary comes back and
//! accepts connections again. No replica may write to it, not even one that starts afterwards, and none may be stuck.
//! A round is two of them, so that the old primary is each host of the list once.

use std::thread;
use std::time::Duration;

use super::cluster::Pair;
use super::fleet::{DATABASE, Fleet, rows};
use super::now;
use crate::report::{Figure, conditions};
use crate::{Outcome, Plan};

const BEFORE: Duration = Duration::from_secs(2);
/// Time for which both primaries accept writes.
const SPLIT: Duration = Duration::from_secs(8);
const STUCK: Duration = Duration::from_secs(15);
const ROW: u8 = 28;

pub(super) fn asynchronous(plan: &Plan) -> Result<Outcome, String> {
    run(plan, false)
}

pub(super) fn synchronous(plan: &Plan) -> Result<Outcome, String> {
    run(plan, true)
}

#[derive(Default)]
struct Results {
    splits: usize,
    reads: usize,
    failed_reads: usize,
    accepted: usize,
    lost: usize,
    /// Rows that only the old primary has.
    rows_of_old: usize,
    stuck: Duration,
    unreported: usize,
    differing: Vec<String>,
}

fn run(plan: &Plan, is_synchronous: bool) -> Result<Outcome, String> {
    let Some(mut pair) = Pair::new()? else {
        return Ok(Outcome::NotTried("no PostgreSQL programs here".to_owned()));
    };
    let fleet = Fleet::new(&plan.binary, &pair.url(DATABASE))?;
    let mut results = Results::default();
    for _ in 0..2 * plan.rounds {
        if results.splits > 0 {
            pair.rebuild_standby(pair.primary().port)?;
        }
        if is_synchronous {
            pair.synchronous()?;
        }
        one(&mut pair, &fleet, &mut results)?;
    }
    Ok(Outcome::Figures(figures(&results, &conditions(&plan.binary))))
}

fn one(pair: &mut Pair, fleet: &Fleet, results: &mut Results) -> Result<(), String> {
    let traffic = fleet.traffic();
    thread::sleep(BEFORE);
    pair.primary().signal("-STOP");
    pair.promote()?;
    let promoted = now();
    traffic.writes_again(promoted)?;
    let woken = now();
    pair.standby().signal("-CONT");
    let late = fleet.another()?;
    let traffic = fleet.extend(traffic, &late);
    thread::sleep(SPLIT);
    // The late replica has existed only since the split.
    results.stuck = results.stuck.max(traffic.longest_stuck(woken));
    for replica in fleet.replicas().iter().chain([&late]) {
        let answer = replica.client().send("GET", "/readyz", None, None);
        let reasons = answer.map_err(|error| error.to_string())?.body["reasons"].to_string();
        results.unreported += usize::from(!reasons.contains("old primary"));
    }
    let accepted = traffic.accepted_since(woken);
    let counts = traffic.stop();
    drop(late);
    let (old, new) = (rows(pair.standby())?, rows(pair.primary())?);
    let of_old = old.difference(&new).count();
    results.rows_of_old += of_old;
    // An asynchronous standby may lack earlier ones.
    results.lost += accepted.difference(&new).count();
    results.reads += counts.reads;
    results.failed_reads += counts.failed_reads;
    results.accepted += accepted.len();
    results.differing.extend(fleet.agreement()?.0);
    results.splits += 1;
    Ok(())
}

fn figures(results: &Results, conditions: &str) -> Vec<Figure> {
    let Results { splits, reads, failed_reads, accepted, lost, rows_of_old, unreported, .. } = results;
    vec![
        Figure {
            row: ROW,
            what: "an old primary comes back: accepted writes that only it has; replicas that do not report it; replicas that differ from a fresh process",
            anchor: "none known",
            goal: "0; 0; 0",
            measured: format!(
                "{lost} of {accepted} ({rows_of_old} rows only there, most without an answer); {unreported} of {}; {} of {}{}",
                4 * splits,
                results.differing.len(),
                3 * splits,
                results.differing.first().map(|what| format!(" ({what})")).unwrap_or_default()
            ),
            holds: *lost == 0 && *unreported == 0 && results.differing.is_empty() && *accepted > 0,
        },
        Figure {
            row: ROW,
            what: "an old primary comes back: reads that failed; longest time without an accepted write on a replica, one of which starts then",
            anchor: "none known",
            goal: "0; ≤ 15 s",
            measured: format!("{failed_reads} of {reads}; {:.2} s{conditions}", results.stuck.as_secs_f64()),
            holds: *failed_reads == 0 && results.stuck <= STUCK && *reads > 0,
        },
    ]
}
