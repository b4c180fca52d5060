//! The service's results for every resort on a day: its score with the components, its new snow, and the clear days
//! that were forecast. One document a day, so that a season can be reviewed after its evidence is gone.

use std::collections::BTreeMap;

use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

use crate::form::{DecodeError, Form, check_version, malformed};

/// Stored days.
#[derive(Debug, Clone, Copy)]
pub struct DayLog;

/// One resort on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DayLogEntry {
    /// Snow score; `None` if it was withheld.
    pub score: Option<Tenths>,
    /// Points of its components, in the order of the score; `None` if unknown.
    pub parts: [Option<Tenths>; 6],
    /// New snow of the previous 24 hours, centimetres.
    pub snowfall24h_cm: Option<Tenths>,
    /// Whether the new snow was measured, and not modelled.
    pub measured: bool,
    /// Whether it was a bluebird day: new snow on record, and the day's own forecast clear, calm and dry; `None` if one
    /// of them was unknown.
    pub bluebird: Option<bool>,
    /// The coming days that were forecast as bluebird days: bit 1 is tomorrow.
    pub foreseen: u8,
}

#[derive(Serialize, Deserialize)]
struct StoredForm {
    v: u32,
    /// Rows by slug: score, components, new snow, all in tenths; whether it was measured; bluebird; forecast bluebird
    /// days.
    resorts: BTreeMap<String, Row>,
}

type Row = (Option<i32>, [Option<i32>; 6], Option<i32>, bool, Option<bool>, u8);

impl Form for DayLog {
    const NAME: &'static str = "day-log";
    const VERSION: u32 = 1;
    type Value = BTreeMap<String, DayLogEntry>;

    fn encode(resorts: &Self::Value) -> String {
        let units = |value: Option<Tenths>| value.map(Tenths::units);
        let row = |logged: &DayLogEntry| {
            let DayLogEntry { score, parts, snowfall24h_cm, measured, bluebird, foreseen } = *logged;
            (units(score), parts.map(units), units(snowfall24h_cm), measured, bluebird, foreseen)
        };
        let resorts = resorts.iter().map(|(slug, logged)| (slug.clone(), row(logged))).collect();
        // String keys and whole numbers: writing to memory cannot fail.
        serde_json::to_string(&StoredForm { v: Self::VERSION, resorts }).unwrap_or_default()
    }

    fn decode(payload: &str) -> Result<Self::Value, DecodeError> {
        let kept: StoredForm = serde_json::from_str(payload).map_err(malformed::<Self>)?;
        check_version::<Self>(kept.v)?;
        let tenths = |units: Option<i32>| units.map(Tenths::from_units);
        let logged = |(score, parts, snowfall, measured, bluebird, foreseen): Row| DayLogEntry {
            score: tenths(score),
            parts: parts.map(tenths),
            snowfall24h_cm: tenths(snowfall),
            measured,
            bluebird,
            foreseen,
        };
        Ok(kept.resorts.into_iter().map(|(slug, row)| (slug, logged(row))).collect())
    }
}

#[cfg(test)]
mod tests;
