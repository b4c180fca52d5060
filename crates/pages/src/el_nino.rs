//! `/el-nino`: the state of the tropical Pacific, and the effect of El Niño winters on each resort.

use maud::{Markup, html};
use operations::OpError;
use operations::enso::Evidence;
use operations::ops::get_elnino_rankings::{Op, Row};

use crate::ask::Ask;
use crate::folded::{first_ten, method, part_name};
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::ValueFormat;

const ROWS: &str = "50";

pub(crate) struct ElNino;

impl Page for ElNino {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/el-nino", query: &["region", "country"], led_to: LedTo::Foot(|words| words.el_nino) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let names = ["region", "country"].map(|name| (name, name));
        let pairs: Vec<_> = ask.pairs(&names).into_iter().chain([("limit", ROWS)]).collect();
        let reply = ask.run(&Op, &pairs)?;
        let data = &reply.data;
        let body = html! {
            p.lead { (words.el_nino_says) }
            @if let Some(state) = &data.state { p { (words.pacific(ValueFormat::new(words, ask.units, ""), state)) } }
            @if data.resorts.is_empty() {
                p { (words.no_seasons) }
            } @else {
                @let show = ask.format_of(data.resorts.iter().map(|row| row.country));
                (first_ten(words, &data.resorts, |rows, part| table(ask, show, rows, part)))
            }
            (method(words, &html! {
                p { (words.interval_says) " " (words.reanalysis) }
                p { (words.thin_evidence) " *" }
            }))
        };
        Ok(Content::new(words.el_nino, words.el_nino_says, body).carrying(reply.carries))
    }
}

fn table(ask: &Ask<'_>, show: ValueFormat, rows: &[Row<'_>], part: &str) -> Markup {
    let words = ask.words();
    let name = part_name(words.el_nino, part);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(name) {
            table {
                caption.unseen { (name) }
                thead {
                    tr {
                        th.n scope="col" { (words.rank) }
                        th scope="col" { (words.resort) }
                        th.n scope="col" { (words.snowfall) }
                        th.n scope="col" { (words.normal) }
                    }
                }
                tbody {
                    @for row in rows {
                        @let change = row.el_nino.change_pct.map(|change| show.change(change.get()));
                        tr {
                            td.n { (row.rank) }
                            th scope="row" {
                                a href=(ask.to_resort(row.slug)) { (row.name) }
                                small { (words.country(row.country)) }
                            }
                            td.n {
                                (show.or_none(change))
                                @if let Some((low, high)) = row.el_nino.low_pct.zip(row.el_nino.high_pct) {
                                    small { "(" ((words.from_to)(&show.change(low.get()), &show.change(high.get()))) ")" }
                                }
                                @if row.el_nino.evidence == Evidence::LowEvidence { abbr title=(words.thin_evidence) { "*" } }
                            }
                            td.n { (show.or_none(row.normal_cm.map(|cm| show.whole_snow(cm.get(), false)))) }
                        }
                    }
                }
            }
        }
    }
}
