//! `/resorts/{slug}/preview.png` and `/preview.png`: the preview image of a page for shared links, as SVG; the server
//! converts it to pixels. Others cache it for long, so it has a date, and each number has its time instead of an age.
//! Unreported values are stated as such.

use charts::preview::{Card, Day, Fact, Frame, Preview};
use conditions_core::field::Field;
use conditions_core::record::OperatingStatus;
use conditions_core::units::Tenths;
use operations::OpError;
use operations::ops::{get_resort, get_weather_forecast};

use crate::ask::Ask;
use crate::axis::Axis;
use crate::fortnight::LEAST_CM;
use crate::quantity::{ValueFormat, band, kind, status};

/// English address of the service's own picture.
pub(crate) const OF_SERVICE: &str = "/preview.png";
const DAYS: &str = "7";

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
pub(crate) fn of(slug: &str) -> String {
    format!("/resorts/{slug}/preview.png")
}

fn resort(ask: &Ask<'_>) -> Result<String, OpError> {
    let words = ask.words();
    let detail = ask.run(&get_resort::Op, &[("slug", ask.given("slug").unwrap_or_default())])?;
    let (info, record) = (&detail.data.info, detail.data.conditions);
    let coming = ask.run(&get_weather_forecast::Op, &[("slug", info.slug), ("days", DAYS)])?;
    let seen = ask.view.resort(info.slug)?;
    let zone = &seen.resort().timezone;
    let show = ValueFormat::new(words, ask.units, info.country);
    let nothing = Field::not_reported();
    let fact = |name: String, field: &Field<Tenths>| Fact {
        name,
        told: field.value.map_or_else(|| words.not_reported.to_owned(), |cm| show.snow(cm)),
        is_known: field.value.is_some(),
        from: if field.value.is_some() { from(show, field, zone) } else { String::new() },
    };
    let place = record.display_depth_detail.as_ref().map(|detail| band(words, detail.elevation_band));
    let depth = place.map_or_else(|| words.depth.to_owned(), |place| [words.depth, place].join(" · "));
    let days = coming.data.days.iter().map(|day| Day {
        name: (words.day)(day.date),
        value: day.snowfall_cm.map(|cm| Axis::Snow.scaled(show, cm.get())),
        told: day.snowfall_cm.map_or_else(|| words.not_reported.to_owned(), |cm| show.snow(cm)),
    });
    let country = words.country(info.country);
    let known = record.status.value.filter(|known| *known != OperatingStatus::Unknown);
    let book = &ask.view.service().credits;
    let sources = book.of(detail.carries.and(coming.carries)).sources;
    let mut names: Vec<&str> = sources.iter().map(|credit| credit.name.as_str()).collect();
    names.dedup();
    let preview = Preview {
        frame: frame(ask),
        title: info.name.to_owned(),
        place: info
            .state
            .map_or_else(|| country.to_owned(), |state| format!("{}, {country}", words.state(state))),
        status: known.map(|known| status(words, Some(known)).to_owned()),
        facts: [
            fact(depth, record.display_depth_cm.as_ref().unwrap_or(&nothing)),
            fact([words.new_snow, words.past_24h].join(" · "), detail.data.recent_snow.past24h),
        ],
        sum: fact(words.next_7d.to_owned(), &record.forecast.next7d_cm),
        days: days.collect(),
        least: Axis::Snow.scaled(show, LEAST_CM),
        nothing: words.no_forecast.to_owned(),
        date: (words.date)(ask.view.as_of().utc().with_timezone(zone).date_naive()),
        sources: format!("{}: {}", words.sources, names.join(", ")),
    };
    Ok(preview.svg())
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

/// Describes the source of a number, and its time on the resort's clock.
fn from<Z: chrono::TimeZone>(show: ValueFormat, field: &Field<Tenths>, zone: &Z) -> String {
    let words = show.words;
    let at = field.observed_at.map(|at| {
        let local = at.utc().with_timezone(zone).naive_local();
        format!("{}, {}", (words.day)(local.date()), local.format("%H:%M"))
    });
    let parts = [Some(kind(words, field.source).to_owned()), at];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(words.comma)
}
