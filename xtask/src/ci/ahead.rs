//! Compiles in advance what the last steps run: the tests wait for clocks and connections for much of their time, and
//! compilers at the lowest priority use the idle cores. They work in their own folders (`release`, `fuzz`), so that
//! other steps do not wait for their locks.

use std::fs::{self, File};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

use super::faults::FUZZ;
use crate::bench;
use crate::workspace::{root, target};

/// The running compilers. The step that needs a failed build reports the failure.
pub(super) struct EarlyBuilds {
    compilers: Vec<Child>,
}

impl EarlyBuilds {
    pub(super) fn start() -> Result<Self, String> {
        let mut works = vec![("fuzz", vec!["bash".to_owned(), FUZZ.to_owned(), "0".to_owned()])];
        if bench::can_count() {
            works.push(("gate", bench::gate_build()));
        }
        let folder = target()?;
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut compilers = Vec::new();
        for (name, words) in works {
            let log = folder.join(format!("ahead-{name}.log"));
            let log = File::create(&log).map_err(|error| format!("{}: {error}", log.display()))?;
            let errors = log.try_clone().map_err(|error| error.to_string())?;
            let mut command = Command::new("nice");
            command.args(["-n", "19"]).args(words).current_dir(root());
            command.stdin(Stdio::null()).stdout(log).stderr(errors);
            // A separate group, so that its children end with it.
            compilers.push(command.process_group(0).spawn().map_err(|error| format!("nice: {error}"))?);
        }
        Ok(Self { compilers })
    }

    /// Waits until the machine is free for measurements.
    pub(super) fn finish(mut self) {
        for mut compiler in self.compilers.drain(..) {
            compiler.wait().ok();
        }
    }
}

impl Drop for EarlyBuilds {
    fn drop(&mut self) {
        for compiler in &mut self.compilers {
            Command::new("kill").arg("--").arg(format!("-{}", compiler.id())).status().ok();
            compiler.wait().ok();
        }
    }
}
