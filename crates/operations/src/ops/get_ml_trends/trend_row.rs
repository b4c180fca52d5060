//! One row of a data set, and what the rows of a data set rest on.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::Serialize;
use world::VisibleResort;

use crate::figure::Figure;
use crate::text::{Text, tenths};

/// One row of a data set.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrendRow {
    /// Slug of the resort.
    pub slug: String,
    /// Name in international use.
    pub name: String,
    /// What the row is called, such as a season or a component; null where the resort says it all.
    pub label: Option<String>,
    /// The day, or the first one; null where it speaks of none.
    pub date: Option<NaiveDate>,
    /// The last day; null where it speaks of one or none.
    pub end: Option<NaiveDate>,
    /// Its numbers: the data set's fields.
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

/// Rows of a data set, and what they rest on; or why there is none.
pub(super) type RowsOrReason = Result<Rows, &'static str>;

/// Rows of a data set, and what they rest on.
pub(super) struct Rows {
    pub(super) rows: Vec<TrendRow>,
    pub(super) n: usize,
    pub(super) n_of: &'static str,
    pub(super) since: NaiveDate,
    pub(super) through: NaiveDate,
}

/// What rows rest on.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Rests")]
pub struct RowsBasis {
    /// How many cases; never 0.
    pub n: usize,
    /// What these are.
    pub n_of: &'static str,
    /// First day that they speak of.
    pub since: NaiveDate,
    /// Last day that they speak of.
    pub through: NaiveDate,
    /// How they come about.
    pub method: &'static str,
    /// `bluebird_predictions`: what stations verified of the snow; empty else, and while nothing is graded.
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
