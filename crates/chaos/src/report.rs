//! The figures of runs, and the table that contains them.

use std::fs;
use std::path::Path;

use crate::workspace::root;

const TABLE: &str = "docs/generated/reliability.md";

const HEAD: &str = "# Reliability, measured

Written by `cargo xtask chaos <scenario> --write`; each line says how it is repeated. The programs, the receivers and the
load run on one machine beside each other. Anchors are what other webhook servers did in the same situation on a machine
of the same kind.

| # | Scenario | Database | Figure | Anchor | Goal | Measured | Holds | Command |
|---|---|---|---|---|---|---|---|---|
";

/// A figure of a run.
pub(crate) struct Figure {
    /// Row among the reliability goals.
    pub(crate) row: u8,
    /// Name of the counted quantity.
    pub(crate) what: &'static str,
    /// Comparison value of other systems.
    pub(crate) anchor: &'static str,
    pub(crate) goal: &'static str,
    pub(crate) measured: String,
    /// Whether it meets the goal.
    pub(crate) holds: bool,
}

impl Figure {
    /// Formats it for the terminal.
    pub(crate) fn line(&self) -> String {
        let verdict = if self.holds { "ok" } else { "MISSED" };
        format!("   {:>2} {}: {} (goal: {}) {verdict}", self.row, self.what, self.measured, self.goal)
    }
}

/// Returns the load of the machine, for figures that are times: `; load 3.1`. Empty if the system does not report it.
pub(crate) fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ')
        .next()
        .filter(|load| !load.is_empty())
        .map(|load| format!("; load {load}"))
        .unwrap_or_default()
}

/// Returns the conditions of a run on several servers: whether the program is a debug build, and the load.
pub(crate) fn conditions(program: &Path) -> String {
    let folder = program.parent().and_then(Path::file_name);
    let build = if folder.is_some_and(|folder| folder == "debug") { "; debug build" } else { "" };
    format!("{build}{}", load())
}

/// Puts a run's figures into the table, replacing those of the previous run.
pub(crate) fn write(scenario: &str, database: &str, command: &str, figures: &[Figure]) -> Result<(), String> {
    let path = root().join(TABLE);
    let text = fs::read_to_string(&path).unwrap_or_default();
    fs::write(&path, table(&text, scenario, database, command, figures))
        .map_err(|error| format!("{TABLE}: {error}"))
}

fn table(text: &str, scenario: &str, database: &str, command: &str, figures: &[Figure]) -> String {
    let own = format!("| {scenario} | {database} |");
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| #");
    let mut rows: Vec<String> =
        text.lines().filter(is_row).filter(|line| !line.contains(&own)).map(str::to_owned).collect();
    rows.extend(figures.iter().map(|figure| {
        let Figure { row, what, anchor, goal, measured, holds } = figure;
        let holds = if *holds { "yes" } else { "**no**" };
        format!("| {row} {own} {what} | {anchor} | {goal} | {measured} | {holds} | `{command}` |")
    }));
    let number = |row: &String| row.split(' ').nth(1).and_then(|number| number.parse::<u8>().ok());
    rows.sort_by(|a, b| (number(a), a).cmp(&(number(b), b)));
    format!("{HEAD}{}\n", rows.join("\n"))
}

#[cfg(test)]
mod tests;
