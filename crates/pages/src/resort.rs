//! `/resorts/{slug}`: one resort in the morning. Depth, new snow and the next days come first, then hours, danger, lifts,
//! depths and roads; the rest is folded. Unknown values are stated as such; each part shows the answer of an operation.

use conditions_core::record::Band;
use maud::{Markup, html};
use operations::OpError;
use operations::operation::AS_OF;
use operations::ops::get_avalanche::{self, Avalanche};
use operations::ops::get_hourly_weather::{self, Hours};
use operations::ops::get_operating_risk::{self, Risk};
use operations::ops::{get_conditions, get_resort};
use operations::shapes::resort_page;
use world::VisibleResort;
use world::credits::SourceFamilies;

use crate::ask::Ask;
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::ValueFormat;
use crate::sentence::Sentence;
use crate::words::Words;
use crate::{files, oembed, preview, star};

pub use past_days::replay;

mod coming_days;
mod days;
mod depths;
mod explanation;
mod facts;
mod hazards;
mod hours;
mod hours_chart;
mod lifts;
mod now;
mod past_days;
mod pictures;
mod score;
mod season;
mod staff_report;
mod top;
mod trip;
mod week;
mod winters;

/// The query parameter of the strip's elevation.
const AT: &str = "at";
/// Hours of the table.
const HOURS: &str = "72";

pub(crate) struct Resort;

/// A resort in the form for the sections of its page.
pub(crate) struct ResortContext<'a, 'w> {
    ask: &'a Ask<'w>,
    seen: VisibleResort<'w>,
    detail: &'a get_resort::Detail<'w>,
    explained: &'a get_conditions::ExplainedConditions<'w>,
    show: ValueFormat,
    /// Elevation of the strip of days.
    band: Band,
}

impl<'w> ResortContext<'_, 'w> {
    fn words(&self) -> &'static Words {
        self.ask.words()
    }

    fn slug(&self) -> &'w str {
        &self.seen.resort().slug
    }

    /// Returns whether the page is about the present.
    fn is_present(&self) -> bool {
        self.ask.given(AS_OF).is_none()
    }

    /// Returns the elevation of a band in metres above sea level.
    fn metres(&self, band: Band) -> Option<String> {
        let elevation = self.detail.info.elevation;
        let metres = match band {
            Band::Base => elevation.base_m,
            Band::Mid => elevation.mid_m,
            Band::Summit => elevation.summit_m,
        };
        metres.map(|metres| self.show.metres(metres.into()))
    }
}

/// Returns the requested elevation of the strip, mid mountain by default.
fn chosen_band(ask: &Ask<'_>) -> Result<Band, OpError> {
    match ask.given(AT) {
        None | Some("mid") => Ok(Band::Mid),
        Some("base") => Ok(Band::Base),
        Some("summit") => Ok(Band::Summit),
        Some(_) => Err(OpError::argument(AT, "must be base, mid or summit")),
    }
}

impl Page for Resort {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/resorts/{slug}", query: &["start", "end", AS_OF, AT], led_to: LedTo::Content }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        replay(ask)?;
        let asked = ask.given("slug").unwrap_or_default();
        let detail = ask.run(&get_resort::Op, &[("slug", asked)])?;
        let slug = detail.data.info.slug;
        let explained = ask.run(&get_conditions::Op, &[("slug", slug), ("explain", "true")])?;
        let get_conditions::Conditions::Explained(explained) = explained.data else {
            return Err(OpError::argument("slug", "has no explanation"));
        };
        let seen = ask.view.resort(slug)?;
        let show = ValueFormat::new(ask.words(), ask.units, detail.data.info.country);
        let band = chosen_band(ask)?;
        let here = ResortContext { ask, seen, detail: &detail.data, explained: &explained, show, band };
        let parts = Parts::read(&here)?;
        let outlook = top::outlook(&here, &parts.hours.hours, parts.risk.as_ref(), parts.danger());
        let (sections, carries) = sections(&here, &parts, &outlook)?;
        let body = html! {
            (past_days::notice(&here)) (sections)
            (star::alerts(ask, slug, here.detail.info.country))
        };
        let mut content = Content::new(here.detail.info.name, top::description(&here, &outlook), body);
        content.heading = Some(top::heading(&here));
        content.carries = detail.carries.and(parts.carries).and(carries);
        content.canonical = Some(format!("/resorts/{slug}"));
        content.feed = Some(files::feed_of(slug));
        content.about = Some(structured_data(&here));
        // Preview images show the present.
        content.picture = here.is_present().then(|| preview::path(slug));
        content.embed = Some(oembed::address(&ask.view.service().base_url, &ask.to_resort(slug)));
        Ok(content)
    }
}

/// Describes the resort in schema.org terms, independent of the weather.
fn structured_data(here: &ResortContext<'_, '_>) -> serde_json::Value {
    let info = &here.detail.info;
    let base = &here.ask.view.service().base_url;
    let mut about = serde_json::json!({
        "@context": "https://schema.org",
        "@type": "SkiResort",
        "name": info.name,
        "url": resort_page(base, info.slug),
        "address": { "@type": "PostalAddress", "addressCountry": info.country },
        "geo": { "@type": "GeoCoordinates", "latitude": info.coordinates.lat, "longitude": info.coordinates.lon },
    });
    if let (Some(object), Some(website)) = (about.as_object_mut(), info.website) {
        object.insert("sameAs".to_owned(), website.into());
    }
    about
}

/// The answers that more than one part of the page uses. Hazards, danger and roads are known only for the present.
struct Parts<'w> {
    hours: Hours<'w>,
    risk: Option<Risk<'w>>,
    avalanche: Option<Avalanche<'w>>,
    carries: SourceFamilies,
}

impl<'w> Parts<'w> {
    fn read(here: &ResortContext<'_, 'w>) -> Result<Self, OpError> {
        let slug = ("slug", here.slug());
        let hours = here.ask.run(&get_hourly_weather::Op, &[slug, ("hours", HOURS)])?;
        let mut parts = Self { hours: hours.data, risk: None, avalanche: None, carries: hours.carries };
        if here.is_present() {
            let risk = here.ask.run(&get_operating_risk::Op, &[slug])?;
            let avalanche = here.ask.run(&get_avalanche::Op, &[slug])?;
            parts.carries = parts.carries.and(risk.carries).and(avalanche.carries);
            (parts.risk, parts.avalanche) = (Some(risk.data), Some(avalanche.data));
        }
        Ok(parts)
    }

    /// Returns the danger level in force.
    fn danger(&self) -> Option<u8> {
        self.avalanche.as_ref().and_then(|avalanche| avalanche.now.level)
    }
}

/// Renders the sections below the three numbers: the week, the outlook, hours, danger, lifts, depths, webcams and roads,
/// and the rest folded.
fn sections(
    here: &ResortContext<'_, '_>,
    parts: &Parts<'_>,
    outlook: &Sentence,
) -> Result<(Markup, SourceFamilies), OpError> {
    let (ways, mut carries) = match here.is_present() {
        true => hazards::webcams_and_roads(here)?,
        false => (html! {}, SourceFamilies::NOTHING),
    };
    let (folds, carried) = folds(here, parts)?;
    carries = carries.and(carried);
    let body = html! {
        div.grid {
            div.wide { (week::section(here)) (week::outlook(here, outlook)) (hours::section(here, &parts.hours)) }
            div.side {
                @if let Some(avalanche) = &parts.avalanche { (hazards::danger(here, avalanche)) }
                @if let Some(risk) = &parts.risk { (lifts::section(here, risk)) }
                (depths::section(here))
                (ways)
            }
            section.card.folds aria-labelledby="all-h" {
                h2 id="all-h" { (here.words().morning.all_known) }
                (folds)
            }
        }
    };
    Ok((body, carries))
}

/// Renders the folded parts.
fn folds(here: &ResortContext<'_, '_>, parts: &Parts<'_>) -> Result<(Markup, SourceFamilies), OpError> {
    let words = here.words();
    let (forecast, mut carries) = coming_days::section(here)?;
    let mut add = |part: (Markup, SourceFamilies)| {
        carries = carries.and(part.1);
        part.0
    };
    let season = add(season::season(here)?);
    let (mut past, mut roads, mut pictures, mut staff) = (html! {}, html! {}, html! {}, html! {});
    // For past times only the evidence of the resort itself is stored.
    if here.is_present() {
        let (months, el_nino, trip) =
            (add(season::months(here)?), add(season::el_nino(here)?), add(trip::section(here)?));
        past = html! { (months) (el_nino) (trip) };
        roads = add(hazards::roads(here)?);
        pictures = add(pictures::section(here)?);
        staff = staff_report::section(here);
    }
    let body = html! {
        @if !staff.0.is_empty() { (fold(here.ask.language.operator().own_words, true, &staff)) }
        (fold(words.morning.days_with_chances, false, &html! { (forecast) (hours_chart::folded(here, &parts.hours)) }))
        (fold(words.morning.values_and_score, false, &html! { (now::values(here)) (explanation::section(here)) (score::section(here)) }))
        (fold(words.stations, false, &facts::stations(here)))
        (fold(words.morning.past_and_odds, here.ask.given("start").is_some(), &html! { (season) (past) }))
        @if here.is_present() { (fold(words.morning.ways, false, &html! { (roads) (pictures) })) }
        (fold(words.morning.facts_and_data, false, &html! { (facts::section(here)) (past_days::day_links(here)) (facts::data(here)) }))
    };
    Ok((body, carries))
}

/// Renders a folded part.
fn fold(title: &str, is_open: bool, body: &Markup) -> Markup {
    html! { details.fold open[is_open] { summary { (title) } (body) } }
}

/// Renders a section with its heading, and an id for links and the print style sheet.
fn titled(id: &str, title: &str, body: &Markup) -> Markup {
    html! { section id=(id) { h2 { (title) } (body) } }
}
