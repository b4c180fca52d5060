//! Draws a map: land, borders, dots by size and colour, and names where there is room. Mercator projection.

use std::cmp::Reverse;
use std::fmt::Write as _;

use conditions_core::units::Tenths;
use maud::html;

use super::labels::{Label, Labels};

/// Width of the drawing, and the limits of its height, in its own units. On a telephone a unit is about a pixel.
const WIDTH: f64 = 352.0;
const LOWEST: f64 = 150.0;
const TALLEST: f64 = 260.0;
/// Margin around the outermost dots, in units.
const MARGIN: f64 = 14.0;
/// Least extent in degrees, for a map of one resort.
const EXTENT: f64 = 1.0;
/// Radius of the area in which a dot can be pressed: 24 pixels across.
const REACH: f64 = 12.0;

/// A resort on the map.
pub(super) struct Dot<'w> {
    pub(super) lon: f64,
    pub(super) lat: f64,
    pub(super) name: &'w str,
    /// Address of its page.
    pub(super) to: String,
    pub(super) cm: Option<Tenths>,
    /// Its value in words.
    pub(super) said: String,
    /// Its value without a unit.
    pub(super) number: Option<String>,
    /// Step of its size and colour; `None` if not reported.
    pub(super) step: Option<usize>,
}

/// A dot in units of the drawing.
struct PlacedDot<'d, 'w> {
    dot: &'d Dot<'w>,
    x: f64,
    y: f64,
}

/// The part of the world that a map shows.
#[derive(Clone, Copy)]
struct Frame {
    west: f64,
    north: f64,
    /// Units per degree.
    scale: f64,
    height: f64,
}

impl Frame {
    /// Fits the frame to places; `None` without any.
    fn from_places(places: &[(f64, f64)]) -> Option<Self> {
        let ends = |of: fn(&(f64, f64)) -> f64| {
            let all = || places.iter().map(of);
            (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
        };
        let ((west, east), (south, north)) = (ends(|place| place.0), ends(|place| place.1));
        if !(west.is_finite() && south.is_finite()) {
            return None;
        }
        let (across, down) = ((east - west).max(EXTENT), (north - south).max(EXTENT));
        let inner = |extent: f64| 2.0f64.mul_add(-MARGIN, extent);
        let scale = (inner(WIDTH) / across).min(inner(TALLEST) / down);
        let height = 2.0f64.mul_add(MARGIN, down * scale).clamp(LOWEST, TALLEST);
        Some(Self {
            west: f64::midpoint(west, east) - WIDTH / scale / 2.0,
            north: f64::midpoint(north, south) + height / scale / 2.0,
            scale,
            height,
        })
    }

    /// Returns the position of a longitude and a latitude.
    fn at(self, lon: f64, lat: f64) -> (f64, f64) {
        ((lon - self.west) * self.scale, (self.north - mercator(lat)) * self.scale)
    }
}

/// Projects a latitude with Mercator, in degrees of the equator.
fn mercator(lat: f64) -> f64 {
    let lat = lat.clamp(-80.0, 80.0).to_radians();
    (std::f64::consts::FRAC_PI_4 + lat / 2.0).tan().ln().to_degrees()
}

/// A map with its dots.
pub(super) struct Drawing<'d, 'w> {
    frame: Frame,
    /// The least snow first, so that more is drawn above it.
    dots: Vec<PlacedDot<'d, 'w>>,
}

impl<'d, 'w> Drawing<'d, 'w> {
    /// Places the dots; `None` without any.
    pub(super) fn from_dots(dots: &'d [Dot<'w>]) -> Option<Self> {
        let places: Vec<_> = dots.iter().map(|dot| (dot.lon, mercator(dot.lat))).collect();
        let frame = Frame::from_places(&places)?;
        let placed = |dot: &'d Dot<'w>| {
            let (x, y) = frame.at(dot.lon, dot.lat);
            PlacedDot { dot, x, y }
        };
        let mut dots: Vec<_> = dots.iter().map(placed).collect();
        dots.sort_by_key(|placed| placed.dot.cm);
        Some(Self { frame, dots })
    }

    /// Draws a map whose dots are links where a finger can press them separately, the most snow first.
    pub(super) fn linked(&self, label: &str, countries: Vec<(&str, f64, f64)>) -> String {
        let mut linked: Vec<usize> = Vec::new();
        let near = |a: &PlacedDot<'_, '_>, b: &PlacedDot<'_, '_>| (a.x - b.x).hypot(a.y - b.y) < 2.0 * REACH;
        for at in (0..self.dots.len()).rev() {
            let Some(dot) = self.dots.get(at) else { continue };
            let is_free =
                !linked.iter().filter_map(|other| self.dots.get(*other)).any(|other| near(dot, other));
            if is_free && dot.dot.step.is_some() {
                linked.push(at);
            }
        }
        self.svg(&format!("role=\"group\" aria-label={}", quoted(label)), &linked, countries)
    }

    /// Draws a map without links.
    pub(super) fn picture(&self, label: &str, countries: Vec<(&str, f64, f64)>) -> String {
        self.svg(&format!("role=\"img\" aria-label={}", quoted(label)), &[], countries)
    }

    // Writing to a string cannot fail.
    fn svg(&self, role: &str, linked: &[usize], countries: Vec<(&str, f64, f64)>) -> String {
        let height = self.frame.height;
        let mut svg = format!("<svg class=\"map\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" {role}>");
        let land = crate::land::path(WIDTH, height, |(lon, lat)| self.frame.at(lon, lat));
        let borders = crate::land::borders(WIDTH, height, |(lon, lat)| self.frame.at(lon, lat));
        let _ = write!(svg, "<path class=\"land\" fill-rule=\"evenodd\" d=\"{land}\"/>");
        let _ = write!(svg, "<path class=\"border\" d=\"{borders}\"/>");
        for step in std::iter::once(None).chain((0..=6).map(Some)) {
            let points: String = self
                .dots
                .iter()
                .enumerate()
                .filter(|(at, placed)| placed.dot.step == step && !linked.contains(at))
                .map(|(_, placed)| format!("M{:.0} {:.0}h0", placed.x, placed.y))
                .collect();
            if !points.is_empty() {
                svg.push_str(&drawn(step, &points));
            }
        }
        for at in linked.iter().rev() {
            let Some(PlacedDot { dot, x, y }) = self.dots.get(*at) else { continue };
            let title = format!("{}, {}", dot.name, dot.said);
            let link = html! {
                a href=(dot.to) aria-label=(title) tabindex="-1" {
                    title { (title) }
                    circle.hit cx={ (format!("{x:.0}")) } cy={ (format!("{y:.0}")) } r=(REACH) {}
                    (maud::PreEscaped(drawn(dot.step, &format!("M{x:.0} {y:.0}h0"))))
                }
            };
            svg.push_str(&link.into_string());
        }
        self.labels(&mut svg, &countries);
        svg.push_str("</svg>");
        svg
    }

    /// Writes names twice: large in units for a narrow screen, and small ones for a wide screen, where there is room
    /// for more.
    fn labels(&self, svg: &mut String, countries: &[(&str, f64, f64)]) {
        for (class, size, most) in [("near", 14.0, 7), ("far", 7.0, 16)] {
            let mut labels = Labels::new(WIDTH, self.frame.height, size);
            let mut snowy: Vec<&PlacedDot<'_, '_>> =
                self.dots.iter().filter(|placed| placed.dot.step.is_some_and(|step| step > 0)).collect();
            snowy.sort_by_key(|placed| Reverse(placed.dot.cm));
            for placed in snowy {
                if labels.len() >= most {
                    break;
                }
                let name = placed.dot.name.split(" - ").next().unwrap_or(placed.dot.name);
                labels.try_next_to(placed.x, placed.y, name, placed.dot.number.as_deref());
            }
            let named = labels.take_placed();
            for (name, lon, lat) in countries {
                let (x, y) = self.frame.at(*lon, *lat);
                labels.try_around(x, y, name);
            }
            let group = html! {
                g class=(class) aria-hidden="true" {
                    @for Label { x, y, anchor, text, number } in labels.take_placed() {
                        text.land-name x=(x) y=(y) text-anchor=(anchor) { (text) @if let Some(number) = number { (number) } }
                    }
                    @for Label { x, y, anchor, text, number } in named {
                        text x=(x) y=(y) text-anchor=(anchor) {
                            (text)
                            @if let Some(number) = number { " " tspan.num { (number) } }
                        }
                    }
                }
            };
            svg.push_str(&group.into_string());
        }
    }
}

/// Draws points of one step: a ring that separates neighbours, and the dot; a cross if not reported.
fn drawn(step: Option<usize>, points: &str) -> String {
    match step {
        Some(step) => {
            format!(
                "<path class=\"ring o{step}\" d=\"{points}\"/><path class=\"dot d{step}\" d=\"{points}\"/>"
            )
        }
        None => {
            let cross = points.replace("h0", "m-2 -2l4 4m0 -4l-4 4");
            format!("<path class=\"cross\" d=\"{cross}\"/>")
        }
    }
}

/// Draws the sample of a step for the legend.
pub(super) fn sample(step: Option<usize>) -> String {
    format!(
        "<svg viewBox=\"0 0 20 20\" aria-hidden=\"true\" focusable=\"false\">{}</svg>",
        drawn(step, "M10 10h0")
    )
}

/// Writes the value of an attribute with its quotation marks.
fn quoted(text: &str) -> String {
    format!("\"{}\"", html! { (text) }.into_string())
}

#[cfg(test)]
mod tests;
