//! `real <task|all> --data DIR [--out FILE] [--write]`: the production code over records of real winters. Each task is a
//! file; it reads the folder, writes predictions, and scores them beside simple baselines on the same days.
//!
//! The folder has the layout that `docs/verification.md` describes under "Records". A new task is a module with a function
//! from [`Folder`] to [`Outcome`], and its line in [`TASKS`]. A task takes its numbers from the crates that the service
//! itself runs; what is here reads files, divides days, and measures errors.
mod days;
mod ensemble;
mod folder;
mod forecast;
mod labels;
mod measure;
mod newsnow;
mod qc;
mod report;
mod slr;
mod snowpack;
mod table;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use clap::builder::PossibleValuesParser;

use folder::Folder;
use table::{Predictions, Table};

/// What a task gives.
struct Outcome {
    /// In the columns that a judge of the task reads.
    predictions: Predictions,
    /// Our scores beside those of the baselines.
    scores: Vec<Table>,
}

type Run = fn(&Folder) -> Result<Outcome, String>;

/// Every task, in the order of the report.
const TASKS: &[(&str, Run)] = &[
    ("newsnow", newsnow::run),
    ("slr", slr::run),
    ("snowpack", crate::snowpack::run),
    ("forecast", forecast::run),
    ("ensemble", ensemble::run),
    ("qc", qc::run),
];

/// The production code over records of real winters, and what it scores there.
#[derive(Parser)]
#[command(name = "cargo xtask real")]
struct Arguments {
    /// A task's name, or `all`.
    #[arg(value_parser = PossibleValuesParser::new(names()))]
    task: String,
    /// The folder of records.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Where the predictions go, as CSV; with `all` a folder that gets a file per task.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Put the scores into `docs/generated/real-scores.md`.
    #[arg(long)]
    write: bool,
}

fn names() -> Vec<&'static str> {
    TASKS.iter().map(|(name, _)| *name).chain(["all"]).collect()
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
    for (name, task) in TASKS.iter().filter(|(name, _)| all || *name == arguments.task) {
        // A task that cannot run keeps no other from it.
        match task(&folder).and_then(something) {
            Ok(outcome) => put(name, &outcome, arguments)?,
            Err(reason) => failed.push(format!("{name}: {reason}")),
        }
    }
    for words in folder.told() {
        say(&words);
    }
    for name in folder.absent() {
        say(&format!("{name} is not in the folder: what needs it was left out"));
    }
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// An outcome without a prediction is none.
fn something(outcome: Outcome) -> Result<Outcome, String> {
    if outcome.predictions.is_empty() {
        return Err("nothing can be predicted from what is in the folder".to_owned());
    }
    Ok(outcome)
}

fn put(name: &str, outcome: &Outcome, arguments: &Arguments) -> Result<(), String> {
    if let Some(out) = &arguments.out {
        let path = if arguments.task == "all" { out.join(format!("{name}.csv")) } else { out.clone() };
        write(&path, &outcome.predictions.csv())?;
    }
    for table in &outcome.scores {
        say(&table.text());
    }
    if arguments.write { report::write(name, &outcome.scores) } else { Ok(()) }
}

/// Prints a line. Who reads no further, as `head` does, has seen enough.
fn say(line: &str) {
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
