//! What the lanes that need a key share: how an answer is refused, and members that are numbers or texts alike.
//!
//! A bad key may be answered with 200 and words in the place of the records. Nothing else of these requests can be wrong, so
//! such words are a refusal of the key, whatever they are.

use conditions_core::time::Timestamp;
use serde_json::Value;

use crate::error::{FaultPosition, Kind, ParseError, Refusal};
use crate::json_cut::{Raw, records};
use crate::station::is_place;

/// Metres of a foot.
const FOOT_M: f64 = 0.3048;

/// The records of a list of `most` at most.
///
/// # Errors
/// When the answer is no whole list; [`Refusal::Key`] where words stand in its place.
pub(crate) fn listed<'a>(
    lane: &'static str,
    body: &'a [u8],
    most: usize,
) -> Result<Vec<Raw<'a>>, ParseError> {
    let parts = records(lane, body, most).map_err(of_key)?;
    match parts.fault {
        Some(kind) => Err(ParseError { lane, at: FaultPosition::Body, kind }),
        None => Ok(parts.items),
    }
}

/// The features of a collection of `most` at most.
///
/// # Errors
/// As [`listed`].
pub(crate) fn features<'a>(
    lane: &'static str,
    body: &'a [u8],
    most: usize,
) -> Result<Vec<Raw<'a>>, ParseError> {
    let error = |kind| ParseError { lane, at: FaultPosition::Body, kind };
    let answer = Raw::document(lane, body)?.object().map_err(error)?;
    let list = answer.get("features").and_then(|list| list.elements_up_to(most));
    let parts = list.ok_or_else(|| of_key(error(answer.refusal())))?;
    parts.fault.map_or(Ok(parts.items), |kind| Err(error(kind)))
}

/// The same error; one that nothing explains but the key is the key's.
fn of_key(error: ParseError) -> ParseError {
    let kind = match error.kind {
        Kind::Refused { refusal: Refusal::BadRequest, reason } => {
            Kind::Refused { refusal: Refusal::Key, reason }
        }
        kind => kind,
    };
    ParseError { kind, ..error }
}

/// A finite number, written as one or as text.
pub(crate) fn number(value: &Value) -> Option<f64> {
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
    number.filter(|number| number.is_finite())
}

/// A text that says something.
pub(crate) fn text(value: &Value) -> Option<&str> {
    value.as_str().map(str::trim).filter(|text| !text.is_empty())
}

/// An identifier, a number or a text.
pub(crate) fn identifier(value: &Value) -> Option<String> {
    let number = value.as_u64().map(|id| id.to_string());
    number.or_else(|| text(value).map(|id| crate::error::excerpt(id, 80)))
}

/// Degrees north and east, where they can be a place.
pub(crate) fn place(lat: &Value, lon: &Value) -> Result<(f64, f64), Kind> {
    let place = number(lat).zip(number(lon)).filter(|(lat, lon)| is_place(*lat, *lon));
    place.ok_or_else(|| Kind::Malformed("no coordinates".to_owned()))
}

/// Metres above the sea of so many feet, where a road may be.
pub(crate) fn metres(feet: f64) -> Option<i32> {
    (-500.0..20_000.0).contains(&feet).then(|| (feet * FOOT_M).round() as i32)
}

/// Degrees Celsius of degrees Fahrenheit.
pub(crate) fn celsius(fahrenheit: f64) -> f64 {
    (fahrenheit - 32.0) / 1.8
}

/// An instant with its zone: `2026-01-10T12:00:00Z`, or `/Date(1765784463873-0800)/`, whose number is of UTC.
pub(crate) fn instant(value: &Value) -> Option<Timestamp> {
    let text = text(value)?;
    let Some(inner) = text.strip_prefix("/Date(").and_then(|rest| rest.strip_suffix(")/")) else {
        return Timestamp::parse(text);
    };
    let digits: String = inner.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok().map(Timestamp::from_millis)
}
