//! The log of a run: each step with its time and processor time, and each check that this machine cannot run, with the
//! reason.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

use crate::workspace::shown;

/// The last line of a log without a failure; its steps follow.
const GREEN: &str = "== all green";

/// Prefix with which a program reports a check that it could not run, one line each.
pub(super) const NOT_TRIED: &str = "not tried: ";

/// The steps so far.
#[derive(Default)]
pub(super) struct Log {
    lines: Vec<String>,
}

impl Log {
    #[expect(clippy::disallowed_methods, reason = "a step's duration is measured, no rule depends on it")]
    pub(super) fn step<T>(
        &mut self,
        name: &str,
        work: impl FnOnce() -> Result<T, String>,
    ) -> Result<T, String> {
        println!("== {name}");
        let (start, before) = (Instant::now(), processor_time());
        let outcome = work();
        let mut line = format!("{name:12} {:7.1} s", start.elapsed().as_secs_f64());
        if let (Some(before), Some(after)) = (before, processor_time()) {
            line += &format!(" {:7.1} s of processor time", after - before);
        }
        println!("== {line}{}", if outcome.is_ok() { "" } else { " FAILED" });
        self.lines.push(line);
        outcome.map_err(|reason| format!("{}\n== {name} FAILED: {reason}", self.lines.join("\n")))
    }

    pub(super) fn not_tried(&mut self, name: &str, reason: &str) {
        let line = format!("{name:12} NOT TRIED: {reason}");
        println!("== {line}");
        self.lines.push(line);
    }

    /// Runs a script or program; its exit code `without` means that the machine lacks what it needs.
    pub(super) fn script(
        &mut self,
        name: &str,
        command: &mut Command,
        without: Option<(i32, &str)>,
    ) -> Result<(), String> {
        let missing = self.step(name, || {
            let (status, missing) = listened(command)?;
            match (status.code(), without) {
                (Some(0), _) => Ok(missing),
                (Some(code), Some((lacking, reason))) if code == lacking => Ok(vec![reason.to_owned()]),
                _ => Err(format!("{}: {status}", shown(command))),
            }
        })?;
        missing.iter().for_each(|reason| self.not_tried(name, reason));
        Ok(())
    }

    pub(super) fn print(&self) {
        println!("{GREEN}\n{}", self.lines.join("\n"));
    }

    /// Appends the steps that [`Log::print`] wrote in another process.
    pub(super) fn append_printed(&mut self, printed: &str) {
        let lines = printed.rsplit_once(GREEN).map_or("", |(_, lines)| lines);
        self.lines.extend(lines.lines().filter(|line| !line.is_empty()).map(str::to_owned));
    }
}

/// Returns the processor time of all ended children and their children in seconds, where the system has `/proc`. It does
/// not depend on the load.
fn processor_time() -> Option<f64> {
    /// Linux reports this unit on every architecture.
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the name of the program in brackets; user and system time of children are fields 16 and 17.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: Vec<f64> =
        fields.split_whitespace().skip(13).take(2).map(str::parse).collect::<Result<_, _>>().ok()?;
    Some(ticks.iter().sum::<f64>() / TICKS_PER_SECOND)
}

/// Runs a command and passes its output on; returns its status and the checks that it could not try.
fn listened(command: &mut Command) -> Result<(ExitStatus, Vec<String>), String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{:?}: {error}", command.get_program()))?;
    let mut missing = Vec::new();
    for line in child.stdout.take().into_iter().flat_map(|output| BufReader::new(output).lines()) {
        let line = line.map_err(|error| error.to_string())?;
        println!("{line}");
        missing.extend(line.strip_prefix(NOT_TRIED).map(str::to_owned));
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    Ok((status, missing))
}

#[cfg(test)]
mod tests;
