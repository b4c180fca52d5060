//! The PostgreSQL server of the tests: a running one, else a private one that `scripts/postgres.sh` starts.

use std::process::{Command, Output, Stdio};

use super::log::Log;
use crate::workspace::root;

/// The tests' variable for a PostgreSQL server.
pub(super) const URL: &str = "SNOW_TEST_POSTGRES_URL";

/// Exit code of `scripts/postgres.sh` if PostgreSQL is neither present nor installable.
const NONE: i32 = 3;

/// A PostgreSQL server for the tests, stopped afterwards unless it ran before.
pub(super) struct Postgres {
    pub(super) url: Option<String>,
    ours: bool,
}

impl Postgres {
    pub(super) fn start(log: &mut Log) -> Result<Self, String> {
        if let Ok(url) = std::env::var(URL) {
            return Ok(Self { url: Some(url), ours: false });
        }
        let running = script("url").ok().and_then(|output| url_of(&output));
        if let Some(url) = running {
            return Ok(Self { url: Some(url), ours: false });
        }
        let output = log.step("postgres", || {
            let output = script("start")?;
            let known = output.status.success() || output.status.code() == Some(NONE);
            if known { Ok(output) } else { Err(format!("scripts/postgres.sh start: {}", output.status)) }
        })?;
        let url = url_of(&output);
        if url.is_none() {
            log.not_tried("postgres", "none is installed; the storage tests run on SQLite only");
        }
        Ok(Self { ours: url.is_some(), url })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.ours
            && let Err(reason) = script("stop")
        {
            eprintln!("{reason}");
        }
    }
}

fn script(verb: &str) -> Result<Output, String> {
    let mut command = Command::new("bash");
    command
        .current_dir(root())
        .args(["scripts/postgres.sh", verb])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    command.output().map_err(|error| format!("scripts/postgres.sh {verb}: {error}"))
}

/// Returns the address that the script printed, if it succeeded.
fn url_of(output: &Output) -> Option<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    let url = text.lines().next_back()?.trim();
    (output.status.success() && url.starts_with("postgres")).then(|| url.to_owned())
}
