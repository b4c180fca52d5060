//! The readings of one station's instruments over a series of times: the truth of the place, changed by the faults of
//! the station.

use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};

use super::{Network, Station, site, weather_at};
use crate::World;
use crate::noise::{hash, unit};
use crate::sensor::{SensorQuantity, Trap};
use crate::snowpack::{self, Pack};
use crate::weather::{Site, Weather, snow_part};

/// Error of a gauge, cm, either way: over bare ground it jitters below zero.
const JITTER_CM: f64 = 0.4;
const CM_PER_INCH: f64 = 2.54;
const INSTRUMENTS: usize = 7;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cell {
    /// The number, in the units of `SensorQuantity`.
    pub(super) value: f64,
    /// Whether the value is missing.
    pub(super) missing: bool,
    /// Whether the network marks it as unusable.
    pub(super) bad: bool,
}

impl Cell {
    /// Returns the number, if there is one.
    pub(super) fn get(self) -> Option<f64> {
        (!self.missing).then_some(self.value)
    }
}

/// One row of a station.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Row {
    /// Time of the reading, by the station's clock.
    pub(super) at: Timestamp,
    cells: [Cell; INSTRUMENTS],
    /// Relative humidity, percent.
    pub(super) humidity_pct: f64,
    /// Cloud cover, percent.
    pub(super) cloud_pct: f64,
    /// Water of the hour, millimetres.
    pub(super) water_mm: f64,
}

impl Row {
    pub(super) fn cell(mut self, what: SensorQuantity) -> Cell {
        *self.slot(what)
    }

    const fn slot(&mut self, what: SensorQuantity) -> &mut Cell {
        let [temp, wind, gust, depth, swe, surface, new_snow] = &mut self.cells;
        match what {
            SensorQuantity::Temp => temp,
            SensorQuantity::Wind => wind,
            SensorQuantity::Gust => gust,
            SensorQuantity::Depth => depth,
            SensorQuantity::Swe => swe,
            SensorQuantity::Surface => surface,
            SensorQuantity::NewSnow => new_snow,
        }
    }
}

/// The instruments of a station of a world.
pub(super) struct Instruments<'a> {
    world: &'a World,
    weather: &'a Weather,
    station: &'a Station,
    site: Site,
}

impl<'a> Instruments<'a> {
    pub(super) fn new(world: &'a World, weather: &'a Weather, station: &'a Station) -> Self {
        Self { world, weather, station, site: site(station, world.seed) }
    }

    /// Returns the readings at `count` times, `step_ms` apart, from `begin` on.
    pub(super) fn rows(&self, begin: Timestamp, step_ms: i64, count: i64) -> Vec<Row> {
        let truths = self.truths(begin, step_ms, count);
        truths.into_iter().map(|row| self.with_faults(row)).collect()
    }

    /// Returns the reading at one time.
    pub(super) fn row(&self, at: Timestamp) -> Option<Row> {
        self.rows(at, HOUR_MS, 1).pop()
    }

    /// Returns the member's name, which a trap may have changed.
    pub(super) fn name(&self, what: SensorQuantity, usual: &str, at: Timestamp) -> String {
        let renamed = |trap: &Trap| matches!(trap, Trap::Renamed { what: other } if *other == what);
        if self.traps(at).any(renamed) { format!("{usual}_new") } else { usual.to_owned() }
    }

    fn traps(&self, at: Timestamp) -> impl Iterator<Item = &'a Trap> {
        let station = self.station;
        let all = self.world.sensors.iter();
        all.filter(move |sensor| sensor.strikes(station, at)).map(|sensor| &sensor.trap)
    }

    fn truths(&self, begin: Timestamp, step_ms: i64, count: i64) -> Vec<Row> {
        let last = begin.plus_millis(step_ms * (count - 1).max(0));
        let hours = last.millis().div_euclid(HOUR_MS) - begin.millis().div_euclid(HOUR_MS) + 2;
        let packs =
            snowpack::packs(self.weather, &self.site, begin, usize::try_from(hours).unwrap_or_default());
        let first = begin.millis().div_euclid(HOUR_MS);
        (0..count)
            .map(|index| {
                let at = begin.plus_millis(index * step_ms);
                let hour = usize::try_from(at.millis().div_euclid(HOUR_MS) - first).unwrap_or_default();
                let part = at.millis().rem_euclid(HOUR_MS) as f64 / HOUR_MS as f64;
                let pack = match (packs.get(hour), packs.get(hour + 1)) {
                    (Some(before), Some(after)) => before.towards(*after, part),
                    (Some(pack), None) => *pack,
                    (None, _) => Pack::default(),
                };
                self.truth(at, pack)
            })
            .collect()
    }

    fn truth(&self, at: Timestamp, pack: Pack) -> Row {
        let now = weather_at(self.weather, &self.site, at);
        let temp = now.temp_c(self.station.elevation_m);
        let jitter = JITTER_CM * (2.0 * unit(hash(hash(self.world.seed, 41), at.millis() as u64)) - 1.0);
        // A clear sky cools the surface; snow is never warmer than its melting point, bare ground is.
        let clear = 1.0 - now.cloud_pct / 100.0;
        let surface = temp - 6.0 * clear;
        let surface = if pack.depth_cm > 1.0 { surface.min(0.0) } else { surface + 4.0 };
        let values = [
            temp,
            now.wind_mps,
            now.gust_mps,
            pack.depth_cm + jitter,
            pack.water_mm,
            surface,
            self.new_snow(at),
        ];
        Row {
            at,
            cells: values.map(|value| Cell { value, missing: false, bad: false }),
            humidity_pct: now.humidity_pct,
            cloud_pct: now.cloud_pct,
            water_mm: now.water_mm,
        }
    }

    /// Returns the new snow of the day before a time, cm: fresh snow at ten to one, sampled every three hours.
    fn new_snow(&self, at: Timestamp) -> f64 {
        const STEP_H: i64 = 3;
        (0..DAY_MS / HOUR_MS / STEP_H)
            .map(|step| {
                let then =
                    weather_at(self.weather, &self.site, at.plus_millis(-(step * STEP_H + 2) * HOUR_MS));
                then.water_mm * STEP_H as f64 * snow_part(then.temp_c(self.station.elevation_m))
            })
            .sum()
    }

    fn with_faults(&self, mut row: Row) -> Row {
        let true_at = row.at;
        let at_work = self.world.sensors.iter().filter(|sensor| sensor.strikes(self.station, true_at));
        for sensor in at_work {
            match &sensor.trap {
                Trap::Stuck { what } => self.hold(&mut row, *what, sensor.from),
                Trap::Frozen => {
                    for what in [SensorQuantity::Wind, SensorQuantity::Gust] {
                        row.slot(what).value = 0.0;
                    }
                    self.hold(&mut row, SensorQuantity::Temp, sensor.from);
                }
                Trap::Spike { what, by, every_h } => {
                    let hour = true_at.millis().div_euclid(HOUR_MS);
                    if hour.rem_euclid((*every_h).max(1)) == 0 {
                        row.slot(*what).value += by;
                    }
                }
                Trap::OtherUnit { what } => {
                    let cell = row.slot(*what);
                    cell.value = other_unit(self.station.network, *what, cell.value);
                }
                Trap::Missing { what } => row.slot(*what).missing = true,
                Trap::BadQuality { what } => row.slot(*what).bad = true,
                Trap::ClockBack { hours } => row.at = true_at.plus_millis(-hours * HOUR_MS),
                Trap::Moved { .. } | Trap::Renamed { .. } => {}
            }
        }
        row
    }

    /// Replaces the value with that of an earlier time.
    fn hold(&self, row: &mut Row, what: SensorQuantity, since: Timestamp) {
        let step = since.plus_millis(-since.millis().rem_euclid(HOUR_MS));
        if let Some(then) = self.truths(step, HOUR_MS, 1).pop() {
            row.slot(what).value = then.cell(what).value;
        }
    }
}

/// Returns the value that the network's usual conversion makes of the number in the other unit.
fn other_unit(network: Network, what: SensorQuantity, value: f64) -> f64 {
    let american = network == Network::Snotel;
    match what {
        SensorQuantity::Depth | SensorQuantity::NewSnow if american => value * CM_PER_INCH,
        SensorQuantity::Depth | SensorQuantity::NewSnow => value / CM_PER_INCH,
        SensorQuantity::Temp | SensorQuantity::Surface if american => (value - 32.0) / 1.8,
        SensorQuantity::Temp | SensorQuantity::Surface => value * 1.8 + 32.0,
        SensorQuantity::Wind | SensorQuantity::Gust | SensorQuantity::Swe => value,
    }
}
