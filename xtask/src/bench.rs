//! `bench [--gate]`: runs every bench of the workspace. The gate counts instructions instead of time, which also works
//! on a busy machine: a gated bench has a function named `gated` that is never inlined, and takes `--once`. It also
//! counts system calls. It counts the development build, which the tests compile anyway.

mod calls;

use std::path::Path;
use std::process::Command;

use clap::ValueEnum;

use crate::workspace::{built, cargo, root, succeed, target};

/// A bench of the workspace.
struct Bench {
    package: &'static str,
    name: &'static str,
    gate: Gate,
}

/// The contribution of a bench to the gate.
#[derive(Clone, Copy)]
enum Gate {
    /// None: its output is for readers.
    Eyes,
    /// Maximum number of instructions of its `gated` function.
    Most(u64),
    /// It compares itself with its own baseline and fails.
    Itself,
}

/// All benches. The bound of a bench is about a quarter above the count, so that more rows in the catalogue fit and a
/// careless loop does not.
const BENCHES: &[Bench] = &[
    Bench { package: "catalogue", name: "search", gate: Gate::Most(14_200_000) },
    Bench { package: "ask", name: "questions", gate: Gate::Eyes },
    Bench { package: "conditions-core", name: "resolve", gate: Gate::Eyes },
    Bench { package: "climate", name: "season", gate: Gate::Eyes },
    Bench { package: "publication", name: "publish", gate: Gate::Eyes },
    Bench { package: "http-api", name: "instructions", gate: Gate::Itself },
    Bench { package: "server", name: "http", gate: Gate::Eyes },
    Bench { package: "server", name: "private", gate: Gate::Eyes },
    Bench { package: "server", name: "process", gate: Gate::Eyes },
    Bench { package: "server", name: "reads", gate: Gate::Eyes },
    Bench { package: "server", name: "stations", gate: Gate::Eyes },
];

/// The program whose system calls are counted.
const PROGRAM: &str = "snow-conditions";

/// The counts of the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Counted {
    /// Instructions and system calls.
    All,
    Instructions,
    Calls,
}

/// Times every bench.
pub(crate) fn time_all() -> Result<(), String> {
    BENCHES.iter().try_for_each(time)
}

/// Compares counts with their bounds.
pub(crate) fn gate(counted: Counted) -> Result<(), String> {
    if counted != Counted::Calls {
        instructions()?;
    }
    if counted == Counted::Instructions { Ok(()) } else { system_calls() }
}

fn instructions() -> Result<(), String> {
    // Incremental builds divide code otherwise.
    let benches = built(build_with_tests().env("CARGO_INCREMENTAL", "0"))?;
    for bench in gated() {
        let executable = benches.iter().find(|(name, _)| name == bench.name).map(|(_, path)| path.as_path());
        let executable =
            executable.ok_or_else(|| format!("cargo built no bench {} {}", bench.package, bench.name))?;
        match bench.gate {
            Gate::Most(most) => count(bench, executable, most)?,
            Gate::Itself => {
                let folder = root().join("crates").join(bench.package);
                succeed(Command::new(executable).arg("--bench").current_dir(folder))?;
            }
            Gate::Eyes => {}
        }
    }
    Ok(())
}

fn system_calls() -> Result<(), String> {
    if !calls::can_count() {
        println!("not tried: system calls: no strace, or it may not trace");
        return Ok(());
    }
    // A request makes as many calls without optimisation. The instruction gate builds the same.
    succeed(&mut build_with_tests())?;
    calls::check(&target()?.join("debug").join(PROGRAM))
}

/// Returns whether instructions can be counted on this machine.
pub(crate) fn can_count() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

fn time(bench: &Bench) -> Result<(), String> {
    succeed(cargo().args(["bench", "-p", bench.package, "--bench", bench.name]))
}

fn count(bench: &Bench, executable: &Path, most: u64) -> Result<(), String> {
    if !can_count() {
        return Err("valgrind is not here: scripts/install-ci-parts.sh installs it".to_owned());
    }
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*gated*"])
        .arg(executable)
        .arg("--once")
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    let counted = collected(&report).filter(|_| output.status.success());
    let counted = counted.ok_or_else(|| format!("valgrind counted nothing:\n{report}"))?;
    println!("{} {}: {counted} instructions, {most} may be", bench.package, bench.name);
    if counted == 0 {
        return Err(format!("bench {} has no function named `gated` that never inlines", bench.name));
    }
    if counted > most {
        return Err(format!(
            "bench {} {}: {counted} instructions, above its bound of {most}: find what became slower, or raise the \
             bound in xtask/src/bench.rs and say why",
            bench.package, bench.name
        ));
    }
    Ok(())
}

/// Returns a command that builds the programs, the tests and the gated benches. Other selections of targets compile some
/// crates again.
pub(crate) fn build_with_tests() -> Command {
    let mut build = cargo();
    build.args(["build", "--workspace", "--bins", "--tests", "--examples"]);
    build.args(gated().flat_map(|bench| ["--bench", bench.name]));
    build
}

fn gated() -> impl Iterator<Item = &'static Bench> {
    BENCHES.iter().filter(|bench| !matches!(bench.gate, Gate::Eyes))
}

/// Returns the count in callgrind's report, as in `==42== Collected : 12345`.
fn collected(report: &str) -> Option<u64> {
    let (_, count) = report.lines().find_map(|line| line.split_once("Collected : "))?;
    count.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::collected;

    #[test]
    fn the_count_is_read() {
        assert_eq!(collected("==1== x\n==1== Events    : Ir\n==1== Collected : 12345\n"), Some(12345));
        assert_eq!(collected("==1== nothing"), None);
        assert_eq!(collected("==1== Collected : many"), None);
    }
}
