//! `find_flights_to_powder`: the airports near a resort, and where to search for a flight there. Only links: fares,
//! seats and schedules are not known here.

use catalogue::Resort;
use catalogue::barriers;
use catalogue::airports::{Airport, Airports, Origin, OriginError, airports};
use chrono::{Days, NaiveDate};
use conditions_core::time::{HOUR_MS, Timestamp};
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::drive::{self, DriveEstimate};
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::shapes::Coordinates;
use crate::text::{Text, reported, tenths};
use world::credits::SourceFamilies;
use world::unknown::shortened;
use world::{VisibleResort, Tier, View};

mod links;

use links::{Dates, Link};

pub struct Op;

/// Maximum distance of a gateway from the resort, kilometres in a straight line.
const REACH_KM: f64 = 300.0;
/// Maximum number of gateways listed.
const GATEWAYS: usize = 5;
/// Airports whose drive is estimated.
const CANDIDATES: usize = 12;
/// Maximum days ahead; flights are not sold earlier.
const AHEAD_DAYS: u64 = 366;
/// Until this time it is still the previous day somewhere.
const LAST_ZONE_MS: i64 = 12 * HOUR_MS;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Slug or unambiguous name.
    #[schemars(length(min = 1, max = 100))]
    pub slug: String,
    /// Home airport (IATA) or city.
    ///
    /// Without it there are no links.
    #[schemars(length(min = 1, max = 60))]
    pub origin: Option<String>,
    /// Outward, `YYYY-MM-DD`.
    ///
    /// From today to a year ahead.
    pub depart: Option<NaiveDate>,
    /// Back, `YYYY-MM-DD`; needs `depart`.
    #[serde(rename = "return")]
    pub back: Option<NaiveDate>,
}

/// Flights to a resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Flights<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Whether an airport on record is within reach.
    pub available: bool,
    /// Reason if there is none.
    pub reason: Option<&'static str>,
    /// Start of the journey; null if not given.
    pub origin: Option<Home>,
    /// Day of the outward flight.
    pub depart: Option<NaiveDate>,
    /// Day of the return flight.
    #[serde(rename = "return")]
    pub back: Option<NaiveDate>,
    /// Nearest airports, shortest drive in winter first.
    pub gateways: Vec<Gateway>,
    /// Source of the facts on airports, such as `compiled:2026-11`.
    pub airports_source: &'static str,
    /// Date of those facts.
    pub airports_dated: String,
    /// Explains how drives were estimated.
    pub drive_basis: &'static str,
    /// Explains the links.
    pub links_note: &'static str,
}

/// Start of a journey.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Home {
    /// IATA code of the airport, or of a city with several.
    pub code: &'static str,
    /// Name of the city.
    pub city: &'static str,
    /// ISO 3166-1 alpha-2.
    pub country: &'static str,
    /// IATA codes of its airports, the main one first.
    pub airports: Vec<&'static str>,
}

/// An airport for the resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "FlightGateway")]
pub struct Gateway {
    /// IATA code.
    pub iata: &'static str,
    /// Name of the airport.
    pub name: &'static str,
    /// City or town that it serves.
    pub city: &'static str,
    /// ISO 3166-1 alpha-2.
    pub country: &'static str,
    /// Latitude and longitude, degrees.
    pub coordinates: Coordinates,
    /// Metres above sea level.
    pub elevation_m: Option<i32>,
    /// Great-circle distance to the resort, kilometres.
    pub distance_km: Option<Tenths>,
    /// The drive from there to the resort.
    pub drive: DriveEstimate,
    /// Whether the drive crosses a border.
    pub crosses_border: bool,
    /// Whether it is the origin, so that a flight is unnecessary.
    pub is_origin: bool,
    /// Flight searches from the origin; empty without an origin, or if the gateway is the origin.
    pub links: Vec<Link>,
}

/// Explains what the links contain and what they do not.
const LINKS_NOTE: &str = "Links open searches at other sites. Fares, seats, schedules and routes are not known here.";

impl Operation for Op {
    const META: Meta = Meta {
        name: "find_flights_to_powder",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/flights",
        title: "Airports and flight searches for a resort",
        description: "Nearest airports of a resort with distance, estimated drive and links to flight searches. Never a fare. \
            For drives between resorts use plan_ski_road_trip. `available` false: none within 300 km.",
    };
    type Args = Args;
    type Data<'w> = Flights<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<Flights<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let table = airports();
        let origin = args.origin.as_deref().map(|text| set_out(table, text)).transpose()?;
        let dates = dates(&args, now)?;
        Ok(Reply::one(answer(&seen, table, origin.as_ref(), dates), SourceFamilies::CATALOGUE))
    }

    fn text(data: &Flights<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Airports for {} ({})", data.name, data.slug));
        if let Some(reason) = data.reason {
            text.item("Not available", reason);
            return text.done();
        }
        if let Some(from) = &data.origin {
            text.line(format_args!("From {} ({}), {}", from.city, from.code, from.country));
        }
        for gateway in &data.gateways {
            gateway_text(&mut text, gateway);
        }
        text.line(data.drive_basis);
        text.line(data.links_note);
        text.item("Facts on airports", format_args!("{}, {}", data.airports_source, data.airports_dated));
        text.done()
    }
}

fn gateway_text(text: &mut Text, gateway: &Gateway) {
    let Gateway { iata, name, city, country, drive, .. } = gateway;
    let border = if gateway.crosses_border { ", across a border" } else { "" };
    let here = if gateway.is_origin { "; the origin itself" } else { "" };
    text.line(format_args!(
        "{iata}, {name}, {city}, {country}{border}: {} in a straight line, {drive}; elevation {}{here}",
        tenths(gateway.distance_km, "km"),
        reported(gateway.elevation_m, "m")
    ));
    for link in &gateway.links {
        text.line(format_args!("- {}: {}", link.site, link.url));
    }
}

/// Returns the airports near a resort with their distance in a straight line, kilometres; shortest drive first.
#[must_use]
pub fn gateways(resort: &Resort) -> Vec<(f64, &'static Airport)> {
    reached(resort).into_iter().map(|(_, km, row)| (km, row)).collect()
}

/// Returns kilometres by land, kilometres in a straight line, and the airport; shortest drive first. The nearest
/// airport may be across a range whose passes are closed. Airports without a road to the resort are left out.
fn reached(resort: &Resort) -> Vec<(f64, f64, &'static Airport)> {
    let place = (resort.lat, resort.lon);
    let mut found: Vec<(f64, f64, &'static Airport)> = Vec::new();
    for (km, row) in airports().near(place, REACH_KM, CANDIDATES) {
        // A drive is never shorter than the straight line, and the airports are sorted by that.
        if found.get(GATEWAYS - 1).is_some_and(|(by_land, ..)| *by_land <= km) {
            break;
        }
        if let Some(by_land) = barriers::by_land_km(row.point(), place) {
            found.push((by_land, km, row));
            found.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.2.iata.cmp(&b.2.iata)));
        }
    }
    found.truncate(GATEWAYS);
    found
}

/// Finds the airport or city of a text.
fn set_out(table: &'static Airports, text: &str) -> Result<Origin<'static>, OpError> {
    let listed = |rows: &[&Airport]| {
        let one = |row: &&Airport| format!("{} ({}, {})", row.iata, row.city, row.country);
        rows.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let asked = shortened(text);
    table.origin(text).map_err(|unplaced| {
        let message = match unplaced {
            OriginError::Several(rows) => format!("`{asked}` matches several; use a code: {}", listed(&rows)),
            OriginError::Unknown(rows) if rows.is_empty() => {
                format!("must be an airport on record (IATA code) or its city, not `{asked}`; try the nearest large airport")
            }
            OriginError::Unknown(rows) => {
                format!("must be an airport on record (IATA code) or its city, not `{asked}`; did you mean {}?", listed(&rows))
            }
        };
        OpError::argument("origin", message)
    })
}

/// Checks the requested days: their order, and that flights are sold for them.
fn dates(args: &Args, now: Timestamp) -> Result<Option<Dates>, OpError> {
    let Some(depart) = args.depart else {
        return match args.back {
            None => Ok(None),
            Some(_) => Err(OpError::argument("return", "needs `depart`, the day of the flight there")),
        };
    };
    let earliest = now.plus_millis(-LAST_ZONE_MS).utc().date_naive();
    let latest = now.utc().date_naive().checked_add_days(Days::new(AHEAD_DAYS)).unwrap_or(NaiveDate::MAX);
    for (name, day) in [("depart", Some(depart)), ("return", args.back)] {
        let Some(day) = day else { continue };
        if day < earliest {
            return Err(OpError::argument(name, format!("{day} is past; must be {earliest} or later")));
        }
        if day > latest {
            let message = format!("{day} is more than a year ahead and not on sale; must be {latest} or earlier");
            return Err(OpError::argument(name, message));
        }
    }
    if let Some(back) = args.back.filter(|back| *back < depart) {
        let message = format!("must not be before `depart`, {depart}, but is {back}");
        return Err(OpError::argument("return", message));
    }
    Ok(Some(Dates { depart, back: args.back }))
}

fn answer<'w>(
    seen: &VisibleResort<'w>,
    table: &'static Airports,
    origin: Option<&Origin<'static>>,
    dates: Option<Dates>,
) -> Flights<'w> {
    let resort = seen.resort();
    let gateway = |(by_land, km, row): (f64, f64, &'static Airport)| {
        let is_origin = origin.is_some_and(|from| from.airports.iter().any(|own| own.iata == row.iata));
        Gateway {
            iata: &row.iata,
            name: &row.name,
            city: &row.city,
            country: &row.country,
            coordinates: Coordinates { lat: row.lat, lon: row.lon },
            elevation_m: row.elevation_m,
            distance_km: Tenths::new(km),
            drive: DriveEstimate::over(by_land),
            crosses_border: row.country != resort.country,
            is_origin,
            links: origin.filter(|_| !is_origin).map(|from| links::searches(from, row, dates)).unwrap_or_default(),
        }
    };
    let gateways: Vec<Gateway> = reached(resort).into_iter().map(gateway).collect();
    Flights {
        slug: &resort.slug,
        name: &resort.name,
        available: !gateways.is_empty(),
        reason: gateways.is_empty().then_some("no airport on record with scheduled service is within 300 km by land"),
        origin: origin.and_then(Home::from_origin),
        depart: dates.map(|dates| dates.depart),
        back: dates.and_then(|dates| dates.back),
        gateways,
        airports_source: table.source(),
        airports_dated: table.dated().to_string(),
        drive_basis: drive::BASIS,
        links_note: LINKS_NOTE,
    }
}

impl Home {
    fn from_origin(origin: &Origin<'static>) -> Option<Self> {
        let main = origin.airports.first()?;
        Some(Self {
            code: origin.code,
            city: &main.city,
            country: &main.country,
            airports: origin.airports.iter().map(|row| row.iata.as_str()).collect(),
        })
    }
}

#[cfg(test)]
mod tests;
