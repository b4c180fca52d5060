//! Recognizes Open-Meteo's failures: error bodies, and the plain text at the end of a truncated response.

use crate::error::{Kind, Refusal, excerpt};

/// Start of the text that Open-Meteo appends to a response with status 200 if it fails after it had begun to answer.
pub const BROKE_OFF: &str = "Unexpected error while streaming data";

/// Returns the kind of rejection for the `reason` of an error body.
#[must_use]
pub fn refusal(reason: &str) -> Refusal {
    let reason = reason.to_lowercase();
    let has = |word: &str| reason.contains(word);
    // The word "hourly" is not enough, since a parameter has this name too.
    if has("limit exceeded") || has("limit reached") {
        for (word, refusal) in [
            ("minutely", Refusal::Minute),
            ("hourly", Refusal::Hour),
            ("daily", Refusal::Day),
            ("monthly", Refusal::Month),
        ] {
            if has(word) {
                return refusal;
            }
        }
        return Refusal::Minute;
    }
    if has("concurrent") {
        Refusal::Concurrent
    } else if has("overloaded") {
        Refusal::Overloaded
    } else if has("api key") || has("apikey") || has("api-key") {
        Refusal::Key
    } else if has("no data is available") || has("nodataav") {
        Refusal::NoData
    } else {
        Refusal::BadRequest
    }
}

/// Returns the error for an error body with this reason.
#[must_use]
pub fn rejection(reason: &str) -> Kind {
    Kind::Refused { refusal: refusal(reason), reason: excerpt(reason, 200) }
}

/// Returns the error for `rest`, the bytes after the last readable location, if Open-Meteo broke off there.
#[must_use]
pub fn broke_off(rest: &[u8]) -> Option<Kind> {
    let at = rest.windows(BROKE_OFF.len()).position(|window| window == BROKE_OFF.as_bytes())?;
    let text = String::from_utf8_lossy(rest.get(at + BROKE_OFF.len()..)?);
    let reason = text.trim_start_matches(':').trim();
    Some(match refusal(reason) {
        Refusal::NoData => Kind::Refused { refusal: Refusal::NoData, reason: excerpt(reason, 200) },
        Refusal::Concurrent | Refusal::Overloaded => rejection(reason),
        Refusal::Minute
        | Refusal::Hour
        | Refusal::Day
        | Refusal::Month
        | Refusal::Key
        | Refusal::BadRequest => Kind::BrokeOff(excerpt(reason, 200)),
    })
}

#[cfg(test)]
mod tests;
