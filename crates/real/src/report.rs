//! `docs/generated/real-scores.md`: the newest scores of every task. It contains only scores, none of the records.

use std::fs;
use std::path::Path;

use crate::table::Table;
use crate::{TASKS, Task};

const REPORT: &str = "docs/generated/real-scores.md";

const HEAD: &str = "# Scores on real winters

Written by `cargo xtask real <task> --data DIR --write`, one part per task and set of records. `docs/verification.md` describes the records, and
which of them were used for fitting or held out. \"ours\" is the result of the service's own code; the other rows are simple
rules on the same days.
";

/// Replaces the scores of a task.
pub(crate) fn write(task: &Task, scores: &[Table]) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    let path = root.join(REPORT);
    let text = fs::read_to_string(&path).unwrap_or_default();
    fs::write(&path, replace_part(&text, &task.title(), scores)).map_err(|error| format!("{REPORT}: {error}"))
}

/// Returns the report with one part replaced; parts are in the order of the tasks.
fn replace_part(text: &str, task: &str, scores: &[Table]) -> String {
    let mut out = HEAD.to_owned();
    for name in TASKS.iter().map(Task::title) {
        let title = format!("\n## {name}\n");
        if name == task {
            out.push_str(&title);
            for table in scores {
                out.push('\n');
                out.push_str(&table.markdown());
            }
        } else if let Some((_, rest)) = text.split_once(&title) {
            out.push_str(&title);
            out.push_str(rest.split_once("\n## ").map_or(rest, |(part, _)| part));
        }
    }
    out
}

#[cfg(test)]
mod tests;
