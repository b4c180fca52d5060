//! Present conditions: one dated sentence, the numbers most readers look for, and each value with its source, age and
//! confidence.

use conditions_core::field::Field;
use conditions_core::freshness::FreshnessTier;
use conditions_core::record::{Band, DepthDisagreement, OpenTotal, OperatingStatus, QualityLabel};
use conditions_core::source::Kind;
use conditions_core::units::Tenths;
use contract::freshness::FieldFreshness;
use maud::{Markup, html};

use super::{ResortContext, score};
use crate::quantity::{age, band, confidence, kind, provenance, since, status};
use crate::words::Language;

/// Writes the resort's day and time and the known values, or states that there are none.
pub(super) fn sentence(here: &ResortContext<'_, '_>) -> String {
    let (words, record) = (here.words(), &here.detail.conditions);
    let at = here.show.clock(here.ask.view.as_of(), &here.seen.resort().timezone);
    let headline = record.display_depth_cm.as_ref().and_then(|field| here.show.fallen(field));
    let place = record.display_depth_detail.as_ref().map(|detail| band(words, detail.elevation_band));
    let depth = headline.map(|snow| (words.depth_at)(&snow, place.unwrap_or_default()));
    let fresh = here.show.fallen(here.detail.recent_snow.past24h).map(|snow| (words.new_in_24h)(&snow));
    let coming = record.forecast.next7d_cm.value.map(|cm| (words.forecast_of)(&here.show.snow(cm)));
    let told: Vec<String> = [depth, fresh, coming].into_iter().flatten().collect();
    let state = record.status.value.filter(|status| *status != OperatingStatus::Unknown);
    let state = state.map(|known| status(words, Some(known)).to_owned());
    if told.is_empty() && state.is_none() {
        // Stations outside the resort's elevation range are listed, but do not represent its runs.
        let has_stations = here.detail.measured_now.is_some_and(|now| !now.stations.is_empty());
        let nothing = if has_stations { words.only_stations_near_by } else { words.nothing_known };
        return format!("{at}: {nothing}");
    }
    let clauses: Vec<String> = state.into_iter().chain(told).collect();
    let stop = if words.is_japanese() { "。" } else { "." };
    format!("{at}: {}{stop}", clauses.join(words.comma))
}

pub(super) fn section(here: &ResortContext<'_, '_>) -> Markup {
    let (words, record) = (here.words(), &here.detail.conditions);
    let nothing = Field::not_reported();
    let headline = record.display_depth_cm.as_ref().unwrap_or(&nothing);
    let recent = &here.detail.recent_snow;
    let snow = |cm: Option<Tenths>| cm.map(|cm| here.show.snow(cm));
    html! {
        dl.facts {
            div {
                dt { (words.status) }
                dd { (pill(here, record.status.value)) }
            }
            (fact(here, words.depth, snow(headline.value), headline))
            (fact(here, words.past_24h, snow(recent.past24h.value), recent.past24h))
            (fact(here, words.next_7d, snow(record.forecast.next7d_cm.value), &record.forecast.next7d_cm))
            (fact(here, words.lifts, counted(here, record.lifts.value), &record.lifts))
            div {
                dt { (words.score) }
                dd {
                    @match here.detail.score {
                        Some(score) => { (here.show.number(score.get(), 0)) small { (words.of_hundred) } }
                        None => { span.none { (score::withheld(words, &here.detail.score_detail)) } }
                    }
                }
            }
        }
        @if let Some(disagreement) = &record.depth_disagreement {
            p.note { strong { (words.place.disagreement) } ": " (depths_differ(here, disagreement)) }
        }
        div.cols {
            section { h2 { (words.depth_by_band) } (bands(here)) }
            section { h2 { (words.conditions) } (values(here)) }
        }
    }
}

/// Which depths contradict each other.
fn depths_differ(here: &ResortContext<'_, '_>, disagreement: &DepthDisagreement) -> Markup {
    let words = here.words();
    if here.ask.language == Language::En {
        return html! { (disagreement.note) };
    }
    let (open, close) = if words.is_japanese() { ("（", "）") } else { (" (", ")") };
    let side = |cm: Tenths, at: Band| format!("{}{open}{}{close}", here.show.snow(cm), band(words, at));
    let DepthDisagreement { measured, model, .. } = disagreement;
    html! { ((words.place.depths_differ)(&side(model.cm, model.band), &side(measured.cm, measured.band))) }
}

/// Renders a status that does not rely on colour alone.
pub(crate) fn pill(here: &ResortContext<'_, '_>, value: Option<OperatingStatus>) -> Markup {
    let class = match value {
        Some(OperatingStatus::Open) => "pill open",
        Some(OperatingStatus::ClosedToday) => "pill closed",
        Some(OperatingStatus::PreSeason | OperatingStatus::OffSeason) => "pill season",
        _ => "pill unknown",
    };
    html! { span class=(class) { (status(here.words(), value)) } }
}

fn fact<T>(here: &ResortContext<'_, '_>, name: &str, value: Option<String>, field: &Field<T>) -> Markup {
    html! {
        div {
            dt { (name) }
            dd {
                (here.show.or_none(value))
                (provenance(here.words(), field, here.ask.now))
            }
        }
    }
}

/// Formats the open count and the total.
pub(super) fn counted(here: &ResortContext<'_, '_>, value: Option<OpenTotal>) -> Option<String> {
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
    fn of<T>(
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

fn bands(here: &ResortContext<'_, '_>) -> Markup {
    let (words, depth) = (here.words(), &here.detail.conditions.depth);
    let fresh = &here.explained.conditions.meta.freshness;
    let nothing = Field::not_reported();
    let row = |which: Band, field: &Option<Field<Tenths>>, fresh| {
        let metres = here.metres(which).map(|metres| format!(" ({metres})")).unwrap_or_default();
        let name = format!("{}{metres}", band(words, which));
        ValueRow::of(name, field.as_ref().unwrap_or(&nothing), Some(fresh), |cm| Some(here.show.snow(*cm)))
    };
    let rows = [
        row(Band::Summit, &depth.summit, &fresh.depth_summit),
        row(Band::Mid, &depth.mid, &fresh.depth_mid),
        row(Band::Base, &depth.base, &fresh.depth_base),
    ];
    let percent = here.detail.conditions.depth_vs_avg_pct.value;
    html! {
        (table(here, words.depth_by_band, words.elevation, &rows))
        @if let Some(percent) = percent { p { ((words.of_average)(&here.show.percent(percent.into()))) } }
    }
}

fn values(here: &ResortContext<'_, '_>) -> Markup {
    let (words, record) = (here.words(), &here.detail.conditions);
    let fresh = &here.explained.conditions.meta.freshness;
    let recent = &here.detail.recent_snow;
    let snow = |cm: &Tenths| Some(here.show.snow(*cm));
    let (no_quality, no_temperature) = (Field::not_reported(), Field::not_reported());
    let quality = record.snow_quality.as_ref().unwrap_or(&no_quality);
    let temperature = record.snow_surface_temp.as_ref().unwrap_or(&no_temperature);
    let date = |day: &chrono::NaiveDate| Some((words.date)(*day));
    let rows = [
        ValueRow::of(words.past_48h, recent.past48h, None, snow),
        ValueRow::of(words.past_7d, recent.past7d, None, snow),
        ValueRow::of(words.lifts, &record.lifts, Some(&fresh.lifts), |count| counted(here, Some(*count))),
        ValueRow::of(words.runs, &record.runs, Some(&fresh.runs), |count| counted(here, Some(*count))),
        ValueRow::of(words.surface, &record.surface, Some(&fresh.surface), |surface| Some(surface.clone())),
        ValueRow::of(words.quality, quality, None, |quality| {
            let known = QualityLabel::ALL.iter().zip(words.qualities);
            known.into_iter().find(|(label, _)| **label == quality.label).map(|(_, word)| word.to_owned())
        }),
        ValueRow::of(words.snow_surface, temperature, None, |surface| {
            Some(here.show.degrees(surface.temp_c))
        }),
        ValueRow::of(words.opens, &record.season_opening, None, date),
        ValueRow::of(words.closes, &record.season_closing, None, date),
    ];
    table(here, words.conditions, words.conditions, &rows)
}
