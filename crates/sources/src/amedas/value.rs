//! One pair of value and quality code.
//!
//! Code 0 is normal. Code 1 is quasi-normal, computed from fewer samples than usual; 2 and above are worse. With 5 and
//! 6 the value is missing even if the pair has a number: in summer every gauge reports new snow as `[0, 6]`. Only
//! values with code 0 are used. Stations without a snow gauge report new snow as `[0, null]`, which is a filler and not
//! a measurement, so a snow value counts only if the station table lists a gauge.

use crate::json_cut::{Number, Raw};
use crate::station::{Quantity, Reading, Reason, Station};

/// The only code that is accepted.
const NORMAL: f64 = 0.0;

/// A value as it appears in the file.
pub(super) struct Pair {
    pub(super) number: Number,
    pub(super) quality: Number,
}

/// Parses a pair, or returns `None` if `raw` is anything else.
pub(super) fn pair(raw: Raw<'_>) -> Option<Pair> {
    let parts = raw.elements()?;
    match parts.items.as_slice() {
        [number, quality] if parts.fault.is_none() => {
            Some(Pair { number: number.number(), quality: quality.number() })
        }
        _ => None,
    }
}

/// Records a value in the reading, or notes why it is not used.
pub(super) fn record(reading: &mut Reading, quantity: Quantity, raw: Raw<'_>, station: &Station) {
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
        Number::Is(NORMAL) => reading.record(quantity, number, |value| value),
        Number::Is(code) => reading.drop_value(quantity, number.get(), Reason::Quality(code.to_string())),
        Number::Null => reading.drop_value(quantity, number.get(), Reason::Quality("none".to_owned())),
        Number::Unreadable => {
            reading.drop_value(quantity, number.get(), Reason::Quality("unreadable".to_owned()));
        }
    }
}
