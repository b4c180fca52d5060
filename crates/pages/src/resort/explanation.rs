//! Explanation of each number: the evidence that was considered and the rules that decided, field by field. Fields and
//! rules have the same names as in the data, where a reader can look them up.

use conditions_core::trace::Usability;
use maud::{Markup, html};
use world::explanation::{ConsideredEvidence, FieldExplanation};

use super::ResortContext;
use crate::quantity::{age, kind, since};

pub(super) fn section(here: &ResortContext<'_, '_>) -> Markup {
    let words = here.words();
    let told = here.explained.explanation.iter().filter(|field| !field.considered.is_empty());
    html! {
        details.screen {
            summary { (words.why) }
            p { (words.why_says) }
            div.scroll tabindex="0" role="region" aria-label=(words.why) {
                table {
                    caption.unseen { (words.why) }
                    thead {
                        tr {
                            th scope="col" { (words.value) }
                            th scope="col" { (words.considered) }
                            th scope="col" { (words.decided) }
                        }
                    }
                    tbody { @for field in told { (row(here, field)) } }
                }
            }
        }
    }
}

fn row(here: &ResortContext<'_, '_>, field: &FieldExplanation) -> Markup {
    html! {
        tr {
            th.raw scope="row" { code { (field.field) } }
            td { ul { @for one in &field.considered { li { (considered(here, one)) } } } }
            td {
                ul { @for decision in &field.decisions { li { code { (decision.rule) } } } }
                @if field.decisions.is_empty() { "–" }
            }
        }
    }
}

fn considered(here: &ResortContext<'_, '_>, one: &ConsideredEvidence) -> Markup {
    let words = here.words();
    let [fresh, expired, too_old, undated, implausible] = words.verdicts;
    let verdict = match one.verdict {
        Usability::Fresh => fresh,
        Usability::Expired => expired,
        Usability::TooOld => too_old,
        Usability::Undated => undated,
        Usability::Implausible => implausible,
    };
    html! {
        (kind(words, one.source.kind()))
        @if let Some(name) = one.station.as_deref().or(one.label.as_deref()) { " (" (name) ")" }
        @if let Some(cm) = one.value_cm { ", " (here.show.cm(cm.get())) }
        @if let Some(at) = age(one.source.kind(), one.observed_at) { ", " (since(words, at, here.ask.now)) }
        ": " (verdict)
    }
}
