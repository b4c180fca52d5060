//! `/resorts/{slug}`: all information on one resort, most requested first. Unknown values are stated as such; each part
//! shows the answer of an operation.

use conditions_core::record::Band;
use maud::{Markup, html};
use operations::OpError;
use operations::operation::AS_OF;
use operations::ops::{get_conditions, get_resort};
use operations::shapes::resort_page;
use world::VisibleResort;

use crate::ask::Ask;
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::ValueFormat;
use crate::words::Words;
use crate::{files, oembed, preview};

pub use past_days::replay;

mod days;
mod facts;
mod forecast;
mod hazards;
mod hours;
mod now;
mod past_days;
mod pictures;
mod score;
mod season;
mod staff_report;
mod trip;
mod why;
mod winters;

pub(crate) struct Resort;

/// A resort in the form for the sections of its page.
pub(crate) struct ResortContext<'a, 'w> {
    ask: &'a Ask<'w>,
    seen: VisibleResort<'w>,
    detail: &'a get_resort::Detail<'w>,
    explained: &'a get_conditions::ExplainedConditions<'w>,
    show: ValueFormat,
}

impl<'w> ResortContext<'_, 'w> {
    fn words(&self) -> &'static Words {
        self.ask.words()
    }

    fn slug(&self) -> &'w str {
        &self.seen.resort().slug
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

impl Page for Resort {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/resorts/{slug}", query: &["start", "end", AS_OF], led_to: LedTo::Content }
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
        let here = ResortContext { ask, seen, detail: &detail.data, explained: &explained, show };
        let mut carries = detail.carries;
        let mut sections =
            vec![past_days::notice(&here), now::section(&here), why::section(&here), score::section(&here)];
        // For past times only the evidence of the resort itself is stored.
        let is_present = ask.given(AS_OF).is_none();
        if is_present {
            sections.insert(2, staff_report::section(&here));
        }
        let mut others = vec![forecast::section(&here)?, hours::section(&here)?];
        if is_present {
            others.extend([hazards::danger(&here)?, hazards::roads(&here)?, pictures::section(&here)?]);
        }
        others.push(season::season(&here)?);
        if is_present {
            others.extend([season::months(&here)?, season::el_nino(&here)?, trip::section(&here)?]);
        }
        for (section, carried) in others {
            sections.push(section);
            carries = carries.and(carried);
        }
        sections.extend([
            facts::stations(&here),
            facts::section(&here),
            past_days::ways(&here),
            facts::data(&here),
        ]);
        let sentence = now::sentence(&here);
        let body = html! {
            (above(&here, &sentence))
            @for section in &sections { (section) }
        };
        let mut content = Content::new(here.detail.info.name, sentence, body).carrying(carries);
        content.canonical = Some(format!("/resorts/{slug}"));
        content.feed = Some(files::feed_of(slug));
        content.about = Some(about(&here));
        // Preview images show the present.
        content.picture = is_present.then(|| preview::of(slug));
        content.embed = Some(oembed::of(&ask.view.service().base_url, &ask.to_resort(slug)));
        Ok(content)
    }
}

/// Describes the resort in schema.org terms, independent of the weather.
fn about(here: &ResortContext<'_, '_>) -> serde_json::Value {
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

/// Renders the location of the resort, and the sentence.
fn above(here: &ResortContext<'_, '_>, sentence: &str) -> Markup {
    let (info, words) = (&here.detail.info, here.words());
    html! {
        p.soft {
            @if let Some(state) = info.state { (words.state(state)) ", " }
            a href=(here.ask.to(&format!("/regions/{}", info.country))) { (words.country(info.country)) }
            @if let (Some(base), Some(summit)) = (here.metres(Band::Base), here.metres(Band::Summit)) {
                " · " ((words.from_to)(&base, &summit))
            }
            " "
            button.quiet.screen type="button" data-resort=(info.slug) data-name=(info.name) aria-pressed="false" hidden {
                "★ " (words.remember)
            }
        }
        p.lead { (sentence) }
    }
}

/// Renders a section with its heading, and an id for links and the print style sheet.
fn titled(id: &str, title: &str, body: &Markup) -> Markup {
    html! { section id=(id) { h2 { (title) } (body) } }
}
