//! Faults, by script or by chance, always the same for the same seed and request number.

use std::collections::BTreeMap;

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use serde::{Deserialize, Serialize};

use crate::SimResponse;
use crate::noise::{hash, unit};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Fault {
    /// 429 with the reason of the exhausted allowance, and `Retry-After` at its end.
    Limit(Window),
    /// 429, too many at once.
    Concurrent,
    /// 503, overloaded.
    Overloaded,
    /// Another status with a page.
    Status(u16),
    /// The response is delayed.
    Slow {
        /// Length of the delay, milliseconds.
        ms: u64,
    },
    /// The connection closes in the middle.
    Truncated,
    /// A bare `nan` in the place of a value of the last location.
    BareNan,
    /// Only some models have data.
    DroppedModels {
        /// Number of models left.
        keep: usize,
    },
    /// The last model's columns have the name of a model that was not requested.
    WrongSuffix,
    /// A page with a 200.
    Html,
    /// The upstream's own error text with a 200, instead of data.
    StreamText,
    /// The upstream's own error text after part of the data.
    StreamTextAfterData,
    /// An empty body with a 200.
    Empty,
    /// The first hours are missing: every row comes later.
    ShiftedHours {
        /// Number of missing hours.
        hours: usize,
    },
    /// Some hours are missing.
    MissingHours,
    /// One column is shorter than the others.
    ShortColumn,
    /// The last location is missing.
    MissingLocation,
}

/// The exhausted allowance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// Per minute.
    Minute,
    /// Per hour.
    Hour,
    /// Per day.
    Day,
}

/// A fault that occurs at random.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    pub fault: Fault,
    /// Probability of the fault, 0–1.
    pub probability: f64,
}

/// All faults of a world.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faults {
    /// Faults by request number; these take precedence.
    #[serde(default)]
    pub script: BTreeMap<u64, Fault>,
    /// Faults by chance; the first one that occurs counts.
    #[serde(default)]
    pub chances: Vec<Chance>,
}

const PAGE: &str = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1>\
                    </center>\r\n</body>\r\n</html>\r\n";
const STREAM_TEXT: &str = "Unexpected error while streaming data: timeoutReached";

impl Faults {
    /// Returns the fault that affects this request.
    #[must_use]
    pub fn pick(&self, seed: u64, nth_request: u64) -> Option<Fault> {
        if let Some(fault) = self.script.get(&nth_request) {
            return Some(fault.clone());
        }
        let draw = |index: u64| unit(hash(hash(seed, 77 + index), nth_request));
        let struck =
            self.chances.iter().zip(0u64..).find(|(chance, index)| draw(*index) < chance.probability);
        struck.map(|(chance, _)| chance.fault.clone())
    }
}

impl Fault {
    /// Returns the response that replaces the data.
    pub(crate) fn instead(&self, now: Timestamp) -> Option<SimResponse> {
        match self {
            Self::Limit(window) => Some(limit(*window, now)),
            Self::Concurrent => Some(SimResponse::rejection(429, "Too many concurrent requests")),
            Self::Overloaded => Some(SimResponse::rejection(503, "The service is overloaded")),
            Self::Status(status) => Some(SimResponse::new(*status, "text/html", PAGE.into())),
            Self::Html => Some(SimResponse::new(200, "text/html", PAGE.into())),
            Self::StreamText => Some(SimResponse::json(200, STREAM_TEXT.into())),
            Self::Empty => Some(SimResponse::json(200, Vec::new())),
            Self::Slow { .. }
            | Self::Truncated
            | Self::BareNan
            | Self::DroppedModels { .. }
            | Self::WrongSuffix
            | Self::StreamTextAfterData
            | Self::ShiftedHours { .. }
            | Self::MissingHours
            | Self::ShortColumn
            | Self::MissingLocation => None,
        }
    }

    /// Damages a response with data. Faults of the data themselves are made when the data are written.
    pub(crate) fn damage(&self, answer: &mut SimResponse, seed: u64, nth_request: u64) {
        // Somewhere in the second half, so that there is something to lose.
        let cut = |length: usize| {
            let part = 0.5 + 0.45 * unit(hash(hash(seed, 99), nth_request));
            (length as f64 * part) as usize
        };
        match self {
            Self::Slow { ms } => answer.delay_ms = *ms,
            Self::Truncated => answer.truncate_at = Some(cut(answer.body.len())),
            Self::StreamTextAfterData => {
                answer.body.truncate(cut(answer.body.len()));
                answer.body.extend_from_slice(STREAM_TEXT.as_bytes());
            }
            Self::BareNan => {
                let Some(start) = answer.body.iter().rposition(|byte| *byte == b'[') else { return };
                let value =
                    answer.body.iter().skip(start + 1).take_while(|byte| !b",]".contains(byte)).count();
                answer.body.splice(start + 1..start + 1 + value, *b"nan");
            }
            Self::Limit(_)
            | Self::Concurrent
            | Self::Overloaded
            | Self::Status(_)
            | Self::Html
            | Self::StreamText
            | Self::Empty
            | Self::DroppedModels { .. }
            | Self::WrongSuffix
            | Self::ShiftedHours { .. }
            | Self::MissingHours
            | Self::ShortColumn
            | Self::MissingLocation => {}
        }
    }
}

fn limit(window: Window, now: Timestamp) -> SimResponse {
    let (reason, length) = match window {
        Window::Minute => ("Minutely API request limit exceeded. Please try again in one minute.", MINUTE_MS),
        Window::Hour => ("Hourly API request limit exceeded. Please try again in the next hour.", HOUR_MS),
        Window::Day => ("Daily API request limit exceeded. Please try again tomorrow.", DAY_MS),
    };
    let mut answer = SimResponse::rejection(429, reason);
    let left_ms = length - now.millis().rem_euclid(length);
    answer.headers.push(("Retry-After", (left_ms.div_euclid(1_000) + 1).to_string()));
    answer
}

#[cfg(test)]
mod tests;
