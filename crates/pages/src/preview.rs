//! `/resorts/{slug}/preview.png` and `/preview.png`: the preview image of a page for shared links, as SVG; the server
//! converts it to pixels. Others cache it for long, so it has a date, and each number has its time instead of an age.
//! Unreported values are stated as such.

use charts::preview::{Card, Danger, Day, Fact, Frame, Preview};
use chrono::Datelike as _;
use chrono_tz::Tz;
use conditions_core::field::Field;
use conditions_core::record::{Band, DailyRow, OperatingStatus, Record};
use conditions_core::units::Tenths;
use operations::OpError;
use operations::ops::{get_avalanche, get_resort};

use crate::ask::Ask;
use crate::card::facts;
use crate::mark::{Mark, MarkedSnow};
use crate::quantity::{ValueFormat, band, status};
use crate::sentence::{Facts, Sentence};
use crate::sky;
use crate::strip;
use crate::symbols::Symbol;
use crate::words::Words;

/// Colours of text on the picture.
const INK: &str = "#0f2233";
const SOFT: &str = "#465a6b";
/// English address of the service's own picture.
pub(crate) const OF_SERVICE: &str = "/preview.png";

#[derive(Clone, Copy)]
pub struct Picture {
    /// English address; arguments in braces. It accepts only the query `units`.
    pub path: &'static str,
    make: fn(&Ask<'_>) -> Result<String, OpError>,
}

pub const PICTURES: &[Picture] = &[
    Picture { path: "/resorts/{slug}/preview.png", make: resort },
    Picture { path: OF_SERVICE, make: service },
];

impl Picture {
    /// Returns the picture as SVG, in the language of the request.
    ///
    /// # Errors
    /// Returns an [`OpError`] for an unknown resort and for a query.
    pub fn svg(&self, ask: &Ask<'_>) -> Result<String, OpError> {
        ask.checked()?;
        (self.make)(ask)
    }
}

/// Returns the English address of a resort's picture.
pub(crate) fn path(slug: &str) -> String {
    format!("/resorts/{slug}/preview.png")
}

fn resort(ask: &Ask<'_>) -> Result<String, OpError> {
    let words = ask.words();
    let detail = ask.run(&get_resort::Op, &[("slug", ask.given("slug").unwrap_or_default())])?;
    let (info, record) = (&detail.data.info, &detail.data.conditions);
    let avalanche = ask.run(&get_avalanche::Op, &[("slug", info.slug)])?;
    let danger = avalanche.data.now.level;
    let seen = ask.view.resort(info.slug)?;
    let zone = &seen.resort().timezone;
    let show = ValueFormat::new(words, ask.units, info.country);
    let days = seen.days(Band::Mid);
    let days = strip::week(&days);
    let country = words.country(info.country);
    let place =
        info.state.map_or_else(|| country.to_owned(), |state| format!("{}, {country}", words.state(state)));
    let known = record.status.value.filter(|known| *known != OperatingStatus::Unknown);
    let status = known.map(|known| format!(" · {}", status(words, Some(known)))).unwrap_or_default();
    let unit = if show.in_inches() { "in" } else { "cm" };
    let at = info.elevation.mid_m.map(|metres| format!(" · {}", show.metres(metres.into())));
    let date = (words.date)(ask.view.as_of().utc().with_timezone(zone).date_naive());
    let book = &ask.view.service().credits;
    let sources = book.for_sources(detail.carries.and(avalanche.carries)).sources;
    let mut names: Vec<&str> = sources.iter().map(|credit| credit.name.as_str()).collect();
    names.dedup();
    let preview = Preview {
        frame: frame(ask),
        title: info.name.to_owned(),
        place: format!("{place}{status}"),
        danger: danger.and_then(|level| {
            Some(Danger {
                tile: Symbol::of_danger(Some(level)).painted(INK),
                name: words.danger.to_owned(),
                level: (*words.dangers.get(usize::from(level).checked_sub(1)?)?).to_owned(),
            })
        }),
        depth: depth(ask, show, record, zone),
        days: days.iter().map(|day| of_day(show, days, day)).collect(),
        least: strip::LEAST_CM,
        nothing: words.no_forecast.to_owned(),
        sentence: Sentence::new(show, &Facts { danger, ..facts(ask, &seen, days) }).text(),
        about: format!("{} ({unit}){} · {date}", words.new_snow, at.unwrap_or_default()),
        sources: format!("{}: {}", words.sources, names.join(", ")),
    };
    Ok(preview.svg())
}

/// Describes the depth with its kind, source and time.
fn depth(ask: &Ask<'_>, show: ValueFormat, record: &Record, zone: &Tz) -> Fact {
    let (words, nothing) = (ask.words(), Field::not_reported());
    let field = record.display_depth_cm.as_ref().unwrap_or(&nothing);
    let place = record.display_depth_detail.as_ref().map(|detail| band(words, detail.elevation_band));
    let mark = Mark::of_field(field, false, ask.now);
    let is_observed = matches!(mark, Some(Mark::Measured | Mark::Reported));
    let ink = if is_observed { "#0b6038" } else { SOFT };
    Fact {
        name: place.map_or_else(|| words.depth.to_owned(), |place| [words.depth, place].join(" · ")),
        told: MarkedSnow::of_field(field, false, ask.now).text(show),
        is_known: field.value.is_some(),
        is_observed,
        mark: mark
            .filter(|_| field.value.is_some())
            .map(|mark| mark.symbol().painted(ink))
            .unwrap_or_default(),
        from: mark
            .filter(|_| field.value.is_some())
            .map(|mark| from(words, mark, field, zone))
            .unwrap_or_default(),
    }
}

fn of_day(show: ValueFormat, days: &[DailyRow], day: &DailyRow) -> Day {
    let cm = day.snowfall_cm.map(Tenths::get);
    let spread = day.spread_cm.map(|spread| [spread.low.get(), spread.high.get()]);
    Day {
        name: format!("{} {}", (show.words.morning.short_weekday)(day.date.weekday()), day.date.day()),
        sky: sky::symbol(day.sky, false).painted(INK),
        snow: cm.map(|cm| spread.map_or([cm, cm, cm], |[low, high]| [low, high, cm])),
        step: cm.map_or(0, strip::step),
        told: cm.map_or_else(|| "–".to_owned(), |cm| show.plain_snow(cm, true)),
        range: strip::range_text(show, day).unwrap_or_default(),
        degrees: strip::degrees(show, day.temp_max_c),
        is_best: strip::is_best(days, day),
    }
}

fn service(ask: &Ask<'_>) -> Result<String, OpError> {
    let line = (ask.words().lead)(ask.view.resorts().len());
    Ok(Card { frame: frame(ask), line }.svg())
}

fn frame(ask: &Ask<'_>) -> Frame {
    let (words, service) = (ask.words(), ask.view.service());
    let base = &service.base_url;
    Frame {
        warning: service.synthetic.then(|| words.synthetic.to_owned()),
        service: service.name.clone(),
        address: base.split_once("://").map_or(base.as_str(), |(_, address)| address).to_owned(),
    }
}

/// Describes the kind of a number, and its time on the resort's clock.
fn from(words: &Words, mark: Mark, field: &Field<Tenths>, zone: &Tz) -> String {
    let Some(at) = field.observed_at else { return mark.name(words) };
    let local = at.utc().with_timezone(zone).naive_local();
    let (day, time) = ((words.day)(local.date()), local.format("%H:%M"));
    format!("{}{}{day}, {time}", mark.name(words), words.comma)
}
