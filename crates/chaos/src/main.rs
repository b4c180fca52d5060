//! `chaos <scenario|all>`: runs the service's real binary under faults, and checks what it promises. Each scenario is a
//! file, prints its seed and its figures, and fails if a goal is missed; `--write` puts the figures into
//! `docs/generated/reliability.md`.
//!
//! Everything is on one machine: receivers are local listeners, which the development switch of the callbacks allows.
#![expect(clippy::print_stdout, reason = "a command line tool prints")]

mod client;
mod clock_jump;
mod crowd;
mod db;
mod disk;
mod drain;
mod errors;
mod ha;
mod hang;
mod hostile;
mod kill;
mod latency;
mod load;
mod newcomer;
mod noisy;
mod order;
mod own_tests;
mod owner;
mod process;
mod program;
mod random;
mod rate;
mod report;
mod reports;
mod secrets;
mod service;
mod sign_in_flood;
mod simulate;
mod sink;
mod takeover;
mod throughput;
mod unread;
mod upgrade;
mod workspace;
mod zeros;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use db::Database;
use report::Figure;

/// Run the service's program under faults, and check what it promises.
#[derive(Parser)]
#[command(name = "cargo xtask chaos")]
struct Arguments {
    /// A scenario's name; `all`; `long` for those of continuous integration; `short` for these with few repetitions; or `list`.
    scenario: String,
    /// Seed of random choices. Default: the clock; it is printed, and the same seed makes the same choices.
    #[arg(long)]
    seed: Option<u64>,
    /// Number of repetitions of the fault. Default: the scenario's own.
    #[arg(long)]
    rounds: Option<usize>,
    /// Database to use.
    #[arg(long, value_enum, default_value = "both")]
    database: Choice,
    /// Build and run an optimised program.
    #[arg(long)]
    release: bool,
    /// Run this program instead of building one.
    #[arg(long, conflicts_with = "release")]
    program: Option<PathBuf>,
    /// Program of the previous landing, for `rolling-upgrade`.
    #[arg(long)]
    old: Option<PathBuf>,
    /// Put the figures into docs/generated/reliability.md.
    #[arg(long)]
    write: bool,
    /// Number of steps of `simulate`.
    #[arg(long, default_value_t = 1_000_000)]
    steps: u64,
    /// Wrong decision that `simulate` should find.
    #[arg(long, value_enum)]
    bug: Option<simulate::Bug>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Choice {
    Sqlite,
    Postgres,
    Both,
}

/// A run of a scenario.
pub(crate) struct Plan {
    /// Seed of random choices.
    pub(crate) seed: u64,
    /// Number of rounds.
    pub(crate) rounds: usize,
    pub(crate) database: Database,
    pub(crate) binary: PathBuf,
    /// Program of the previous landing.
    pub(crate) old: Option<PathBuf>,
}

/// The outcome of a scenario: figures, or why this machine cannot run it.
pub(crate) enum Outcome {
    /// Figures of a completed run.
    Figures(Vec<Figure>),
    /// Reason for which it was not run.
    NotTried(String),
}

/// A scenario.
struct Scenario {
    name: &'static str,
    /// Form in which continuous integration runs it for each change; `None` if it takes too long.
    short: Option<Short>,
    /// Databases on which it is meaningful.
    databases: &'static [Choice],
    /// Number of rounds of a run by name.
    rounds: usize,
    run: fn(&Plan) -> Result<Outcome, String>,
}

/// Prefix of the lines on what could not be tried, one line each.
const NOT_TRIED: &str = "not tried: ";

const BOTH: &[Choice] = &[Choice::Sqlite, Choice::Postgres];
const SQLITE: &[Choice] = &[Choice::Sqlite];
const POSTGRES: &[Choice] = &[Choice::Postgres];

/// The short form of a scenario.
struct Short {
    /// Databases; without PostgreSQL on this machine SQLite replaces it if the scenario supports it.
    databases: &'static [Choice],
    rounds: usize,
}

const fn short(databases: &'static [Choice], rounds: usize) -> Option<Short> {
    Some(Short { databases, rounds })
}

const SCENARIOS: &[Scenario] = &[
    Scenario { name: "kill9", short: short(BOTH, 2), databases: BOTH, rounds: 4, run: kill::run },
    Scenario { name: "reports", short: None, databases: BOTH, rounds: 3, run: reports::run },
    Scenario { name: "takeover", short: None, databases: POSTGRES, rounds: 1, run: takeover::run },
    Scenario { name: "io-errors", short: short(SQLITE, 4), databases: SQLITE, rounds: 4, run: errors::run },
    Scenario { name: "disk-full", short: short(SQLITE, 1), databases: SQLITE, rounds: 1, run: disk::run },
    Scenario { name: "order", short: None, databases: BOTH, rounds: 4, run: order::run },
    Scenario { name: "clock-jump", short: None, databases: BOTH, rounds: 1, run: clock_jump::run },
    Scenario { name: "noisy", short: None, databases: BOTH, rounds: 1, run: noisy::run },
    Scenario { name: "newcomer", short: short(POSTGRES, 1), databases: BOTH, rounds: 1, run: newcomer::run },
    Scenario {
        name: "hostile-body",
        short: short(SQLITE, 1),
        databases: BOTH,
        rounds: 1,
        run: hostile::body,
    },
    Scenario { name: "hostile-drip", short: None, databases: BOTH, rounds: 1, run: hostile::drip_scenario },
    Scenario { name: "throughput", short: None, databases: BOTH, rounds: 5, run: throughput::run },
    Scenario { name: "crowd", short: short(SQLITE, 0), databases: SQLITE, rounds: 1, run: crowd::run },
    Scenario { name: "sign-in-flood", short: None, databases: BOTH, rounds: 1, run: sign_in_flood::run },
    Scenario { name: "latency", short: None, databases: BOTH, rounds: 1, run: latency::run },
    Scenario { name: "drain", short: short(POSTGRES, 1), databases: BOTH, rounds: 3, run: drain::run },
    Scenario { name: "upgrade", short: short(SQLITE, 1), databases: BOTH, rounds: 1, run: upgrade::run },
    Scenario { name: "ssrf", short: None, databases: BOTH, rounds: 1, run: own_tests::ssrf },
    Scenario { name: "histories", short: None, databases: BOTH, rounds: 1, run: own_tests::histories },
    Scenario { name: "burst", short: None, databases: BOTH, rounds: 2, run: own_tests::burst },
    Scenario { name: "alerts", short: None, databases: BOTH, rounds: 1, run: own_tests::alerts },
    Scenario { name: "letters", short: None, databases: BOTH, rounds: 1, run: own_tests::emails },
    Scenario { name: "rate", short: None, databases: BOTH, rounds: 1, run: rate::run },
    Scenario { name: "once-a-day", short: None, databases: BOTH, rounds: 1, run: own_tests::once_a_day },
    Scenario { name: "secrets", short: None, databases: BOTH, rounds: 1, run: secrets::run },
    Scenario { name: "receivers", short: None, databases: SQLITE, rounds: 1, run: own_tests::receivers },
    Scenario {
        name: "hanging-database",
        short: short(POSTGRES, 1),
        databases: BOTH,
        rounds: 1,
        run: hang::run,
    },
    Scenario { name: "unread-log", short: short(SQLITE, 1), databases: SQLITE, rounds: 1, run: unread::run },
    Scenario { name: "zeros", short: None, databases: SQLITE, rounds: 1, run: zeros::run },
    Scenario { name: "owner", short: None, databases: BOTH, rounds: 1, run: owner::run },
    Scenario {
        name: simulate::NAME,
        short: short(SQLITE, 10),
        databases: SQLITE,
        rounds: 10,
        run: simulate::run,
    },
];

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
    let name = arguments.scenario.as_str();
    if name == "list" {
        all().for_each(|scenario| println!("{}", scenario.name));
        return Ok(());
    }
    if name == simulate::NAME && !arguments.write {
        // It needs neither a database nor the service's program.
        let seed = arguments.seed.unwrap_or_else(random::of_the_clock);
        let (steps, bug) = (arguments.steps, arguments.bug);
        return simulate::by_name(simulate::Extent { seed, steps, bug });
    }
    let is_chosen = |one: &&Scenario| match name {
        "all" => true,
        "short" => one.short.is_some(),
        "long" => one.short.is_some() || ha::has(one.name),
        _ => name == one.name,
    };
    let chosen: Vec<&Scenario> = all().filter(is_chosen).collect();
    if chosen.is_empty() {
        return Err(format!("no scenario `{name}`; `cargo xtask chaos list` names them"));
    }
    try_all(&chosen, arguments)
}

/// Returns every scenario.
fn all() -> impl Iterator<Item = &'static Scenario> {
    SCENARIOS.iter().chain(ha::SCENARIOS)
}

/// Runs scenarios on their databases. Scenarios that cannot run are reported; a missed goal is an error.
fn try_all(chosen: &[&Scenario], arguments: &Arguments) -> Result<(), String> {
    let program = program::program(arguments.program.as_deref(), arguments.release)?;
    let seed = arguments.seed.unwrap_or_else(random::of_the_clock);
    let mut missed = Vec::new();
    for scenario in chosen {
        let (databases, rounds) = extent(scenario, arguments)?;
        for choice in databases {
            if arguments.database != Choice::Both && arguments.database != *choice {
                continue;
            }
            let tried = match Database::new(*choice == Choice::Postgres)? {
                None => Err(format!("{}: no PostgreSQL here", scenario.name)),
                Some(database) => {
                    let rounds = arguments.rounds.unwrap_or(rounds);
                    let (binary, old) = (program.path().to_owned(), arguments.old.clone());
                    let is_fixed = arguments.scenario == "short" && scenario.name == simulate::NAME;
                    let seed = if is_fixed { simulate::SEED } else { seed };
                    let plan = Plan { seed, rounds, database, binary, old };
                    one(scenario, &plan, arguments)?
                }
            };
            match tried {
                Ok(figures) => missed.extend(figures),
                Err(why) => println!("{NOT_TRIED}{why}"),
            }
        }
    }
    if missed.is_empty() { Ok(()) } else { Err(format!("missed:\n{}", missed.join("\n"))) }
}

/// Returns the databases and the rounds of a scenario in the requested form.
fn extent(scenario: &Scenario, arguments: &Arguments) -> Result<(&'static [Choice], usize), String> {
    if arguments.scenario == "long" && ha::has(scenario.name) {
        return Ok((scenario.databases, ha::LONG_ROUNDS));
    }
    match scenario.short.as_ref().filter(|_| arguments.scenario == "short") {
        None => Ok((scenario.databases, scenario.rounds)),
        // An explicitly named database is used, whichever the short form prefers.
        Some(short) if arguments.database != Choice::Both => Ok((scenario.databases, short.rounds)),
        Some(short) => {
            let needs_postgres = !short.databases.contains(&Choice::Sqlite);
            let is_missing = needs_postgres && Database::new(true)?.is_none();
            Ok((if is_missing { scenario.databases } else { short.databases }, short.rounds))
        }
    }
}

/// Runs one scenario, and returns the missed figures or why it cannot run.
fn one(
    scenario: &Scenario,
    plan: &Plan,
    arguments: &Arguments,
) -> Result<Result<Vec<String>, String>, String> {
    let command = command(scenario.name, plan.seed, plan.rounds, &plan.database, arguments.release);
    println!("== {command}");
    match (scenario.run)(plan).map_err(|reason| format!("{command}: {reason}"))? {
        Outcome::NotTried(why) => Ok(Err(format!("{}: {why}", scenario.name))),
        Outcome::Figures(figures) => {
            figures.iter().for_each(|figure| println!("{}", figure.line()));
            if arguments.write {
                report::write(scenario.name, plan.database.name(), &command, &figures)?;
            }
            Ok(Ok(figures.iter().filter(|figure| !figure.holds).map(Figure::line).collect()))
        }
    }
}

/// Returns the command that repeats the run.
fn command(name: &str, seed: u64, rounds: usize, database: &Database, release: bool) -> String {
    let database = database.name().to_lowercase();
    let release = if release { " --release" } else { "" };
    format!("cargo xtask chaos {name} --seed {seed} --rounds {rounds} --database {database}{release}")
}
