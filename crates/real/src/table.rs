//! Tables for the terminal and for documents, and predictions as CSV.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A table with a title.
pub(crate) struct Table {
    pub(crate) title: String,
    header: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

/// Predictions, one per row.
pub(crate) struct Predictions {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Makes a table without rows.
    pub(crate) fn new(title: String, header: &[&'static str]) -> Self {
        Self { title, header: header.to_vec(), rows: Vec::new() }
    }

    /// Adds a row: its name, then its figures.
    pub(crate) fn row(&mut self, name: &str, figures: impl IntoIterator<Item = String>) {
        self.rows.push(std::iter::once(name.to_owned()).chain(figures).collect());
    }

    /// Formats the table for the terminal, with aligned columns.
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
                // Writing to a string cannot fail.
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

    /// Formats the table for a document.
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
    /// Makes predictions without rows.
    pub(crate) fn new(header: &[impl AsRef<str>]) -> Self {
        Self { header: header.iter().map(|name| name.as_ref().to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, fields: impl IntoIterator<Item = String>) {
        self.rows.push(fields.into_iter().collect());
    }

    /// Returns whether there are no rows.
    pub(crate) const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Formats the predictions with a header row.
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

/// Formats a CSV field, in quotes if it contains a separator.
fn quoted(field: &str) -> Cow<'_, str> {
    if field.contains([',', '"']) {
        Cow::Owned(format!("\"{}\"", field.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(field)
    }
}

/// Formats a figure with two decimals; a dash if it is missing.
pub(crate) fn two(figure: f64) -> String {
    if figure.is_finite() { format!("{figure:.2}") } else { "-".to_owned() }
}

/// Formats a share as a percentage; a dash if the whole is zero.
pub(crate) fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}

#[cfg(test)]
mod tests;
