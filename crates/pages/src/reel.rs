//! `/reels/{id}`: one powder reel, with the measured snow of each frame as a table next to the picture. Times are on
//! the resort's clock.

use conditions_core::time::Timestamp;
use maud::{Markup, html};
use operations::API_PREFIX;
use operations::ops::get_powder_reels::{PowderReel, find};
use world::VisibleResort;

use crate::ask::Ask;
use crate::page::Content;
use crate::quantity::ValueFormat;
use crate::table::PAGES;

/// Renders the page of a reel; returns `None` for an unknown identifier.
#[must_use]
pub fn html(ask: &Ask<'_>, id: &str) -> Option<String> {
    let (reel, name, carries) = find(&ask.view, id)?;
    let reel = PowderReel::new(reel, name, "");
    let seen = ask.view.of_slug(reel.slug)?;
    let title = format!("{name}: {}", reel.camera.as_str());
    let summary = (ask.words().reels.about)(reel.camera, name);
    let content = Content::new(title, summary, body(ask, &reel, seen)).carrying(carries);
    Some(crate::layout::document(ask, &content, PAGES, false))
}

fn body(ask: &Ask<'_>, reel: &PowderReel<'_>, seen: VisibleResort<'_>) -> Markup {
    let (words, here) = (ask.words(), ask.words().reels);
    let resort = seen.resort();
    let show = ValueFormat::new(words, ask.units, &resort.country);
    let snow = |cm: Option<conditions_core::units::Tenths>| show.or_none(cm.map(|cm| show.snow(cm)));
    let at = |instant: Timestamp| show.clock(instant, &resort.timezone);
    html! {
        p.lead {
            @if let Some((begins_at, ends_at)) = reel.begins_at.zip(reel.ends_at) {
                ((here.from_to)(&at(begins_at), &at(ends_at))) ", "
            }
            ((here.frames)(reel.frames.len())) ", " (here.measured) " " (snow(reel.accumulated_cm))
            @if !reel.is_over { " · " (here.goes_on) }
        }
        figure {
            img src=(reel.picture_url) width=(reel.width) height=(reel.height)
                alt=((here.shown)(reel.camera, reel.name));
            figcaption {
                (here.camera_of) " "
                @match reel.owner_url {
                    Some(url) => a href=(url) rel="noopener" { (reel.owner.as_str()) },
                    None => (reel.owner.as_str()),
                }
                ", " (here.with_leave)
            }
        }
        div.scroll tabindex="0" role="region" aria-label=(here.table) {
            table {
                caption { (here.table) }
                thead {
                    tr {
                        th scope="col" { (here.time) } th.n scope="col" { (here.since_first) }
                        th.n scope="col" { (words.depth) }
                    }
                }
                tbody {
                    @for frame in &reel.frames {
                        tr {
                            th scope="row" { time datetime=(frame.at) { (at(frame.at)) } }
                            td.n { (snow(frame.accumulated_cm)) }
                            td.n { (snow(frame.depth_cm)) }
                        }
                    }
                }
            }
        }
        @if let Some(station) = reel.measured_by { p { ((here.depths_by)(station)) } }
        p {
            a href=(ask.to_resort(reel.slug)) { (reel.name) } " · "
            a href={ (API_PREFIX) "/reels?slug=" (reel.slug) } { (here.data) }
        }
    }
}

#[cfg(test)]
mod tests;
