//! Rows of a file that are excluded: of a day that does not exist (tables of water years have a 29 February in every
//! year), and contradictory rows of one day and place.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::{Field, fields, number};

/// Columns with the time of a row.
const WHEN: [&str; 3] = ["date", "time", "valid_at"];
/// Columns with the other parts of a row's key.
const OF_WHAT: [&str; 7] = ["station", "site", "gauge", "place", "winter", "issued_at", "lead_day"];

/// Key of a row: its time and its subject.
type Key = (Vec<String>, Vec<String>);

/// The excluded lines of a file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ExcludedLines {
    /// Indices of lines, 0 for the header.
    pub(super) lines: HashSet<usize>,
    /// Number of rows of 29 February in common years.
    pub(super) unreal: usize,
    /// Number of rows that another row contradicts.
    pub(super) contradicted: usize,
    /// Number of markers of missing values.
    pub(super) sentinels: usize,
}

/// Checks the lines of a file. Files without a column of time are not checked.
pub(super) fn doubtful(header: &[String], text: &str) -> ExcludedLines {
    let places = |names: &[&str]| -> Vec<usize> {
        names.iter().filter_map(|name| header.iter().position(|column| column == name)).collect()
    };
    let (when, of_what) = (places(&WHEN), places(&OF_WHAT));
    let mut out = ExcludedLines::default();
    if when.is_empty() {
        return out;
    }
    let mut known: HashMap<Key, Vec<(usize, &str)>> = HashMap::new();
    for (index, line) in text.lines().enumerate().skip(1) {
        let Some(fields) = fields(line).filter(|_| !line.trim().is_empty()) else { continue };
        out.sentinels += fields.iter().filter(|field| number(field) == Some(Field::Sentinel)).count();
        let of = |places: &[usize]| -> Vec<String> {
            places.iter().filter_map(|at| fields.get(*at)).map(|field| field.trim().to_owned()).collect()
        };
        if of(&when).iter().any(|text| is_unreal(text)) {
            out.lines.insert(index);
            out.unreal += 1;
        } else {
            known.entry((of(&when), of(&of_what))).or_default().push((index, line));
        }
    }
    for rows in known.into_values() {
        let Some(((_, first), others)) = rows.split_first() else { continue };
        // A repeated row is harmless.
        let is_contradicted = others.iter().any(|(_, line)| !says_the_same(line, first));
        let left = if is_contradicted { rows.as_slice() } else { others };
        out.lines.extend(left.iter().map(|(index, _)| *index));
        out.contradicted += if is_contradicted { rows.len() } else { 0 };
    }
    out
}

/// Returns whether two lines are equal, possibly with different digits.
fn says_the_same(one: &str, other: &str) -> bool {
    let (Some(one), Some(other)) = (fields(one), fields(other)) else { return one == other };
    let alike = |(a, b): (&Cow<'_, str>, &Cow<'_, str>)| {
        a.trim() == b.trim() || number(a).is_some_and(|a| Some(a) == number(b))
    };
    one.len() == other.len() && one.iter().zip(&other).all(alike)
}

/// Returns whether a text is a 29 February in a common year.
fn is_unreal(text: &str) -> bool {
    let year = text.get(..4).and_then(|year| year.parse().ok());
    let is_leap_day = text.get(4..10) == Some("-02-29");
    is_leap_day && year.is_some_and(|year| chrono::NaiveDate::from_ymd_opt(year, 2, 29).is_none())
}

#[cfg(test)]
mod tests;
