//! The top of the page: name, place, operating status and star; depth, past day and coming week, each with its kind and
//! with its provenance folded under it; and the outlook.

use chrono::{Datelike as _, NaiveDate};
use conditions_core::field::Field;
use conditions_core::freshness::FreshnessTier;
use conditions_core::hazards::{HazardKind, RiskLevel};
use conditions_core::record::{Band, OperatingStatus};
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use maud::{Markup, html};
use operations::API_PREFIX;
use operations::ops::get_hourly_weather::HourRow;
use operations::ops::get_operating_risk::Risk;

use super::ResortContext;
use crate::card::pill;
use crate::mark::MarkedSnow;
use crate::quantity::{age, band, confidence, kind, since};
use crate::sentence::{Chill, Facts, FallenSnow, LocalHour, Sentence};
use crate::symbols::Symbol;

/// Renders the heading, the star and the three numbers.
pub(super) fn heading(here: &ResortContext<'_, '_>) -> Markup {
    let (info, words) = (&here.detail.info, here.words());
    html! {
        div.first {
            div.lead {
                h1 { (info.name) }
                form.screen method="post" action=(here.ask.to("/mountains")) data-star=(info.slug) {
                    input type="hidden" name="resort" value=(info.slug);
                    button.quiet.star aria-label=((words.morning.remember)(info.name)) { (Symbol::Star.icon()) }
                }
                p.where.soft {
                    @if let Some(state) = info.state { (words.state(state)) ", " }
                    a href=(here.ask.to(&format!("/regions/{}", info.country))) { (words.country(info.country)) }
                    " · " (operation(here))
                }
            }
            div.facts { (depth(here)) (past_day(here)) (next_week(here)) }
        }
    }
}

/// Renders whether the resort is open, with its open lifts.
fn operation(here: &ResortContext<'_, '_>) -> Markup {
    let record = &here.detail.conditions;
    let lifts = record.lifts.value.and_then(|total| total.open.zip(total.total));
    html! {
        (pill(here.show, record.status.value))
        @if let Some((open, all)) = lifts { " " ((here.words().morning.open_lifts)(&open.to_string(), &all.to_string())) }
    }
}

/// Renders one of the three numbers with its folded provenance.
fn fact(here: &ResortContext<'_, '_>, id: &str, name: &str, snow: MarkedSnow, why: &Markup) -> Markup {
    html! {
        details id=(id) {
            summary {
                small { (name) }
                (snow.amount(here.show))
                (snow.mark(here.show))
                span.unseen { (here.words().morning.where_from) }
            }
            div.why { (why) }
        }
    }
}

/// Renders source, time and confidence of a value.
fn provenance(here: &ResortContext<'_, '_>, field: &Field<Tenths>, from: &str) -> Markup {
    let words = here.words();
    html! {
        dt { (words.value) }
        dd { (here.show.or_none(field.value.map(|cm| here.show.snow(cm)))) }
        @if field.value.is_some() {
            dt { (words.morning.from) }
            dd { (from) }
            @if let Some(at) = age(field.source, field.observed_at) {
                dt { (words.morning.time) }
                dd { (clock(here, at)) (words.comma) (since(words, at, here.ask.now)) }
            }
            dt { (words.confidence) }
            dd { (confidence(words, field.source, field.confidence)) }
        }
    }
}

/// Formats the time of day at the resort.
pub(super) fn clock(here: &ResortContext<'_, '_>, at: Timestamp) -> String {
    at.utc().with_timezone(&here.seen.resort().timezone).format("%H:%M").to_string()
}

/// Returns whether the depth of a band is out of date.
pub(super) fn is_stale(here: &ResortContext<'_, '_>, which: Band) -> bool {
    let fresh = &here.explained.conditions.meta.freshness;
    let of_band = match which {
        Band::Base => &fresh.depth_base,
        Band::Mid => &fresh.depth_mid,
        Band::Summit => &fresh.depth_summit,
    };
    of_band.tier == FreshnessTier::Stale
}

fn depth(here: &ResortContext<'_, '_>) -> Markup {
    let (words, record) = (here.words(), &here.detail.conditions);
    let nothing = Field::not_reported();
    let field = record.display_depth_cm.as_ref().unwrap_or(&nothing);
    let detail = record.display_depth_detail.as_ref();
    let stale = detail.is_some_and(|detail| is_stale(here, detail.elevation_band));
    let station = detail.and_then(|detail| detail.station_name.as_ref()).map(|name| name.as_str());
    let metres = detail.and_then(|detail| detail.elevation_m).map(|metres| here.show.metres(metres.get()));
    let from = [Some(kind(words, field.source).to_owned()), station.map(str::to_owned), metres];
    let from = from.into_iter().flatten().collect::<Vec<_>>().join(words.comma);
    let why = html! {
        dl.pairs { (provenance(here, field, &from)) }
        p.tags {
            a href="#depths" { (words.morning.all_elevations) } " "
            a href={ (API_PREFIX) "/resorts/" (here.slug()) "/conditions?explain=true" } { "JSON" }
        }
    };
    fact(here, "depth", words.morning.depth, MarkedSnow::of_field(field, stale, here.ask.now), &why)
}

fn past_day(here: &ResortContext<'_, '_>) -> Markup {
    let (words, recent) = (here.words(), &here.detail.recent_snow);
    let field = recent.past24h;
    let longer = |name: &str, field: &Field<Tenths>| {
        html! { dt { (name) } dd { (MarkedSnow::of_field(field, false, here.ask.now).markup(here.show)) } }
    };
    let why = html! {
        dl.pairs {
            (provenance(here, field, kind(words, field.source)))
            (longer(words.past_48h, recent.past48h))
            (longer(words.past_7d, recent.past7d))
        }
        p.tags { a href={ (API_PREFIX) "/resorts/" (here.slug()) } { "JSON" } }
    };
    fact(here, "past", words.morning.past_day, MarkedSnow::of_field(field, false, here.ask.now), &why)
}

fn next_week(here: &ResortContext<'_, '_>) -> Markup {
    let words = here.words();
    let field = &here.detail.conditions.forecast.next7d_cm;
    let models = here.detail.forecast.days.iter().map(|day| day.models_reporting).max().unwrap_or_default();
    let why = html! {
        dl.pairs { (provenance(here, field, &(words.morning.blend)(models.into()))) }
        p.tags {
            a href="#models" { (words.morning.each_model) } " "
            a href=(here.ask.to("/accuracy")) { (words.morning.past_forecasts) } " "
            a href={ (API_PREFIX) "/resorts/" (here.slug()) "/forecast" } { "JSON" }
        }
    };
    fact(here, "next", words.morning.next_week, MarkedSnow::forecast(field.value), &why)
}

/// Describes the headline depth with its kind and time, for search results and shared links.
///
/// Without any depth and forecast the outlook says enough.
fn depth_sentence(here: &ResortContext<'_, '_>) -> Option<String> {
    let (words, record) = (here.words(), &here.detail.conditions);
    let headline = record.display_depth_cm.as_ref().and_then(|field| Some((field, field.value?.get())));
    let Some((field, cm)) = headline else {
        return record.forecast.next7d_cm.value.map(|_| words.morning.depth_unknown.to_owned());
    };
    let amount = here.show.snow_in_words(cm, field.source.is_modelled());
    let time = field.observed_at.map_or_else(
        || words.no_age.to_owned(),
        |at| match here.ask.now.local_date(here.seen.resort().timezone) {
            today if at.local_date(here.seen.resort().timezone) == today => clock(here, at),
            _ => here.show.clock(at, &here.seen.resort().timezone),
        },
    );
    let detail = record.display_depth_detail.as_ref();
    let metres = detail.and_then(|detail| detail.elevation_m).map(|metres| here.show.metres(metres.get()));
    Some(match (field.source, metres) {
        (Kind::Station, Some(metres)) => (words.morning.depth_measured)(&amount, &metres, &time),
        (source, _) if source.is_modelled() => (words.morning.depth_modelled)(&amount, &time),
        (Kind::Station, None) => {
            let place = detail.map_or(words.bands[1], |detail| band(words, detail.elevation_band));
            (words.morning.depth_measured)(&amount, place, &time)
        }
        _ => (words.morning.depth_reported)(&amount, &time),
    })
}

/// Returns the description of the page: the depth with its kind, and the outlook.
pub(super) fn description(here: &ResortContext<'_, '_>, outlook: &Sentence) -> String {
    let space = if here.words().is_japanese() { "" } else { " " };
    match depth_sentence(here) {
        Some(depth) => format!("{depth}{space}{}", outlook.text()),
        None => outlook.text(),
    }
}

/// Writes the outlook.
pub(super) fn outlook(
    here: &ResortContext<'_, '_>,
    hours: &[HourRow],
    risk: Option<&Risk<'_>>,
    danger: Option<u8>,
) -> Sentence {
    let (record, seen) = (&here.detail.conditions, &here.seen);
    let zone = &seen.resort().timezone;
    let hours: Vec<LocalHour> = hours
        .iter()
        .map(|row| LocalHour {
            at: row.at.utc().with_timezone(zone).naive_local(),
            temp_c: row.temp_c,
            precipitation_mm: row.precipitation_mm,
            gust_mps: row.gust_mps,
        })
        .collect();
    let recent = here.detail.recent_snow.past24h;
    let fallen = recent.value.map(|cm| FallenSnow { cm, is_modelled: recent.source.is_modelled() });
    let elevation = here.detail.info.elevation;
    let facts = Facts {
        now: here.ask.now.utc().with_timezone(zone).naive_local(),
        days: &seen.days(Band::Mid),
        summit: &seen.days(Band::Summit),
        hours: &hours,
        base_m: elevation.base_m,
        summit_m: elevation.summit_m,
        fallen,
        chill: risk.and_then(|risk| chill(here, risk)),
        danger,
        opens: usual_opening(here),
        // Stations outside the resort's elevation range are listed, but do not represent its runs.
        has_stations: here.detail.measured_now.as_deref().is_some_and(|now| !now.stations.is_empty()),
        is_known: record.display_depth_cm.as_ref().is_some_and(|field| field.value.is_some())
            || recent.value.is_some(),
    };
    Sentence::new(here.show, &facts)
}

/// Returns the worst wind chill, if it is at least a moderate risk.
fn chill(here: &ResortContext<'_, '_>, risk: &Risk<'_>) -> Option<Chill> {
    let hazard = risk.hazards.iter().find(|hazard| hazard.kind == HazardKind::WindChill)?;
    let grave = [RiskLevel::Moderate, RiskLevel::High];
    hazard.level.filter(|level| grave.contains(level))?;
    let test = hazard.tests.iter().find(|test| test.worst.is_some())?;
    let at = test.worst_at?.utc().with_timezone(&here.seen.resort().timezone).naive_local();
    Some(Chill { celsius: test.worst?, at })
}

/// Returns the usual first day of the coming season, before the season has begun.
fn usual_opening(here: &ResortContext<'_, '_>) -> Option<NaiveDate> {
    if here.detail.conditions.status.value != Some(OperatingStatus::PreSeason) {
        return None;
    }
    let season = here.detail.info.usual_season.as_ref()?;
    let (month, day) = season.opens.split_once('-')?;
    let today = here.ask.now.local_date(here.seen.resort().timezone);
    NaiveDate::from_ymd_opt(today.year(), month.parse().ok()?, day.parse().ok()?)
        .filter(|opens| *opens > today)
}
