//! Work that runs at the same time as the next steps: it waits for answers for much of its time, or compiles, and
//! measures no time.

use std::fs::{self, File};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};

use super::log::Log;
use super::programs;
use crate::part::{Form, Part};
use crate::workspace::{root, shown, target};

/// Share of the processor while other steps run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Priority {
    Equal,
    /// Only what they leave.
    Lowest,
}

/// The running work. Its output is shown at its end, so that lines of two steps are not mixed.
pub(super) struct Background {
    name: String,
    process: Child,
    printed: PathBuf,
}

impl Background {
    pub(super) fn start(name: &str, work: &Command, priority: Priority) -> Result<Self, String> {
        let folder = target()?;
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let printed = folder.join(format!("ci-{name}.log"));
        let failed = |error| format!("{}: {error}", printed.display());
        let file = File::create(&printed).map_err(failed)?;
        let errors = file.try_clone().map_err(failed)?;
        let mut command = Command::new("nice");
        command.args(["-n", if priority == Priority::Lowest { "19" } else { "0" }]);
        command.arg(work.get_program()).args(work.get_args()).current_dir(root());
        for (variable, value) in work.get_envs() {
            match value {
                Some(value) => command.env(variable, value),
                None => command.env_remove(variable),
            };
        }
        command.stdin(Stdio::null()).stdout(file).stderr(errors);
        // A separate group, so that its children end with it.
        let process = command.process_group(0).spawn();
        let process = process.map_err(|error| format!("{}: {error}", shown(&command)))?;
        println!("== {name}: runs at the same time as the next steps, writes {}", printed.display());
        Ok(Self { name: name.to_owned(), process, printed })
    }

    /// Starts a part, whose programs are built.
    pub(super) fn part(part: Part, form: Form) -> Result<Self, String> {
        // By its path: an earlier step may have linked it again, which deletes the file that this process was started
        // from.
        let mut command = Command::new(programs::folder()?.join(env!("CARGO_PKG_NAME")));
        command.args(["ci", "--built"]);
        if form == Form::Long {
            command.arg("--long");
        }
        command.arg(part.name());
        Self::start(&part.name(), &command, Priority::Equal)
    }

    /// Waits for its end, shows its output, and adds its steps to the log. The exit code `without` means that the
    /// machine lacks what it needs.
    pub(super) fn finish(mut self, log: &mut Log, without: Option<(i32, &str)>) -> Result<(), String> {
        let name = self.name.clone();
        let (printed, lacks) = log.step(&name, || {
            let status = self.wait()?;
            let failed = |error| format!("{}: {error}", self.printed.display());
            let printed = fs::read_to_string(&self.printed).map_err(failed)?;
            print!("{printed}");
            let lacks = without.filter(|(code, _)| status.code() == Some(*code)).map(|(_, reason)| reason);
            if status.success() || lacks.is_some() { Ok((printed, lacks)) } else { Err(status.to_string()) }
        })?;
        log.append_printed(&printed);
        if let Some(reason) = lacks {
            log.not_tried(&name, reason);
        }
        Ok(())
    }

    /// Waits for the end of a build. The step that runs what it built reports a failure.
    pub(super) fn finish_build(mut self) -> Result<(), String> {
        self.wait().map(drop)
    }

    fn wait(&mut self) -> Result<ExitStatus, String> {
        self.process.wait().map_err(|error| format!("{}: {error}", self.name))
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Ok(None) = self.process.try_wait() {
            Command::new("kill").arg("--").arg(format!("-{}", self.process.id())).status().ok();
            self.process.wait().ok();
        }
    }
}
