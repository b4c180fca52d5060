//! Resorts as lists and as a table, with the same columns everywhere. The sorted column of a table is always visible,
//! and every amount has the mark of its source.

use conditions_core::field::Field;
use conditions_core::score::WithheldReason;
use conditions_core::units::{Tenths, ranks};
use maud::{Markup, html};
use operations::shapes::ResortRow;
use world::VisibleResort;

use crate::ask::Ask;
use crate::mark::MarkedSnow;
use crate::quantity::{ValueFormat, status};
use crate::scale::Scale;
use crate::words::Words;

/// A quantity of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    Past24h,
    Next7d,
    /// Base-preferred depth, by which rankings are sorted.
    Depth,
    Score,
    /// Elevation of the summit.
    Elevation,
}

impl Column {
    /// Returns its heading.
    pub(crate) const fn name(self, words: &Words) -> &'static str {
        match self {
            Self::Past24h => words.past_24h,
            Self::Next7d => words.next_7d,
            Self::Depth => words.depth,
            Self::Score => words.score,
            Self::Elevation => words.elevation,
        }
    }

    /// Returns the amount of snow with its source; `None` for a column of another quantity.
    pub(crate) fn field<'w>(self, seen: &VisibleResort<'w>) -> Option<&'w Field<Tenths>> {
        let resolution = seen.resolution();
        match self {
            Self::Past24h => Some(&resolution.snowfall24h_cm),
            Self::Next7d => Some(&resolution.record.forecast.next7d_cm),
            Self::Depth => Some(&resolution.record.base_depth_cm),
            Self::Score | Self::Elevation => None,
        }
    }

    /// Returns the value that ranks a row; `None` without a rank. A resort without any snow is not ranked.
    pub(crate) fn rank_value(self, row: &ResortRow<'_>) -> Option<i32> {
        let snow = |cm: Option<Tenths>| cm.filter(|cm| *cm > Tenths::ZERO).map(Tenths::units);
        match self {
            Self::Past24h => snow(row.snowfall24h_cm),
            Self::Next7d => snow(row.next7d_cm),
            Self::Depth => snow(row.base_depth_cm),
            Self::Score => row.score.map(Tenths::units),
            Self::Elevation => row.elevation.summit_m,
        }
    }

    /// Returns the ramp of its colours, if it has one.
    pub(crate) const fn scale(self) -> Option<Scale> {
        match self {
            Self::Past24h => Some(Scale::Day),
            Self::Next7d => Some(Scale::Week),
            Self::Depth => Some(Scale::Depth),
            Self::Score | Self::Elevation => None,
        }
    }
}

/// Returns the shared ranks of sorted rows: equal values share one, and a row without a value gets `None`.
pub(crate) fn shared_ranks(rows: &[ResortRow<'_>], column: Column) -> Vec<Option<usize>> {
    let values: Vec<Option<i32>> = rows.iter().map(|row| column.rank_value(row)).collect();
    let ranked = ranks(values.clone()).zip(values);
    ranked.map(|(rank, value)| value.map(|_| rank)).collect()
}

/// Writes the place of a resort.
pub(crate) fn place(words: &Words, state: Option<&str>, country: &str) -> String {
    let country = words.country(country);
    match state {
        Some(state) => format!("{}{}{country}", words.state(state), words.comma),
        None => country.to_owned(),
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

/// Renders a value of a row with the mark of its source.
fn value(ask: &Ask<'_>, show: ValueFormat, row: &ResortRow<'_>, column: Column) -> Markup {
    let field = ask.view.of_slug(row.slug).and_then(|seen| column.field(&seen));
    match column {
        Column::Past24h | Column::Depth => html! {
            @match field {
                Some(field) => { (MarkedSnow::of_field(field, false, ask.now).markup(show)) }
                None => { (show.or_none(None)) }
            }
        },
        // Every forecast is one of models; the heading says so.
        Column::Next7d => html! {
            @match row.next7d_cm { Some(cm) => { (forecast(show, cm)) } None => { (show.or_none(None)) } }
        },
        Column::Score => match row.score {
            Some(score) => html! { span.val { (show.number(score.get(), 0)) } },
            None => html! { span.none { (withheld(ask, row.slug)) } },
        },
        Column::Elevation => {
            let metres = row.elevation.summit_m.map(|metres| show.metres(metres.into()));
            html! { @match metres { Some(metres) => { span.val { (metres) } } None => { (show.or_none(None)) } } }
        }
    }
}

/// Renders the forecast snow of a week on its colour.
fn forecast(show: ValueFormat, cm: Tenths) -> Markup {
    html! { b class={ "pad b" (Scale::Week.step(cm)) } { "≈\u{a0}" (show.whole_snow(cm.get(), true)) } }
}

/// Renders ranked rows as a list of names with one value, without numbers of ranks.
pub(crate) fn ranked(ask: &Ask<'_>, rows: &[ResortRow<'_>], column: Column) -> Markup {
    let words = ask.words();
    let show = ask.format_of(rows.iter().map(|row| row.country));
    html! {
        ol.list.ranks {
            @for row in rows {
                li {
                    span {
                        a href=(ask.to_resort(row.slug)) { (row.name) }
                        br;
                        small { (place(words, row.state, row.country)) }
                    }
                    span.lvl { (value(ask, show, row, column)) }
                }
            }
        }
    }
}

/// Renders a table of resorts sorted by a column. On a narrow screen each row is a name, the sorted value, and the rest
/// below; the roles keep it a table.
pub(crate) fn table(
    ask: &Ask<'_>,
    caption: &str,
    rows: &[ResortRow<'_>],
    key: Column,
    ranks: Option<&[Option<usize>]>,
) -> Markup {
    let words = ask.words();
    let show = ask.format_of(rows.iter().map(|row| row.country));
    let all = [Column::Next7d, Column::Depth, Column::Past24h];
    let others = all.into_iter().filter(|other| *other != key).take(2).collect::<Vec<_>>();
    html! {
        table.rank role="table" {
            caption.unseen { (caption) }
            thead role="rowgroup" {
                tr role="row" {
                    th role="columnheader" scope="col" { (words.rank) }
                    th role="columnheader" scope="col" { (words.resort) }
                    th.num role="columnheader" scope="col" aria-sort=[ranks.map(|_| "descending")] { (key.name(words)) }
                    @for other in &others { th.num role="columnheader" scope="col" { (other.name(words)) } }
                    th.num role="columnheader" scope="col" { (words.score) }
                    th.num role="columnheader" scope="col" { (words.status) }
                }
            }
            tbody role="rowgroup" {
                @for (at, row) in rows.iter().enumerate() {
                    @let rank = ranks.and_then(|ranks| ranks.get(at).copied().flatten());
                    (line(ask, show, row, (key, &others), rank))
                }
            }
        }
    }
}

fn line(
    ask: &Ask<'_>,
    show: ValueFormat,
    row: &ResortRow<'_>,
    (key, others): (Column, &[Column]),
    rank: Option<usize>,
) -> Markup {
    let words = ask.words();
    html! {
        tr role="row" {
            td.rk role="cell" { @match rank { Some(rank) => { (rank) } None => { "–" } } }
            th role="rowheader" scope="row" {
                a href=(ask.to_resort(row.slug)) { (row.name) }
                small { (place(words, row.state, row.country)) }
            }
            td.key role="cell" { (value(ask, show, row, key)) }
            @for other in others {
                td.more role="cell" { span.lab { (other.name(words)) " " } (value(ask, show, row, *other)) }
            }
            td.more.wideonly role="cell" { (value(ask, show, row, Column::Score)) }
            td.more.wideonly role="cell" { (status(words, row.status)) }
        }
    }
}
