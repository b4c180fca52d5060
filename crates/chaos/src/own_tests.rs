//! Runs the service's own tests at full length: `ssrf`, `histories`, `once-a-day`, `alerts`, `letters`, `burst` and
//! `receivers`. The figure is printed by the test after a marker.

use std::process::{Command, Stdio};

use super::report::Figure;
use super::{NOT_TRIED, Outcome, Plan};
use crate::workspace::{cargo, root};

/// Marker before a figure in a test's output, which may follow the dot of a previous test.
const FIGURE: &str = "figure: ";

/// Numbers per round: histories, evaluations, deliveries to each receiver, alerts and subscribers of a burst.
const HISTORIES: usize = 1_000;
const LOOKS: usize = 2_500;
const DELIVERIES: usize = 250;
const ALERTS: usize = 50;
const SUBSCRIBERS: usize = 10;

/// Goal of a burst, seconds.
const DRAINED: f64 = 30.0;
/// Goal of deliveries over TLS, per second.
const SECURE_PER_SECOND: f64 = 1_000.0;

pub(super) fn ssrf(plan: &Plan) -> Result<Outcome, String> {
    let program = by_database(plan, "stays_outside_on_sqlite", "stays_outside_on_postgres");
    let mut test = test(plan, "server", &[program, "public_addresses_match"]);
    let (vectors, addresses) = match figures(&mut test)? {
        TestReport::NotTried(why) => return Ok(Outcome::NotTried(why)),
        TestReport::Figures(figures) => {
            (find_figure(&figures, "vectors: "), find_figure(&figures, "addresses: "))
        }
    };
    Ok(Outcome::Figures(vec![
        Figure {
            row: 8,
            what: "connects of the program to anything not public, by its system calls",
            anchor: "12 of 39 special addresses let pass",
            goal: "0 in ≥ 150 vectors",
            holds: vectors.starts_with("0 connects"),
            measured: vectors,
        },
        Figure {
            row: 8,
            what: "random addresses against the registries of IANA, written apart",
            anchor: "12 of 39 special addresses let pass",
            goal: "0 of 1,000,000",
            holds: addresses.starts_with("0 of 1000000"),
            measured: addresses,
        },
    ]))
}

pub(super) fn histories(plan: &Plan) -> Result<Outcome, String> {
    let mut test =
        test(plan, "storage", &[by_database(plan, "histories_on_sqlite", "histories_on_postgres")]);
    test.env("SNOW_WEBHOOK_HISTORIES", (HISTORIES * plan.rounds).to_string());
    one(
        &mut test,
        Figure {
            row: 9,
            what: "random histories whose claims, stages and counts of failures are not those of the model",
            anchor: "by time, in a cache",
            goal: "0",
            measured: String::new(),
            holds: false,
        },
        |said| said.starts_with("0 of"),
    )
}

pub(super) fn once_a_day(plan: &Plan) -> Result<Outcome, String> {
    let mut test = test(
        plan,
        "server",
        &[by_database(plan, "alert_is_daily_on_sqlite", "alert_is_daily_over_replicas")],
    );
    test.env("SNOW_LOOKS", (LOOKS * plan.rounds).to_string());
    one(
        &mut test,
        Figure {
            row: 10,
            what: "second powder alerts of a resort on one UTC day, clocks 2 h off, midnights and kills",
            anchor: "no such rule",
            goal: "0",
            measured: String::new(),
            holds: false,
        },
        |said| said.starts_with("0 second alerts"),
    )
}

/// Kills per round.
const KILLS: usize = 5;
/// Number of recipients in a burst of emails.
const PEOPLE: usize = 10_000;
/// Its goals: seconds until the emails are queued, and emails per second.
const ENTERED: f64 = 5.0;
const LETTERS_PER_SECOND: f64 = 500.0;

pub(super) fn alerts(plan: &Plan) -> Result<Outcome, String> {
    let name = by_database(plan, "kills_lose_no_alert_on_sqlite", "kills_lose_no_alert_on_postgres");
    let mut test = test(plan, "server", &[name]);
    test.env("SNOW_KILLS", (KILLS * plan.rounds).to_string());
    one(
        &mut test,
        Figure {
            row: 1,
            what: "alerts of accounts lost or told in two letters under kill -9",
            anchor: "5 of 970 (memory queue), 0 of 955 (Redis)",
            goal: "0",
            measured: String::new(),
            holds: false,
        },
        |said| said.starts_with("0 of") && said.contains(" lost, 0 repeated"),
    )
}

pub(super) fn emails(plan: &Plan) -> Result<Outcome, String> {
    let name = by_database(plan, "mails_each_once_from_sqlite", "mails_each_once_from_postgres");
    let mut test = test(plan, "server", &[name]);
    test.env("SNOW_STORM", (PEOPLE * plan.rounds).to_string());
    one(
        &mut test,
        Figure {
            row: 14,
            what: "a storm of letters to a mail server on this machine",
            anchor: "none known",
            goal: "10,000 made ≤ 5 s after the evidence, sent at ≥ 500/s",
            measured: String::new(),
            holds: false,
        },
        |said| {
            let behind = |mark: &str| {
                let number = said.split_once(mark)?.1.split([' ', '/']).next()?;
                number.parse::<f64>().ok()
            };
            behind("letters ").is_some_and(|seconds| seconds <= ENTERED)
                && behind("sent at ").is_some_and(|rate| rate >= LETTERS_PER_SECOND)
        },
    )
}

pub(super) fn burst(plan: &Plan) -> Result<Outcome, String> {
    let from = by_database(plan, "burst_arrives_from_sqlite", "burst_arrives_from_postgres");
    let mut test = test(plan, "server", &[from, "--test-threads=1"]);
    test.env("SNOW_ALERTS", (ALERTS * plan.rounds).to_string());
    test.env("SNOW_SUBSCRIBERS", (SUBSCRIBERS * plan.rounds).to_string());
    let (storm, secure) = match figures(&mut test)? {
        TestReport::NotTried(why) => return Ok(Outcome::NotTried(why)),
        TestReport::Figures(figures) => (find_figure(&figures, "http: "), find_figure(&figures, "tls: ")),
    };
    let whole = |said: &str| said.ends_with("0 missing, 0 twice");
    let seconds = storm.split(' ').next().and_then(|seconds| seconds.parse::<f64>().ok());
    let rate = secure.split('/').next().and_then(|rate| rate.parse::<f64>().ok());
    Ok(Outcome::Figures(vec![
        Figure {
            row: 14,
            what: "a storm: alerts of many resorts to every subscriber, from the commit of the evidence",
            anchor: "p50 5 ms of one",
            goal: "500 × 100 within 30 s",
            holds: whole(&storm) && seconds.is_some_and(|seconds| seconds <= DRAINED),
            measured: storm,
        },
        Figure {
            row: 13,
            what: "the same storm over TLS to one host, connections kept",
            anchor: "455–817/s over HTTP",
            goal: "≥ 1,000/s",
            holds: whole(&secure) && rate.is_some_and(|rate| rate >= SECURE_PER_SECOND),
            measured: secure,
        },
    ]))
}

pub(super) fn receivers(plan: &Plan) -> Result<Outcome, String> {
    let number = DELIVERIES * plan.rounds;
    let mut check = Command::new("bash");
    check.arg("scripts/receivers/check.sh").arg(number.to_string()).current_dir(root());
    check.env("SNOW_SEED", plan.seed.to_string());
    one(
        &mut check,
        Figure {
            row: 19,
            what: "random deliveries that receivers in Rust, Node, Python and Go verify in both schemes, and the libraries of \
                   Standard Webhooks in their own",
            anchor: "one scheme each",
            goal: "all; altered, old and foreign ones refused",
            measured: String::new(),
            holds: false,
        },
        |said| said.starts_with("7 receivers"),
    )
}

/// Returns one of two tests' names, by the database.
fn by_database(plan: &Plan, sqlite: &'static str, postgres: &'static str) -> &'static str {
    if plan.database.url().is_some() { postgres } else { sqlite }
}

/// Returns a command for the tests of a crate whose names contain one of these, with the run's program and its
/// database's server.
fn test(plan: &Plan, package: &str, names: &[&str]) -> Command {
    let mut test = cargo();
    test.args(["test", "--quiet", "-p", package, "--test", "it", "--"]).args(names).arg("--nocapture");
    test.env("SNOW_PROGRAM", &plan.binary);
    if let Some(url) = plan.database.url() {
        test.env("SNOW_TEST_POSTGRES_URL", url);
    }
    test
}

/// Runs a test that prints one figure, and completes the figure with its value.
fn one(command: &mut Command, figure: Figure, holds: fn(&str) -> bool) -> Result<Outcome, String> {
    Ok(match figures(command)? {
        TestReport::NotTried(why) => Outcome::NotTried(why),
        TestReport::Figures(said) => {
            let measured = said.join("; ");
            Outcome::Figures(vec![Figure { holds: holds(&measured), measured, ..figure }])
        }
    })
}

/// The figure with this name.
fn find_figure(figures: &[String], name: &str) -> String {
    figures.iter().find_map(|figure| figure.strip_prefix(name)).unwrap_or_default().to_owned()
}

/// The output of a test.
enum TestReport {
    Figures(Vec<String>),
    NotTried(String),
}

/// Runs a test and returns its figures. A failed test is an error.
fn figures(command: &mut Command) -> Result<TestReport, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        let last: Vec<&str> = said.lines().rev().filter(|line| line.contains("panicked")).take(1).collect();
        return Err(format!("{:?}: {} {}", command.get_program(), output.status, last.concat()));
    }
    if let Some(why) = said.lines().find_map(|line| line.strip_prefix(NOT_TRIED)) {
        return Ok(TestReport::NotTried(why.to_owned()));
    }
    let figures =
        said.lines().filter_map(|line| line.split_once(FIGURE)).map(|(_, figure)| figure.to_owned());
    Ok(TestReport::Figures(figures.collect()))
}
