//! One pair of value and quality code.
//!
//! 0 is normal. 1 is quasi-normal, computed from fewer samples than it should be; 2 and up say worse; with 5 and 6 the
//! value is missing even where a number stands beside the code: in summer every gauge reports new snow as `[0, 6]`.
//! Only 0 is used. Stations without a snow gauge carry new snow as `[0, null]`, a filler and no measurement, so that a
//! snow value counts only where the station table says that there is a gauge.

use crate::json_cut::{Number, Raw};
use crate::station::{Quantity, Reading, Reason, Station};

/// The only code that is good enough.
const NORMAL: f64 = 0.0;

/// A value as it stands in the file.
pub(super) struct Pair {
    /// The value.
    pub(super) number: Number,
    /// Its quality code.
    pub(super) quality: Number,
}

/// The pair, or `None` where something else stands.
pub(super) fn pair(raw: Raw<'_>) -> Option<Pair> {
    let parts = raw.elements()?;
    match parts.items.as_slice() {
        [number, quality] if parts.fault.is_none() => {
            Some(Pair { number: number.number(), quality: quality.number() })
        }
        _ => None,
    }
}

/// Takes a value, or notes why not.
pub(super) fn take(reading: &mut Reading, quantity: Quantity, raw: Raw<'_>, station: &Station) {
    if raw.is_null() {
        return;
    }
    let Some(Pair { number, quality }) = pair(raw) else {
        return reading.drop_value(quantity, None, Reason::NotANumber);
    };
    if number == Number::Null {
        return;
    }
    let is_snow = matches!(quantity, Quantity::SnowDepth | Quantity::NewSnow24h);
    if is_snow && station.measures_snow != Some(true) {
        // The filler is not worth a note; a value with a code would be.
        if quality != Number::Null {
            reading.drop_value(quantity, number.get(), Reason::NoSensor);
        }
        return;
    }
    match quality {
        Number::Is(NORMAL) => reading.take(quantity, number, |value| value),
        Number::Is(code) => reading.drop_value(quantity, number.get(), Reason::Quality(code.to_string())),
        Number::Null => reading.drop_value(quantity, number.get(), Reason::Quality("none".to_owned())),
        Number::Unreadable => {
            reading.drop_value(quantity, number.get(), Reason::Quality("unreadable".to_owned()));
        }
    }
}
