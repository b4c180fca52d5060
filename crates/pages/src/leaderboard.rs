//! `/leaderboard`: the top resorts of a past season.

use conditions_core::units::Tenths;
use maud::{Markup, html};
use operations::OpError;
use operations::ops::get_season_leaderboard::{LeaderRow, Metric, Op};

use crate::ask::Ask;
use crate::folded::{first_ten, method, part_name};
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::ValueFormat;
use crate::words::Words;

const ROWS: &str = "50";
/// Metrics of the ranking: the operation's name and the text for people.
type Metrics = [(&'static str, fn(&Words) -> &'static str); 5];
const METRICS: Metrics = [
    ("season_snowfall", |words| words.snowfall),
    ("percent_of_normal", |words| words.normal),
    ("snow_days", |words| words.snow_days),
    ("powder_days", |words| words.powder_days),
    ("biggest_day", |words| words.biggest_day),
];

pub(crate) struct Seasons;

impl Page for Seasons {
    fn meta(&self) -> &'static Meta {
        &Meta {
            path: "/leaderboard",
            query: &["metric", "season", "region", "country"],
            led_to: LedTo::Foot(|words| words.leaderboard),
        }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let names = ["metric", "season", "region", "country"].map(|name| (name, name));
        let pairs: Vec<_> = ask.pairs(&names).into_iter().chain([("limit", ROWS)]).collect();
        let reply = ask.run(&Op, &pairs)?;
        let data = &reply.data;
        let [(usual, _), ..] = METRICS;
        let metric = ask.given("metric").unwrap_or(usual);
        let body = html! {
            p.lead { (words.leaderboard_says) @if !data.seasons.is_empty() { " " (data.seasons.join(words.comma)) } }
            nav.tabs aria-label=(words.sort_by) {
                ul {
                    @for (name, said) in METRICS {
                        li {
                            a href=(ask.with(ask.language, &[("metric", name)]))
                                aria-current=[(name == metric).then_some("true")] { (said(words)) }
                        }
                    }
                }
            }
            @if data.rows.is_empty() {
                p { (words.no_seasons) }
            } @else {
                @let show = ask.format_of(data.rows.iter().map(|row| row.country));
                (first_ten(words, &data.rows, |rows, part| table(ask, show, data.metric, rows, part)))
            }
            (method(words, &html! { p { (words.reanalysis) } }))
        };
        Ok(Content::new(words.leaderboard, words.leaderboard_says, body).carrying(reply.carries))
    }
}

fn table(ask: &Ask<'_>, show: ValueFormat, metric: Metric, rows: &[LeaderRow<'_>], part: &str) -> Markup {
    let words = ask.words();
    let name = part_name(words.leaderboard, part);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(name) {
            table {
                caption.unseen { (name) }
                thead {
                    tr {
                        th.n scope="col" { (words.rank) }
                        th scope="col" { (words.resort) }
                        th scope="col" { (words.season_column) }
                        th.n scope="col" { (words.value) }
                        @if metric != Metric::SeasonSnowfall { th.n scope="col" { (words.snowfall) } }
                    }
                }
                tbody {
                    @for row in rows {
                        tr {
                            td.n { (row.rank) }
                            th scope="row" {
                                a href=(ask.to_resort(row.slug)) { (row.name) }
                                small { (words.country(row.country)) }
                            }
                            td { (row.season) }
                            td.n { (value(show, metric, row.value)) }
                            @if metric != Metric::SeasonSnowfall { td.n { (show.whole_snow(row.snowfall_cm.get(), false)) } }
                        }
                    }
                }
            }
        }
    }
}

fn value(show: ValueFormat, metric: Metric, value: Tenths) -> String {
    match metric {
        Metric::SeasonSnowfall | Metric::BiggestDay => show.whole_snow(value.get(), false),
        Metric::PercentOfNormal => show.percent(value.get()),
        Metric::SnowDays | Metric::PowderDays | Metric::LongestDrySpell => show.number(value.get(), 0),
    }
}
