//! `once-a-day` and `receivers`: what the service's own tests try, here at its full length. The figure is what the test
//! printed.

use std::process::{Command, Stdio};

use super::report::Figure;
use super::{Outcome, Plan};
use crate::workspace::{cargo, root};

/// What a figure stands behind in a test's output, which may put a dot for the test before it.
const FIGURE: &str = "figure: ";

/// Looks and deliveries per round.
const LOOKS: usize = 2_500;
const DELIVERIES: usize = 250;

pub(super) fn once_a_day(plan: &Plan) -> Result<Outcome, String> {
    let name = if plan.database.url().is_some() { "three_replicas" } else { "day_on_sqlite" };
    let mut test = cargo();
    test.args(["test", "--quiet", "-p", "server", "--test", "it", name, "--", "--nocapture"]);
    test.env("SNOW_LOOKS", (LOOKS * plan.rounds).to_string());
    if let Some(url) = plan.database.url() {
        test.env("SNOW_TEST_POSTGRES_URL", url);
    }
    let measured = figures(&mut test)?;
    Ok(Outcome::Figures(vec![Figure {
        row: 10,
        what: "second powder alerts of a resort on one UTC day, clocks 2 h off, midnights and restarts",
        anchor: "no such rule",
        goal: "0",
        holds: measured.iter().any(|line| line.starts_with("0 second alerts")),
        measured: measured.join("; "),
    }]))
}

pub(super) fn receivers(plan: &Plan) -> Result<Outcome, String> {
    let number = DELIVERIES * plan.rounds;
    let mut check = Command::new("bash");
    check.arg("scripts/receivers/check.sh").arg(number.to_string()).current_dir(root());
    check.env("SNOW_SEED", plan.seed.to_string());
    let measured = figures(&mut check)?;
    Ok(Outcome::Figures(vec![Figure {
        row: 19,
        what: "random deliveries that receivers in Rust, Node and Python verify in both schemes",
        anchor: "one scheme each",
        goal: "all; altered, old and foreign ones refused",
        holds: measured.iter().any(|line| line.starts_with("3 receivers")),
        measured: measured.join("; "),
    }]))
}

/// The figures that a test printed. A test that failed is an error.
fn figures(command: &mut Command) -> Result<Vec<String>, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        let last: Vec<&str> = said.lines().rev().filter(|line| line.contains("panicked")).take(1).collect();
        return Err(format!("{:?}: {} {}", command.get_program(), output.status, last.concat()));
    }
    Ok(said.lines().filter_map(|line| line.split_once(FIGURE)).map(|(_, figure)| figure.to_owned()).collect())
}
