//! The two text formats of `/metrics`: OpenMetrics, and the format 0.0.4 that `promtool check metrics` and most other
//! programs read.

use std::fmt::Write as _;

/// Media type of OpenMetrics.
pub const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Media type of the format 0.0.4.
pub const PLAIN: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Converts OpenMetrics to the format 0.0.4, whose names in comments have the suffixes of the samples.
pub(super) fn plain(openmetrics: &str) -> String {
    let mut text = String::with_capacity(openmetrics.len());
    let mut help = None;
    for line in openmetrics.lines() {
        let mut words = line.splitn(4, ' ');
        match (words.next(), words.next(), words.next(), words.next()) {
            (Some("#"), Some("HELP"), _, described) => help = described,
            (Some("#"), Some("TYPE"), Some(family), Some(kind)) => {
                let (suffix, kind) = match kind {
                    "counter" => ("_total", kind),
                    "info" => ("_info", "gauge"),
                    _ => ("", kind),
                };
                if let Some(help) = help.take() {
                    let _ = writeln!(text, "# HELP {family}{suffix} {help}");
                }
                let _ = writeln!(text, "# TYPE {family}{suffix} {kind}");
            }
            (Some("#"), ..) => {}
            _ => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests;
