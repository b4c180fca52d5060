//! `get_road_weather`: measurements along the roads near one resort.

use conditions_core::text::ShownName;
use conditions_core::time::{HOUR_MS, Timestamp};
use conditions_core::units::Tenths;
use roads::weather::SurfaceTemp;
use roads::{RoadPolicy, RoadReading};
use schemars::JsonSchema;
use serde::Serialize;
use world::credits::SourceFamilies;
use world::{Tier, View};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::roads::{AgencyLink, RoadSpot, place, roads, why_nothing};
use crate::shapes::OneResort;
use crate::text::{Text, reported, tenths};

pub struct Op;

/// Maximum number of listed stations.
const MOST: usize = 15;

/// Road weather near one resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadWeather<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Whether any station near the resort has a current measurement.
    pub available: bool,
    /// Reason if there is none.
    pub reason: Option<String>,
    /// Stations, nearest first; at most 15.
    pub stations: Vec<RoadStationRow<'w>>,
    /// The road agency's own page, if it is known.
    pub agency: Option<AgencyLink>,
    /// How the stations were chosen.
    pub method: String,
}

/// A roadside station and its newest measurement; null if a sensor reports nothing.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadStationRow<'w> {
    /// The agency's identifier.
    pub id: &'w str,
    /// Location, with the straight line to the resort and the source.
    pub place: RoadSpot<'w>,
    /// When it was measured; null if there is no measurement in the past two hours, and then every value is null.
    pub observed_at: Option<Timestamp>,
    /// Temperature of the road's surface at the coldest sensor, °C; null if its sensors disagree or the air temperature
    /// rules it out.
    pub surface_temp_c: Option<Tenths>,
    /// Air temperature, °C.
    pub air_temp_c: Option<Tenths>,
    /// Visibility, metres.
    pub visibility_m: Option<u32>,
    /// Mean wind, metres per second.
    pub wind_mps: Option<Tenths>,
    /// Highest gust, metres per second.
    pub gust_mps: Option<Tenths>,
    /// Direction that the wind comes from, degrees.
    pub wind_from_deg: Option<u16>,
    /// Precipitation now as water, millimetres an hour.
    pub precipitation_mm_per_h: Option<Tenths>,
    /// Kind of precipitation, in the agency's words.
    pub precipitation: Option<&'w ShownName>,
    /// State of the road's surface, in the agency's words.
    pub surface: Option<&'w ShownName>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_road_weather",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/road/weather",
        title: "Road weather near a resort",
        description: "Measurements along roads near a resort: road and air temperature, visibility, wind, \
            precipitation. Null is unknown, never zero. `available` false: no feed here. For forecasts \
            use get_weather_forecast.",
    };
    type Args = OneResort;
    type Data<'w> = RoadWeather<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, now: Timestamp) -> Result<Reply<RoadWeather<'w>>, OpError> {
        let (seen, roads) = (view.resort(&args.slug)?, roads(view));
        let mut found = roads.stations(place(&seen), now);
        found.truncate(MOST);
        let carries = found.iter().fold(SourceFamilies::CATALOGUE, |all, station| all.and(station.carries));
        let available = found.iter().any(|station| station.item.1.is_some());
        let reason = match (available, found.is_empty()) {
            (true, _) => None,
            (false, true) => Some(why_nothing(&roads, "a station near this resort")),
            (false, false) => Some("no station near this resort has a current measurement".to_owned()),
        };
        let policy = RoadPolicy::DEFAULT;
        let data = RoadWeather {
            slug: &seen.resort().slug,
            name: &seen.resort().name,
            available,
            reason,
            stations: found
                .iter()
                .map(|station| row(station.item.0, RoadSpot::new(station, &seen), station.item.1))
                .collect(),
            agency: AgencyLink::for_resort(&seen),
            method: format!(
                "Stations within {} km of the resort in a straight line; measurements of the past {} hours.",
                policy.roadside_km,
                policy.reading_ms / HOUR_MS
            ),
        };
        Ok(Reply::one(data, carries))
    }

    fn text(data: &RoadWeather<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Road weather near {} ({})", data.name, data.slug));
        if let Some(reason) = &data.reason {
            text.item("No road weather", reason);
        }
        for station in &data.stations {
            text.line(format_args!("- {}, {}", station.place.words(), reported(station.observed_at, "")));
            text.line(format_args!(
                "  road {}, air {}, visibility {}, wind {}, gust {}, precipitation {} ({}), surface {}",
                tenths(station.surface_temp_c, "°C"),
                tenths(station.air_temp_c, "°C"),
                reported(station.visibility_m, "m"),
                tenths(station.wind_mps, "m/s"),
                tenths(station.gust_mps, "m/s"),
                tenths(station.precipitation_mm_per_h, "mm/h"),
                reported(station.precipitation.map(ShownName::quoted), ""),
                reported(station.surface.map(ShownName::quoted), ""),
            ));
        }
        if let Some(agency) = &data.agency {
            text.item("Agency", format_args!("{} {}", agency.name, agency.url));
        }
        text.item("Method", &data.method);
        text.done()
    }
}

fn row<'w>(id: &'w str, place: RoadSpot<'w>, reading: Option<&'w RoadReading>) -> RoadStationRow<'w> {
    let of = |value: fn(&RoadReading) -> Option<Tenths>| reading.and_then(value);
    RoadStationRow {
        id,
        place,
        observed_at: reading.and_then(|reading| reading.observed_at),
        surface_temp_c: of(|reading| reading.surface_temp_c.map(SurfaceTemp::celsius)),
        air_temp_c: of(|reading| reading.air_temp_c),
        visibility_m: reading.and_then(|reading| reading.visibility_m),
        wind_mps: of(|reading| reading.wind_mps),
        gust_mps: of(|reading| reading.gust_mps),
        wind_from_deg: reading.and_then(|reading| reading.wind_from_deg),
        precipitation_mm_per_h: of(|reading| reading.precipitation_mm_per_h),
        precipitation: reading.and_then(|reading| reading.precipitation.as_ref()),
        surface: reading.and_then(|reading| reading.surface.as_ref()),
    }
}
