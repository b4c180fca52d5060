//! Counts the instructions that this program executes, with valgrind's callgrind.

use std::error::Error;
use std::process::Command;

/// Counts the instructions of a run of this program with these arguments: of the whole run, or of what callgrind's
/// `options` select.
fn collected(options: &[&str], arguments: &[&str]) -> Result<u64, Box<dyn Error>> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(options)
        .arg(std::env::current_exe()?)
        .args(arguments)
        // The C library selects its copy routines by processor; without the wide variants they are the same everywhere.
        .env(
            "GLIBC_TUNABLES",
            "glibc.cpu.hwcaps=-AVX2_Usable,-AVX2,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM,-EVEX",
        )
        .output()
        .map_err(|error| format!("valgrind is needed (package `valgrind`): {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    let counted = report.lines().find_map(|line| line.split_once("Collected : "));
    let counted = counted.filter(|_| output.status.success()).and_then(|(_, n)| n.trim().parse().ok());
    counted.ok_or_else(|| format!("valgrind counted nothing:\n{report}").into())
}

/// Returns the instructions of one round: the difference between runs with few and with many rounds, divided by their
/// number. The last argument is the number of rounds.
pub(crate) fn per_round(options: &[&str], case: &[&str], few: u64, many: u64) -> Result<u64, Box<dyn Error>> {
    let run = |rounds: u64| collected(options, &[case, &[rounds.to_string().as_str()]].concat());
    Ok(run(many)?.saturating_sub(run(few)?) / (many - few))
}
