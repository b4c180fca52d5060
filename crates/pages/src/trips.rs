//! `/trips`: the four days with the most forecast snow, and recommendations for chosen dates. The reasons come from the
//! operations, with their points and numbers. Nothing is booked.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::plan_ski_trip::NotConsidered;
use operations::ops::{find_powder_trips, plan_ski_trip};
use operations::trips::{NoTrip, Reason, Recommendation, TripFact};
use world::CLIMATE as POLICY;
use world::credits::SourceFamilies;
use world::place::Region;

use crate::ask::Ask;
use crate::folded::method;
use crate::insights::usual_day;
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::ValueFormat;
use crate::words::{Words, fill};

/// Parameters of a trip on chosen dates.
const PLANNED: [(&str, &str); 6] = [
    ("start", "start"),
    ("end", "end"),
    ("ability", "ability"),
    ("priority", "priority"),
    ("region", "region"),
    ("pass", "pass"),
];
/// The operation's names of skiing abilities.
const ABILITIES: [&str; 4] = ["beginner", "intermediate", "advanced", "expert"];

pub(crate) struct Trips;

impl Page for Trips {
    fn meta(&self) -> &'static Meta {
        &Meta {
            path: "/trips",
            query: &["region", "pass", "start", "end", "ability", "priority"],
            led_to: LedTo::Foot(|words| words.asking.trips),
        }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let is_planned = ["start", "end", "priority"].iter().any(|name| ask.given(name).is_some());
        if let Some(ability) = ask.given("ability")
            && !ABILITIES.contains(&ability)
        {
            return Err(OpError::argument("ability", format!("must be one of {}", ABILITIES.join(", "))));
        }
        let (told, carries) = if is_planned { planned(ask)? } else { powder(ask)? };
        let body = html! {
            p.lead { (words.asking.trips_say) }
            (form(ask))
            @if ask.given("ability").is_some() && !is_planned { p.note { (words.asking.needs_dates) } }
            (told)
        };
        Ok(Content::new(words.asking.trips, words.asking.trips_say, body).carrying(carries))
    }
}

fn form(ask: &Ask<'_>) -> Markup {
    let words = ask.words();
    let given = |name: &str| ask.given(name).unwrap_or_default();
    let option =
        |value: &str, chosen: bool, name: &str| html! { option value=(value) selected[chosen] { (name) } };
    let date = |name: &str, title: &str| {
        html! { div { label for=(name) { (title) } input id=(name) name=(name) type="date" value=[ask.given(name)]; } }
    };
    html! {
        form.fields action=(ask.to("/trips")) {
            div {
                label for="region" { (words.region) }
                select id="region" name="region" {
                    (option("", given("region").is_empty(), words.all))
                    @for region in Region::ALL { (option(region.tag(), given("region") == region.tag(), words.region(region))) }
                }
            }
            div {
                label for="pass" { (words.passes) }
                select id="pass" name="pass" {
                    (option("", given("pass").is_empty(), words.all))
                    @for pass in ask.view.passes().iter() { (option(&pass.id, given("pass") == pass.id, &pass.name)) }
                }
            }
            (date("start", words.from)) (date("end", words.to))
            div {
                label for="ability" { (words.asking.ability) }
                select id="ability" name="ability" {
                    (option("", given("ability").is_empty(), words.all))
                    @for (value, name) in ABILITIES.into_iter().zip(words.asking.abilities) {
                        (option(value, given("ability") == value, name))
                    }
                }
            }
            button { (words.show) }
        }
    }
}

fn powder(ask: &Ask<'_>) -> Result<(Markup, SourceFamilies), OpError> {
    let words = ask.words();
    let reply = ask.run(&find_powder_trips::Op, &ask.pairs(&[("region", "region"), ("pass", "pass")]))?;
    let told = &reply.data;
    let show = ask.format_of(told.trips.iter().map(|trip| trip.place.country));
    let body = html! {
        section {
            h2 { (words.asking.powder_trips) }
            @if let Some(missing) = told.missing { (none(ask, missing)) }
            ol.entries {
                @for trip in &told.trips {
                    li {
                        (place(ask, &trip.place)) " "
                        strong { (show.whole_snow(trip.snowfall_cm.get(), true)) } ", "
                        ((words.from_to)(&(words.date)(trip.start), &(words.date)(trip.end)))
                        (details(ask, show, &trip.place, &trip.reasons))
                    }
                }
            }
            p.soft { (words.lodging(told.lodging)) }
        }
    };
    Ok((body, reply.carries))
}

fn planned(ask: &Ask<'_>) -> Result<(Markup, SourceFamilies), OpError> {
    let words = ask.words();
    let reply = ask.run(&plan_ski_trip::Op, &ask.pairs(&PLANNED))?;
    let told = &reply.data;
    let countries = told.recommendations.iter().map(|choice| choice.place.country);
    let show = ask.format_of(countries);
    let days = (words.from_to)(&(words.date)(told.start), &(words.date)(told.end));
    let body = html! {
        section {
            h2 { (words.asking.plan) ": " (days) }
            @if let Some(missing) = told.missing { (none(ask, missing)) }
            ol.entries {
                @for choice in &told.recommendations {
                    li {
                        (place(ask, &choice.place)) " "
                        strong { ((words.of)(&show.number(choice.points.get(), 0), "100")) } " " (words.place.points)
                        (details(ask, show, &choice.place, &choice.reasons))
                    }
                }
            }
            @if !told.not_considered.is_empty() { p.soft { (unconsidered(words, &told.not_considered)) } }
            p.soft { (words.lodging(told.lodging)) }
            (method(words, &html! { p { (words.reading.trip_rule) } }))
        }
    };
    Ok((body, reply.carries))
}

/// Names the data that some resorts lack, with their number.
fn unconsidered(words: &Words, parts: &[NotConsidered]) -> String {
    let part = |part: &NotConsidered| {
        let name = match part.fact {
            TripFact::Depth => words.depth,
            TripFact::Terrain => words.marked_runs,
            TripFact::UnknownSeason => words.season_column,
            _ => words.new_snow,
        };
        numbered(words, (name.to_owned(), Some(part.resorts.to_string()), None))
    };
    let list: Vec<String> = parts.iter().map(part).collect();
    fill(words.reading.not_considered, &[("list", &list.join("; "))])
}

fn none(ask: &Ask<'_>, missing: NoTrip) -> Markup {
    html! { p.note { (ask.words().asking.no_trip) " " (ask.words().no_trip(missing)) } }
}

fn place(ask: &Ask<'_>, place: &Recommendation<'_>) -> Markup {
    html! {
        a href=(ask.to_resort(place.slug)) { (place.name) }
        small { " " @if let Some(state) = place.state { (ask.words().state(state)) ", " } (ask.words().country(place.country)) }
    }
}

/// Words a reason from its numbers.
fn reason_text(ask: &Ask<'_>, show: ValueFormat, reason: &Reason) -> String {
    let words = ask.words();
    match &reason.fact {
        TripFact::UsualSeason(season) => {
            let days = (words.from_to)(&usual_day(words, season.opens), &usual_day(words, season.closes));
            fill(words.reading.usual_season, &[("days", &days)])
        }
        TripFact::AnnouncedSeason => words.reading.announced_season.to_owned(),
        TripFact::UnknownSeason => words.reading.unknown_season.to_owned(),
        TripFact::Pass { name, terms, season, is_over } => {
            let terms =
                terms.map_or_else(|| words.not_reported.to_owned(), |terms| words.pass_terms_of(&terms));
            let text = if *is_over { words.reading.pass_over } else { words.reading.pass };
            fill(text, &[("name", name), ("terms", &terms), ("season", season)])
        }
        TripFact::Snow | TripFact::Powder | TripFact::Storm | TripFact::Depth | TripFact::Terrain => {
            numbered(words, figures(show, reason))
        }
    }
}

/// A name, its value in words, and a detail in brackets.
type NamedFigure = (String, Option<String>, Option<String>);

/// Returns the figures of a reason that has numbers.
fn figures(show: ValueFormat, reason: &Reason) -> NamedFigure {
    let words = show.words;
    let figure = |name: &str| reason.numbers.iter().find(|figure| figure.name == name)?.value;
    let snow = |name: &str| figure(name).map(|cm| show.whole_snow(cm.get(), true));
    let percent = |name: &str| figure(name).map(|percent| show.percent(percent.get()));
    let range = |low: Option<String>, high: Option<String>| Some((words.from_to)(&low?, &high?));
    let [.., usual_depth] = words.place.parts;
    match reason.fact {
        TripFact::Powder if figure("anyPowderDay").is_none() => {
            ((words.chance_of)(&show.cm(POLICY.powder_day_cm)), percent("bestForecastDayProbability"), None)
        }
        TripFact::Powder => {
            let range = range(percent("anyPowderDayLow"), percent("anyPowderDayHigh"));
            (words.any_powder.to_owned(), percent("anyPowderDay"), range)
        }
        TripFact::Depth if figure("usualDepth").is_some() => {
            (usual_depth.to_owned(), snow("usualDepth"), None)
        }
        TripFact::Depth => (words.depth.to_owned(), snow("depth"), None),
        TripFact::Terrain => {
            let km = figure("runs").map(|km| show.with_unit(km.get(), 0, "km"));
            (words.marked_runs.to_owned(), km, percent("abilityShare"))
        }
        TripFact::Storm => (words.storms.to_owned(), snow("stormTotal"), None),
        _ if figure("forecastSnowfall").is_none() && figure("usualSnowfall").is_some() => {
            (words.new_snow.to_owned(), snow("snowfall"), range(snow("usualLow"), snow("usualHigh")))
        }
        _ => {
            (words.new_snow.to_owned(), snow("snowfall"), range(snow("lowestModels"), snow("highestModels")))
        }
    }
}

fn numbered(words: &Words, (name, value, detail): NamedFigure) -> String {
    let value = value.unwrap_or_else(|| words.not_reported.to_owned());
    let (colon, open, close) = match words.code {
        "fr" => ("\u{a0}: ", " (", ")"),
        "ja" => ("：", "（", "）"),
        _ => (": ", " (", ")"),
    };
    let detail = detail.map(|detail| format!("{open}{detail}{close}")).unwrap_or_default();
    format!("{name}{colon}{value}{detail}")
}

/// Renders reasons, the nearest airport, and lodging searches if the service has partners.
fn details(ask: &Ask<'_>, show: ValueFormat, place: &Recommendation<'_>, reasons: &[Reason]) -> Markup {
    let words = ask.words();
    html! {
        ul.reasons {
            @for reason in reasons {
                li {
                    (reason_text(ask, show, reason))
                    @if let Some((points, maximum)) = reason.points.zip(reason.maximum) {
                        small { " (" (show.number(points.get(), 0)) "/" (show.number(maximum.get(), 0)) ")" }
                    }
                }
            }
        }
        @if let Some(gateway) = &place.gateway {
            small {
                (words.asking.airport) ": " (gateway.city) " (" (gateway.iata) ")"
                @if let Some(km) = gateway.distance_km { ", " (show.with_unit(km.get(), 0, "km")) }
            }
        }
        @if !place.lodging.is_empty() {
            ul.tags { @for link in &place.lodging { li { a href=(link.url) rel="noopener nofollow" { (link.site) } } } }
        }
    }
}
