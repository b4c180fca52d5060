//! Why a call to an upstream gave nothing, as a closed list that metrics, alerts and other replicas can compare.

use crate::error::{Kind, Refusal};

/// The class of a failed call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureClass {
    /// No response arrived in time.
    Timeout,
    /// The connection was refused or broke.
    Connection,
    /// The host's name did not resolve.
    Dns,
    /// No trusted TLS connection could be made.
    Tls,
    /// An error status from 400 to 499.
    #[serde(rename = "http_4xx")]
    Http4xx,
    /// An error status from 500 to 599.
    #[serde(rename = "http_5xx")]
    Http5xx,
    /// The upstream reported that a limit is reached.
    RateLimited,
    /// The upstream rejected the request in the body of its response.
    Refused,
    /// The response could not be parsed or used.
    NotRead,
    /// The response is larger than any plausible one.
    TooLarge,
    /// Anything else, such as a class that only a newer version knows.
    Other,
}

impl FailureClass {
    /// Every class.
    pub const ALL: [Self; 11] = [
        Self::Timeout,
        Self::Connection,
        Self::Dns,
        Self::Tls,
        Self::Http4xx,
        Self::Http5xx,
        Self::RateLimited,
        Self::Refused,
        Self::NotRead,
        Self::TooLarge,
        Self::Other,
    ];

    /// Returns its name in rows, answers and labels.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Connection => "connection",
            Self::Dns => "dns",
            Self::Tls => "tls",
            Self::Http4xx => "http_4xx",
            Self::Http5xx => "http_5xx",
            Self::RateLimited => "rate_limited",
            Self::Refused => "refused",
            Self::NotRead => "not_read",
            Self::TooLarge => "too_large",
            Self::Other => "other",
        }
    }

    /// Returns the class of that name; [`FailureClass::Other`] for a name that this version does not know.
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|class| class.name() == name).unwrap_or(Self::Other)
    }

    /// Classifies a response by what its body says and by its status. The body counts more, because upstreams have sent
    /// rejections with status 200; `kind` is `None` if the body was parsed or is not known.
    #[must_use]
    pub const fn of_response(status: u16, kind: Option<&Kind>) -> Self {
        match (kind, status) {
            (Some(Kind::Refused { refusal, .. }), _) if is_limit(*refusal) => Self::RateLimited,
            (_, 429) => Self::RateLimited,
            (_, 400..=499) => Self::Http4xx,
            (_, 500..=599) => Self::Http5xx,
            (Some(Kind::Refused { .. }), _) => Self::Refused,
            (Some(_), _) | (None, 200..=299) => Self::NotRead,
            (None, _) => Self::Other,
        }
    }
}

const fn is_limit(refusal: Refusal) -> bool {
    match refusal {
        Refusal::Minute
        | Refusal::Hour
        | Refusal::Day
        | Refusal::Month
        | Refusal::Concurrent
        | Refusal::Overloaded => true,
        Refusal::Key | Refusal::NoData | Refusal::BadRequest => false,
    }
}

#[cfg(test)]
mod tests;
