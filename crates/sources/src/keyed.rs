//! Code shared by the lanes that need a key: how a rejection is recognized, and members that are numbers or texts
//! alike.
//!
//! A bad key may be answered with 200 and a message in place of the records. No other part of these requests can be
//! wrong, so any such message counts as a rejection of the key.

use conditions_core::time::Timestamp;
use serde_json::Value;

use crate::error::{FaultPosition, Kind, ParseError, Refusal};
use crate::json_cut::{Raw, records};
use crate::station::is_place;

/// Metres per foot.
const FOOT_M: f64 = 0.3048;

/// Returns the records of a list of at most `most`.
///
/// # Errors
/// Returns an error if the response is not a complete list; [`Refusal::Key`] if it is a message instead.
pub(crate) fn list<'a>(lane: &'static str, body: &'a [u8], most: usize) -> Result<Vec<Raw<'a>>, ParseError> {
    let parts = records(lane, body, most).map_err(as_key_rejection)?;
    match parts.fault {
        Some(kind) => Err(ParseError { lane, at: FaultPosition::Body, kind }),
        None => Ok(parts.items),
    }
}

/// Returns the features of a collection of at most `most`.
///
/// # Errors
/// Like [`list`].
pub(crate) fn features<'a>(
    lane: &'static str,
    body: &'a [u8],
    most: usize,
) -> Result<Vec<Raw<'a>>, ParseError> {
    let error = |kind| ParseError { lane, at: FaultPosition::Body, kind };
    let answer = Raw::document(lane, body)?.object().map_err(error)?;
    let list = answer.get("features").and_then(|list| list.elements_up_to(most));
    let parts = list.ok_or_else(|| as_key_rejection(error(answer.refusal())))?;
    parts.fault.map_or(Ok(parts.items), |kind| Err(error(kind)))
}

/// Converts an error into a rejection of the key if only the key can explain it; else returns it unchanged.
fn as_key_rejection(error: ParseError) -> ParseError {
    let kind = match error.kind {
        Kind::Refused { refusal: Refusal::BadRequest, reason } => {
            Kind::Refused { refusal: Refusal::Key, reason }
        }
        kind => kind,
    };
    ParseError { kind, ..error }
}

/// Returns a finite number, written as a number or as text.
pub(crate) fn number(value: &Value) -> Option<f64> {
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
    number.filter(|number| number.is_finite())
}

/// Returns a text that is not empty.
pub(crate) fn text(value: &Value) -> Option<&str> {
    value.as_str().map(str::trim).filter(|text| !text.is_empty())
}

/// Returns an identifier, a number or a text.
pub(crate) fn identifier(value: &Value) -> Option<String> {
    let number = value.as_u64().map(|id| id.to_string());
    number.or_else(|| text(value).map(|id| crate::error::excerpt(id, 80)))
}

/// Returns degrees north and east, if they are valid coordinates.
pub(crate) fn place(lat: &Value, lon: &Value) -> Result<(f64, f64), Kind> {
    let place = number(lat).zip(number(lon)).filter(|(lat, lon)| is_place(*lat, *lon));
    place.ok_or_else(|| Kind::Malformed("no coordinates".to_owned()))
}

/// Converts feet above the sea to metres, if a road can be at that elevation.
pub(crate) fn metres(feet: f64) -> Option<i32> {
    (-500.0..20_000.0).contains(&feet).then(|| (feet * FOOT_M).round() as i32)
}

/// Converts degrees Fahrenheit to degrees Celsius.
pub(crate) fn celsius(fahrenheit: f64) -> f64 {
    (fahrenheit - 32.0) / 1.8
}

/// Parses a time with its zone: `2026-01-10T12:00:00Z`, or `/Date(1765784463873-0800)/`, whose number is in UTC.
pub(crate) fn parse_time(value: &Value) -> Option<Timestamp> {
    let text = text(value)?;
    let Some(inner) = text.strip_prefix("/Date(").and_then(|rest| rest.strip_suffix(")/")) else {
        return Timestamp::parse(text);
    };
    let digits: String = inner.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok().map(Timestamp::from_millis)
}
