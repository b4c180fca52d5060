//! The committed counts: one line per crate and rule, one column per kind of text. A line without matches is left out.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use super::{BASELINE, Key, Kind, RULES};
use crate::tidy::Violation;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Baseline(BTreeMap<Key, usize>);

impl Baseline {
    /// Parses the file.
    ///
    /// # Errors
    /// Returns the first bad line and its fault.
    pub(super) fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut counts = BTreeMap::new();
        for (line, number) in text.lines().zip(1..).skip(1) {
            let mut columns = line.split('\t');
            let (part, name) = (columns.next().unwrap_or_default(), columns.next().unwrap_or_default());
            let Some(rule) = RULES.iter().find(|rule| rule.name == name) else {
                return Err((number, format!("`{name}` is not a rule: run `cargo xtask prose --lower`")));
            };
            for kind in Kind::ALL {
                let column = columns.next().unwrap_or_default();
                let count = column.parse().map_err(|_| (number, format!("`{column}` is not a count")))?;
                counts.insert((part.to_owned(), rule.name, kind), count);
            }
        }
        Ok(Self(counts))
    }

    /// Returns today's counts, each at most as high as before. A rule that did not exist before starts at its count.
    pub(super) fn lowered(old: Option<&Self>, today: &BTreeMap<Key, usize>) -> Self {
        let knows = |rule: &str| old.is_some_and(|old| old.0.keys().any(|(_, name, _)| *name == rule));
        let most = |key: &Key| match old {
            Some(old) if knows(key.1) => old.0.get(key).copied().unwrap_or_default(),
            _ => usize::MAX,
        };
        let counts = today.iter().map(|(key, count)| (key.clone(), (*count).min(most(key))));
        Self(counts.filter(|(_, count)| *count > 0).collect())
    }

    /// Reports each difference from today's counts.
    pub(super) fn compare(&self, today: &BTreeMap<Key, usize>) -> Vec<Violation> {
        let mut found = Vec::new();
        for key in self.0.keys().chain(today.keys().filter(|key| !self.0.contains_key(*key))) {
            let (part, rule, kind) = key;
            let most = self.0.get(key).copied().unwrap_or_default();
            let now = today.get(key).copied().unwrap_or_default();
            let kind = kind.name();
            let what = match now.cmp(&most) {
                Ordering::Equal => continue,
                Ordering::Greater => format!(
                    "`{part}`: {now} sentences of {kind} have `{rule}`, {most} at most: reword the new ones, \
                     `cargo xtask prose PATH` lists them"
                ),
                Ordering::Less => format!(
                    "`{part}`: only {now} sentences of {kind} have `{rule}`, the baseline says {most}: \
                     run `cargo xtask prose --lower`"
                ),
            };
            found.push(Violation::new(BASELINE, 0, what));
        }
        found
    }
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = Kind::ALL.map(Kind::name).join("\t");
        writeln!(f, "crate\trule\t{columns}")?;
        let mut rows: Vec<(&str, &str)> =
            self.0.keys().map(|(part, rule, _)| (part.as_str(), *rule)).collect();
        rows.dedup();
        for (part, rule) in rows {
            let count = |kind| self.0.get(&(part.to_owned(), rule, kind)).copied().unwrap_or_default();
            let counts = Kind::ALL.map(|kind| count(kind).to_string()).join("\t");
            writeln!(f, "{part}\t{rule}\t{counts}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
