//! Tables for people, in the terminal and in documents, and the predictions as CSV.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A table with a title.
pub(crate) struct Table {
    pub(crate) title: String,
    header: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

/// Predictions, a row each.
pub(crate) struct Predictions {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Without rows yet.
    pub(crate) fn new(title: String, header: &[&'static str]) -> Self {
        Self { title, header: header.to_vec(), rows: Vec::new() }
    }

    /// Adds a row: what it is about, then its figures.
    pub(crate) fn row(&mut self, name: &str, figures: impl IntoIterator<Item = String>) {
        self.rows.push(std::iter::once(name.to_owned()).chain(figures).collect());
    }

    /// For the terminal: aligned columns.
    pub(crate) fn text(&self) -> String {
        let cells = || self.rows.iter();
        let width = |at: usize| {
            let cell = cells().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max();
            cell.unwrap_or(0).max(self.header.get(at).map_or(0, |name| name.chars().count()))
        };
        let widths: Vec<usize> = (0..self.header.len()).map(width).collect();
        let line = |row: &[&str]| {
            let mut out = String::from(" ");
            for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
                // Writing to a string does not fail.
                let _ =
                    if at == 0 { write!(out, " {cell:<width$}") } else { write!(out, "  {cell:>width$}") };
            }
            out.trim_end().to_owned()
        };
        let mut lines = vec![self.title.clone(), line(&self.header)];
        lines.extend(cells().map(|row| line(&row.iter().map(String::as_str).collect::<Vec<_>>())));
        lines.push(String::new());
        lines.join("\n")
    }

    /// For a document.
    pub(crate) fn markdown(&self) -> String {
        let mut out = format!(
            "**{}**\n\n| {} |\n|{}\n",
            self.title,
            self.header.join(" | "),
            "---|".repeat(self.header.len())
        );
        for row in &self.rows {
            out.push_str(&format!("| {} |\n", row.join(" | ")));
        }
        out
    }
}

impl Predictions {
    /// Without rows yet.
    pub(crate) fn new(header: &[impl AsRef<str>]) -> Self {
        Self { header: header.iter().map(|name| name.as_ref().to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, fields: impl IntoIterator<Item = String>) {
        self.rows.push(fields.into_iter().collect());
    }

    /// Whether there is none.
    pub(crate) const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// With a header row.
    pub(crate) fn csv(&self) -> String {
        let mut out = String::new();
        for row in std::iter::once(&self.header).chain(&self.rows) {
            let fields: Vec<Cow<'_, str>> = row.iter().map(|field| quoted(field)).collect();
            out.push_str(&fields.join(","));
            out.push('\n');
        }
        out
    }
}

/// A field as CSV: in quotes where it holds what parts fields.
fn quoted(field: &str) -> Cow<'_, str> {
    if field.contains([',', '"']) {
        Cow::Owned(format!("\"{}\"", field.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(field)
    }
}

/// A figure with two decimals, and a dash where there is none.
pub(crate) fn two(figure: f64) -> String {
    if figure.is_finite() { format!("{figure:.2}") } else { "-".to_owned() }
}

/// A share as percent; a dash of nothing.
pub(crate) fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}

#[cfg(test)]
mod tests;
