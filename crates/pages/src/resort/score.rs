//! The score, part by part: points, their basis, and the reason if the score is withheld.

use conditions_core::score::{Part, WithheldReason};
use maud::{Markup, html};
use operations::score::{ComponentRow, ScoreDetail};

use super::ResortContext;
use crate::quantity::{age, confidence, kind, since};
use crate::words::Words;

/// Returns the reason for a missing score.
pub(super) const fn withheld(words: &Words, detail: &ScoreDetail) -> &'static str {
    match detail.withheld {
        Some(WithheldReason::OutOfSeason) => words.place.out_of_season,
        Some(WithheldReason::ThinEvidence) => words.place.thin_evidence,
        None => words.not_reported,
    }
}

pub(super) fn section(here: &ResortContext<'_, '_>) -> Markup {
    let (words, detail) = (here.words(), &here.detail.score_detail);
    html! {
        details.screen {
            summary { (words.place.score_how) }
            p {
                (words.score) ": "
                @match detail.value {
                    Some(score) => { (here.show.number(score.get(), 1)) " " (words.of_hundred) }
                    None => { (withheld(words, detail)) }
                }
                ". " a href=(here.ask.to("/definitions")) { (words.definitions) }
            }
            div.scroll tabindex="0" role="region" aria-label=(words.place.score_how) {
                table {
                    caption.unseen { (words.place.score_how) }
                    thead {
                        tr {
                            th scope="col" { (words.place.part) }
                            th.n scope="col" { (words.place.points) }
                            th scope="col" { (words.place.basis) }
                            th scope="col" { (words.source) }
                        }
                    }
                    tbody { @for row in &detail.components { (line(here, row)) } }
                }
            }
        }
    }
}

fn line(here: &ResortContext<'_, '_>, row: &ComponentRow) -> Markup {
    let (words, show) = (here.words(), here.show);
    let named = Part::ALL.iter().zip(words.place.parts).find(|(part, _)| **part == row.name);
    html! {
        tr {
            th scope="row" { (named.map_or("", |(_, name)| name)) }
            td.n {
                @match row.points {
                    Some(points) => { ((words.of)(&show.number(points.get(), 1), &show.number(row.maximum.get(), 0))) }
                    None => { span.none { (words.place.no_points) } }
                }
            }
            td { @if let Some(basis) = row.found { (words.basis(show, basis)) } }
            td {
                @if row.points.is_some() {
                    (kind(words, row.source))
                    small {
                        @if let Some(at) = age(row.source, row.observed_at) { (since(words, at, here.ask.now)) " · " }
                        (confidence(words, row.source, row.confidence))
                    }
                }
            }
        }
    }
}
