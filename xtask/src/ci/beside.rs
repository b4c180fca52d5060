//! A part of `ci` that goes on beside the browsers: both wait for answers a good part of their time, and neither measures.

use std::fs::{self, File};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use super::Log;
use crate::workspace::{root, target};

/// The option of `ci` that runs the part alone.
const PART: &str = "--clients";

/// The part at work. What it prints is shown at its end, so that no two steps mix their lines.
pub(super) struct Beside {
    part: Child,
    printed: PathBuf,
}

impl Beside {
    pub(super) fn start() -> Result<Self, String> {
        let folder = target()?;
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let printed = folder.join("ci-clients.log");
        let failed = |error| format!("{}: {error}", printed.display());
        let file = File::create(&printed).map_err(failed)?;
        let errors = file.try_clone().map_err(failed)?;
        // By its path: the steps before may have linked it anew, and then the file that this process began as is gone.
        let own = folder.join("debug").join(env!("CARGO_PKG_NAME"));
        let mut command = Command::new(own);
        command.args(["ci", PART]).current_dir(root()).stdin(Stdio::null()).stdout(file).stderr(errors);
        // A group of its own, so that what it started ends with it.
        let part = command.process_group(0).spawn().map_err(|error| format!("{command:?}: {error}"))?;
        println!(
            "== clients: connector, conformance, vectors, proxies and requests go on beside the browsers"
        );
        Ok(Self { part, printed })
    }

    /// Waits for its end, shows what it printed, and takes its steps into the log.
    pub(super) fn finish(mut self, log: &mut Log) -> Result<(), String> {
        log.step("clients", || {
            let status = self.part.wait().map_err(|error| format!("ci {PART}: {error}"))?;
            let failed = |error| format!("{}: {error}", self.printed.display());
            let printed = fs::read_to_string(&self.printed).map_err(failed)?;
            print!("{printed}");
            if status.success() { Ok(printed) } else { Err(format!("ci {PART}: {status}")) }
        })
        .map(|printed| log.take(&printed))
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if let Ok(None) = self.part.try_wait() {
            Command::new("kill").arg("--").arg(format!("-{}", self.part.id())).status().ok();
            self.part.wait().ok();
        }
    }
}
