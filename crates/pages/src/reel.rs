//! `/reels/{id}`: one powder reel, with the measured snow of each frame as a table beside the picture. What is particular to it
//! is in English in every language.

use maud::{Markup, html};
use operations::API_PREFIX;
use operations::ops::get_powder_reels::{PowderReel, find};

use crate::ask::Ask;
use crate::page::Content;
use crate::quantity::Show;
use crate::table::PAGES;

/// The page of a reel; `None` when there is none of this identifier.
#[must_use]
pub fn html(ask: &Ask<'_>, id: &str) -> Option<String> {
    let (reel, name, carries) = find(&ask.view, id)?;
    let reel = PowderReel::new(reel, name, "");
    let country = ask.view.of_slug(reel.slug).map(|seen| seen.resort().country.as_str()).unwrap_or_default();
    let show = Show::new(ask.words(), ask.units, country);
    let title = format!("{name}: {}", reel.camera);
    let summary = format!("Powder reel of the camera {} at {name}", reel.camera);
    let content = Content::new(title, summary, body(ask, &reel, show)).carrying(carries);
    Some(crate::layout::document(ask, &content, PAGES, false))
}

fn body(ask: &Ask<'_>, reel: &PowderReel<'_>, show: Show) -> Markup {
    let snow = |cm: Option<conditions_core::units::Tenths>| show.or_none(cm.map(|cm| show.snow(cm)));
    html! {
        div lang="en" {
            p.lead {
                @if let Some((begins_at, ends_at)) = reel.begins_at.zip(reel.ends_at) { (begins_at) " to " (ends_at) ", " }
                (reel.frames.len()) " frames, measured snow " (snow(reel.accumulated_cm)) "."
                @if !reel.is_over { " The storm is still recorded." }
            }
            figure {
                img src=(reel.picture_url) width=(reel.width) height=(reel.height)
                    alt={ "Time-lapse of the camera " (reel.camera) " at " (reel.name) "; its times and measured snow stand \
                        in the table below" };
                figcaption {
                    "Camera of "
                    @match reel.owner_url {
                        Some(url) => a href=(url) rel="noopener" { (reel.owner) },
                        None => (reel.owner),
                    }
                    ", recorded with the owner's permission."
                }
            }
            div.scroll tabindex="0" role="region" aria-label="Measured snow, frame by frame" {
                table {
                    caption { "Measured snow, frame by frame" }
                    thead {
                        tr {
                            th scope="col" { "Time (UTC)" } th.n scope="col" { "Since the first frame" }
                            th.n scope="col" { "Depth" }
                        }
                    }
                    tbody {
                        @for frame in &reel.frames {
                            tr {
                                th scope="row" { (frame.at) }
                                td.n { (snow(frame.accumulated_cm)) }
                                td.n { (snow(frame.depth_cm)) }
                            }
                        }
                    }
                }
            }
            @if let Some(station) = reel.measured_by { p { "Depths: station " (station) "." } }
            p {
                a href=(ask.to_resort(reel.slug)) { (reel.name) } " · "
                a href={ (API_PREFIX) "/reels?slug=" (reel.slug) } { "Reels of this resort" } " as data"
            }
        }
    }
}

#[cfg(test)]
mod tests;
