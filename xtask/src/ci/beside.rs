//! A part that runs at the same time as the browsers and the compilers: it waits for answers for much of its time, and
//! measures nothing.

use std::fs::{self, File};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use super::log::Log;
use super::programs;
use crate::part::{Form, Part};
use crate::workspace::{root, target};

/// The running part. Its output is shown at its end, so that lines of two steps are not mixed.
pub(super) struct ParallelPart {
    name: String,
    part: Child,
    printed: PathBuf,
}

impl ParallelPart {
    pub(super) fn start(part: Part, form: Form) -> Result<Self, String> {
        let name = part.name();
        let folder = target()?;
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let printed = folder.join(format!("ci-{name}.log"));
        let failed = |error| format!("{}: {error}", printed.display());
        let file = File::create(&printed).map_err(failed)?;
        let errors = file.try_clone().map_err(failed)?;
        // By its path: an earlier step may have linked it again, which deletes the file that this process was started
        // from.
        let mut command = Command::new(programs::folder()?.join(env!("CARGO_PKG_NAME")));
        command.args(["ci", "--built"]);
        if form == Form::Long {
            command.arg("--long");
        }
        command.arg(&name).current_dir(root()).stdin(Stdio::null()).stdout(file).stderr(errors);
        // A separate group, so that its children end with it.
        let part = command.process_group(0).spawn().map_err(|error| format!("{command:?}: {error}"))?;
        println!("== {name}: runs beside the next steps, writes {}", printed.display());
        Ok(Self { name, part, printed })
    }

    /// Waits for its end, shows its output, and adds its steps to the log.
    pub(super) fn finish(mut self, log: &mut Log) -> Result<(), String> {
        let name = self.name.clone();
        log.step(&name, || {
            let status = self.part.wait().map_err(|error| format!("ci {name}: {error}"))?;
            let failed = |error| format!("{}: {error}", self.printed.display());
            let printed = fs::read_to_string(&self.printed).map_err(failed)?;
            print!("{printed}");
            if status.success() { Ok(printed) } else { Err(format!("ci {name}: {status}")) }
        })
        .map(|printed| log.append_printed(&printed))
    }
}

impl Drop for ParallelPart {
    fn drop(&mut self) {
        if let Ok(None) = self.part.try_wait() {
            Command::new("kill").arg("--").arg(format!("-{}", self.part.id())).status().ok();
            self.part.wait().ok();
        }
    }
}
