//! `/status`: the upstreams and the time of their last data, for people. `/readyz` reports the same to the operator's
//! programs and is not public.

use maud::html;
use operations::OpError;

use crate::ask::Ask;
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::since;

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
        let body = html! {
            p.lead { (words.status_says) }
            @if ask.lanes.is_empty() {
                p { (words.not_reported) }
            } @else {
                div.scroll tabindex="0" role="region" aria-label=(words.status_page) {
                    table {
                        caption.unseen { (words.status_page) }
                        thead {
                            tr {
                                th scope="col" { (words.upstream) }
                                th scope="col" { (words.last_success) }
                                th scope="col" { (words.newest_value) }
                                th scope="col" { (words.status) }
                            }
                        }
                        tbody {
                            @for lane in &ask.lanes {
                                tr {
                                    th scope="row" { (lane.name) }
                                    td {
                                        @match lane.last_success {
                                            Some(at) => { (since(words, at, ask.now)) }
                                            None => { (words.never) }
                                        }
                                    }
                                    td { @if let Some(at) = lane.newest_value { (since(words, at, ask.now)) } }
                                    td {
                                        @if lane.failures > 0 {
                                            ((words.failing)(usize::try_from(lane.failures).unwrap_or(usize::MAX)))
                                        } @else if lane.silent || lane.old {
                                            (words.stale)
                                        } @else {
                                            (words.in_order)
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        };
        Ok(Content::new(words.status_page, words.status_says, body))
    }
}
