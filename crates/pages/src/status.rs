//! `/status`: the sources by kind and the time of their last data, for people. `/readyz` reports the same to the operator's
//! programs and is not public.

use maud::{Markup, html};
use operations::OpError;

use crate::ask::{Ask, Lane, LaneKind, WinterProgress};
use crate::folded::part_name;
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::{number, since};
use crate::words::{Words, fill};

/// The state of the service.
pub(crate) struct Status;

impl Page for Status {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/status", query: &[], led_to: LedTo::Foot(|words| words.status_page) }
    }

    fn shows_service(&self) -> bool {
        true
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let (poor, good): (Vec<&Lane>, Vec<&Lane>) = ask.lanes.iter().partition(|lane| has_problem(lane));
        let (all, count) = (ask.lanes.len().to_string(), good.len().to_string());
        let has_forecast = ask.view.resorts().any(|seen| seen.evidence().forecast.is_some());
        let body = html! {
            p.lead { (words.status_says) }
            @if !has_forecast { (crate::empty::section(ask)) }
            @if ask.lanes.is_empty() {
                p { (words.not_reported) }
            } @else {
                p { (fill(words.reading.sources_in_order, &[("good", &count), ("all", &all)])) }
                @if !poor.is_empty() {
                    section { h2 { (words.reading.attention) } (table(ask, words.reading.attention, &poor)) }
                }
                section { h2 { (words.sources) } (kinds(ask)) }
                details {
                    summary { (words.reading.every_source) }
                    (table(ask, words.reading.every_source, &ask.lanes.iter().collect::<Vec<_>>()))
                }
            }
            @if let Some(winters) = &ask.winters {
                section { h2 { (kind_name(words, LaneKind::Winters)) } (filling(words, winters)) }
            }
        };
        Ok(Content::new(words.status_page, words.status_says, body))
    }
}

const fn has_problem(lane: &Lane) -> bool {
    lane.failures > 0 || lane.silent || lane.old || lane.is_off
}

/// Returns the name of a kind of source.
const fn kind_name(words: &Words, kind: LaneKind) -> &'static str {
    let [forecasts, winters, el_nino, stations, bulletins, roads, lifts, webcams, photos] =
        words.reading.families;
    match kind {
        LaneKind::Forecasts => forecasts,
        LaneKind::Winters => winters,
        LaneKind::ElNino => el_nino,
        LaneKind::Stations => stations,
        LaneKind::Bulletins => bulletins,
        LaneKind::Roads => roads,
        LaneKind::Lifts => lifts,
        LaneKind::Webcams => webcams,
        LaneKind::Photos => photos,
    }
}

/// Renders the state of each kind of source.
fn kinds(ask: &Ask<'_>) -> Markup {
    let words = ask.words();
    let rows: Vec<(LaneKind, Vec<&Lane>)> = LaneKind::ALL
        .into_iter()
        .map(|kind| (kind, ask.lanes.iter().filter(|lane| lane.kind == kind).collect::<Vec<_>>()))
        .filter(|(_, lanes)| !lanes.is_empty())
        .collect();
    html! {
        dl.pairs {
            @for (kind, lanes) in rows {
                @let good = lanes.iter().filter(|lane| !has_problem(lane)).count().to_string();
                dt { (kind_name(words, kind)) }
                dd {
                    ((words.of)(&good, &lanes.len().to_string())) " " (words.in_order)
                    @if let Some(at) = lanes.iter().filter_map(|lane| lane.last_success).max() {
                        " " small { (since(words, at, ask.now)) }
                    }
                }
            }
        }
    }
}

/// Renders how far past winters are filled.
fn filling(words: &Words, winters: &WinterProgress) -> Markup {
    let [current, ten, thirty, missing, calls, complete] = words.reading.filling;
    let whole = |value: usize| number(words, value as f64, 0);
    let of_all = |value: usize| (words.of)(&whole(value), &whole(winters.resorts));
    let used = number(words, winters.calls, 0);
    let used =
        winters.limit.map_or_else(|| used.clone(), |limit| (words.of)(&used, &number(words, limit, 0)));
    let end = match winters.done_at {
        Some(at) => fill(words.reading.filled_by, &[("date", &(words.date)(at.utc().date_naive()))]),
        None => words.reading.nothing_lately.to_owned(),
    };
    let mut rows = vec![
        (current, of_all(winters.current)),
        (ten, of_all(winters.ten)),
        (thirty, of_all(winters.thirty)),
        (missing, whole(winters.missing)),
        (calls, used),
    ];
    rows.extend((winters.missing > 0).then_some((complete, end)));
    html! {
        dl.pairs { @for (name, value) in rows { dt { (name) } dd { (value) } } }
    }
}

fn table(ask: &Ask<'_>, title: &str, lanes: &[&Lane]) -> Markup {
    let words = ask.words();
    let name = part_name(words.status_page, title);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(name) {
            table {
                caption.unseen { (name) }
                thead {
                    tr {
                        th scope="col" { (words.upstream) }
                        th scope="col" { (words.status) }
                        th scope="col" { (words.last_success) }
                        th scope="col" { (words.newest_value) }
                    }
                }
                tbody {
                    @for lane in lanes {
                        tr {
                            th.raw scope="row" { (kind_name(words, lane.kind)) small { code { (lane.name) } } }
                            td { (state(words, lane)) }
                            td {
                                @match lane.last_success {
                                    Some(at) => { (since(words, at, ask.now)) }
                                    None => { (words.never) }
                                }
                            }
                            td { @if let Some(at) = lane.newest_value { (since(words, at, ask.now)) } }
                        }
                    }
                }
            }
        }
    }
}

fn state(words: &Words, lane: &Lane) -> Markup {
    html! {
        @if lane.is_off {
            (words.reading.switched_off)
        } @else if lane.failures > 0 {
            ((words.failing)(usize::try_from(lane.failures).unwrap_or(usize::MAX)))
            @if let Some(at) = lane.next_try { small { (words.reading.next_try) ": " (at.utc().format("%H:%M")) " UTC" } }
        } @else if lane.silent || lane.old {
            (words.stale)
        } @else {
            (words.in_order)
        }
    }
}
