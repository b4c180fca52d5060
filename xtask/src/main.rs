//! The project's own tools, run as `cargo xtask <task>`; each task is a file.
#![expect(clippy::print_stdout, reason = "a command line tool prints")]

mod bench;
mod ci;
mod new;
mod part;
mod public_api;
mod same_code;
mod schema_diff;
mod tidy;
mod workspace;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use part::{Form, Part};

/// The project's own tools.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run everything that continuous integration runs, or the parts named; stop at the first failure.
    Ci {
        /// The parts to run, one after the other. Default: everything, in the order that is fastest.
        parts: Vec<Part>,
        /// Repeat faults, browser checks and fuzzing as often as they can find something, not only as a change needs.
        #[arg(long)]
        long: bool,
        /// Install and build nothing first: the programs are built.
        #[arg(long, requires = "parts")]
        built: bool,
    },
    /// Check the rules of the house: layers, file and function sizes, headers, the map, the changelog.
    Tidy,
    /// List the sentences that the rules of plain English find, with their rates.
    Prose {
        /// Only files whose paths begin with this, from the root. Default: everything.
        #[arg(default_value = "")]
        path: String,
        /// Lower the committed baseline to today's counts.
        #[arg(long)]
        lower: bool,
    },
    /// Compare the code with that of a revision without comments and documentation. Fails when it differs.
    SameCode {
        /// The revision.
        revision: String,
        /// Only files whose paths begin with this, from the root. Default: everything.
        #[arg(default_value = "")]
        path: String,
    },
    /// Write the generated files, or compare them.
    Codegen {
        /// Write nothing; fail when a file differs.
        #[arg(long)]
        check: bool,
    },
    /// Write the lists of public items of the crates that other programs embed, or compare them.
    PublicApi {
        /// Write nothing; fail when an item has changed.
        #[arg(long)]
        check: bool,
    },
    /// Compare the embedded catalogue with an OpenSkiMap file.
    Catalogue {
        /// `ski_areas.csv` or `ski_areas.geojson`, plain or gzip.
        #[arg(long, value_name = "FILE")]
        check: PathBuf,
    },
    /// Make the embedded table of airports anew from the register of OurAirports.
    Airports {
        /// `airports.csv`, plain.
        file: PathBuf,
        /// Day of the register, `YYYY-MM-DD`.
        #[arg(long, value_name = "DAY")]
        dated: String,
    },
    /// Find anew which resort lies in which avalanche warning region.
    Regions {
        /// Micro-regions of the EAWS, `GeoJSON`.
        file: PathBuf,
        /// Day on which the regions are asked for, `YYYY-MM-DD`.
        #[arg(long, value_name = "DAY")]
        on: String,
        /// Licence of the file, where it does not say so itself.
        #[arg(long, value_name = "TEXT", default_value = "not stated")]
        licence: String,
    },
    /// Run the benches.
    Bench {
        /// Count instructions under valgrind and system calls, or one of them, and fail above the recorded bounds.
        #[arg(long, value_enum, num_args = 0..=1, default_missing_value = "all")]
        gate: Option<bench::Counted>,
    },
    /// Build the service's program as releases have it, and make its packages: archive, deb, container image, list of
    /// parts, checksums and signature.
    #[command(disable_help_flag = true)]
    Release {
        /// `--help` names the options. Paths are the caller's.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Run the service under faults and say what it kept of its promises.
    #[command(disable_help_flag = true)]
    Chaos {
        /// A scenario's name and its options; `--help` names them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Run the production code over records of real winters and print its scores beside those of simple rules.
    #[command(disable_help_flag = true)]
    Real {
        /// A task's name and its options; `--help` names them. Paths are the caller's.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Score sets of questions in words; `--write` puts the scores into `docs/generated/questions.md`, `--learn` learns the classifier anew.
    Questions {
        /// Files of questions, and `--write` or `--quiet`; or `--learn` alone.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Say what a change of the contract's schema asks of its version: MAJOR, MINOR or PATCH. Fails when the version
    /// is below that.
    SchemaDiff {
        /// The schema before.
        old: PathBuf,
        /// The schema after; the one in `crates/contract/schema` unless named.
        new: Option<PathBuf>,
        /// Let texts that changed wait for a release.
        #[arg(long)]
        editorial_waits: bool,
    },
    /// Write the first draft of an operation, a lane, a stored kind or an event, and its line in the list.
    New {
        /// What to add.
        kind: new::Kind,
        /// Its name, snake_case.
        name: String,
    },
    /// Check that what `new` writes compiles without a warning.
    Drafts,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().task {
        Task::Ci { parts, long, built } => {
            ci::run(&parts, if long { Form::Long } else { Form::Short }, built)
        }
        Task::Tidy => tidy::run(),
        Task::Prose { path, lower } => tidy::prose(&path, lower).map(|text| println!("{text}")),
        Task::SameCode { revision, path } => same_code::run(&revision, &path),
        Task::Codegen { check: true } => workspace::run_package("codegen", &["--check"]),
        Task::Codegen { check: false } => {
            tidy::draw_layers().and_then(|()| workspace::run_package("codegen", &[""; 0]))
        }
        Task::PublicApi { check } => {
            let done = if check { public_api::check() } else { public_api::write() };
            done.map_err(|failure| failure.to_string())
        }
        Task::Catalogue { check } => workspace::agreement(&check),
        Task::Airports { file, dated } => workspace::airports(&file, &dated),
        Task::Regions { file, on, licence } => workspace::regions(&file, &on, &licence),
        Task::Bench { gate } => gate.map_or_else(bench::time_all, bench::gate),
        Task::Release { arguments } => workspace::release(&arguments),
        Task::Chaos { arguments } => workspace::run_package("chaos", &arguments),
        Task::Real { arguments } => workspace::run_package_here("real", &["--release"], &arguments),
        Task::Questions { arguments } => workspace::questions(&arguments),
        Task::SchemaDiff { old, new, editorial_waits } => {
            schema_diff::run(&old, new.as_deref(), editorial_waits)
        }
        Task::New { kind, name } => new::run(kind, &name),
        Task::Drafts => new::check_drafts(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}
