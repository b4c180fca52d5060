//! Structured logs on standard error: text for people on a terminal, JSON lines elsewhere.

use std::io::IsTerminal as _;
use std::sync::LazyLock;

use prometheus_client::metrics::counter::Counter;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use crate::config::{ConfigError, Settings, wrong};

mod json;
mod lossy;

use lossy::Lossy;

pub use lossy::LastLines;

/// What is logged where nothing else is said. Requests that are none are answered and counted; what the framework says about
/// them is the sender's words, as often as the sender likes.
const USUAL: &str = "info,actix_server=warn,actix_http=off";

static LOST: LazyLock<Counter> = LazyLock::new(Counter::default);

/// Lines that nobody read in time.
#[must_use]
pub fn lost_lines() -> Counter {
    LOST.clone()
}

/// Starts logging as the settings say; the last lines are written when what it gives is dropped.
///
/// # Errors
/// A form or a filter that does not exist.
pub fn start(settings: &Settings) -> Result<LastLines, ConfigError> {
    let filter = EnvFilter::builder()
        .with_default_directive(LevelFilter::INFO.into())
        .parse(settings.log.as_deref().unwrap_or(USUAL))
        .map_err(|error| wrong("log", format!("{error}; example: info,access=warn")))?;
    let lines = match settings.log_format.as_deref() {
        Some("json") => true,
        Some("text") => false,
        None => !std::io::stderr().is_terminal(),
        Some(other) => return Err(wrong("log-format", format!("must be text or json, not `{other}`"))),
    };
    let (log, last) = Lossy::new(std::io::stderr(), lost_lines())
        .map_err(|error| wrong("log", format!("the system gives no thread for the log: {error}")))?;
    // A log that cannot be written, on a full disk or into a closed pipe, is lost and nothing else is: the subscriber's own
    // complaint would go to the same place and panic, in whatever request was to be logged.
    let builder =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(log).log_internal_errors(false);
    // A second start in one process (tests) keeps the first.
    let _ = if lines { builder.event_format(json::JsonLines).try_init() } else { builder.try_init() };
    Ok(last)
}
