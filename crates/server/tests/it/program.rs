//! The program as a separate process: started, found by its log, queried, stopped.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};

use reqwest::Method;
use serde_json::Value;

use crate::harness::{Reply, send};

/// Variable that names another program than this build's, for measurements of an optimised one.
const PROGRAM: &str = "SNOW_PROGRAM";

/// Returns the path of the program.
pub(crate) fn path() -> PathBuf {
    std::env::var_os(PROGRAM).map_or_else(|| env!("CARGO_BIN_EXE_snow-conditions").into(), PathBuf::from)
}

/// A running program, killed on drop.
pub(crate) struct Program {
    child: Child,
    base: String,
}

impl Program {
    /// Runs a command that ends with the program and its settings, and waits until it serves.
    pub(crate) fn start(mut command: Command) -> Self {
        command.args(["--bind", "127.0.0.1:0", "--log-format", "json", "serve"]);
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let mut said = Vec::new();
        let base = log.by_ref().find_map(|line| {
            let event: Value = serde_json::from_str(&line).unwrap_or_default();
            said.push(line);
            event["base_url"].as_str().map(str::to_owned)
        });
        let Some(base) = base else { panic!("it ended before it served: {}", said.join("\n")) };
        // Drains the log, which has no other reader.
        std::thread::spawn(move || log.for_each(drop));
        Self { child, base }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a request with an optional JSON body and the secret of a subscription.
    pub(crate) fn send(
        &self,
        method: Method,
        path: &str,
        secret: Option<&str>,
        body: Option<&Value>,
    ) -> Reply {
        let body = body.map(Value::to_string).unwrap_or_default();
        let bearer = secret.map(|secret| format!("Bearer {secret}"));
        let mut headers = vec![("Content-Type", "application/json")];
        headers.extend(bearer.as_deref().map(|bearer| ("Authorization", bearer)));
        send(method, &format!("{}{path}", self.base), &headers, body.as_bytes())
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) fn stop(mut self) -> ExitStatus {
        let told = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(told.success());
        self.child.wait().unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A process that has ended already is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
