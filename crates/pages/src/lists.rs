//! Resorts as a table, with the same columns in every list.

use conditions_core::score::WithheldReason;
use maud::{Markup, html};
use operations::shapes::ResortRow;

use crate::ask::Ask;
use crate::quantity::{ValueFormat, status};

/// The ranks of a list.
#[derive(Clone, Copy)]
pub(crate) struct Ranks<'a> {
    /// Rank of the first row.
    pub(crate) first: usize,
    /// Returns whether a row has a value to rank by.
    pub(crate) has: &'a dyn Fn(&ResortRow<'_>) -> bool,
}

/// Renders a table of resorts, with ranks if it is ranked.
pub(crate) fn table(
    ask: &Ask<'_>,
    caption: &str,
    rows: &[ResortRow<'_>],
    ranks: Option<Ranks<'_>>,
) -> Markup {
    let words = ask.words();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table {
                caption.unseen { (caption) }
                thead {
                    tr {
                        @if ranks.is_some() { th.n scope="col" { (words.rank) } }
                        th scope="col" { (words.resort) }
                        th.n scope="col" { (words.past_24h) }
                        th.n scope="col" { (words.next_7d) }
                        th.n scope="col" { (words.depth) }
                        th.n scope="col" { (words.score) }
                        th scope="col" { (words.status) }
                    }
                }
                tbody {
                    @for (at, row) in rows.iter().enumerate() {
                        (line(ask, row, ranks.map(|ranks| (ranks.has)(row).then_some(ranks.first + at))))
                    }
                }
            }
        }
    }
}

/// Returns the reason for a missing score, in few words.
pub(crate) fn withheld(ask: &Ask<'_>, slug: &str) -> &'static str {
    let words = ask.words();
    match ask.view.of_slug(slug).and_then(|seen| seen.score().withheld) {
        Some(WithheldReason::OutOfSeason) => words.place.out_of_season_short,
        Some(WithheldReason::ThinEvidence) => words.place.thin_evidence_short,
        None => words.not_reported,
    }
}

/// Renders a row; with a rank, or an empty cell if the row has none in a ranked list.
fn line(ask: &Ask<'_>, row: &ResortRow<'_>, rank: Option<Option<usize>>) -> Markup {
    let words = ask.words();
    let show = ValueFormat::new(words, ask.units, row.country);
    let snow = |cm: Option<conditions_core::units::Tenths>| show.or_none(cm.map(|cm| show.snow(cm)));
    html! {
        tr {
            @if let Some(rank) = rank { td.n { @if let Some(rank) = rank { (rank) } @else { "–" } } }
            th scope="row" {
                a href=(ask.to_resort(row.slug)) { (row.name) }
                small { @if let Some(state) = row.state { (words.state(state)) ", " } (words.country(row.country)) }
            }
            td.n { (snow(row.snowfall24h_cm)) }
            td.n { (snow(row.next7d_cm)) }
            td.n { (snow(row.display_depth_cm)) }
            td.n {
                @match row.score {
                    Some(score) => { (show.number(score.get(), 0)) }
                    None => { span.none { (withheld(ask, row.slug)) } }
                }
            }
            td { (status(words, row.status)) }
        }
    }
}
