//! `phase` of the second set: the share of the precipitation that fell as snow, by hours and by days, against the
//! published split of Col de Porte.

use std::collections::BTreeMap;

use climate::snowpack::{Day, Pack, Season};
use conditions_core::snow;

use super::winters::{self, Winter};
use crate::Outcome;
use crate::folder::Folder;
use crate::measure::{Pair, mae};
use crate::table::{Predictions, Table, two};

/// Snow water by site and time, or by site and date, mm.
type SnowWater = BTreeMap<(String, String), f64>;

pub(crate) fn run(folder: &Folder) -> Result<Outcome, String> {
    let (mut hours, mut days) = (SnowWater::new(), SnowWater::new());
    for winter in winters::winters(folder)? {
        hours.extend(by_hours(&winter));
        days.extend(by_days(&winter));
    }
    let mut predictions = Predictions::new(&["site", "time", "snow_mm"]);
    for ((site, time), mm) in hours.iter().chain(&days) {
        predictions.row([site.clone(), time.clone(), format!("{mm:.3}")]);
    }
    let title = "Snow water against the published split, Col de Porte, November to April".to_owned();
    let header = ["by", "wet days", "snow over published", "by winter, least", "most", "MAE mm a day"];
    let mut table = Table::new(title, &header);
    for (name, truth, time, ours) in [
        ("**hours**", "truth_phase_hourly.csv", "time", &hours),
        ("**days**", "truth_phase_daily.csv", "date", &days),
    ] {
        table.row(name, figures(folder, truth, time, ours)?);
    }
    Ok(Outcome { predictions, scores: vec![table] })
}

fn by_hours(winter: &Winter) -> impl Iterator<Item = ((String, String), f64)> {
    let hours = winter.hours.values().flatten();
    hours.filter_map(|hour| {
        let fall = snow::fall(hour.water_mm?, hour.temp_c?, hour.humidity_pct, Some(winter.elevation_m))?;
        Some(((winter.site.clone(), hour.time.clone()), fall.frozen_mm))
    })
}

fn by_days(winter: &Winter) -> impl Iterator<Item = ((String, String), f64)> {
    winter.days.iter().filter_map(|(date, [low, high, water])| {
        low.or(*high)?;
        let mut season = Season::new(Pack::default(), Some(winter.elevation_m), winter.lat < 0.0);
        let (date, humidity_pct) = (*date, None);
        let water_mm = Some((*water)?);
        let day = Day { date, temp_min_c: *low, temp_max_c: *high, humidity_pct, water_mm };
        Some(((winter.site.clone(), date.to_string()), season.day(&day).frozen_mm))
    })
}

fn figures(folder: &Folder, truth: &str, time: &str, ours: &SnowWater) -> Result<Vec<String>, String> {
    let file = folder.required(truth)?;
    let (site, winter, snow) = (file.column("site")?, file.column("winter")?, file.column("snow_mm")?);
    let time = file.column(time)?;
    let mut days: BTreeMap<String, Pair> = BTreeMap::new();
    let mut winters: BTreeMap<String, Pair> = BTreeMap::new();
    for row in file.rows() {
        let row = row?;
        let key = (row.text(site).to_owned(), row.text(time).to_owned());
        let Some((ours, truth)) = ours.get(&key).copied().zip(row.number(snow)?) else { continue };
        let sums = [days.entry(row.date(time)?.to_string()), winters.entry(row.text(winter).to_owned())];
        for sum in sums.map(|entry| entry.or_default()) {
            *sum = (sum.0 + ours, sum.1 + truth);
        }
    }
    let sum = |side: fn(&Pair) -> f64| winters.values().map(side).sum::<f64>();
    let ratios = || winters.values().map(|(ours, truth)| ours / truth);
    let days: Vec<Pair> = days.into_values().collect();
    Ok(vec![
        days.len().to_string(),
        two(sum(|pair| pair.0) / sum(|pair| pair.1)),
        two(ratios().fold(f64::INFINITY, f64::min)),
        two(ratios().fold(f64::NEG_INFINITY, f64::max)),
        two(mae(&days)),
    ])
}
