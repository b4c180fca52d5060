//! `/definitions`: every threshold used for the numbers, and the computation of the score.

use maud::html;
use operations::OpError;
use operations::ops::get_definitions::Op;
use operations::score::FORMULA;

use crate::ask::Ask;
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::ValueFormat;

pub(crate) struct Definitions;

impl Page for Definitions {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/definitions", query: &[], led_to: LedTo::Foot(|words| words.definitions) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let reply = ask.run(&Op, &[])?;
        let show = ValueFormat::new(words, None, "");
        let body = html! {
            p.lead { (words.definitions_says) }
            section {
                h2 { (words.score) }
                p lang="en" { (FORMULA) }
            }
            div.scroll tabindex="0" role="region" aria-label=(words.definitions) {
                table {
                    caption.unseen { (words.definitions) }
                    thead {
                        tr {
                            th scope="col" { (words.definitions) }
                            th.n scope="col" { (words.value) }
                            th scope="col" { (words.meaning) }
                        }
                    }
                    tbody {
                        @for one in &reply.data {
                            tr id=(one.id) {
                                th.raw scope="row" { code { (one.id) } }
                                td.n { (show.number(one.value, 4)) " " (one.unit) }
                                td lang="en" { (one.meaning) }
                            }
                        }
                    }
                }
            }
        };
        Ok(Content::new(words.definitions, words.definitions_says, body).carrying(reply.carries))
    }
}
