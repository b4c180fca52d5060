//! Avalanche danger and roads: the statements of the responsible services and agencies, in their own words if
//! available.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::get_avalanche::{Avalanche, BulletinRow, Danger, Elevation};
use operations::ops::{get_avalanche, get_road_access, get_road_cameras, get_webcam_status};
use world::credits::SourceFamilies;

use super::{ResortContext, pictures, titled};
use crate::quantity::since;
use crate::symbols::Symbol;

/// Maximum number of problems of a bulletin on the page; the bulletin has the rest.
const PROBLEMS: usize = 3;
/// Names of the aspects in a bulletin, from north clockwise, and their part of the drawing.
const ASPECTS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const WEDGES: [&str; 8] = [
    "M20.5 24.8L16.3 14.6A15 15 0 0 1 27.7 14.6L23.5 24.8A4 4 0 0 0 20.5 24.8z",
    "M23.5 24.8L27.7 14.6A15 15 0 0 1 35.9 22.8L25.7 27A4 4 0 0 0 23.5 24.8z",
    "M25.7 27L35.9 22.8A15 15 0 0 1 35.9 34.2L25.7 30A4 4 0 0 0 25.7 27z",
    "M25.7 30L35.9 34.2A15 15 0 0 1 27.7 42.4L23.5 32.2A4 4 0 0 0 25.7 30z",
    "M23.5 32.2L27.7 42.4A15 15 0 0 1 16.3 42.4L20.5 32.2A4 4 0 0 0 23.5 32.2z",
    "M20.5 32.2L16.3 42.4A15 15 0 0 1 8.1 34.2L18.3 30A4 4 0 0 0 20.5 32.2z",
    "M18.3 30L8.1 34.2A15 15 0 0 1 8.1 22.8L18.3 27A4 4 0 0 0 18.3 30z",
    "M18.3 27L8.1 22.8A15 15 0 0 1 16.3 14.6L20.5 24.8A4 4 0 0 0 18.3 27z",
];

/// Renders the danger, with the level in force if there is one.
pub(super) fn danger(here: &ResortContext<'_, '_>, told: &Avalanche<'_>) -> Markup {
    let words = here.words();
    html! {
        section.card id="danger" aria-labelledby="danger-h" {
            h2 id="danger-h" { (words.danger) }
            @match &told.bulletin {
                None => {
                    div.danger {
                        (Symbol::Danger0.tile())
                        p { (words.no_danger) }
                    }
                    @if let Some(service) = told.service {
                        @if told.reason == Some(get_avalanche::Reason::NotFetched) { p.soft { (words.bulletin_not_fetched) } }
                        p.act { a.button.quiet href=(service.link) rel="noopener" { (words.bulletin) ": " (service.name) } }
                    }
                }
                Some(bulletin) => {
                    (level(here, &told.now, bulletin))
                    @for problem in bulletin.problems.iter().take(PROBLEMS) {
                        (problem_row(here, problem.kind.as_str(), &problem.range, &problem.aspects))
                    }
                    (tomorrow(here, &told.tomorrow))
                    @if let Some(headline) = bulletin.headline { p lang=[bulletin.lang.map(|lang| lang.as_str())] { (headline.as_str()) } }
                    @if let Some(link) = bulletin.link {
                        p.act { a.button.quiet href=(link) rel="noopener" { (words.morning.read_bulletin) } }
                    }
                    p.soft { (words.bulletin) ": " (bulletin.issuer.as_str()) ". " (words.morning.level_not_enough) }
                }
            }
        }
    }
}

/// Returns the name of a level with its number.
fn level_name(here: &ResortContext<'_, '_>, level: u8) -> String {
    let words = here.words();
    let name = words.dangers.get(usize::from(level).wrapping_sub(1)).copied().unwrap_or_default();
    (words.danger_level)(&level.to_string(), name)
}

/// Renders the danger now: tile, number and name, where it applies and until when.
fn level(here: &ResortContext<'_, '_>, now: &Danger, bulletin: &BulletinRow<'_>) -> Markup {
    let words = here.words();
    html! {
        div.danger {
            (Symbol::of_danger(now.level).tile())
            p {
                @match now.level {
                    Some(level) => {
                        b { (level_name(here, level)) }
                        br;
                        span.soft {
                            (elevations(here, now))
                            @if let Some(until) = bulletin.valid_until {
                                @if now.at.is_some() { (words.comma) }
                                ((words.morning.until)(&here.show.clock(until, &here.seen.resort().timezone)))
                            }
                        }
                    }
                    None => { span.none { (reason(here, now)) } }
                }
            }
        }
    }
}

/// Renders why the level is missing.
fn reason(here: &ResortContext<'_, '_>, danger: &Danger) -> Markup {
    match danger.reason {
        Some(reason) => html! { (here.words().avalanche_reason(reason)) },
        None => html! { (here.words().not_reported) },
    }
}

/// Renders the danger of tomorrow in a line.
fn tomorrow(here: &ResortContext<'_, '_>, danger: &Danger) -> Markup {
    let words = here.words();
    html! {
        p.soft {
            @match (danger.level, danger.reason) {
                (Some(level), _) => {
                    (words.tomorrow) ": " (level_name(here, level))
                    " · " (elevations(here, danger))
                }
                (None, Some(get_avalanche::Reason::NotYetIssued)) => (words.morning.tomorrow_missing),
                (None, _) => { (words.tomorrow) ": " (reason(here, danger)) }
            }
        }
    }
}

/// Renders an avalanche problem: symbol, name, elevation and aspects. A kind that only its issuer knows keeps its name.
fn problem_row(here: &ResortContext<'_, '_>, kind: &str, range: &Elevation, aspects: &[&str]) -> Markup {
    let words = here.words();
    let [snow, slab, persistent, wet, gliding] = words.morning.problems;
    let known = match kind {
        "new_snow" => Some((Symbol::ProblemNewSnow, snow)),
        "wind_slab" => Some((Symbol::ProblemWindSlab, slab)),
        "persistent_weak_layers" => Some((Symbol::ProblemPersistent, persistent)),
        "wet_snow" => Some((Symbol::ProblemWet, wet)),
        "gliding_snow" => Some((Symbol::ProblemGliding, gliding)),
        _ => None,
    };
    let facing: Vec<usize> =
        ASPECTS.iter().enumerate().filter(|(_, name)| aspects.contains(name)).map(|(at, _)| at).collect();
    let names = facing
        .iter()
        .filter_map(|at| words.morning.aspects.get(*at).copied())
        .collect::<Vec<_>>()
        .join(words.comma);
    html! {
        div.danger {
            (known.map_or(Symbol::Warning, |(symbol, _)| symbol).problem())
            p {
                b { @match known { Some((_, name)) => (name), None => q lang="en" { (kind.replace('_', " ")) } } }
                br;
                span.soft {
                    (words.elevation(here.show, range))
                    @if !names.is_empty() { (words.comma) ((words.morning.facing)(&names)) }
                }
            }
            @if !facing.is_empty() { (rose(&facing, &names)) }
        }
    }
}

/// Draws the aspects of a problem.
fn rose(facing: &[usize], names: &str) -> Markup {
    html! {
        svg.rose viewBox="0 0 44 44" role="img" aria-label=(names) focusable="false" {
            @for (at, wedge) in WEDGES.iter().enumerate() {
                path class=(if facing.contains(&at) { "on" } else { "off" }) d=(wedge) {}
            }
            text.s x="22" y="11" text-anchor="middle" { "N" }
        }
    }
}

/// Words where the highest danger level applies.
fn elevations(here: &ResortContext<'_, '_>, danger: &Danger) -> String {
    let highest =
        danger.ratings.iter().filter(|rating| rating.level.is_some() && rating.level == danger.level);
    let mut places: Vec<String> = Vec::new();
    for rating in highest {
        let place = here.words().elevation(here.show, &rating.range);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places.join(here.words().comma)
}

/// Maximum number of cameras and controls on the card; the fold has all.
const CONTROLS: usize = 3;

/// Webcams and the state of the roads in short.
pub(super) fn webcams_and_roads(here: &ResortContext<'_, '_>) -> Result<(Markup, SourceFamilies), OpError> {
    let words = here.words();
    let webcams = here.ask.run(&get_webcam_status::Op, &[("slug", here.slug())])?;
    let access = here.ask.run(&get_road_access::Op, &[("slug", here.slug())])?;
    let carries = webcams.carries.and(access.carries);
    let (webcams, access) = (webcams.data, access.data);
    let checked = |link: &get_webcam_status::LinkStatus<'_>| pictures::state(here, link);
    let body = html! {
        section.card id="ways" aria-labelledby="ways-h" {
            h2 id="ways-h" { (words.morning.ways) }
            ul.list {
                @if webcams.page.is_none() && webcams.cameras.is_empty() {
                    li { (Symbol::Camera.icon()) span { (words.place.webcams) } span.none { (words.morning.none_on_record) } }
                }
                @if let Some(page) = &webcams.page {
                    li { (Symbol::Camera.icon()) span { a href=(page.url) rel="noopener" { (words.place.webcam_page) } } (checked(&page.link)) }
                }
                @for camera in webcams.cameras.iter().take(CONTROLS) {
                    li { (Symbol::Camera.icon()) span { a href=(camera.still_url) rel="noopener" { (camera.name.as_str()) } } (checked(&camera.link)) }
                }
                @if access.controls.is_empty() {
                    li { (Symbol::Road.icon()) span { (words.morning.road_state) } span.none { (words.not_reported) } }
                }
                @for control in access.controls.iter().take(CONTROLS) {
                    li {
                        (Symbol::Road.icon())
                        span {
                            @if let Some(road) = control.place.road { (road.as_str()) " " }
                            (control.place.name.as_str())
                            @if let Some(at) = control.as_of { br; small { (since(words, at, here.ask.now)) } }
                        }
                        span.lvl { (words.road_control(control.level, control.reason)) }
                    }
                }
            }
            @if let Some(agency) = &access.agency { p.soft.foot { a href=(agency.url) rel="noopener" { (agency.name) } } }
        }
    };
    Ok((body, carries))
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
            @if !access.controls.is_empty() { p { strong { (words.road_call(&access.call)) } } }
            ul.list {
                @for control in &access.controls {
                    li {
                        @if let Some(road) = control.place.road { (road.as_str()) " " }
                        (control.place.name.as_str()) ": " (words.road_control(control.level, control.reason))
                        @if let Some(said) = control.said { small { q lang="en" { (said.as_str()) } } }
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
