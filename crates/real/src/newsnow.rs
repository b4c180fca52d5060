//! `newsnow`: new snow of a day from a station's noisy depths, like the lanes of station networks.
//!
//! The service's rule is `sources::despike` and `sources::despike::snowfall` over the readings that the service would
//! have stored at the end of the day: ten days, and two more hours, because a day is graded after it is over. Truths
//! are the days on which the smoothed depth never climbs, a heated gauge that caught nothing, and the board of Col de
//! Porte.

pub(crate) mod baseline;
pub(crate) mod records;
mod score;

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use sources::despike::{OtherSeries, Sample, Thresholds, despike, snowfall};

use crate::Outcome;
use crate::days::{self, Daily};
use crate::folder::Folder;
use crate::labels;
use crate::table::Predictions;
use records::Station;

/// Retention of a station's depths in the lanes, days.
const KEPT_DAYS: i64 = 10;
/// Length of the period from which the steps of a network are determined, days.
const STEPS_DAYS: i64 = 60;

/// New snow of a station's days, centimetres.
pub(crate) type PredictedSnow = BTreeMap<(String, NaiveDate), f64>;

pub(crate) fn run(folder: &Folder) -> Result<Outcome, String> {
    let stations = records::stations(folder)?;
    let predicted = predict_all(&stations);
    let predictions = rows(&predicted);
    let truths = records::truths(folder)?;
    let board = truths.board.iter().filter_map(|(date, board)| Some((*date, board.new_snow_cm?))).collect();
    let gauge = predicted.iter().filter(|((station, _), _)| station == records::BOARD);
    let gauge: Daily = gauge.map(|((_, date), cm)| (*date, *cm)).collect();
    labels::check_dating(
        folder,
        "Col de Porte: new snow of the board and of the hourly depths",
        &board,
        &gauge,
    )?;
    Ok(Outcome { predictions, scores: score::tables(&stations, &truths, &predicted) })
}

/// Returns the new snow of every day of every station.
pub(crate) fn predict_all(stations: &[Station]) -> PredictedSnow {
    let of = |station: &Station| -> Vec<((String, NaiveDate), f64)> {
        predict(station).into_iter().map(|(date, cm)| ((station.name.clone(), date), cm)).collect()
    };
    stations.iter().flat_map(of).collect()
}

/// Returns the predictions in the columns of the judges of both sets.
pub(crate) fn rows(predicted: &PredictedSnow) -> Predictions {
    let mut predictions = Predictions::new(&["station", "date", "new_snow_cm"]);
    for ((station, date), cm) in predicted {
        predictions.row([station.clone(), date.to_string(), format!("{cm:.2}")]);
    }
    predictions
}

/// Returns the new snow of every day of a station that its readings cover.
fn predict(station: &Station) -> Vec<(NaiveDate, f64)> {
    let (Some(first), Some(last)) = (station.depths.first(), station.depths.last()) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let mut from = days::next_start(first.at, station.day_starts_h);
    while from.plus_millis(DAY_MS) <= last.at {
        let to = from.plus_millis(DAY_MS);
        if let Some(cm) = of_day(station, to) {
            out.push((days::date(from), cm));
        }
        from = to;
    }
    out
}

/// Returns the new snow of the 24 hours that end at `to`, from the data known then.
fn of_day(station: &Station, to: Timestamp) -> Option<f64> {
    let from_day = to.plus_millis(-DAY_MS - 2 * HOUR_MS);
    let since = to.plus_millis(-KEPT_DAYS * DAY_MS);
    let from = station.depths.partition_point(|sample| sample.at <= since);
    let until = station.depths.partition_point(|sample| sample.at <= to.plus_millis(2 * HOUR_MS));
    let thresholds = &limits(station.depths.get(..until)?);
    let kept = despike(station.depths.get(from..until)?, station.weather_between(since, to), thresholds).kept;
    snowfall::recent(&kept, station.weather_between(from_day, to), to, 24, thresholds).cm
}

impl Station {
    /// Returns the weather next to the gauge during a period.
    pub(crate) fn weather_between(&self, from: Timestamp, to: Timestamp) -> OtherSeries<'_> {
        OtherSeries {
            water: &[],
            temps: window(&self.temps, from, to),
            humidities: window(&self.humidities, from, to),
            surfaces: window(&self.surfaces, from, to),
        }
    }
}

/// Returns the readings of a period.
fn window(samples: &[Sample], from: Timestamp, to: Timestamp) -> &[Sample] {
    let (first, end) = (
        samples.partition_point(|sample| sample.at < from),
        samples.partition_point(|sample| sample.at <= to),
    );
    samples.get(first..end).unwrap_or_default()
}

/// Returns the thresholds of a network from the steps of its recent depths, ascending. The service knows the network;
/// here it must be inferred from earlier readings only.
pub(crate) fn limits(readings: &[Sample]) -> Thresholds {
    let since = readings.last().map(|last| last.at.plus_millis(-STEPS_DAYS * DAY_MS));
    let late = readings.get(readings.partition_point(|sample| Some(sample.at) < since)..).unwrap_or_default();
    // Some readings may deviate: faults have no steps.
    let most = |step: f64, off: f64| {
        let is_on = |sample: &&Sample| (sample.value / step - (sample.value / step).round()).abs() < off;
        late.iter().filter(is_on).count() * 3 >= late.len() * 2
    };
    if most(1.0, 1e-6) {
        Thresholds::whole_centimetres()
    } else if most(2.54, 0.03) {
        Thresholds::whole_inches()
    } else {
        Thresholds::standard()
    }
}

#[cfg(test)]
mod tests;
