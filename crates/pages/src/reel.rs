//! `/reels/{id}`: one powder reel, with the measured snow of each frame as a table beside the picture.

use maud::{Markup, html};
use operations::API_PREFIX;
use operations::ops::get_powder_reels::{PowderReel, find};
use world::View;

use crate::quantity::centimetres;

/// As the other pages', and the picture from this service.
pub const CONTENT_SECURITY_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The page of a reel; `None` when there is none of this identifier.
#[must_use]
pub fn html(view: &View<'_>, id: &str) -> Option<String> {
    let (reel, name, _) = find(view, id)?;
    let reel = PowderReel::new(reel, name, "");
    Some(crate::layout::document("powder reel", view, &content(&reel)).into_string())
}

fn content(reel: &PowderReel<'_>) -> Markup {
    let span = reel.begins_at.zip(reel.ends_at);
    html! {
        h2 { (reel.name) ": " (reel.camera) }
        p.lead {
            @if let Some((begins_at, ends_at)) = span { (begins_at) " to " (ends_at) ", " }
            (reel.frames.len()) " frames, measured snow " (centimetres(reel.accumulated_cm)) "."
            @if !reel.is_over { " The storm is still recorded." }
        }
        figure {
            img src=(reel.picture_url) width=(reel.width) height=(reel.height) style="max-width:100%;height:auto"
                alt={ "Time-lapse of the camera " (reel.camera) " at " (reel.name) "; its times and measured snow stand in \
                    the table below" };
            figcaption {
                "Camera of "
                @match reel.owner_url {
                    Some(url) => a href=(url) { (reel.owner) },
                    None => (reel.owner),
                }
                ", recorded with the owner's permission."
            }
        }
        div.wide {
            table {
                caption { "Measured snow, frame by frame" }
                thead {
                    tr {
                        th scope="col" { "Time (UTC)" } th.n scope="col" { "Since the first frame" } th.n scope="col" { "Depth" }
                    }
                }
                tbody {
                    @for frame in &reel.frames {
                        tr {
                            th scope="row" { (frame.at) }
                            td.n { (centimetres(frame.accumulated_cm)) }
                            td.n { (centimetres(frame.depth_cm)) }
                        }
                    }
                }
            }
        }
        @if let Some(station) = reel.measured_by { p.mute { "Depths: station " (station) "." } }
        p { a href={ (API_PREFIX) "/reels?slug=" (reel.slug) } { "Reels of this resort" } " as data" }
    }
}

#[cfg(test)]
mod tests;
