//! Structured logs on standard error: text on a terminal, JSON lines elsewhere.

use std::io::IsTerminal as _;
use std::sync::{LazyLock, OnceLock};

use prometheus_client::metrics::counter::Counter;
use tracing_subscriber::filter::{LevelFilter, ParseError};
use tracing_subscriber::{EnvFilter, reload};

mod json;
mod lossy;

use lossy::Lossy;

pub use lossy::LastLines;

/// Default filter. Malformed requests are answered and counted, but not logged: the framework's message about them
/// contains the sender's text, as often as the sender likes.
const USUAL: &str = "info,actix_server=warn,actix_http=off";

/// Replaces the filter of the running log.
type Replace = Box<dyn Fn(EnvFilter) -> Result<(), LoggingError> + Send + Sync>;

static REPLACE: OnceLock<Replace> = OnceLock::new();

static LOST: LazyLock<Counter> = LazyLock::new(Counter::default);

/// Returns the counter of lost log lines.
#[must_use]
pub fn lost_lines() -> Counter {
    LOST.clone()
}

/// Logging options.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'a> {
    /// Filter, such as `info,access=warn`.
    pub filter: Option<&'a str>,
    /// `text` or `json`; by default, text on a terminal and JSON elsewhere.
    pub format: Option<&'a str>,
}

/// The reason why logging cannot start.
#[derive(Debug, thiserror::Error)]
pub enum LoggingError {
    /// The filter is malformed.
    #[error("{0}; example: info,access=warn")]
    Filter(#[from] ParseError),
    /// The format is unknown.
    #[error("must be text or json, not `{0}`")]
    Format(String),
    /// The log thread cannot start.
    #[error("cannot start the log thread: {0}")]
    Thread(#[from] std::io::Error),
    /// The running log has another filter than the one that `start` set.
    #[error("cannot be changed in this process: {0}")]
    Fixed(String),
}

impl LoggingError {
    /// Returns the name of the invalid setting.
    #[must_use]
    pub const fn setting(&self) -> &'static str {
        match self {
            Self::Filter(_) | Self::Thread(_) | Self::Fixed(_) => "log",
            Self::Format(_) => "log-format",
        }
    }
}

/// Starts logging. Dropping the returned value writes the last lines.
///
/// # Errors
/// Returns a [`LoggingError`] if an option is invalid or the log thread cannot start.
pub fn start(options: Options<'_>) -> Result<LastLines, LoggingError> {
    let filter = filter(options.filter)?;
    let lines = match options.format {
        Some("json") => true,
        Some("text") => false,
        None => !std::io::stderr().is_terminal(),
        Some(other) => return Err(LoggingError::Format(other.to_owned())),
    };
    let (log, last) = Lossy::new(std::io::stderr(), lost_lines())?;
    // A line that cannot be written (disk full, closed pipe) is dropped silently: the subscriber's own error message
    // would go to the same place and panic in the request that was being logged.
    let builder =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(log).log_internal_errors(false);
    // A second start in one process (tests) leaves the first in place.
    let started = if lines {
        let builder = builder.event_format(json::JsonLines).with_filter_reloading();
        let handle = builder.reload_handle();
        builder.try_init().map(|()| replacing(move |filter| handle.reload(filter)))
    } else {
        let builder = builder.with_filter_reloading();
        let handle = builder.reload_handle();
        builder.try_init().map(|()| replacing(move |filter| handle.reload(filter)))
    };
    if let Ok(replace) = started {
        let _ = REPLACE.set(replace);
    }
    Ok(last)
}

/// Replaces the filter of the running log; `None` is the default filter.
///
/// # Errors
/// Returns a [`LoggingError`] if the filter is malformed, or if [`start`] did not start the log.
pub fn set_filter(text: Option<&str>) -> Result<(), LoggingError> {
    let filter = filter(text)?;
    match REPLACE.get() {
        Some(replace) => replace(filter),
        None => Err(LoggingError::Fixed("the log was started elsewhere".to_owned())),
    }
}

fn filter(text: Option<&str>) -> Result<EnvFilter, ParseError> {
    EnvFilter::builder().with_default_directive(LevelFilter::INFO.into()).parse(text.unwrap_or(USUAL))
}

fn replacing(reload: impl Fn(EnvFilter) -> Result<(), reload::Error> + Send + Sync + 'static) -> Replace {
    Box::new(move |filter| reload(filter).map_err(|error| LoggingError::Fixed(error.to_string())))
}
