//! The archive of the synthetic world: past days as a reanalysis would report them, in the upstream's format.
//!
//! The weather is that of the forecasts, in steps of six hours, with two differences that a reanalysis has and tests
//! need: its terrain is smoother, so its snow is thinner; and it contains the planted El Niño of [`crate::climate`].
//! The last days are null, as they are upstream.

use chrono::{Datelike, NaiveDate};
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};

use crate::climate::winter_factor;
use crate::noise::place_key;
use crate::query::{self, Fields, Location};
use crate::snowpack::{Pack, STEP_H, season_start};
use crate::weather::{Hour, LAPSE, Site, Weather};
use crate::{SimResponse, World, body};

const PATH: &str = "/v1/archive";
/// Days until the reanalysis includes a day.
const LAG_DAYS: i64 = 5;
/// First year of the reanalysis.
const FIRST_YEAR: i32 = 1950;
/// Factor of the smooth terrain on the depth.
const SMOOTH: f64 = 0.8;
/// Depth of a glacier's cell, metres: ten metres of water as ice.
const ICE_M: f64 = 33.33;

/// Peculiarity of the archive at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveTrap {
    /// The cell is on a glacier.
    Glacier,
    /// The response ends half way through the requested days.
    HalfYear,
    /// Every value is null, as over water.
    Nothing,
    /// Every day was revised later and became half as snowy again.
    Restated,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedTrap {
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    pub trap: ArchiveTrap,
}

/// A daily variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Variable {
    Snowfall,
    Depth,
    TempMin,
    TempMax,
    Water,
}

impl Variable {
    const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Snowfall, "snowfall_sum", "cm"),
        (Self::Depth, "snow_depth_mean", "m"),
        (Self::TempMin, "temperature_2m_min", "°C"),
        (Self::TempMax, "temperature_2m_max", "°C"),
        (Self::Water, "precipitation_sum", "mm"),
    ];
}

/// One day of the reanalysis: snowfall in centimetres and depth in metres, temperatures in °C, water in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Day {
    snowfall_cm: Option<f64>,
    depth_m: Option<f64>,
    temp_min_c: Option<f64>,
    temp_max_c: Option<f64>,
    water_mm: Option<f64>,
}

impl Day {
    const fn value(&self, variable: Variable) -> Option<f64> {
        match variable {
            Variable::Snowfall => self.snowfall_cm,
            Variable::Depth => self.depth_m,
            Variable::TempMin => self.temp_min_c,
            Variable::TempMax => self.temp_max_c,
            Variable::Water => self.water_mm,
        }
    }
}

struct Request {
    locations: Vec<Location>,
    daily: Vec<(Variable, &'static str, &'static str)>,
    first: NaiveDate,
    last: NaiveDate,
}

/// Answers for the archive; `None` for another path.
pub(crate) fn handle(world: &World, path: &str, query: &str, now: Timestamp) -> Option<SimResponse> {
    if path.trim_end_matches('/') != PATH {
        return None;
    }
    Some(match parse(query, now) {
        Ok(request) => SimResponse::json(200, answer(world, &request, now).into_bytes()),
        Err(reason) => SimResponse::rejection(400, &reason),
    })
}

fn parse(query: &str, now: Timestamp) -> Result<Request, String> {
    let fields = Fields(query::pairs(query));
    let locations = query::locations(&fields, now)?;
    for name in fields.list("models") {
        if name != "era5_land" {
            return Err(format!("This synthetic upstream serves 'era5_land' only, not '{name}'"));
        }
    }
    let daily = fields.list("daily");
    let known = |name: &String| {
        Variable::ALL.into_iter().find(|(_, known, _)| known == name).ok_or_else(|| {
            format!(
                "Data corrupted at path ''. Cannot initialize ForecastVariableDaily from invalid String value {name}."
            )
        })
    };
    let daily = daily.iter().map(known).collect::<Result<Vec<_>, String>>()?;
    let date = |parameter: &str| -> Result<NaiveDate, String> {
        let text = fields.one(parameter).ok_or_else(|| format!("Parameter '{parameter}' must be set"))?;
        let date: NaiveDate =
            text.parse().map_err(|_| "Invalid date format. Make sure to use 'YYYY-MM-DD'".to_owned())?;
        let today = now.utc().date_naive();
        if date.year() < FIRST_YEAR || date > today {
            return Err(format!(
                "Parameter '{parameter}' is out of allowed range from {FIRST_YEAR}-01-01 to {today}"
            ));
        }
        Ok(date)
    };
    let (first, last) = (date("start_date")?, date("end_date")?);
    if last < first {
        return Err("End-date must be larger or equals than start-date".to_owned());
    }
    Ok(Request { locations, daily, first, last })
}

fn answer(world: &World, request: &Request, now: Timestamp) -> String {
    let several = request.locations.len() > 1;
    let mut out = String::from(if several { "[" } else { "" });
    for (index, location) in request.locations.iter().enumerate() {
        out.push_str(if index > 0 { "," } else { "" });
        page(world, request, location, index, now, &mut out);
    }
    out.push_str(if several { "]" } else { "" });
    out
}

fn page(
    world: &World,
    request: &Request,
    location: &Location,
    index: usize,
    now: Timestamp,
    out: &mut String,
) {
    let Location { lat, lon, elevation_m, zone } = location;
    let cell = |degrees: f64| (libm::round(degrees / 0.1) * 0.1) as f32;
    out.push_str(&format!(
        "{{\"latitude\":{:?},\"longitude\":{:?},\"generationtime_ms\":0.5,\"utc_offset_seconds\":{},\"timezone\":\"{}\",\
         \"timezone_abbreviation\":\"{}\"",
        cell(*lat),
        cell(*lon),
        zone.offset_s,
        zone.name,
        zone.short,
    ));
    if let Some(metres) = elevation_m.filter(|metres| metres.is_finite()) {
        out.push_str(&format!(",\"elevation\":{:?}", metres as f32));
    }
    if index > 0 {
        out.push_str(&format!(",\"location_id\":{index}"));
    }
    let trap = |trapped: &&PlacedTrap| place_key(trapped.lat, trapped.lon) == place_key(*lat, *lon);
    let trap = world.archive.iter().find(trap).map(|trapped| trapped.trap);
    let mut days = days(world, location, request, now);
    for day in &mut days {
        match trap {
            Some(ArchiveTrap::Glacier) => day.depth_m = day.depth_m.map(|_| ICE_M),
            Some(ArchiveTrap::Nothing) => *day = Day::default(),
            Some(ArchiveTrap::Restated) => {
                day.snowfall_cm = day.snowfall_cm.map(|cm| 1.5 * cm);
                day.depth_m = day.depth_m.map(|metres| 1.5 * metres);
                day.water_mm = day.water_mm.map(|mm| 1.5 * mm);
            }
            Some(ArchiveTrap::HalfYear) | None => {}
        }
    }
    if trap == Some(ArchiveTrap::HalfYear) {
        days.truncate(days.len() / 2);
    }
    out.push_str(",\"daily_units\":{\"time\":\"iso8601\"");
    for (_, name, unit) in &request.daily {
        out.push_str(&format!(",\"{name}\":\"{unit}\""));
    }
    out.push_str("},\"daily\":{\"time\":[");
    for (nth, date) in request.first.iter_days().take(days.len()).enumerate() {
        out.push_str(if nth > 0 { "," } else { "" });
        body::push_text(out, &date.to_string());
    }
    out.push(']');
    for (variable, name, _) in &request.daily {
        out.push_str(&format!(",\"{name}\":["));
        for (nth, day) in days.iter().enumerate() {
            out.push_str(if nth > 0 { "," } else { "" });
            match day.value(*variable) {
                Some(value) => body::push_fixed(out, value, 2),
                None => out.push_str("null"),
            }
        }
        out.push(']');
    }
    out.push_str("}}");
}

/// Returns the requested days.
fn days(world: &World, location: &Location, request: &Request, now: Timestamp) -> Vec<Day> {
    let weather = Weather::from_world(world);
    let Location { lat, lon, elevation_m, zone } = location;
    let site = Site::new(world.seed, *lat, *lon, elevation_m.filter(|metres| metres.is_finite()));
    let offset_h = zone.offset_s / 3_600;
    let midnight = |date: NaiveDate| Timestamp::from_millis(epoch_days(date) * DAY_MS - offset_h * HOUR_MS);
    let known_to = now.plus_millis(-LAG_DAYS * DAY_MS).utc().date_naive();
    let count = usize::try_from(epoch_days(request.last) - epoch_days(request.first) + 1).unwrap_or(0);
    let mut sums = vec![Sum::default(); count];
    let first = midnight(request.first);
    let mut pack = Pack::default();
    // The pack begins bare in autumn, whichever day is requested.
    let mut step = season_start(&site, first).millis().div_euclid(HOUR_MS).div_euclid(STEP_H) * STEP_H;
    let mut began = step;
    let end = midnight(request.last).millis().div_euclid(HOUR_MS) + 24;
    while step < end {
        let at = Timestamp::from_millis(step * HOUR_MS);
        let season = season_start(&site, at).millis().div_euclid(HOUR_MS).div_euclid(STEP_H) * STEP_H;
        if season > began {
            (began, pack) = (season, Pack::default());
        }
        let factor = winter_factor(world.seed, winter_year(*lat, at), *lat, *lon);
        let (snow_mm, weather_then) = pack.advance(&weather, &site, step as f64, factor);
        let day = (step + STEP_H / 2 - first.millis().div_euclid(HOUR_MS)).div_euclid(24);
        if let Some(sum) = usize::try_from(day).ok().and_then(|day| sums.get_mut(day)) {
            sum.add(snow_mm, factor, pack, &weather_then);
        }
        step += STEP_H;
    }
    let metres = elevation_m.filter(|metres| metres.is_finite()).unwrap_or(site.cell_m);
    let day = |(date, sum): (NaiveDate, Sum)| if date > known_to { Day::default() } else { sum.day(metres) };
    request.first.iter_days().zip(sums).map(day).collect()
}

/// Sum of the steps of a day.
#[derive(Clone, Copy)]
struct Sum {
    snow_mm: f64,
    depth_cm: f64,
    water_mm: f64,
    /// Extremes at sea level, °C.
    coldest_c: f64,
    warmest_c: f64,
    steps: u32,
}

impl Default for Sum {
    fn default() -> Self {
        let (coldest_c, warmest_c) = (f64::INFINITY, f64::NEG_INFINITY);
        Self { snow_mm: 0.0, depth_cm: 0.0, water_mm: 0.0, coldest_c, warmest_c, steps: 0 }
    }
}

impl Sum {
    fn add(&mut self, snow_mm: f64, factor: f64, pack: Pack, then: &Hour) {
        self.snow_mm += snow_mm;
        self.depth_cm += pack.depth_cm;
        self.water_mm += then.water_mm * STEP_H as f64 * factor;
        let swing = then.swing_c();
        self.coldest_c = self.coldest_c.min(then.daily_mean_c - swing);
        self.warmest_c = self.warmest_c.max(then.daily_mean_c + swing);
        self.steps += 1;
    }

    /// Returns the day at an elevation, metres.
    fn day(&self, elevation_m: f64) -> Day {
        if self.steps == 0 {
            return Day::default();
        }
        let at = |sea_level_c: f64| Some(sea_level_c - LAPSE * elevation_m);
        Day {
            snowfall_cm: Some(libm::round(self.snow_mm * 10.0) / 10.0 * 0.7),
            depth_m: Some(self.depth_cm / f64::from(self.steps) * SMOOTH / 100.0),
            temp_min_c: at(self.coldest_c),
            temp_max_c: at(self.warmest_c),
            water_mm: Some(self.water_mm),
        }
    }
}

fn epoch_days(date: NaiveDate) -> i64 {
    i64::from(date.to_epoch_days())
}

/// Returns the year in which the winter of a time begins: July in the north, January in the south.
fn winter_year(lat: f64, at: Timestamp) -> i32 {
    let date = at.utc().date_naive();
    if lat >= 0.0 && date.month() < 7 { date.year() - 1 } else { date.year() }
}
