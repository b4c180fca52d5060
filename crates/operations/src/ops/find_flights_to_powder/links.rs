//! Addresses of flight searches at three sites. They contain only codes from the embedded table and dates, never text
//! from the caller, so they need no escaping.

use catalogue::airports::{Airport, Origin};
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::Serialize;

/// Days of the flights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dates {
    pub(super) depart: NaiveDate,
    /// Day of the return; `None` for one way.
    pub(super) back: Option<NaiveDate>,
}

/// A flight search at another site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Link {
    /// Name of the site.
    pub site: &'static str,
    /// Address of the search.
    pub url: String,
}

/// Returns the searches from an origin to an airport. Kayak requires dates, so it is left out without them.
pub(super) fn searches(from: &Origin<'_>, to: &Airport, dates: Option<Dates>) -> Vec<Link> {
    let (code, to) = (from.code, to.iata.as_str());
    let mut links = vec![Link { site: "Google Flights", url: google(code, to, dates) }];
    if let Some(dates) = dates {
        links.push(Link { site: "Kayak", url: kayak(code, to, dates) });
    }
    // That site has separate codes for cities; an airport's code is the same everywhere.
    if let Some(main) = from.airports.first() {
        links.push(Link { site: "Skyscanner", url: skyscanner(&main.iata, to, dates) });
    }
    links
}

fn google(from: &str, to: &str, dates: Option<Dates>) -> String {
    let days = match dates {
        None => String::new(),
        Some(Dates { depart, back: None }) => format!("%20on%20{depart}%20one%20way"),
        Some(Dates { depart, back: Some(back) }) => format!("%20on%20{depart}%20through%20{back}"),
    };
    format!("https://www.google.com/travel/flights?q=Flights%20from%20{from}%20to%20{to}{days}")
}

fn kayak(from: &str, to: &str, Dates { depart, back }: Dates) -> String {
    let back = back.map(|back| format!("/{back}")).unwrap_or_default();
    format!("https://www.kayak.com/flights/{from}-{to}/{depart}{back}?sort=bestflight_a")
}

fn skyscanner(from: &str, to: &str, dates: Option<Dates>) -> String {
    let day = |day: NaiveDate| format!("{}/", day.format("%y%m%d"));
    let days = dates.map(|dates| day(dates.depart) + &dates.back.map(day).unwrap_or_default());
    let (from, to) = (from.to_ascii_lowercase(), to.to_ascii_lowercase());
    format!("https://www.skyscanner.net/transport/flights/{from}/{to}/{}", days.unwrap_or_default())
}

#[cfg(test)]
mod tests;
