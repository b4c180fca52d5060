//! Present conditions besides depth and new snow: each value with its source, age and confidence.

use conditions_core::field::Field;
use conditions_core::freshness::FreshnessTier;
use conditions_core::record::{Band, DepthDisagreement, OpenTotal, QualityLabel};
use conditions_core::source::Kind;
use conditions_core::units::Tenths;
use contract::freshness::FieldFreshness;
use maud::{Markup, html};

use super::ResortContext;
use crate::quantity::{age, band, confidence, kind, since};
use crate::words::Language;

/// Describes depths that contradict each other.
pub(super) fn depths_differ(here: &ResortContext<'_, '_>, disagreement: &DepthDisagreement) -> Markup {
    let words = here.words();
    if here.ask.language == Language::En {
        return html! { (disagreement.note) };
    }
    let (open, close) = if words.is_japanese() { ("（", "）") } else { (" (", ")") };
    let side = |cm: Tenths, at: Band| format!("{}{open}{}{close}", here.show.snow(cm), band(words, at));
    let DepthDisagreement { measured, model, .. } = disagreement;
    html! { ((words.place.depths_differ)(&side(model.cm, model.band), &side(measured.cm, measured.band))) }
}

/// Formats the open count and the total.
pub(super) fn open_count(here: &ResortContext<'_, '_>, value: Option<OpenTotal>) -> Option<String> {
    let OpenTotal { open, total, .. } = value?;
    match (open, total) {
        (Some(open), Some(total)) => Some((here.words().of)(&open.to_string(), &total.to_string())),
        (Some(open), None) => Some(open.to_string()),
        (None, _) => None,
    }
}

/// A value with its provenance.
struct ValueRow<'a> {
    name: String,
    value: Option<String>,
    source: Kind,
    observed_at: Option<conditions_core::time::Timestamp>,
    confidence: conditions_core::units::Confidence,
    fresh: Option<&'a FieldFreshness>,
}

impl<'a> ValueRow<'a> {
    fn from_field<T>(
        name: impl Into<String>,
        field: &Field<T>,
        fresh: Option<&'a FieldFreshness>,
        value: impl FnOnce(&T) -> Option<String>,
    ) -> Self {
        Self {
            name: name.into(),
            value: field.value.as_ref().and_then(value),
            source: field.source,
            observed_at: field.observed_at,
            confidence: field.confidence,
            fresh,
        }
    }

    fn row(&self, here: &ResortContext<'_, '_>) -> Markup {
        let words = here.words();
        let is_stale = self.fresh.is_some_and(|fresh| fresh.tier == FreshnessTier::Stale);
        html! {
            tr {
                th scope="row" { (self.name) }
                td { (here.show.or_none(self.value.clone())) }
                td {
                    @if self.value.is_some() {
                        (kind(words, self.source))
                        small {
                            @match age(self.source, self.observed_at) {
                                Some(at) => { (since(words, at, here.ask.now)) " · " }
                                None if self.source == Kind::Profile => {}
                                None => { (words.no_age) " · " }
                            }
                            @if is_stale { strong { (words.stale) } " · " }
                            (confidence(words, self.source, self.confidence))
                        }
                    }
                }
            }
        }
    }
}

fn table(here: &ResortContext<'_, '_>, caption: &str, of: &str, rows: &[ValueRow<'_>]) -> Markup {
    let words = here.words();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table {
                caption.unseen { (caption) }
                thead {
                    tr {
                        th scope="col" { (of) }
                        th scope="col" { (words.value) }
                        th scope="col" { (words.source) }
                    }
                }
                tbody { @for row in rows { (row.row(here)) } }
            }
        }
    }
}

/// Renders the other values, each with source, age and confidence.
pub(super) fn values(here: &ResortContext<'_, '_>) -> Markup {
    let (words, record) = (here.words(), &here.detail.conditions);
    let fresh = &here.explained.conditions.meta.freshness;
    let recent = &here.detail.recent_snow;
    let snow = |cm: &Tenths| Some(here.show.snow(*cm));
    let (no_quality, no_temperature) = (Field::not_reported(), Field::not_reported());
    let quality = record.snow_quality.as_ref().unwrap_or(&no_quality);
    let temperature = record.snow_surface_temp.as_ref().unwrap_or(&no_temperature);
    let date = |day: &chrono::NaiveDate| Some((words.date)(*day));
    let rows = [
        ValueRow::from_field(words.past_48h, recent.past48h, None, snow),
        ValueRow::from_field(words.past_7d, recent.past7d, None, snow),
        ValueRow::from_field(words.lifts, &record.lifts, Some(&fresh.lifts), |count| {
            open_count(here, Some(*count))
        }),
        ValueRow::from_field(words.runs, &record.runs, Some(&fresh.runs), |count| {
            open_count(here, Some(*count))
        }),
        ValueRow::from_field(words.surface, &record.surface, Some(&fresh.surface), |surface| {
            Some(surface.clone())
        }),
        ValueRow::from_field(words.quality, quality, None, |quality| {
            let known = QualityLabel::ALL.iter().zip(words.qualities);
            known.into_iter().find(|(label, _)| **label == quality.label).map(|(_, word)| word.to_owned())
        }),
        ValueRow::from_field(words.snow_surface, temperature, None, |surface| {
            Some(here.show.degrees(surface.temp_c))
        }),
        ValueRow::from_field(words.opens, &record.season_opening, None, date),
        ValueRow::from_field(words.closes, &record.season_closing, None, date),
    ];
    table(here, words.conditions, words.conditions, &rows)
}
