//! From what was entered to a report, whatever the channel: names and values are read here and nowhere else, and every problem
//! is told at once. Refused is what cannot be: outside of the contract's ranges, negative, in the future, no word of the field.

use std::collections::BTreeMap;

use conditions_core::policy::{Policy, Range};
use conditions_core::time::Timestamp;

use crate::report::{Field, Report};
use crate::status::status_of;
use crate::surface::Surface;
use crate::text::{self, Bounds};

/// A sentence for people.
pub const NOTE: Bounds = Bounds { most: 280, lines: false };
/// Deeper than any depth on the ground that was ever measured: 1182 cm at Mount Ibuki, Japan, on 14 February 1927.
const DEEPEST_CM: f64 = 1200.0;
const CM_PER_INCH: f64 = 2.54;

/// What lengths are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Units {
    /// Centimetres.
    #[default]
    Cm,
    /// Inches of 2.54 cm.
    Inches,
}

impl Units {
    /// The units of a word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        match word.trim().to_ascii_lowercase().as_str() {
            "cm" => Some(Self::Cm),
            "in" | "inch" | "inches" | "\"" => Some(Self::Inches),
            _ => None,
        }
    }

    /// Centimetres of so many.
    #[must_use]
    pub fn cm(self, length: f64) -> f64 {
        match self {
            Self::Cm => length,
            Self::Inches => length * CM_PER_INCH,
        }
    }

    /// So many centimetres in these units.
    #[must_use]
    pub fn from_cm(self, cm: f64) -> f64 {
        match self {
            Self::Cm => cm,
            Self::Inches => cm / CM_PER_INCH,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Cm => "cm",
            Self::Inches => "inches",
        }
    }
}

/// One value as it was entered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Raw<'a> {
    /// "Not measured".
    NotMeasured,
    /// A number.
    Number(f64),
    /// A text, which may be a number with a comma or a point.
    Text(&'a str),
}

/// What is wrong with an entry.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The name that was given.
    pub field: String,
    /// What is wrong, and what is allowed; in English, without the value where that could be long.
    pub message: String,
}

impl Problem {
    /// A problem with a field.
    #[must_use]
    pub fn new(field: &str, message: impl Into<String>) -> Self {
        // Whoever sends a megabyte for a name does not get it back.
        Self { field: field.chars().take(60).collect(), message: message.into() }
    }
}

/// Reads entries one by one.
#[derive(Debug)]
pub struct Entry {
    report: Report,
    problems: Vec<Problem>,
    units: Units,
    now: Timestamp,
}

impl Entry {
    /// Nothing entered yet; lengths will be in `units`.
    #[must_use]
    pub fn new(units: Units, now: Timestamp) -> Self {
        Self { report: Report::default(), problems: Vec::new(), units, now }
    }

    /// Notes a problem that the channel found.
    pub fn problem(&mut self, field: &str, message: impl Into<String>) {
        self.problems.push(Problem::new(field, message));
    }

    /// Takes one value.
    pub fn set(&mut self, field: Field, raw: Raw<'_>) {
        if let Err(message) = self.read(field, raw) {
            self.problem(field.name(), message);
        }
    }

    /// Takes one value in units of its own.
    pub fn set_in(&mut self, units: Units, field: Field, raw: Raw<'_>) {
        let usual = std::mem::replace(&mut self.units, units);
        self.set(field, raw);
        self.units = usual;
    }

    fn read(&mut self, field: Field, raw: Raw<'_>) -> Result<(), String> {
        match field {
            Field::NewSnow24h
            | Field::NewSnow48h
            | Field::DepthBase
            | Field::DepthMid
            | Field::DepthSummit => {
                let cm = match raw {
                    Raw::NotMeasured => None,
                    raw => Some(self.length(field, raw)?),
                };
                self.report.cm.insert(field, cm);
            }
            Field::LiftsOpen | Field::LiftsTotal | Field::RunsOpen | Field::RunsTotal => {
                self.report.counts.insert(field, count(field, raw)?);
            }
            Field::ObservedAt => self.report.observed_at = Some(self.instant(raw)?),
            Field::Status => {
                let known = words(raw).and_then(status_of);
                let wrong = "must be one of OPEN, CLOSED_TODAY, PRE_SEASON, OFF_SEASON";
                self.report.status = Some(known.ok_or(wrong)?);
            }
            Field::Surface => {
                let known = words(raw).and_then(Surface::of).ok_or_else(|| {
                    let codes: Vec<&str> = Surface::ALL.iter().map(|word| word.code()).collect();
                    format!("must be one of {}", codes.join(", "))
                })?;
                self.report.surface = Some(known);
            }
            Field::Note => {
                let text = words(raw).ok_or("must be a text")?;
                self.report.note = text::plain(text, NOTE).map_err(|problem| problem.to_string())?;
            }
        }
        Ok(())
    }

    fn length(&self, field: Field, raw: Raw<'_>) -> Result<f64, String> {
        let wrong = "must be a number, such as 12 or 12.5, or null for \"not measured\"";
        let entered = number(raw).ok_or(wrong)?;
        let cm = (self.units.cm(entered) * 10.0).round() / 10.0;
        let range = range_of(field);
        if range.holds(cm) {
            return Ok(cm);
        }
        let [low, high] = [range.low, range.high].map(|cm| self.units.from_cm(cm).round());
        let units = self.units.name();
        Err(format!("cannot be {entered} {units}; from {low} to {high} {units} is taken"))
    }

    fn instant(&self, raw: Raw<'_>) -> Result<Timestamp, String> {
        let wrong = "must be an instant such as 2026-01-10T06:30:00+01:00";
        let at = words(raw).and_then(Timestamp::parse).ok_or(wrong)?;
        if Policy::CONTRACT.is_ahead(at, self.now) {
            return Err("lies in the future; say when it was measured".to_owned());
        }
        if self.now.since(at) > Policy::CONTRACT.measured_usable_ms {
            return Err("is more than 14 days ago; nothing of that age is shown".to_owned());
        }
        Ok(at)
    }

    /// The report.
    ///
    /// # Errors
    /// Every problem, in the order in which they were found.
    pub fn finish(mut self) -> Result<Report, Vec<Problem>> {
        if self.problems.is_empty() && self.report.is_empty() {
            self.problem("", "the report says nothing; give at least one value");
        }
        if self.problems.is_empty() { Ok(self.report) } else { Err(self.problems) }
    }
}

/// What a measure may be, centimetres.
#[must_use]
pub const fn range_of(field: Field) -> Range {
    match field {
        Field::NewSnow24h => Policy::CONTRACT.plausible_snowfall24h_cm,
        Field::NewSnow48h => Policy::CONTRACT.plausible_snowfall48h_cm,
        _ => Range { low: Policy::CONTRACT.plausible_depth_cm.low, high: DEEPEST_CM },
    }
}

fn count(field: Field, raw: Raw<'_>) -> Result<u32, String> {
    let range = match field {
        Field::LiftsOpen | Field::LiftsTotal => Policy::CONTRACT.plausible_lifts,
        _ => Policy::CONTRACT.plausible_runs,
    };
    let wrong = || format!("must be a whole number from {} to {}", range.low, range.high);
    let entered = number(raw).filter(|n| range.holds(*n) && n.fract() == 0.0).ok_or_else(wrong)?;
    // Whole and within the range, which is far below the type's.
    Ok(entered as u32)
}

fn words<'a>(raw: Raw<'a>) -> Option<&'a str> {
    if let Raw::Text(text) = raw { Some(text) } else { None }
}

/// A number with a point or a comma, digits in ASCII or as Japanese keyboards give them; nothing else.
fn number(raw: Raw<'_>) -> Option<f64> {
    let text = match raw {
        Raw::NotMeasured => return None,
        Raw::Number(number) => return Some(number).filter(|number| number.is_finite()),
        Raw::Text(text) => text.trim(),
    };
    if text.len() > 40 {
        return None;
    }
    let plain: String = text.chars().map(narrow).collect();
    let is_number = plain.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'-')
        && plain.bytes().any(|byte| byte.is_ascii_digit())
        && plain.bytes().filter(|byte| *byte == b'.').count() <= 1;
    if is_number { plain.parse().ok() } else { None }
}

const fn narrow(c: char) -> char {
    match c {
        ',' | '．' | '，' => '.',
        '−' | '－' => '-',
        '０' => '0',
        '１' => '1',
        '２' => '2',
        '３' => '3',
        '４' => '4',
        '５' => '5',
        '６' => '6',
        '７' => '7',
        '８' => '8',
        '９' => '9',
        other => other,
    }
}

/// A report as JSON: an object of the fields' names, `units` beside them.
///
/// # Errors
/// Every problem.
pub fn json(body: &[u8], now: Timestamp) -> Result<Report, Vec<Problem>> {
    let one = |message: &str| vec![Problem::new("", message)];
    // Names that occur twice: the last would win silently.
    let members: BTreeMap<String, serde_json::Value> =
        serde_json::from_slice(body).map_err(|_| one("the body must be a JSON object"))?;
    let mut problems = Vec::new();
    let units = match members.get("units").map(|word| word.as_str().and_then(Units::of)) {
        None => Units::Cm,
        Some(Some(units)) => units,
        Some(None) => {
            problems.push(Problem::new("units", "must be `cm` or `in`"));
            Units::Cm
        }
    };
    let mut entry = Entry::new(units, now);
    entry.problems = problems;
    for (name, value) in members.iter().filter(|(name, _)| *name != "units") {
        let Some(field) = Field::of(name) else {
            let names: Vec<&str> = Field::ALL.iter().map(|field| field.name()).collect();
            entry.problem(name, format!("is unknown; allowed: units, {}", names.join(", ")));
            continue;
        };
        match value {
            serde_json::Value::Null if Field::MEASURES.contains(&field) => entry.set(field, Raw::NotMeasured),
            serde_json::Value::Null => {
                entry.problem(name, "cannot be null; leave it out when it is not said")
            }
            serde_json::Value::Number(number) => {
                entry.set(field, Raw::Number(number.as_f64().unwrap_or(f64::NAN)));
            }
            serde_json::Value::String(text) => entry.set(field, Raw::Text(text)),
            _ => entry.problem(name, "must be a number or a text"),
        }
    }
    entry.finish()
}

#[cfg(test)]
mod tests;
