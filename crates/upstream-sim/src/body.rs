//! The body of a forecast response, with the upstream's order of members, number formats and suffix rules.

use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};

use crate::World;
use crate::dataless;
use crate::fault::Fault;
use crate::models::Model;
use crate::noise::{hash, unit};
use crate::query::{Location, Request, Units, Variable};
use crate::snowpack;
use crate::weather::{Drivers, Hour, Site, Weather, hour, hours, snow_part};

/// Hours of truth before and after the window, for models whose storms come early or late.
const MARGIN_H: usize = 24;

/// Writes a response to `request` as of `now`.
#[must_use]
pub fn forecast(world: &World, request: &Request, now: Timestamp, fault: Option<&Fault>) -> Vec<u8> {
    let (seed, weather) = (world.seed, Weather::from_world(world));
    let several = request.locations.len() > 1;
    let mut out = String::with_capacity(1 << 20);
    let skip_last = usize::from(several && fault == Some(&Fault::MissingLocation));
    out.push_str(if several { "[" } else { "" });
    for (index, location) in request.locations.iter().enumerate().take(request.locations.len() - skip_last) {
        out.push_str(if index > 0 { "," } else { "" });
        let bad = world.bad_model;
        let page = Page { weather: &weather, seed, bad, request, now, fault, location, index };
        if dataless::breaks_off(world, location) || !page.write(&mut out) {
            out.push_str("Unexpected error while streaming data: noDataAvailableForThisLocation");
            return out.into_bytes();
        }
    }
    out.push_str(if several { "]" } else { "" });
    out.into_bytes()
}

/// One location of a response.
struct Page<'a> {
    weather: &'a Weather,
    seed: u64,
    bad: Option<&'static str>,
    request: &'a Request,
    now: Timestamp,
    fault: Option<&'a Fault>,
    location: &'a Location,
    index: usize,
}

/// Columns of one model, by variable; `None` for a variable that it does not have.
type Columns = Vec<(Variable, Option<Vec<Option<f64>>>)>;

impl Page<'_> {
    /// Writes the location; returns `false` if no model has data for it.
    fn write(&self, out: &mut String) -> bool {
        let Location { lat, lon, elevation_m, zone } = self.location;
        let Some(default) = Model::find("best_match") else { return false };
        let asked = if self.request.models.is_empty() { vec![default] } else { self.request.models.clone() };
        let mut models: Vec<&Model> = asked.into_iter().filter(|model| model.covers(*lat, *lon)).collect();
        if let Some(Fault::DroppedModels { keep }) = self.fault {
            models.truncate(*keep);
        }
        let Some(first) = models.first() else { return false };
        let site = Site::new(self.seed, *lat, *lon, elevation_m.filter(|metres| metres.is_finite()));
        let key = hash(hash(self.seed, self.now.millis() as u64), self.index as u64);
        out.push_str(&format!(
            "{{\"latitude\":{:?},\"longitude\":{:?},\"generationtime_ms\":{:?},\"utc_offset_seconds\":{},\"timezone\":\"{}\",\
             \"timezone_abbreviation\":\"{}\"",
            first.cell(*lat),
            first.cell(*lon),
            0.05 + 4.0 * unit(key),
            zone.offset_s,
            zone.name,
            zone.short,
        ));
        // If `nan` is requested, the upstream gives no elevation at all.
        let elevation = elevation_m.unwrap_or(site.cell_m);
        if elevation.is_finite() {
            out.push_str(&format!(",\"elevation\":{:?}", elevation as f32));
        }
        if self.index > 0 {
            out.push_str(&format!(",\"location_id\":{}", self.index));
        }
        if !self.request.hourly.is_empty() {
            self.hourly(&models, &site, out);
        }
        out.push('}');
        true
    }

    /// Returns the first hour of the window, UTC: local midnight.
    fn start(&self) -> Timestamp {
        let offset = self.location.zone.offset_s * 1_000;
        let today = (self.now.millis() + offset).div_euclid(DAY_MS);
        Timestamp::from_millis((today + self.request.first_day) * DAY_MS - offset)
    }

    fn hourly(&self, models: &[&Model], site: &Site, out: &mut String) {
        let start = self.start();
        let count = usize::try_from(self.request.days * 24).unwrap_or(0);
        let kept = self.remaining_rows(count);
        let truth = self.truth(site, start, count);
        let depths = if self.request.hourly.contains(&Variable::SnowDepth) {
            snowpack::depths_cm(self.weather, site, start, count)
        } else {
            Vec::new()
        };
        let columns: Vec<(String, Columns)> = models
            .iter()
            .enumerate()
            .map(|(index, model)| {
                // With one model left there is no suffix, so the model cannot be identified.
                let wrong = self.fault == Some(&Fault::WrongSuffix) && index + 1 == models.len();
                let suffix = match (models.len(), wrong) {
                    (_, true) => "_nosuch_model".to_owned(),
                    (1, false) => String::new(),
                    (_, false) => format!("_{}", model.name),
                };
                (suffix, self.model(model, site, start, &truth, &depths))
            })
            .collect();
        let time_unit = if self.request.unixtime { "unixtime" } else { "iso8601" };
        out.push_str(&format!(",\"hourly_units\":{{\"time\":\"{time_unit}\""));
        each(&columns, |suffix, variable, column| {
            let unit = if column.is_some() { unit_of(variable, self.request.units) } else { "undefined" };
            out.push_str(&format!(",\"{}{suffix}\":\"{unit}\"", variable.name()));
        });
        out.push_str("},\"hourly\":{\"time\":[");
        self.times(start, &kept, out);
        out.push(']');
        let mut short = self.fault == Some(&Fault::ShortColumn);
        each(&columns, |suffix, variable, column| {
            out.push_str(&format!(",\"{}{suffix}\":[", variable.name()));
            let rows = if std::mem::take(&mut short) { kept.len().saturating_sub(5) } else { kept.len() };
            let decimals = decimals(variable, self.request.units);
            for (index, row) in kept.iter().take(rows).enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                match column.and_then(|column| *column.get(*row)?) {
                    Some(value) => push_fixed(out, in_units(variable, value, self.request.units), decimals),
                    None => out.push_str("null"),
                }
            }
            out.push(']');
        });
        out.push('}');
    }

    /// Returns the rows that are written: all, unless a fault removes some.
    fn remaining_rows(&self, count: usize) -> Vec<usize> {
        let gone = |row: &usize| match self.fault {
            Some(Fault::ShiftedHours { hours }) => row < hours,
            Some(Fault::MissingHours) => *row > 0 && unit(hash(hash(self.seed, 5), *row as u64)) < 0.03,
            _ => false,
        };
        (0..count).filter(|row| !gone(row)).collect()
    }

    fn times(&self, start: Timestamp, kept: &[usize], out: &mut String) {
        for (index, row) in kept.iter().enumerate() {
            out.push_str(if index > 0 { "," } else { "" });
            let time = start.plus_millis(*row as i64 * HOUR_MS);
            if self.request.unixtime {
                out.push_str(&(time.millis() / 1_000).to_string());
            } else {
                let local = time.plus_millis(self.location.zone.offset_s * 1_000).wire();
                // `2026-01-10T12:00`, the first sixteen bytes of the long form.
                let text = local.get(..16).and_then(|bytes| core::str::from_utf8(bytes).ok());
                push_text(out, text.unwrap_or_default());
            }
        }
    }

    fn truth(&self, site: &Site, start: Timestamp, count: usize) -> Vec<Drivers> {
        let first = hours(start) - MARGIN_H as f64;
        (0..count + 2 * MARGIN_H).map(|i| self.weather.drivers(site, first + i as f64)).collect()
    }

    /// Returns the values of a model.
    fn model(
        &self,
        model: &Model,
        site: &Site,
        start: Timestamp,
        truth: &[Drivers],
        depths: &[f64],
    ) -> Columns {
        let waves = self.weather.error_waves(model.number());
        let bad = (self.bad == Some(model.name)).then(|| model.gone_bad());
        let model = bad.as_ref().unwrap_or(model);
        let run = model.run(self.now);
        let count = truth.len().saturating_sub(2 * MARGIN_H);
        let mut columns: Columns = self
            .request
            .hourly
            .iter()
            .map(|variable| (*variable, has(model, *variable).then(|| Vec::with_capacity(count))))
            .collect();
        let elevation = self.location.elevation_m.filter(|metres| metres.is_finite()).unwrap_or(site.cell_m);
        for row in 0..count {
            let at = hours(start) + row as f64;
            let lead = at - hours(run);
            let within = lead <= model.horizon_h as f64;
            let believed = within.then(|| {
                let late = model.late * (lead.max(0.0) / 24.0);
                let seen = interpolate(truth, MARGIN_H as f64 + row as f64 - late);
                let error = if lead > 0.0 { Weather::error_at(&waves, site, at) } else { Drivers::default() };
                hour(site, model.forecast(seen, error, lead), at)
            });
            let depth = depths.get(row).zip(model.depth).map(|(depth, factor)| depth * factor);
            for (variable, column) in &mut columns {
                if let Some(column) = column {
                    let value =
                        believed.and_then(|hour| value(*variable, &hour, model, site, elevation, depth));
                    column.push(value);
                }
            }
        }
        columns
    }
}

/// Calls `write` for every column in the upstream's order: variable by variable, within each model by model.
fn each(columns: &[(String, Columns)], mut write: impl FnMut(&str, Variable, Option<&Vec<Option<f64>>>)) {
    let variables = columns.first().map_or(0, |(_, columns)| columns.len());
    for index in 0..variables {
        for (suffix, columns) in columns {
            if let Some((variable, column)) = columns.get(index) {
                write(suffix, *variable, column.as_ref());
            }
        }
    }
}

fn interpolate(truth: &[Drivers], at: f64) -> Drivers {
    let at = at.clamp(0.0, truth.len().saturating_sub(1) as f64);
    let whole = at as usize;
    let (Some(a), Some(b)) = (truth.get(whole), truth.get(whole + 1).or(truth.get(whole))) else {
        return Drivers::default();
    };
    let part = at - whole as f64;
    let between = |of: fn(&Drivers) -> f64| of(a) + (of(b) - of(a)) * part;
    Drivers {
        storm: between(|drivers| drivers.storm),
        air: between(|drivers| drivers.air),
        planned_mm: between(|drivers| drivers.planned_mm),
    }
}

const fn has(model: &Model, variable: Variable) -> bool {
    match variable {
        Variable::Gust => model.gusts,
        Variable::FreezingLevel => model.freezing_level,
        Variable::SnowDepth => model.depth.is_some(),
        Variable::Temperature
        | Variable::Humidity
        | Variable::Precipitation
        | Variable::Snowfall
        | Variable::Wind
        | Variable::WindDirection
        | Variable::Cloud => true,
    }
}

/// Returns a value in the usual units, rounded as the upstream stores it.
fn value(
    variable: Variable,
    hour: &Hour,
    model: &Model,
    site: &Site,
    elevation: f64,
    depth_cm: Option<f64>,
) -> Option<f64> {
    let round = |value: f64, steps: f64| libm::round(value * steps) / steps;
    let water = round(hour.water_mm * model.wet, 10.0);
    Some(match variable {
        Variable::Temperature => round(hour.temp_c(elevation), 10.0),
        Variable::Humidity => round(hour.humidity_pct, 1.0),
        Variable::Precipitation => water,
        Variable::Snowfall => {
            let part = if model.snow_by_rule {
                f64::from(u8::from(hour.temp_c(elevation) < 0.0))
            } else {
                snow_part(hour.temp_c(site.cell_m))
            };
            // Seven millimetres of depth for one of water, for every kind of snow.
            round(water * part, 10.0) * 0.7
        }
        Variable::Wind => round(hour.wind_mps, 100.0),
        Variable::WindDirection => round(hour.wind_from_deg, 1.0),
        Variable::Gust => round(hour.gust_mps, 10.0),
        Variable::Cloud => round(hour.cloud_pct, 1.0),
        Variable::FreezingLevel => round(hour.freezing_level_m() / 10.0, 1.0) * 10.0,
        Variable::SnowDepth => round(depth_cm? / 100.0, 100.0),
    })
}

const fn unit_of(variable: Variable, units: Units) -> &'static str {
    match variable {
        Variable::Temperature if units.fahrenheit => "°F",
        Variable::Temperature => "°C",
        Variable::Humidity | Variable::Cloud => "%",
        Variable::Precipitation | Variable::Snowfall if units.inch => "inch",
        Variable::Precipitation => "mm",
        Variable::Snowfall => "cm",
        Variable::Wind | Variable::Gust => units.wind,
        Variable::WindDirection => "°",
        Variable::SnowDepth | Variable::FreezingLevel if units.inch => "ft",
        Variable::SnowDepth | Variable::FreezingLevel => "m",
    }
}

fn in_units(variable: Variable, value: f64, units: Units) -> f64 {
    match unit_of(variable, units) {
        "°F" => value * 1.8 + 32.0,
        "inch" if variable == Variable::Precipitation => value / 25.4,
        "inch" => value / 2.54,
        "ft" => value / 0.3048,
        "km/h" => value * 3.6,
        "mp/h" => value / 0.447_04,
        "kn" => value * 3_600.0 / 1_852.0,
        _ => value,
    }
}

fn decimals(variable: Variable, units: Units) -> u32 {
    match unit_of(variable, units) {
        "%" | "°" => 0,
        "°C" | "°F" | "km/h" | "mp/h" | "kn" => 1,
        "inch" => 3,
        _ => 2,
    }
}

/// Appends a number as C's `printf("%.*f")` writes it: a small negative one as `-0.0`.
pub(crate) fn push_fixed(out: &mut String, value: f64, decimals: u32) {
    let scale = 10u64.pow(decimals);
    let units = libm::round(value.abs() * scale as f64) as u64;
    if value.is_sign_negative() {
        out.push('-');
    }
    out.push_str(&(units / scale).to_string());
    if decimals > 0 {
        out.push('.');
        let part = units % scale;
        let mut digit = scale / 10;
        while digit > 0 {
            out.push(char::from(b'0' + ((part / digit) % 10) as u8));
            digit /= 10;
        }
    }
}

/// Appends a JSON string.
pub(crate) fn push_text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests;
