//! The card of a resort in an email, as HTML and as text: name, place, status, depth with its kind, and the new snow of
//! the next seven days. The HTML has its styles inline and loads nothing, because mail programs drop style sheets and
//! a picture would report the reader.

use chrono::Datelike as _;
use conditions_core::field::Field;
use conditions_core::record::{Band, DailyRow};
use conditions_core::sky::Sky;
use conditions_core::units::Tenths;
use maud::{Markup, html};
use operations::ops::get_avalanche;

use super::style::{FONT, INK, SOFT};
use crate::ask::Ask;
use crate::card::facts;
use crate::quantity::{ValueFormat, kind, status};
use crate::sentence::{Facts, Sentence};
use crate::sky;
use crate::strip::step;
use crate::words::Words;

/// Number of days in a card.
const DAYS: usize = 7;
/// Background and text colour of each step, for the light theme; the classes `b0` to `b6` are those of the dark one.
const COLOURS: [(&str, &str); 7] = [
    ("#ffffff", SOFT),
    ("#d8ebfb", INK),
    ("#a8ceef", INK),
    ("#77b1e2", INK),
    ("#4894d0", INK),
    ("#1a77b7", "#ffffff"),
    ("#065b90", "#ffffff"),
];

/// The card of a resort.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MailCard {
    pub(super) name: String,
    place: String,
    depth: String,
    week: Vec<CardDay>,
    /// Title of the week, with the unit.
    about_week: String,
    pub(super) best: Option<BestDay>,
    sentence: String,
    /// Danger level in force, if it is known.
    danger: Option<u8>,
    url: String,
}

#[derive(Debug, Clone, PartialEq)]
struct CardDay {
    name: String,
    sky: Option<Sky>,
    sky_name: &'static str,
    /// Amount without a unit; a dash if it is not known.
    amount: String,
    step: usize,
}

/// The day with the most snow.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BestDay {
    pub(super) cm: Tenths,
    /// Amount with its unit.
    pub(super) amount: String,
    pub(super) name: String,
}

impl MailCard {
    /// Returns the card of a resort; `None` if the service does not have it.
    pub(super) fn new(ask: &Ask<'_>, slug: &str) -> Option<Self> {
        let (words, seen) = (ask.words(), ask.view.of_slug(slug)?);
        let resort = seen.resort();
        let show = ValueFormat::new(words, ask.units, &resort.country);
        let record = &seen.resolution().record;
        let country = words.country(&resort.country);
        let place = resort.state.as_ref().map_or_else(
            || country.to_owned(),
            |state| format!("{}{}{country}", words.state(state), words.comma),
        );
        let nothing = Field::not_reported();
        let depth = record.display_depth_cm.as_ref().unwrap_or(&nothing);
        let days = seen.days(Band::Mid);
        let days = days.get(..DAYS).unwrap_or_default();
        let danger =
            ask.run(&get_avalanche::Op, &[("slug", slug)]).ok().and_then(|reply| reply.data.now.level);
        let best = days.iter().filter(|day| day.snowfall_cm.is_some_and(|cm| step(cm.get()) > 0));
        // The first of equal days.
        let best = best.rev().max_by_key(|day| day.snowfall_cm);
        Some(Self {
            name: resort.name.clone(),
            place: format!("{place} · {}", status(words, record.status.value)),
            depth: depth_line(show, depth, &resort.timezone),
            week: days.iter().map(|day| CardDay::new(show, day)).collect(),
            about_week: (ask.language.mail().week)(if show.in_inches() { "in" } else { "cm" }),
            best: best.and_then(|day| {
                let cm = day.snowfall_cm?;
                let (amount, weekday) = (show.snow_in_words(cm.get(), true), day.date.weekday());
                Some(BestDay { cm, amount, name: (words.morning.weekday)(weekday).to_owned() })
            }),
            sentence: Sentence::new(show, &Facts { danger, ..facts(ask, &seen, days) }).text(),
            danger,
            url: format!("{}{}", ask.view.service().base_url, ask.to_resort(slug)),
        })
    }

    pub(super) fn text(&self) -> String {
        let days = self.week.iter().map(|day| format!("{}: {}", day.name, day.amount));
        let days = days.collect::<Vec<_>>().join(" · ");
        let Self { name, place, depth, about_week, sentence, url, .. } = self;
        format!("{name}\r\n{place}\r\n{depth}\r\n{about_week}\r\n{days}\r\n{sentence}\r\n{url}\r\n\r\n")
    }

    pub(super) fn html(&self) -> Markup {
        html! {
            table role="presentation" width="100%" cellpadding="0" cellspacing="0" {
                tr {
                    td {
                        h2 style=(format!("font:700 20px/26px {FONT};margin:0")) {
                            a href=(self.url) style=(format!("color:{INK};text-decoration:none")) class="in" { (self.name) }
                        }
                    }
                    @if let Some(level) = self.danger { (badge(level)) }
                }
            }
            p class="so" style=(format!("font:15px/22px {FONT};margin:0 0 8px;color:{SOFT}")) {
                (self.place) br;
                strong class="in" style=(format!("color:{INK}")) { (self.depth) }
            }
            @if !self.week.is_empty() {
                table width="100%" cellpadding="0" cellspacing="3" aria-label=(self.about_week) style="table-layout:fixed;border-collapse:separate" {
                    tr {
                        @for day in &self.week {
                            th scope="col" class="so" style=(format!("font:14px/17px {FONT};text-align:center;vertical-align:bottom;color:{SOFT};padding:0 0 2px")) {
                                (day.name)
                            }
                        }
                    }
                    tr {
                        @for day in &self.week {
                            td style="font-size:22px;line-height:28px;text-align:center" aria-label=(day.sky_name) { (glyph(day.sky)) }
                        }
                    }
                    tr { @for day in &self.week { (day.html()) } }
                }
                p class="so" style=(format!("font:14px/21px {FONT};margin:4px 0 0;color:{SOFT}")) { (self.about_week) }
            }
            p class="in" style=(format!("font:17px/26px {FONT};margin:8px 0 0;color:{INK}")) { (self.sentence) }
        }
    }
}

impl CardDay {
    fn new(show: ValueFormat, day: &DailyRow) -> Self {
        Self {
            name: (show.words.morning.short_weekday)(day.date.weekday()).to_owned(),
            sky: day.sky,
            sky_name: sky::name(day.sky, show.words, false),
            amount: day.snowfall_cm.map_or_else(|| "–".to_owned(), |cm| show.plain_snow(cm.get(), true)),
            step: day.snowfall_cm.map_or(0, |cm| step(cm.get())),
        }
    }

    fn html(&self) -> Markup {
        let (back, ink) = COLOURS.get(self.step).copied().unwrap_or(("#ffffff", SOFT));
        let (edge, weight) = if self.step == 0 { ("#d6e0e8", 400) } else { (back, 700) };
        let style = format!(
            "font:{weight} 16px/30px {FONT};text-align:center;color:{ink};background:{back};border:1px solid {edge};border-radius:8px"
        );
        html! { td class={ "b" (self.step) } bgcolor=(back) style=(style) { (self.amount) } }
    }
}

/// Renders the danger level in the European colours.
fn badge(level: u8) -> Markup {
    let (back, ink) = match level {
        1 => ("#ccff66", "#000000"),
        2 => ("#ffff00", "#000000"),
        3 => ("#ff9900", "#000000"),
        4 => ("#ff0000", "#000000"),
        _ => ("#000000", "#ff0000"),
    };
    let style = format!("font:700 20px/32px {FONT};color:{ink};background:{back};border-radius:8px");
    html! { td width="34" align="center" bgcolor=(back) style=(style) { (level) } }
}

/// Returns the character of a sky: mail programs show it without loading a picture.
const fn glyph(sky: Option<Sky>) -> &'static str {
    match sky {
        Some(Sky::Clear) => "☀️",
        Some(Sky::Fair) => "🌤️",
        Some(Sky::PartlyCloudy) => "⛅",
        Some(Sky::Overcast) => "☁️",
        Some(Sky::LightSnow | Sky::SnowShowers | Sky::Snow | Sky::Sleet) => "🌨️",
        Some(Sky::HeavySnow) => "❄️",
        Some(Sky::LightRain) => "🌦️",
        Some(Sky::Rain | Sky::HeavyRain) => "🌧️",
        None => "–",
    }
}

/// Describes the depth, its kind and its time; a modelled one as modelled, an unreported one as such.
fn depth_line<Z: chrono::TimeZone>(show: ValueFormat, depth: &Field<Tenths>, zone: &Z) -> String {
    let words = show.words;
    let Some(amount) = show.fallen(depth) else {
        return format!("{}{}{}", words.depth, colon(words), words.not_reported);
    };
    let at = depth.observed_at.map(|at| show.clock(at, zone));
    let source = (!depth.source.is_modelled()).then(|| kind(words, depth.source).to_owned());
    let parts: Vec<String> = [Some(amount), source, at].into_iter().flatten().collect();
    format!("{}{}{}", words.depth, colon(words), parts.join(words.comma))
}

fn colon(words: &Words) -> &'static str {
    match words.code {
        "fr" => "\u{a0}: ",
        "ja" => "：",
        _ => ": ",
    }
}
