//! Checks everything that the service needs from its machine, without changing anything: one line per check.

use std::net::SocketAddr;
use std::path::PathBuf;

use deliveries::keys::KeySource;
use services::options::MailOptions;
use webhooks::policy::CallbackPolicy;

mod machine;
mod surroundings;

/// The parts of a configuration that are checked.
#[derive(Debug)]
pub struct Checkup {
    /// Name and public address of the service.
    pub service_name: String,
    pub base_url: String,
    /// Database: a file path or a URL.
    pub database: String,
    /// True if the database is a file that the first start creates.
    pub is_embedded: bool,
    pub data_dir: PathBuf,
    /// Place of the webhook keys; `None` if webhooks are switched off.
    pub keys: Option<KeySource>,
    pub mail: MailOptions,
    /// Rules for callback addresses, and the name servers that resolve them.
    pub callback: CallbackPolicy,
    pub name_servers: Vec<SocketAddr>,
    /// Base address of the forecast upstream.
    pub upstream: String,
    /// Addresses to listen on.
    pub bind: SocketAddr,
    pub admin_bind: Option<SocketAddr>,
}

/// Result of one check. A warning does not keep the service from starting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    Ok(String),
    Warning(String),
    Failed(String),
}

/// A check with its result.
#[derive(Debug)]
pub struct Line {
    name: &'static str,
    finding: Finding,
}

impl Line {
    /// Returns the result of the check `name`.
    #[must_use]
    pub const fn new(name: &'static str, finding: Finding) -> Self {
        Self { name, finding }
    }

    /// Returns the result and its text.
    fn parts(&self) -> (&'static str, &str) {
        match &self.finding {
            Finding::Ok(text) => ("ok", text),
            Finding::Warning(text) => ("warning", text),
            Finding::Failed(text) => ("failed", text),
        }
    }
}

impl Checkup {
    /// Runs the checks in the order in which a start needs their parts.
    pub async fn run(&self) -> Vec<Line> {
        let mut lines = vec![
            Line::new("database", machine::database(self)),
            Line::new("rights", machine::rights(self)),
            Line::new("keys", machine::keys(self)),
        ];
        lines.extend(surroundings::lines(self).await);
        lines
    }
}

/// Returns the number of failed checks.
#[must_use]
pub fn failed(lines: &[Line]) -> usize {
    lines.iter().filter(|line| matches!(line.finding, Finding::Failed(_))).count()
}

/// Formats the results for people, one line each.
#[must_use]
pub fn text(lines: &[Line]) -> String {
    let line = |line: &Line| {
        let (result, text) = line.parts();
        format!("{result:<8} {:<14} {text}", line.name)
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Formats the results as a JSON array.
#[must_use]
pub fn json(lines: &[Line]) -> String {
    let object = |line: &Line| {
        let (result, text) = line.parts();
        serde_json::json!({ "name": line.name, "result": result, "text": text })
    };
    serde_json::Value::from_iter(lines.iter().map(object)).to_string()
}
