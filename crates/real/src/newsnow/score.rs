//! Errors of new snow: on dry days, next to a dry heated gauge, and against the board.

use super::PredictedSnow;
use super::baseline::{self, Day, NAMES};
use super::records::{BOARD, BoardDay, GroundTruth, Station};
use crate::measure::{Pair, bias, correlation, mae, mean};
use crate::table::{Table, percent, two};

/// Minimum amount of a snow day, centimetres.
const SNOW_CM: f64 = 1.0;
/// Minimum amount of a powder day, centimetres.
const POWDER_CM: f64 = 15.0;

/// A day with the amounts of the service and of the baselines.
struct ScoredDay<'a> {
    station: &'a str,
    day: Day,
    ours: f64,
}

impl ScoredDay<'_> {
    /// Returns the amount of every rule, the service's last.
    fn cm(&self) -> [f64; 5] {
        let [net, climb, rises, sum] = self.day.cm;
        [net, climb, rises, sum, self.ours]
    }
}

fn names() -> impl Iterator<Item = (usize, &'static str)> {
    NAMES.into_iter().chain(["**ours**"]).enumerate()
}

pub(super) fn tables(stations: &[Station], truths: &GroundTruth, predicted: &PredictedSnow) -> Vec<Table> {
    let mut days = Vec::new();
    for station in stations {
        for day in baseline::days(station) {
            if let Some(ours) = predicted.get(&(station.name.clone(), day.date)) {
                days.push(ScoredDay { station: &station.name, day, ours: *ours });
            }
        }
    }
    let (board, automatic): (Vec<ScoredDay<'_>>, Vec<ScoredDay<'_>>) =
        days.into_iter().partition(|judged| judged.station == BOARD);
    let still: Vec<&ScoredDay<'_>> =
        automatic.iter().filter(|judged| truths.is_still(judged.station, judged.day.date)).collect();
    let mut out = vec![dry("automatic stations", &automatic), dry("Col de Porte", &board)];
    out.push(beside_gauge(&still));
    out.push(against_board(&board, truths));
    out.into_iter().flatten().collect()
}

fn dry(group: &str, days: &[ScoredDay<'_>]) -> Option<Table> {
    let dry: Vec<&ScoredDay<'_>> = days.iter().filter(|judged| judged.day.climb() < SNOW_CM).collect();
    if dry.is_empty() {
        return None;
    }
    let title = format!(
        "New snow, {group}: {} station-days with at least 20 cm on the ground, {} of them dry (the 5 h median never climbs 1 cm)",
        days.len(),
        dry.len()
    );
    let header = [
        "rule",
        "dry days called >= 1 cm",
        "mean on dry, cm",
        "most on dry, cm",
        "mean above the climb, all days",
    ];
    let mut table = Table::new(title, &header);
    for (nth, name) in names() {
        let cm = |judged: &&ScoredDay<'_>| judged.cm()[nth];
        let most = dry.iter().map(cm).fold(0.0, f64::max);
        let called = dry.iter().filter(|judged| cm(judged) >= SNOW_CM).count();
        let above = mean(days.iter().map(|judged| judged.cm()[nth] - judged.day.climb()));
        table.row(name, [percent(called, dry.len()), two(mean(dry.iter().map(cm))), two(most), two(above)]);
    }
    Some(table)
}

fn beside_gauge(still: &[&ScoredDay<'_>]) -> Option<Table> {
    if still.is_empty() {
        return None;
    }
    let title = format!(
        "New snow where a heated gauge caught nothing on the day and the day before: {} days",
        still.len()
    );
    let mut table = Table::new(title, &["rule", "called >= 1 cm", "mean cm"]);
    for (nth, name) in names() {
        let called = still.iter().filter(|judged| judged.cm()[nth] >= SNOW_CM).count();
        table.row(
            name,
            [percent(called, still.len()), two(mean(still.iter().map(|judged| judged.cm()[nth])))],
        );
    }
    Some(table)
}

fn against_board(days: &[ScoredDay<'_>], truths: &GroundTruth) -> Option<Table> {
    let known: Vec<(&ScoredDay<'_>, BoardDay)> =
        days.iter().filter_map(|judged| Some((judged, *truths.board.get(&judged.day.date)?))).collect();
    let read: Vec<(&ScoredDay<'_>, f64)> =
        known.iter().filter_map(|(judged, board)| Some((*judged, board.new_snow_cm?))).collect();
    let snowless: Vec<&ScoredDay<'_>> = known
        .iter()
        .filter(|(_, board)| {
            board.snow_mm == Some(0.0) && board.rain_mm.is_some() && board.new_snow_cm.unwrap_or(0.0) == 0.0
        })
        .map(|(judged, _)| *judged)
        .collect();
    if read.is_empty() {
        return None;
    }
    let title = format!(
        "New snow against the board (Col de Porte): {} days that were read, {} days without any measured snowfall",
        read.len(),
        snowless.len()
    );
    let header = [
        "rule",
        "snowless days called >= 1 cm",
        "MAE cm",
        "bias cm",
        "r",
        "MAE where >= 1 cm",
        ">= 15 cm found",
        "false >= 15 cm",
    ];
    let mut table = Table::new(title, &header);
    for (nth, name) in names() {
        let pairs: Vec<Pair> = read.iter().map(|(judged, board)| (judged.cm()[nth], *board)).collect();
        let snowy: Vec<Pair> = pairs.iter().copied().filter(|pair| pair.1 >= SNOW_CM).collect();
        let powder = pairs.iter().filter(|pair| pair.1 >= POWDER_CM).count();
        let found = pairs.iter().filter(|pair| pair.1 >= POWDER_CM && pair.0 >= POWDER_CM).count();
        let called = pairs.iter().filter(|pair| pair.0 >= POWDER_CM).count();
        let wrong = snowless.iter().filter(|judged| judged.cm()[nth] >= SNOW_CM).count();
        let figures = [
            percent(wrong, snowless.len()),
            two(mae(&pairs)),
            two(bias(&pairs)),
            two(correlation(&pairs)),
            two(mae(&snowy)),
            format!("{found} of {powder}"),
            format!("{} of {called}", called - found),
        ];
        table.row(name, figures);
    }
    Some(table)
}
