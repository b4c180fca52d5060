//! `real <task|all> --data DIR [--out FILE] [--write]`: runs the production code over records of real winters. Each
//! task is a module; it reads the folder, writes predictions, and scores them against simple baselines on the same
//! days.
//!
//! The folder has one of the two layouts that `docs/verification.md` describes under "Records"; the files show which. A
//! new task is a module with a function from [`Folder`] to [`Outcome`], and its line in [`TASKS`]. A task takes its numbers from the crates of the
//! service; this crate reads files, divides days, and measures errors.
mod days;
mod ensemble;
mod folder;
mod forecast;
mod labels;
mod measure;
mod newsnow;
mod qc;
mod report;
mod second;
mod slr;
mod snowpack;
mod table;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use clap::builder::PossibleValuesParser;

use folder::{Folder, RecordSet};
use table::{Predictions, Table};

/// The result of a task.
struct Outcome {
    /// Predictions, in the columns of the task's judge.
    predictions: Predictions,
    /// Scores of the service and of the baselines.
    scores: Vec<Table>,
}

type Run = fn(&Folder) -> Result<Outcome, String>;

/// A task, and the set of records that it reads.
struct Task {
    name: &'static str,
    set: RecordSet,
    run: Run,
}

impl Task {
    const fn first(name: &'static str, run: Run) -> Self {
        Self { name, set: RecordSet::First, run }
    }

    const fn second(name: &'static str, run: Run) -> Self {
        Self { name, set: RecordSet::Second, run }
    }

    /// Returns the title of its part of the report.
    fn title(&self) -> String {
        match self.set {
            RecordSet::First => self.name.to_owned(),
            RecordSet::Second => format!("{}, second set", self.name),
        }
    }
}

/// Every task, in the order of the report.
const TASKS: &[Task] = &[
    Task::first("newsnow", newsnow::run),
    Task::first("slr", slr::run),
    Task::first("snowpack", crate::snowpack::run),
    Task::first("forecast", forecast::run),
    Task::first("ensemble", ensemble::run),
    Task::first("qc", qc::run),
    Task::second("newsnow", second::newsnow::run),
    Task::second("phase", second::phase::run),
    Task::second("snowpack", second::snowpack::run),
    Task::second("forecast", second::daily_distributions::run),
    Task::second("leaps", second::leaps::run),
];

/// Run the production code over records of real winters, and score it.
#[derive(Parser)]
#[command(name = "cargo xtask real")]
struct Arguments {
    /// Name of a task, or `all`.
    #[arg(value_parser = PossibleValuesParser::new(names()))]
    task: String,
    /// Folder of records.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Output file of the predictions, as CSV; with `all`, a folder with a file per task.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the scores to `docs/generated/real-scores.md`.
    #[arg(long)]
    write: bool,
}

fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = TASKS.iter().map(|task| task.name).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().chain(["all"]).collect()
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let folder = Folder::open(&arguments.data)?;
    let all = arguments.task == "all";
    let mut failed = Vec::new();
    let of_set = || TASKS.iter().filter(|task| task.set == folder.set());
    if !all && of_set().all(|task| task.name != arguments.task) {
        let names: Vec<&str> = of_set().map(|task| task.name).collect();
        return Err(format!("this folder has records for {}, not for {}", names.join(", "), arguments.task));
    }
    for task in of_set().filter(|task| all || task.name == arguments.task) {
        // A failed task does not stop the others.
        match (task.run)(&folder).and_then(something) {
            Ok(outcome) => write_outcome(task, &outcome, arguments)?,
            Err(reason) => failed.push(format!("{}: {reason}", task.name)),
        }
    }
    for words in folder.notes() {
        print_line(&words);
    }
    for name in folder.absent() {
        print_line(&format!("{name} is not in the folder: tasks that need it were skipped"));
    }
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// Rejects an outcome without predictions.
fn something(outcome: Outcome) -> Result<Outcome, String> {
    if outcome.predictions.is_empty() {
        return Err("the folder has no data for a prediction".to_owned());
    }
    Ok(outcome)
}

fn write_outcome(task: &Task, outcome: &Outcome, arguments: &Arguments) -> Result<(), String> {
    if let Some(out) = &arguments.out {
        let path = if arguments.task == "all" { out.join(format!("{}.csv", task.name)) } else { out.clone() };
        write(&path, &outcome.predictions.csv())?;
    }
    for table in &outcome.scores {
        print_line(&table.text());
    }
    if arguments.write { report::write(task, &outcome.scores) } else { Ok(()) }
}

/// Prints a line. A closed pipe, as with `head`, is not an error.
fn print_line(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(parent).map_err(|error| format!("{}: {error}", parent.display()))?;
    }
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests;
