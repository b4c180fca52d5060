//! `/accuracy`: the accuracy of our forecasts compared with every model and with climatology, with intervals, false
//! alarms and the places with the largest errors.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::get_ml_trends::{Accuracy as Row, Estimate, Op, Trends};

use crate::ask::Ask;
use crate::codes::model;
use crate::fluid_bars::{FluidBar, bars};
use crate::folded::{first_ten, method, part_name};
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::ValueFormat;
use crate::words::Words;

/// Requested rows, for the longest window.
const ROWS: &str = "100";
const WINDOW: &str = "365";
/// Name of our forecaster.
const BLEND: &str = "blend";
/// Number of places with the largest errors.
const WORST: usize = 10;

pub(crate) struct Accuracy;

impl Page for Accuracy {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/accuracy", query: &["region"], led_to: LedTo::Foot(|words| words.accuracy) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let given = [("dataset", "model_accuracy"), ("days", WINDOW), ("limit", ROWS)];
        let pairs: Vec<_> = given.into_iter().chain(ask.pairs(&[("region", "region")])).collect();
        let scores = ask.run(&Op, &pairs)?;
        let show = ValueFormat::new(words, ask.units, "");
        let body = html! {
            p.lead { (words.accuracy_says) }
            (graded(ask, &scores.data))
            (nearest(ask, show, &scores.data.accuracy))
            @if scores.data.accuracy.is_empty() {
                p.note { (words.not_graded) }
            } @else {
                (first_ten(words, &scores.data.accuracy, |rows, part| table(ask, show, rows, part)))
                (method(words, &html! { p { (words.interval_says) } }))
            }
            (worst(ask, show))
            section {
                h2 { (words.as_data) }
                ul.tags lang="en" {
                    li { a href="/api/v1/trends/model_accuracy?days=365&limit=100" { "JSON" } }
                    li { a href="/api/v1/trends/forecast_trust?days=365&limit=100" { "JSON: forecast_trust" } }
                    li { a href="/api/v1/charts/model-accuracy.svg" { "SVG" } }
                }
            }
        };
        Ok(Content::new(words.accuracy, words.accuracy_says, body).carrying(scores.carries))
    }
}

fn graded(ask: &Ask<'_>, data: &Trends) -> Markup {
    let words = ask.words();
    let told = data.graded.as_ref().and_then(|graded| {
        let (from, to) = graded.from.zip(graded.to)?;
        Some((words.graded)(&(words.date)(from), &(words.date)(to), graded.pairs, graded.resorts))
    });
    html! { @if let Some(told) = told { p { (told) } } }
}

/// Renders a measure with its interval.
fn estimate(show: ValueFormat, estimate: Estimate, written: impl Fn(f64) -> String) -> Markup {
    html! {
        (show.or_none(estimate.value.map(|value| written(value.get()))))
        @if let Some((low, high)) = estimate.low.zip(estimate.high) {
            small { "(" ((show.words.from_to)(&written(low.get()), &written(high.get()))) ")" }
        }
    }
}

/// Names a forecaster.
fn forecaster_name(words: &Words, forecaster: &str) -> String {
    match forecaster {
        BLEND => words.our_blend.to_owned(),
        "climatology" => words.climatology.to_owned(),
        "persistence" => words.persistence.to_owned(),
        id => model(id).to_owned(),
    }
}

/// Draws the mean errors of the first days ahead, smallest first.
fn nearest(ask: &Ask<'_>, show: ValueFormat, rows: &[Row]) -> Markup {
    let words = ask.words();
    let first = rows.iter().map(|row| row.lead_from).min();
    let mut errors: Vec<(&Row, f64)> = rows
        .iter()
        .filter(|row| Some(row.lead_from) == first)
        .filter_map(|row| Some((row, row.mae_cm.value?.get())))
        .collect();
    errors.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let bar = |(row, cm): &(&Row, f64)| FluidBar {
        name: html! { (forecaster_name(words, &row.forecaster)) },
        length: *cm,
        value: show.cm(*cm),
    };
    let shown: Vec<FluidBar> = errors.iter().map(bar).collect();
    html! {
        @if let Some((row, _)) = errors.first() {
            section {
                h2 { (words.mean_error) ", " (words.days_ahead) " " (row.lead_from) "–" (row.lead_to) }
                (bars(words.mean_error, &shown))
            }
        }
    }
}

fn table(ask: &Ask<'_>, show: ValueFormat, rows: &[Row], part: &str) -> Markup {
    let words = ask.words();
    let title = part_name(words.accuracy, part);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(title) {
            table {
                caption.unseen { (title) }
                thead {
                    tr {
                        th scope="col" { (words.forecaster) }
                        th.n scope="col" { (words.days_ahead) }
                        th.n scope="col" { (words.mean_error) }
                        th.n scope="col" { (words.bias) }
                        th.n scope="col" { (words.hit_rate) }
                        th.n scope="col" { (words.false_alarms) }
                        th.n scope="col" { (words.skill) }
                        th.n scope="col" { (words.pairs) }
                    }
                }
                tbody {
                    @for row in rows {
                        tr {
                            th scope="row" { (forecaster_name(words, &row.forecaster)) }
                            td.n { (row.lead_from) @if row.lead_to > row.lead_from { "–" (row.lead_to) } }
                            td.n { (estimate(show, row.mae_cm, |cm| show.cm(cm))) }
                            td.n { (estimate(show, row.bias_cm, |cm| show.cm(cm))) }
                            td.n { (estimate(show, row.hit_rate, |share| show.share(share))) }
                            td.n { (estimate(show, row.false_alarm_ratio, |share| show.share(share))) }
                            td.n { (estimate(show, row.skill_over_climatology, |share| show.share(share))) }
                            td.n { (show.number(row.pairs as f64, 0)) }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the resorts where the blend had the largest mean error over the next three days, from the same report.
fn worst(ask: &Ask<'_>, show: ValueFormat) -> Markup {
    let words = ask.words();
    let rows = ask.view.report().map(|report| report.rows.as_slice()).unwrap_or_default();
    let window = rows.iter().filter(|row| row.resort.is_some()).map(|row| row.window_days).max();
    let is_near = |from: u8, to: u8| (from, to) == (1, 3);
    let of_resorts = rows.iter().filter(|row| {
        row.forecaster == BLEND && Some(row.window_days) == window && is_near(row.lead_from, row.lead_to)
    });
    let mut places: Vec<_> = of_resorts
        .filter_map(|row| {
            Some((row, row.measures.mae_cm?, ask.view.of_slug(row.resort.as_deref()?)?.resort()))
        })
        .collect();
    places.sort_by(|(_, one, a), (_, other, b)| other.total_cmp(one).then_with(|| a.slug.cmp(&b.slug)));
    html! {
        @if !places.is_empty() {
            section {
                h2 { (words.worst) }
                p { (words.worst_says) }
                div.scroll tabindex="0" role="region" aria-label=(words.worst) {
                    table {
                        caption.unseen { (words.worst) }
                        thead {
                            tr {
                                th scope="col" { (words.resort) }
                                th.n scope="col" { (words.mean_error) }
                                th.n scope="col" { (words.pairs) }
                            }
                        }
                        tbody {
                            @for (row, cm, resort) in places.iter().take(WORST) {
                                tr {
                                    th scope="row" { a href=(ask.to_resort(&resort.slug)) { (resort.name) } }
                                    td.n {
                                        (show.cm(*cm))
                                        @if let Some([low, high]) = row.intervals.mae_cm {
                                            small { "(" ((words.from_to)(&show.cm(low), &show.cm(high))) ")" }
                                        }
                                    }
                                    td.n { (show.number(row.pairs as f64, 0)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
