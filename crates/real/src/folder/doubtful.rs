//! Rows of a file that cannot be believed, whatever they say: of a day that the calendar does not have, as tables of water years
//! carry a 29 February in every year; and two of one day and place that contradict each other.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::{Field, fields, number};

/// Columns that say when a row is.
const WHEN: [&str; 3] = ["date", "time", "valid_at"];
/// Columns that say of what it is, beside these.
const OF_WHAT: [&str; 5] = ["station", "place", "winter", "issued_at", "lead_day"];

/// When a row is, and of what.
type Key = (Vec<String>, Vec<String>);

/// What is left out of a file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ExcludedLines {
    /// Indices of lines, 0 for the header.
    pub(super) lines: HashSet<usize>,
    /// Rows of 29 February in common years.
    pub(super) unreal: usize,
    /// Rows that another one contradicts.
    pub(super) contradicted: usize,
    /// Numbers that stand for none.
    pub(super) sentinels: usize,
}

/// Looks through the lines of a file. What has no column of time is not looked at.
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
        // One that is only there again says nothing new, and nothing wrong.
        let is_contradicted = others.iter().any(|(_, line)| !says_the_same(line, first));
        let left = if is_contradicted { rows.as_slice() } else { others };
        out.lines.extend(left.iter().map(|(index, _)| *index));
        out.contradicted += if is_contradicted { rows.len() } else { 0 };
    }
    out
}

/// Whether two lines say the same, be it in other digits.
fn says_the_same(one: &str, other: &str) -> bool {
    let (Some(one), Some(other)) = (fields(one), fields(other)) else { return one == other };
    let alike = |(a, b): (&Cow<'_, str>, &Cow<'_, str>)| {
        a.trim() == b.trim() || number(a).is_some_and(|a| Some(a) == number(b))
    };
    one.len() == other.len() && one.iter().zip(&other).all(alike)
}

/// 29 February of a year that has none.
fn is_unreal(text: &str) -> bool {
    let year = text.get(..4).and_then(|year| year.parse().ok());
    let is_leap_day = text.get(4..10) == Some("-02-29");
    is_leap_day && year.is_some_and(|year| chrono::NaiveDate::from_ymd_opt(year, 2, 29).is_none())
}

#[cfg(test)]
mod tests;
