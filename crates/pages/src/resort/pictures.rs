//! Webcams, recorded storms and photos, as links: a page loads nothing from other sites, so that they do not learn
//! about its readers.

use maud::{Markup, html};
use operations::ops::get_webcam_status::LinkStatus;
use operations::ops::{get_powder_reels, get_resort_photos, get_webcam_status};
use operations::{API_PREFIX, OpError};
use world::credits::SourceFamilies;

use super::ResortContext;
use crate::chart_section::links;
use crate::quantity::since;

pub(super) fn section(here: &ResortContext<'_, '_>) -> Result<(Markup, SourceFamilies), OpError> {
    let words = here.words();
    let (webcams, first) = webcams(here)?;
    let (photos, second) = photos(here)?;
    let (reels, third) = reels(here)?;
    let of = |rest: &str| format!("{API_PREFIX}/resorts/{}/{rest}", here.slug());
    let body = html! {
        section.screen id="pictures" {
            h2 { (words.place.pictures) }
            p.soft { (words.place.elsewhere) }
            (webcams) (reels) (photos)
            (links(&[("JSON: webcams", of("webcams")), ("JSON: photos", of("photos"))]))
        }
    };
    Ok((body, first.and(second).and(third)))
}

fn webcams(here: &ResortContext<'_, '_>) -> Result<(Markup, SourceFamilies), OpError> {
    let words = here.words();
    let reply = here.ask.run(&get_webcam_status::Op, &[("slug", here.slug())])?;
    let told = &reply.data;
    let body = html! {
        h3 { (words.place.webcams) }
        @if told.page.is_none() && told.cameras.is_empty() {
            p { (words.place.no_webcams) }
        } @else {
            ul.list {
            @if let Some(page) = &told.page {
                li {
                    a href=(page.url) rel="noopener" { (words.place.webcam_page) }
                    " " (state(here, &page.link))
                }
            }
            @for camera in &told.cameras {
                li {
                    a href=(camera.still_url) rel="noopener" { (camera.name.as_str()) }
                    " " span.soft { (camera.owner.as_str()) } " " (state(here, &camera.link))
                }
            }
        }
        }
    };
    Ok((body, reply.carries))
}

/// Describes whether a link works, and when it was checked.
pub(super) fn state(here: &ResortContext<'_, '_>, link: &LinkStatus<'_>) -> Markup {
    let [working, broken, unchecked] = here.words().place.links;
    let said = match link.checked_at {
        None => unchecked,
        Some(_) if link.reason.is_none() => working,
        Some(_) => broken,
    };
    html! {
        small {
            (said)
            @if let Some(at) = link.checked_at { ", " (since(here.words(), at, here.ask.now)) }
        }
    }
}

fn photos(here: &ResortContext<'_, '_>) -> Result<(Markup, SourceFamilies), OpError> {
    let words = here.words();
    let reply = here.ask.run(&get_resort_photos::Op, &[("slug", here.slug())])?;
    let told = &reply.data;
    let body = html! {
        h3 { (words.place.photos) }
        @if told.photos.is_empty() {
            p { (words.place.no_photos) }
        } @else {
        ul.list {
            @for photo in &told.photos {
                li {
                    a href=(photo.page_url) rel="noopener" { (photo.title.as_str()) }
                    small {
                        " "
                        @if let Some(author) = photo.author { (author.as_str()) ", " }
                        @match &photo.licence_url {
                            Some(url) => { a href=(url) rel="noopener" { (photo.licence) } }
                            None => { (photo.licence) }
                        }
                        @if let Some(taken) = photo.taken { ", " (taken) }
                    }
                }
            }
        }
            p.soft { (words.reading.photos_note) }
        }
    };
    Ok((body, reply.carries))
}

fn reels(here: &ResortContext<'_, '_>) -> Result<(Markup, SourceFamilies), OpError> {
    let reply = here.ask.run(&get_powder_reels::Op, &[("slug", here.slug())])?;
    let body = html! {
        @if !reply.data.reels.is_empty() {
            h3 { (here.words().place.reels) }
            ul.list {
                @for reel in &reply.data.reels {
                    li {
                        a href=(here.ask.to(&format!("{}/{}", get_powder_reels::FOLDER, reel.id))) { (reel.camera.as_str()) }
                        " " (here.show.or_none(reel.accumulated_cm.map(|cm| here.show.snow(cm))))
                    }
                }
            }
        }
    };
    Ok((body, reply.carries))
}
