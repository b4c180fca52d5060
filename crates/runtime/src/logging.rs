//! Structured logs on standard error: text for people on a terminal, JSON lines elsewhere.

use std::io::IsTerminal as _;
use std::sync::LazyLock;

use prometheus_client::metrics::counter::Counter;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::{LevelFilter, ParseError};

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

/// What is logged, and how.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'a> {
    /// The filter, such as `info,access=warn`.
    pub filter: Option<&'a str>,
    /// `text` or `json`. Without it, text on a terminal and JSON elsewhere.
    pub format: Option<&'a str>,
}

/// Why logging cannot start.
#[derive(Debug, thiserror::Error)]
pub enum LoggingError {
    /// The filter cannot be read.
    #[error("{0}; example: info,access=warn")]
    Filter(#[from] ParseError),
    /// There is no such format.
    #[error("must be text or json, not `{0}`")]
    Format(String),
    /// The system gives no thread.
    #[error("the system gives no thread for the log: {0}")]
    Thread(#[from] std::io::Error),
}

impl LoggingError {
    /// The setting that is wrong.
    #[must_use]
    pub const fn setting(&self) -> &'static str {
        match self {
            Self::Filter(_) | Self::Thread(_) => "log",
            Self::Format(_) => "log-format",
        }
    }
}

/// Starts logging. Dropping what it returns writes the last lines.
///
/// # Errors
/// [`LoggingError`].
pub fn start(options: Options<'_>) -> Result<LastLines, LoggingError> {
    let filter = EnvFilter::builder()
        .with_default_directive(LevelFilter::INFO.into())
        .parse(options.filter.unwrap_or(USUAL))?;
    let lines = match options.format {
        Some("json") => true,
        Some("text") => false,
        None => !std::io::stderr().is_terminal(),
        Some(other) => return Err(LoggingError::Format(other.to_owned())),
    };
    let (log, last) = Lossy::new(std::io::stderr(), lost_lines())?;
    // A log that cannot be written, on a full disk or into a closed pipe, is lost and nothing else is: the subscriber's own
    // complaint would go to the same place and panic, in whatever request was to be logged.
    let builder =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(log).log_internal_errors(false);
    // A second start in one process (tests) keeps the first.
    let _ = if lines { builder.event_format(json::JsonLines).try_init() } else { builder.try_init() };
    Ok(last)
}
