//! Conversion of entries to a report, for every channel: the only place that parses names and values. All problems are
//! reported at once. Impossible values are rejected: outside the contract's ranges, negative, in the future, or not one
//! of the field's terms.

use std::collections::BTreeMap;

use conditions_core::policy::{Policy, Range};
use conditions_core::time::Timestamp;

use crate::list::{self, LiftStatus, List};
use crate::plain_text::{self, Bounds};
use crate::problem::{Problem, ProblemKind};
use crate::report::{Field, Report};
use crate::status::status_of;
use crate::surface::Surface;

pub use crate::units::Units;

/// Bounds of the sentence for people.
pub const NOTE: Bounds = Bounds { most: 280, lines: false };
/// Above any snow depth ever measured: 1182 cm at Mount Ibuki, Japan, on 14 February 1927.
const DEEPEST_CM: f64 = 1200.0;

/// One value as entered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RawValue<'a> {
    /// "Not measured".
    NotMeasured,
    Number(f64),
    /// A text, which may be a number with a comma or a point, or a list with one name per line.
    Text(&'a str),
    /// A list as JSON.
    List(&'a [serde_json::Value]),
}

/// Collects the entries of a report.
#[derive(Debug)]
pub struct Entry {
    report: Report,
    problems: Vec<Problem>,
    units: Units,
    now: Timestamp,
}

impl Entry {
    /// Creates an empty entry with lengths in `units`.
    #[must_use]
    pub fn new(units: Units, now: Timestamp) -> Self {
        Self { report: Report::default(), problems: Vec::new(), units, now }
    }

    /// Records a problem found by the channel.
    pub fn problem(&mut self, field: &str, wrong: impl Into<ProblemKind>) {
        self.problems.push(Problem::new(field, wrong));
    }

    /// Parses one value.
    pub fn set(&mut self, field: Field, raw: RawValue<'_>) {
        if let Err(wrong) = self.read(field, raw) {
            self.problem(field.name(), wrong);
        }
    }

    /// Adds a list that its channel has parsed, if there is one.
    pub fn set_list(&mut self, field: Field, read: Result<Option<List>, ProblemKind>) {
        match read {
            Ok(list) => self.report.lists.extend(list.map(|list| (field, list))),
            Err(wrong) => self.problem(field.name(), wrong),
        }
    }

    /// Parses one value in separate units.
    pub fn set_in(&mut self, units: Units, field: Field, raw: RawValue<'_>) {
        let usual = std::mem::replace(&mut self.units, units);
        self.set(field, raw);
        self.units = usual;
    }

    fn read(&mut self, field: Field, raw: RawValue<'_>) -> Result<(), ProblemKind> {
        match field {
            Field::NewSnow24h
            | Field::NewSnow48h
            | Field::DepthBase
            | Field::DepthMid
            | Field::DepthSummit => {
                let cm = match raw {
                    RawValue::NotMeasured => None,
                    raw => Some(self.length(field, raw)?),
                };
                self.report.cm.insert(field, cm);
            }
            Field::LiftsOpen | Field::LiftsTotal | Field::RunsOpen | Field::RunsTotal => {
                self.report.counts.insert(field, count(field, raw)?);
            }
            Field::ObservedAt => self.report.observed_at = Some(self.parse_time(raw)?),
            Field::Lifts | Field::Runs => {
                self.report.lists.insert(field, parse_list(field, raw)?);
            }
            Field::Status => {
                self.report.status = Some(words(raw).and_then(status_of).ok_or(ProblemKind::Status)?);
            }
            Field::Surface => {
                self.report.surface = Some(words(raw).and_then(Surface::parse).ok_or(ProblemKind::Surface)?);
            }
            Field::Note => {
                let text = words(raw).ok_or(ProblemKind::NoText)?;
                self.report.note = plain_text::plain(text, NOTE).map_err(ProblemKind::Text)?;
            }
        }
        Ok(())
    }

    fn length(&self, field: Field, raw: RawValue<'_>) -> Result<f64, ProblemKind> {
        let entered = number(raw).ok_or(ProblemKind::Number)?;
        let cm = (self.units.cm(entered) * 10.0).round() / 10.0;
        let range = range_of(field);
        if range.contains(cm) {
            return Ok(cm);
        }
        // The bounds of the contract, which are far below the type's.
        let [low, high] = [range.low, range.high].map(|cm| self.units.from_cm(cm).round() as i64);
        Err(ProblemKind::Range { said: entered.to_string(), low, high, units: self.units })
    }

    fn parse_time(&self, raw: RawValue<'_>) -> Result<Timestamp, ProblemKind> {
        let at = words(raw).and_then(Timestamp::parse).ok_or(ProblemKind::Instant)?;
        if Policy::CONTRACT.is_in_future(at, self.now) {
            return Err(ProblemKind::Future);
        }
        if self.now.since(at) > Policy::CONTRACT.measured_usable_ms {
            return Err(ProblemKind::LongAgo);
        }
        Ok(at)
    }

    /// Returns the report.
    ///
    /// # Errors
    /// Returns every problem, in the order in which they were found.
    pub fn finish(mut self) -> Result<Report, Vec<Problem>> {
        let contradictions =
            self.report.lists.iter().flat_map(|(field, list)| contradicted(&self.report, *field, list));
        let contradictions: Vec<Problem> = contradictions.collect();
        self.problems.extend(contradictions);
        if self.problems.is_empty() && self.report.is_empty() {
            self.problem("", ProblemKind::Silent);
        }
        if self.problems.is_empty() { Ok(self.report) } else { Err(self.problems) }
    }
}

/// Finds counts that the list in the same report makes impossible. Lifts that are counted but not named may be open or
/// not.
fn contradicted(report: &Report, field: Field, list: &List) -> Vec<Problem> {
    let [open, total] = field.counts().unwrap_or([field, field]);
    let listed = list.len();
    let mut problems = Vec::new();
    let said = report.counts.get(&total).copied();
    if let Some(said) = said.filter(|said| *said < listed) {
        problems.push(Problem::new(total.name(), ProblemKind::TotalBelowList { said, listed }));
    }
    let unnamed = said.unwrap_or(listed).saturating_sub(listed);
    let least = list.count(LiftStatus::Open);
    let most = least + list.count(LiftStatus::Unknown) + unnamed;
    if let Some(said) = report.counts.get(&open).copied().filter(|said| !(least..=most).contains(said)) {
        problems.push(Problem::new(open.name(), ProblemKind::OpenOtherwise { said, least, most }));
    }
    problems
}

/// Returns the range of a measure, centimetres.
#[must_use]
pub const fn range_of(field: Field) -> Range {
    match field {
        Field::NewSnow24h => Policy::CONTRACT.plausible_snowfall24h_cm,
        Field::NewSnow48h => Policy::CONTRACT.plausible_snowfall48h_cm,
        _ => Range { low: Policy::CONTRACT.plausible_depth_cm.low, high: DEEPEST_CM },
    }
}

const fn counts_of(field: Field) -> Range {
    match field {
        Field::LiftsOpen | Field::LiftsTotal | Field::Lifts => Policy::CONTRACT.plausible_lifts,
        _ => Policy::CONTRACT.plausible_runs,
    }
}

fn count(field: Field, raw: RawValue<'_>) -> Result<u32, ProblemKind> {
    let range = counts_of(field);
    // Whole and within the range, which is far below the types'.
    let wrong = ProblemKind::Count { low: range.low as i64, high: range.high as i64 };
    let entered = number(raw).filter(|n| range.contains(*n) && n.fract() == 0.0).ok_or(wrong)?;
    Ok(entered as u32)
}

/// Returns the maximum number of names in a list.
#[must_use]
pub const fn most_named(field: Field) -> usize {
    counts_of(field).high as usize
}

fn parse_list(field: Field, raw: RawValue<'_>) -> Result<List, ProblemKind> {
    let most = most_named(field);
    match raw {
        RawValue::Text(text) => {
            // `Lifts: 5` in a file or an email is a number in the wrong place, not a lift of that name.
            let list = list::of_text(text, most)?;
            let is_silent = list.count(LiftStatus::Unknown) == list.len();
            if is_silent { Err(ProblemKind::ListStatus(1)) } else { Ok(list) }
        }
        RawValue::List(items) => list::of_json(items, most),
        RawValue::NotMeasured | RawValue::Number(_) => Err(ProblemKind::EmptyList),
    }
}

fn words<'a>(raw: RawValue<'a>) -> Option<&'a str> {
    if let RawValue::Text(text) = raw { Some(text) } else { None }
}

/// Parses a number with a point or a comma, in ASCII digits or in those of Japanese keyboards.
fn number(raw: RawValue<'_>) -> Option<f64> {
    let text = match raw {
        RawValue::NotMeasured | RawValue::List(_) => return None,
        RawValue::Number(number) => return Some(number).filter(|number| number.is_finite()),
        RawValue::Text(text) => text.trim(),
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

/// Parses a report as JSON: an object with the fields' names, and `units`.
///
/// # Errors
/// Returns every problem.
pub fn json(body: &[u8], now: Timestamp) -> Result<Report, Vec<Problem>> {
    let one = |message: &str| vec![Problem::new("", message)];
    // Detects repeated names, of which the last would silently win.
    let members: BTreeMap<String, serde_json::Value> =
        serde_json::from_slice(body).map_err(|_| one("the body must be a JSON object"))?;
    let mut problems = Vec::new();
    let units = match members.get("units").map(|word| word.as_str().and_then(Units::parse)) {
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
        let Some(field) = Field::from_name(name) else {
            let names: Vec<&str> = Field::ALL.iter().map(|field| field.name()).collect();
            entry.problem(name, format!("is unknown; allowed: units, {}", names.join(", ")));
            continue;
        };
        match value {
            serde_json::Value::Null if Field::MEASURES.contains(&field) => {
                entry.set(field, RawValue::NotMeasured)
            }
            serde_json::Value::Null => entry.problem(name, "cannot be null; omit it if it is not reported"),
            serde_json::Value::Number(number) => {
                entry.set(field, RawValue::Number(number.as_f64().unwrap_or(f64::NAN)));
            }
            serde_json::Value::String(text) => entry.set(field, RawValue::Text(text)),
            serde_json::Value::Array(items) if field.counts().is_some() => {
                entry.set(field, RawValue::List(items))
            }
            _ => entry.problem(name, "must be a number or a text"),
        }
    }
    entry.finish()
}

#[cfg(test)]
mod tests;
