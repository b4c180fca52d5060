//! `/map`: every resort as a dot. The list comes first and has the same content; the dots are for pointer users, so
//! keyboard focus visits only the list. Mercator projection of the catalogue's coordinates, on the land of
//! [`crate::land`].

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};
use operations::OpError;
use world::VisibleResort;
use world::credits::SourceFamilies;
use world::place::{Place, Region};

use crate::ask::Ask;
use crate::page::{Content, LedTo, Meta, Page};
use crate::rankings::countries;
use crate::symbols::Symbol;

/// Width of the drawing, and its maximum height, in its own units.
const WIDTH: f64 = 720.0;
const TALLEST: f64 = 720.0;
/// Margin around the outermost dots, degrees.
const MARGIN: f64 = 1.0;

pub(crate) struct Map;

impl Page for Map {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/map", query: &["region"], led_to: LedTo::Head(Symbol::Map, |words| words.map) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let region = ask.given("region").map(named).transpose()?;
        let seen: Vec<VisibleResort<'_>> = ask.view.within(Place { region, country: None }).collect();
        let here = region.map_or(words.map, |region| words.region(region));
        let tab = |to: &str, name: &str, is_current: bool| {
            html! { li { a href=(ask.with(ask.language, &[("region", to)])) aria-current=[is_current.then_some("true")] { (name) } } }
        };
        let body = html! {
            nav.tabs aria-label=(words.region) {
                ul {
                    (tab("", words.all, region.is_none()))
                    @for one in Region::ALL { (tab(one.tag(), words.region(one), region == Some(one))) }
                }
            }
            p { (words.map_says) }
            (list(ask, &seen))
            (PreEscaped(drawn(ask, &seen)))
        };
        let title = if region.is_some() { format!("{}: {here}", words.map) } else { here.to_owned() };
        Ok(Content::new(title, words.map_says, body).carrying(SourceFamilies::CATALOGUE))
    }
}

fn named(text: &str) -> Result<Region, OpError> {
    let known = Region::ALL.into_iter().find(|region| region.tag() == text);
    known.ok_or_else(|| {
        let tags = Region::ALL.map(Region::tag).join(", ");
        OpError::argument("region", format!("must be one of {tags}"))
    })
}

/// Lists resorts by country.
fn list(ask: &Ask<'_>, seen: &[VisibleResort<'_>]) -> Markup {
    html! {
        div.columns {
            @for (code, name) in countries(ask) {
                @let own: Vec<&VisibleResort<'_>> = seen.iter().filter(|one| one.resort().country == code).collect();
                @if !own.is_empty() {
                    details.screen {
                        summary { (name) " (" (own.len()) ")" }
                        ul.tags {
                            @for one in own { li { a href=(ask.to_resort(&one.resort().slug)) { (one.resort().name) } } }
                        }
                    }
                }
            }
        }
    }
}

/// Projects a latitude with Mercator, in degrees of the equator.
fn mercator(lat: f64) -> f64 {
    let lat = lat.clamp(-80.0, 80.0).to_radians();
    (std::f64::consts::FRAC_PI_4 + lat / 2.0).tan().ln().to_degrees()
}

fn drawn(ask: &Ask<'_>, seen: &[VisibleResort<'_>]) -> String {
    let places: Vec<(f64, f64)> =
        seen.iter().map(|one| (one.resort().lon, mercator(one.resort().lat))).collect();
    let ends = |of: fn(&(f64, f64)) -> f64| {
        let all = || places.iter().map(of);
        (all().fold(f64::INFINITY, f64::min) - MARGIN, all().fold(f64::NEG_INFINITY, f64::max) + MARGIN)
    };
    let ((west, east), (south, north)) = (ends(|place| place.0), ends(|place| place.1));
    if !(east > west && north > south) {
        return String::new();
    }
    let scale = (WIDTH / (east - west)).min(TALLEST / (north - south));
    let (width, height) = ((east - west) * scale, (north - south) * scale);
    let at = |lon: f64, y: f64| ((lon - west) * scale, (north - y) * scale);
    let mut svg =
        format!("<svg class=\"chart map\" viewBox=\"0 0 {width:.0} {height:.0}\" aria-hidden=\"true\">");
    let land = crate::land::path(width, height, |(lon, lat)| at(lon, mercator(lat)));
    // Writing to a string cannot fail.
    let _ = write!(svg, "<path class=\"land\" fill-rule=\"evenodd\" d=\"{land}\"/>");
    let step = if east - west > 60.0 { 30 } else { 5 };
    for degree in (-180_i32..=180).step_by(step) {
        let (x, _) = at(f64::from(degree), north);
        if (0.0..=width).contains(&x) {
            let _ = write!(
                svg,
                "<path class=\"grid\" d=\"M{x:.1} 0V{height:.0}\"/><text class=\"soft\" x=\"{:.1}\" y=\"12\">{degree}°</text>",
                x + 3.0
            );
        }
        let (_, y) = at(west, mercator(f64::from(degree)));
        if degree.abs() <= 75 && (0.0..=height).contains(&y) {
            let _ = write!(
                svg,
                "<path class=\"grid\" d=\"M0 {y:.1}H{width:.0}\"/><text class=\"soft\" x=\"2\" y=\"{:.1}\">{degree}°</text>",
                y - 3.0
            );
        }
    }
    for (one, (lon, lat)) in seen.iter().zip(&places) {
        let (x, y) = at(*lon, *lat);
        let resort = one.resort();
        let dot = html! {
            a href=(ask.to_resort(&resort.slug)) tabindex="-1" {
                title { (resort.name) }
                circle cx={ (format!("{x:.1}")) } cy={ (format!("{y:.1}")) } r="3" {}
            }
        };
        svg.push_str(&dot.into_string());
    }
    svg.push_str("</svg>");
    svg
}
