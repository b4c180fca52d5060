//! Summarizes a station's past days for the resolver: the freshest value of each instrument with its own time, new
//! snow, and whether it thawed and froze.
//!
//! A reading never seems younger than its oldest value: values that are near in time are grouped under the older time,
//! others stay separate. Values that `sources::doubt` doubts are left out. The numbers are [`Readings`]'.

use conditions_core::evidence::StationReading;
use conditions_core::policy::Readings;
use conditions_core::time::{HOUR_MS, Timestamp};
use sources::despike::snowfall::{self, Density};
use sources::despike::{Sample, Thresholds};
use sources::doubt::Limits;
use sources::station::{Quantity, Station};

use super::history::Past;

/// Hours of the shortest window of new snow.
const DAY_HOURS: u32 = snowfall::WINDOWS[0];
const TWO_DAYS_HOURS: u32 = snowfall::WINDOWS[1];
const WEEK_HOURS: u32 = snowfall::WINDOWS[2];

/// Returns the readings of `station`, freshest first. They depend only on its past, so that a response without news
/// changes nothing.
#[must_use]
pub fn summarize(
    station: &Station,
    distance_km: f64,
    past: &Past,
    limits: &Limits,
    policy: &Readings,
) -> Vec<StationReading> {
    let series = &past.series;
    let Some(newest) = series.keys().next_back().copied() else { return Vec::new() };
    let mut values: Vec<(Timestamp, Value)> = freshest(past)
        .into_iter()
        .flatten()
        .filter(|(at, _)| newest.since(*at) <= policy.oldest_ms)
        .collect();
    values.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let new_snow = new_snow(past, &limits.depth);
    let mut out: Vec<(Timestamp, StationReading)> = Vec::new();
    for (at, value) in values {
        match out.last_mut() {
            Some((first, reading)) if first.since(at) <= policy.together_ms => {
                reading.observed_at = at;
                value.write_to(reading, new_snow);
            }
            Some(_) | None => {
                let mut reading = blank(station, distance_km, at);
                reading.thaw_freeze48h = thaw_freeze(past, newest, policy);
                value.write_to(&mut reading, new_snow);
                out.push((at, reading));
            }
        }
    }
    if past.leaves_out(newest.plus_millis(-policy.doubted_ms)) {
        match out.first_mut() {
            Some((_, freshest)) => freshest.doubted = true,
            // Every value was left out, which is worth a flag.
            None => {
                let mut reading = blank(station, distance_km, newest);
                reading.doubted = true;
                out.push((newest, reading));
            }
        }
    }
    out.into_iter().map(|(_, reading)| in_order(reading)).collect()
}

fn blank(station: &Station, distance_km: f64, observed_at: Timestamp) -> StationReading {
    let mut reading = StationReading::blank(station.network, &station.id, observed_at);
    reading.name = Some(station.name.clone());
    reading.site = station.site;
    reading.elevation_m = station.elevation_m.map(tenth);
    reading.distance_km = distance_km;
    reading
}

/// One instrument's freshest value.
#[derive(Debug, Clone, Copy)]
enum Value {
    Temp(f64),
    Wind(f64),
    Depth(f64),
    Swe(f64),
    Surface(f64),
    NewSnow(f64),
}

/// New snow computed from the depths: centimetres, and millimetres of the day's water if the density is that of fresh
/// snow.
#[derive(Debug, Clone, Copy, Default)]
struct NewSnow {
    day_cm: Option<f64>,
    water_mm: Option<f64>,
    two_days_cm: Option<f64>,
    week_cm: Option<f64>,
}

impl Value {
    fn write_to(self, reading: &mut StationReading, measured: NewSnow) {
        match self {
            Self::Temp(celsius) => reading.temp_c = Some(tenth(celsius)),
            Self::Wind(mps) => reading.wind_mps = Some(tenth(mps)),
            Self::Swe(mm) => reading.swe_mm = Some(tenth(mm)),
            Self::Surface(celsius) => reading.surface_temp_c = Some(tenth(celsius)),
            Self::Depth(cm) => {
                reading.snow_depth_cm = Some(tenth(cm));
                // An equally fresh figure from the network rests on more readings than the depths do.
                if reading.new_snow24h_cm.is_none() {
                    reading.new_snow24h_cm = measured.day_cm.map(tenth);
                    reading.new_swe24h_mm = measured.water_mm.map(tenth);
                }
                reading.new_snow48h_cm = measured.two_days_cm.map(tenth);
                reading.new_snow7d_cm = measured.week_cm.map(tenth);
            }
            Self::NewSnow(cm) => {
                reading.new_snow24h_cm = Some(tenth(cm));
                reading.new_swe24h_mm = None;
            }
        }
    }
}

fn freshest(past: &Past) -> [Option<(Timestamp, Value)>; 6] {
    let newest = |quantity: Quantity, value: fn(f64) -> Value| {
        let believed = |at: Timestamp| !past.judged.doubts(at, quantity);
        past.series
            .iter()
            .rev()
            .find_map(|(at, reading)| Some((*at, value(reading.get(quantity).filter(|_| believed(*at))?))))
    };
    [
        newest(Quantity::Temp, Value::Temp),
        newest(Quantity::Wind, Value::Wind),
        past.judged.depths.last().map(|sample| (sample.at, Value::Depth(sample.value))),
        newest(Quantity::Swe, Value::Swe),
        newest(Quantity::SurfaceTemp, Value::Surface),
        newest(Quantity::NewSnow24h, Value::NewSnow),
    ]
}

/// Returns the new snow of the day, the two days and the week before the newest depth. Each is complete or missing.
fn new_snow(past: &Past, thresholds: &Thresholds) -> NewSnow {
    let depths: &[Sample] = &past.judged.depths;
    let Some(at) = depths.last().map(|newest| newest.at) else { return NewSnow::default() };
    let weather = past.judged.weather(&past.series);
    let beside = weather.other_series();
    let fallen = |hours| snowfall::recent(depths, beside, at, hours, thresholds).cm;
    let day_cm = fallen(DAY_HOURS);
    let water_mm = match snowfall::density(depths, beside.water, at, DAY_HOURS, thresholds) {
        Density::Ratio(ratio) => day_cm.map(|cm| ratio * cm * 10.0),
        Density::Thin | Density::TooLittle | Density::NotFresh(_) => None,
    };
    NewSnow { day_cm, water_mm, two_days_cm: fallen(TWO_DAYS_HOURS), week_cm: fallen(WEEK_HOURS) }
}

/// Drops doubtful sums: a longer window contains the shorter ones and cannot have less snow.
fn in_order(mut reading: StationReading) -> StationReading {
    let least = reading.new_snow24h_cm.unwrap_or(0.0);
    reading.new_snow48h_cm = reading.new_snow48h_cm.filter(|cm| *cm >= least);
    let least = reading.new_snow48h_cm.unwrap_or(least);
    reading.new_snow7d_cm = reading.new_snow7d_cm.filter(|cm| *cm >= least);
    reading
}

/// Returns whether it both thawed and froze; `None` if too little is known to rule it out.
fn thaw_freeze(past: &Past, newest: Timestamp, policy: &Readings) -> Option<bool> {
    let temps: Vec<Sample> = past
        .judged
        .remaining(&past.series, Quantity::Temp)
        .into_iter()
        .filter(|sample| newest.since(sample.at) <= policy.thaw_freeze_ms)
        .collect();
    if temps.iter().any(|sample| sample.value > 0.0) && temps.iter().any(|sample| sample.value < 0.0) {
        return Some(true);
    }
    let mut hours: Vec<i64> = temps.iter().map(|sample| sample.at.millis().div_euclid(HOUR_MS)).collect();
    hours.dedup();
    (hours.len() >= usize::from(policy.thaw_freeze_hours)).then_some(false)
}

/// Rounds to a tenth, as published: finer digits come from conversion.
fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}

#[cfg(test)]
mod tests;
