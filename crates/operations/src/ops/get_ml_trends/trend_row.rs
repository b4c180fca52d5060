//! A row of a dataset, and the basis of the rows.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::Serialize;
use world::VisibleResort;

use crate::figure::Figure;
use crate::text::{Text, tenths};

/// A row of a dataset.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrendRow {
    /// Slug of the resort.
    pub slug: String,
    /// Name in international use.
    pub name: String,
    /// Label of the row, such as a season or a component; null if the resort identifies it.
    pub label: Option<String>,
    /// The day, or the first one; null if the row has none.
    pub date: Option<NaiveDate>,
    /// The last day; null if the row has one day or none.
    pub end: Option<NaiveDate>,
    /// Numbers of the row: the dataset's fields.
    pub numbers: Vec<Figure>,
    /// Position of the resort in the world.
    #[serde(skip)]
    pub(super) at: usize,
}

impl TrendRow {
    pub(super) fn new(seen: &VisibleResort<'_>, numbers: Vec<Figure>) -> Self {
        Self {
            slug: seen.resort().slug.clone(),
            name: seen.resort().name.clone(),
            label: None,
            date: None,
            end: None,
            numbers,
            at: seen.position(),
        }
    }

    pub(super) fn labelled(self, label: impl Into<String>) -> Self {
        Self { label: Some(label.into()), ..self }
    }

    pub(super) fn on(self, date: NaiveDate, end: Option<NaiveDate>) -> Self {
        Self { date: Some(date), end, ..self }
    }
}

/// Rows of a dataset with their basis, or the reason if there are none.
pub(super) type RowsOrReason = Result<Rows, &'static str>;

/// Rows of a dataset with their basis.
pub(super) struct Rows {
    pub(super) rows: Vec<TrendRow>,
    pub(super) n: usize,
    pub(super) n_of: &'static str,
    pub(super) since: NaiveDate,
    pub(super) through: NaiveDate,
}

/// Basis of the rows.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Rests")]
pub struct RowsBasis {
    /// Number of cases; never 0.
    pub n: usize,
    /// Kind of case.
    pub n_of: &'static str,
    /// First day covered.
    pub since: NaiveDate,
    /// Last day covered.
    pub through: NaiveDate,
    /// How they are computed.
    pub method: &'static str,
    /// `bluebird_predictions`: verification of the snow by stations; empty otherwise, and if nothing is graded yet.
    pub verification: Vec<Figure>,
}

impl RowsBasis {
    pub(super) fn write(&self, text: &mut Text) {
        let Self { n, n_of, since, through, method, verification } = self;
        text.line(format_args!("{n} {n_of}, {since} to {through}. {method}"));
        verification.iter().for_each(|figure| figure_text(text, figure));
    }
}

impl TrendRow {
    pub(super) fn write(&self, text: &mut Text) {
        let label = self.label.as_deref().map(|label| format!(", {label}")).unwrap_or_default();
        let days = match (self.date, self.end) {
            (Some(date), Some(end)) => format!(", {date} to {end}"),
            (Some(date), None) => format!(", {date}"),
            (None, _) => String::new(),
        };
        text.line(format_args!("{} ({}){label}{days}", self.name, self.slug));
        self.numbers.iter().for_each(|figure| figure_text(text, figure));
    }
}

fn figure_text(text: &mut Text, Figure { name, value, unit }: &Figure) {
    text.line(format_args!("- {name}: {}", tenths(*value, unit)));
}
