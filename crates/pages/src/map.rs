//! `/map`: every resort as a dot, coloured and sized by its snow. The drawing comes first; the lists below it have the
//! same content, so keyboard focus skips the dots.

use maud::{Markup, PreEscaped, html};
use operations::OpError;
use operations::ops::find_resorts_by_criteria;
use world::VisibleResort;
use world::credits::SourceFamilies;
use world::place::{Place, Region};

use crate::ask::Ask;
use crate::lists::{self, Column};
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::ValueFormat;
use crate::rankings::countries;
use crate::scale::Scale;
use crate::symbols::Symbol;

mod drawing;
mod labels;

use drawing::{Dot, Drawing};

/// Resorts listed below the drawing.
const FIRST: &str = "10";
/// Smallest number of countries that closer views are worth.
const SEVERAL: usize = 2;

/// The quantity that a map shows.
struct MapQuantity {
    /// Value of `show`.
    name: &'static str,
    column: Column,
    /// The operation's order.
    sort: &'static str,
}

/// Every quantity; the first is the default.
const SHOWN: [MapQuantity; 3] = [
    MapQuantity { name: "next", column: Column::Next7d, sort: "forecast" },
    MapQuantity { name: "depth", column: Column::Depth, sort: "depth" },
    MapQuantity { name: "past", column: Column::Past24h, sort: "snowfall" },
];

pub(crate) struct Map;

impl Page for Map {
    fn meta(&self) -> &'static Meta {
        &Meta {
            path: "/map",
            query: &["region", "country", "show"],
            led_to: LedTo::Head(Symbol::Map, |words| words.map),
        }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let (words, lists) = (ask.words(), ask.words().lists());
        let shown = selected(ask)?;
        let region = ask.given("region").map(parse_region).transpose()?;
        let place = Place::new(region, ask.given("country")).map_err(OpError::from)?;
        let seen: Vec<VisibleResort<'_>> = ask.view.within(place).collect();
        let name = match (place.country, region) {
            (Some(country), _) => words.country(country),
            (None, Some(region)) => words.region(region),
            (None, None) => words.map,
        };
        let filters = ask.pairs(&[("region", "region"), ("country", "country")]);
        let pairs: Vec<_> = [("sort", shown.sort), ("limit", FIRST)].into_iter().chain(filters).collect();
        let first = ask.run(&find_resorts_by_criteria::Op, &pairs)?;
        let first: Vec<_> =
            first.data.into_iter().filter(|row| shown.column.rank_value(row).is_some()).collect();
        let dots = dots(ask, &seen, shown.column);
        let drawing = Drawing::from_dots(&dots);
        let label = (lists.map_label)(seen.len());
        let body = html! {
            nav.seg.fill.screen aria-label=(lists.what_is_shown) {
                @for one in &SHOWN {
                    a href=(ask.with(ask.language, &[("show", one.name)]))
                        aria-current=[(one.name == shown.name).then_some("true")] { (one.column.name(words)) }
                }
            }
            @if let Some(drawing) = &drawing {
                section.card.flush aria-label=(words.map) {
                    (PreEscaped(drawing.linked(&label, names(ask, &seen))))
                    (legend(ask, shown.column))
                    p.soft {
                        @if shown.column == Column::Next7d { (lists.by_models) ". " }
                        ((lists.named_are)(seen.len()))
                    }
                }
            }
            (closer(ask, place, &seen))
            div.two {
                @if !first.is_empty() {
                    section.card {
                        h2 { (title(ask, shown.column)) }
                        (lists::ranked(ask, &first, shown.column))
                    }
                }
                section.card { h2 { (lists.all_by_country) } (by_country(ask, &seen, shown.column)) }
            }
        };
        let title = if name == words.map { name.to_owned() } else { format!("{}: {name}", words.map) };
        let mut content = Content::new(title, label, body).carrying(carried(&seen));
        content.heading = Some(html! { div.lead { h1 { (name) } } });
        Ok(content)
    }
}

/// Renders the map of the Alps as one link; without resorts there, the map of all resorts.
pub(crate) fn small(ask: &Ask<'_>) -> Markup {
    let (words, lists) = (ask.words(), ask.words().lists());
    let alps = Place { region: Some(Region::Alps), country: None };
    let is_alpine = ask.view.within(alps).next().is_some();
    let place = if is_alpine { alps } else { Place::default() };
    let seen: Vec<VisibleResort<'_>> = ask.view.within(place).collect();
    let (to, name) = match place.region {
        Some(region) => (format!("/map?region={}", region.tag()), words.region(region)),
        None => ("/map".to_owned(), words.map),
    };
    let title = format!("{}{}{name}", words.next_7d, words.comma);
    let dots = dots(ask, &seen, Column::Next7d);
    let drawing = Drawing::from_dots(&dots);
    html! {
        @if let Some(drawing) = &drawing {
            section.card.flush {
                h2 { (title) }
                a.mapbox href=(ask.to(&to)) {
                    (PreEscaped(drawing.picture(&(lists.map_label)(seen.len()), names(ask, &seen))))
                }
                (legend(ask, Column::Next7d))
            }
        }
    }
}

fn carried(seen: &[VisibleResort<'_>]) -> SourceFamilies {
    seen.iter().fold(SourceFamilies::CATALOGUE, |carries, one| carries.and(one.carries()))
}

fn selected(ask: &Ask<'_>) -> Result<&'static MapQuantity, OpError> {
    let [usual, ..] = &SHOWN;
    let Some(name) = ask.given("show") else { return Ok(usual) };
    SHOWN.iter().find(|one| one.name == name).ok_or_else(|| {
        OpError::argument("show", format!("must be one of {}", SHOWN.map(|one| one.name).join(", ")))
    })
}

fn parse_region(text: &str) -> Result<Region, OpError> {
    let known = Region::ALL.into_iter().find(|region| region.tag() == text);
    known.ok_or_else(|| {
        let tags = Region::ALL.map(Region::tag).join(", ");
        OpError::argument("region", format!("must be one of {tags}"))
    })
}

/// Returns the title of the list next to the map.
fn title(ask: &Ask<'_>, column: Column) -> &'static str {
    let lists = ask.words().lists();
    match column {
        Column::Depth => lists.deepest,
        Column::Past24h => lists.most_past,
        Column::Next7d | Column::Score | Column::Elevation => lists.most_next,
    }
}

/// Returns the dots of resorts.
fn dots<'w>(ask: &Ask<'w>, seen: &[VisibleResort<'w>], column: Column) -> Vec<Dot<'w>> {
    let dot = |one: &VisibleResort<'w>| {
        let resort = one.resort();
        let show = ValueFormat::new(ask.words(), ask.units, "");
        let field = column.field(one);
        let cm = field.and_then(|field| field.value);
        let is_modelled = field.is_some_and(|field| field.source.is_modelled());
        Dot {
            lon: resort.lon,
            lat: resort.lat,
            name: &resort.name,
            to: ask.to_resort(&resort.slug),
            cm,
            said: cm.map_or_else(
                || ask.words().not_reported.to_owned(),
                |cm| show.whole_snow(cm.get(), is_modelled),
            ),
            number: cm.map(|cm| show.plain_snow(cm.get(), is_modelled)),
            step: cm.zip(column.scale()).map(|(cm, scale)| scale.step(cm)),
        }
    };
    seen.iter().map(dot).collect()
}

/// Returns the countries of resorts with their places: the mean of their resorts.
fn names<'w>(ask: &Ask<'w>, seen: &[VisibleResort<'w>]) -> Vec<(&'w str, f64, f64)> {
    let of = |code: &'w str| {
        let own: Vec<_> =
            seen.iter().map(VisibleResort::resort).filter(|resort| resort.country == code).collect();
        let mean = |sum: f64| sum / own.len() as f64;
        let (lon, lat) = (own.iter().map(|one| one.lon).sum(), own.iter().map(|one| one.lat).sum());
        (!own.is_empty()).then(|| (own.len(), ask.words().country(code), mean(lon), mean(lat)))
    };
    let mut named: Vec<_> = countries(ask).into_iter().filter_map(|(code, _)| of(code)).collect();
    named.sort_by_key(|(count, ..)| std::cmp::Reverse(*count));
    if named.len() < SEVERAL {
        return Vec::new();
    }
    named.into_iter().map(|(_, name, lon, lat)| (name, lon, lat)).collect()
}

/// Renders the meaning of size and colour.
fn legend(ask: &Ask<'_>, column: Column) -> Markup {
    let words = ask.words();
    let show = ValueFormat::new(words, ask.units, "");
    let sample = |step: usize, text: String| {
        html! { span { (PreEscaped(drawing::sample(Some(step)))) (text) } }
    };
    let steps = column.scale().map(Scale::steps).unwrap_or_default();
    let last = steps.len();
    html! {
        p.legend {
            span.soft { (if show.in_inches() { "in" } else { "cm" }) }
            (sample(0, "0".to_owned()))
            @for (at, least) in steps.iter().enumerate() {
                (sample(at + 1, format!("{}{}", show.plain_snow(*least, true), if at + 1 == last { "+" } else { "" })))
            }
            span { (PreEscaped(drawing::sample(None))) (words.not_reported) }
        }
    }
}

/// Renders links to closer views: the regions, or the countries of a region.
fn closer(ask: &Ask<'_>, place: Place, seen: &[VisibleResort<'_>]) -> Markup {
    let (words, lists) = (ask.words(), ask.words().lists());
    let link = |changed: &[(&str, &str)], name: &str, is_current: bool| {
        html! { li { a href=(ask.with(ask.language, changed)) aria-current=[is_current.then_some("true")] { (name) } } }
    };
    let inside: Vec<_> = countries(ask)
        .into_iter()
        .filter(|(code, _)| seen.iter().any(|one| one.resort().country == *code))
        .collect();
    html! {
        nav.card.screen aria-label=(lists.closer) {
            ul.tags {
                @if place.region.is_some() || place.country.is_some() {
                    (link(&[("region", ""), ("country", "")], lists.whole_map, false))
                }
                @for region in Region::ALL {
                    (link(&[("region", region.tag()), ("country", "")], words.region(region), place.region == Some(region)))
                }
                @if place.region.is_some() && inside.len() >= SEVERAL {
                    @for (code, name) in inside { (link(&[("country", code)], name, false)) }
                }
            }
        }
    }
}

/// Lists resorts by country, each with its value.
fn by_country(ask: &Ask<'_>, seen: &[VisibleResort<'_>], column: Column) -> Markup {
    html! {
        @for (code, name) in countries(ask) {
            @let mut own: Vec<&VisibleResort<'_>> = seen.iter().filter(|one| one.resort().country == code).collect();
            @if !own.is_empty() {
                @let value = |one: &VisibleResort<'_>| column.field(one).and_then(|field| field.value);
                @let is_modelled = |one: &VisibleResort<'_>| column.field(one).is_some_and(|field| field.source.is_modelled());
                @let () = own.sort_by_key(|one| std::cmp::Reverse(value(one)));
                @let show = ValueFormat::new(ask.words(), ask.units, "");
                details.fold {
                    summary { (name) " (" (own.len()) ")" }
                    ul.tags {
                        @for one in own {
                            li {
                                a href=(ask.to_resort(&one.resort().slug)) { (one.resort().name) }
                                @if let Some(cm) = value(one) { " " (show.plain_snow(cm.get(), is_modelled(one))) }
                            }
                        }
                    }
                }
            }
        }
    }
}
