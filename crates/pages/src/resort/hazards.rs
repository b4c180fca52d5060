//! Avalanche danger and roads: the statements of the responsible services and agencies, in their own words if
//! available.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::{get_avalanche, get_road_access, get_road_cameras};
use world::credits::SourceFamilies;

use super::{ResortContext, titled};
use crate::quantity::since;
use crate::text::fixed;
use crate::words::Language;

pub(super) fn danger(here: &ResortContext<'_, '_>) -> Result<(Markup, SourceFamilies), OpError> {
    let words = here.words();
    let reply = here.ask.run(&get_avalanche::Op, &[("slug", here.slug())])?;
    let told = &reply.data;
    let level = |danger: &get_avalanche::Danger| {
        danger.level.map(|level| {
            let name = words.dangers.get(usize::from(level).wrapping_sub(1)).copied().unwrap_or_default();
            (words.danger_level)(&level.to_string(), name)
        })
    };
    let line = |name: &str, danger: &get_avalanche::Danger| {
        html! {
            dt { (name) }
            dd {
                @match level(danger) {
                    Some(level) => { strong { (level) } @if let Some(at) = &danger.at { " · " (elevations(here, at)) } }
                    None => {
                        span.none {
                            @match danger.reason_text {
                                Some(text) => { (fixed(words, text)) }
                                None => { (words.not_reported) }
                            }
                        }
                    }
                }
            }
        }
    };
    let body = html! {
        @match &told.bulletin {
            None => {
                p { (words.no_danger) }
                @if let Some(service) = told.service {
                    p {
                        @if told.reason == Some(get_avalanche::Reason::NotFetched) { (words.bulletin_not_fetched) " " }
                        a href=(service.link) rel="noopener" { (words.bulletin) ": " (service.name) }
                    }
                }
            }
            Some(bulletin) => {
                dl.pairs { (line(words.today, &told.now)) (line(words.tomorrow, &told.tomorrow)) }
                @if let Some(headline) = bulletin.headline { p lang=[bulletin.lang.map(|lang| lang.as_str())] { (headline.as_str()) } }
                p {
                    @match bulletin.link {
                        Some(link) => { a href=(link) rel="noopener" { (words.bulletin) ": " (bulletin.issuer.as_str()) } }
                        None => { (words.bulletin) ": " (bulletin.issuer.as_str()) }
                    }
                    @if let Some(until) = bulletin.valid_until {
                        ", " ((words.valid_until)(&here.show.clock(until, &here.seen.resort().timezone)))
                    }
                    ". " (words.danger_note)
                }
            }
        }
    };
    Ok((titled("danger", words.danger, &body), reply.carries))
}

/// Where a danger level applies, in the language of the page. A place that is not recognised keeps the whole text in English.
fn elevations(here: &ResortContext<'_, '_>, at: &str) -> Markup {
    let words = here.words();
    let metres = |text: &str| {
        let value: f64 = text.strip_suffix(" m")?.parse().ok()?;
        Some(here.show.metres(value))
    };
    let place = |text: &str| {
        if let Some(fixed) = words.fixed(text) {
            return Some(fixed.to_owned());
        }
        if let Some(bound) = text.strip_prefix("above ") {
            return metres(bound).map(|bound| (words.place.above)(&bound));
        }
        if let Some(bound) = text.strip_prefix("below ") {
            return metres(bound).map(|bound| (words.place.below)(&bound));
        }
        let (low, high) = text.split_once(" to ")?;
        Some((words.from_to)(&metres(low)?, &metres(high)?))
    };
    let translated: Option<Vec<String>> =
        if here.ask.language == Language::En { None } else { at.split(", ").map(place).collect() };
    match translated {
        Some(places) => html! { (places.join(words.comma)) },
        None => html! { span lang="en" { (at) } },
    }
}

pub(super) fn roads(here: &ResortContext<'_, '_>) -> Result<(Markup, SourceFamilies), OpError> {
    let words = here.words();
    let access = here.ask.run(&get_road_access::Op, &[("slug", here.slug())])?;
    let cameras = here.ask.run(&get_road_cameras::Op, &[("slug", here.slug())])?;
    let carries = access.carries.and(cameras.carries);
    let (access, cameras) = (access.data, cameras.data);
    let shown: Vec<_> =
        cameras.cameras.iter().filter_map(|camera| Some((camera, camera.still_url?))).collect();
    let body = html! {
        @if access.controls.is_empty() && shown.is_empty() {
            p { (words.no_roads) }
        } @else {
            @if !access.controls.is_empty() { p { strong { (fixed(words, access.call.words)) } } }
            ul.list {
                @for control in &access.controls {
                    li {
                        @if let Some(road) = control.place.road { (road.as_str()) " " }
                        (control.place.name.as_str()) ": " (fixed(words, control.words))
                        @if let Some(said) = control.said { small lang="en" { "“" (said.as_str()) "”" } }
                        @if let Some(at) = control.as_of {
                            " " (since(words, at, here.ask.now))
                        }
                    }
                }
            }
            @if !shown.is_empty() {
                h3 { (words.cameras) }
                ul.tags {
                    @for (camera, url) in &shown {
                        li { a href=(url) rel="noopener" { (camera.place.name.as_str()) } }
                    }
                }
            }
        }
        @if let Some(agency) = &access.agency { p { a href=(agency.url) rel="noopener" { (agency.name) } } }
    };
    Ok((titled("roads", words.roads, &body), carries))
}
