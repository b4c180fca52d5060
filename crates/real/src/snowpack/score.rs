//! Errors of modelled snow: water by the sensor and by pits, depth, and the day on which the ground is bare.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, NaiveDate, TimeDelta};

use super::States;
use super::records::{ObservedDay, Winter};
use crate::measure::{Pair, bias, mean};
use crate::table::{Table, two};

const HALF_A_YEAR: TimeDelta = TimeDelta::days(181);

/// States by winter.
type Run = BTreeMap<String, States>;

/// A degree-day model, as a baseline.
struct DegreeDay {
    melt_mm: f64,
    above_c: f64,
    fresh: f64,
    old: f64,
    settling_days: f64,
}

/// Melt of 4 mm per day and degree above half a degree: the usual textbook value.
const PLAIN: DegreeDay =
    DegreeDay { melt_mm: 4.0, above_c: 0.5, fresh: 110.0, old: 400.0, settling_days: 45.0 };
/// Fitted to sixteen winters of the same place, with its measured snowfall.
const FITTED: DegreeDay =
    DegreeDay { melt_mm: 2.5, above_c: 2.5, fresh: 120.0, old: 500.0, settling_days: 20.0 };

pub(super) fn tables(
    winters: &BTreeMap<String, Winter>,
    ours: &Run,
    by_day: &Run,
    is_southern: bool,
) -> Vec<Table> {
    let header = [
        "model",
        "water RMSE mm",
        "bias",
        "pits RMSE mm",
        "bias",
        "depth RMSE cm",
        "bias",
        "melt-out, days off",
    ];
    let months = if is_southern { "May to November" } else { "November to May" };
    let title = format!("Snow on the ground, Col de Porte, {} winters, {months}", winters.len());
    let figures = |run: &Run, names: &[&str]| figures(winters, run, names, is_southern);
    let mut table = Table::new(title, &header);
    let baseline = |model: &DegreeDay, is_measured: bool| -> Run {
        winters.iter().map(|(name, winter)| (name.clone(), model.through(winter, is_measured))).collect()
    };
    let all: Vec<&str> = winters.keys().map(String::as_str).collect();
    table.row("degree-day, 4 mm above 0.5 °C", figures(&baseline(&PLAIN, false), &all));
    table.row("the same, fitted here, snowfall measured", figures(&baseline(&FITTED, true), &all));
    table.row("ours, by days' extremes", figures(by_day, &all));
    table.row("**ours**", figures(ours, &all));
    let mut each = Table::new("The same, ours, winter by winter".to_owned(), &header);
    for name in all {
        each.row(name, figures(ours, &[name]));
    }
    vec![table, each]
}

fn figures(winters: &BTreeMap<String, Winter>, run: &Run, names: &[&str], is_southern: bool) -> Vec<String> {
    // A southern winter moved half a year earlier is a northern one.
    let north = |date: NaiveDate| if is_southern { date - HALF_A_YEAR } else { date };
    let (mut water, mut pits, mut depth, mut melt) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for name in names {
        let (Some(winter), Some(states)) = (winters.get(*name), run.get(*name)) else { continue };
        let Some(year) = winter.days.keys().next().map(|first| (north(*first) - HALF_A_YEAR).year()) else {
            continue;
        };
        for (date, seen) in &winter.days {
            let of_north = north(*date);
            let month = (of_north.year() - year) * 12 + of_north.month() as i32;
            if let Some((swe, cm)) = states.get(date).filter(|_| (11..=17).contains(&month)) {
                // Bare ground that the model also has does not test it.
                let pair = |ours: f64, truth: Option<f64>| {
                    truth.map(|truth| (ours, truth)).filter(|(ours, truth)| *ours > 0.0 || *truth > 0.0)
                };
                water.extend(pair(*swe, seen.swe_mm));
                pits.extend(pair(*swe, seen.pit_swe_mm));
                depth.extend(pair(*cm, seen.depth_cm));
            }
        }
        let truth =
            winter.days.iter().filter_map(|(date, seen)| Some((north(*date), seen.depth_cm?))).collect();
        let modelled = states.iter().map(|(date, (_, cm))| (north(*date), *cm)).collect();
        let bare = melt_out(&truth, year).zip(melt_out(&modelled, year));
        melt.extend(bare.map(|(truth, ours)| (ours - truth).num_days() as f64));
    }
    let off = if names.len() == 1 {
        melt.first().map_or_else(|| "-".to_owned(), |days| format!("{days:+.0}"))
    } else {
        let days = mean(melt.iter().map(|days| days.abs()));
        if days.is_finite() { format!("{days:.1}") } else { "-".to_owned() }
    };
    let mut out: Vec<String> =
        [&water, &pits, &depth].into_iter().flat_map(|pairs| [two(rmse(pairs)), two(bias(pairs))]).collect();
    out.push(off);
    out
}

fn rmse(pairs: &[Pair]) -> f64 {
    mean(pairs.iter().map(|(ours, truth)| (ours - truth).powi(2))).sqrt()
}

/// Returns the first day after the deepest from which at most 2 cm remain for a week; missing days do not count as
/// bare.
fn melt_out(depth: &BTreeMap<NaiveDate, f64>, year: i32) -> Option<NaiveDate> {
    let from = NaiveDate::from_ymd_opt(year, 12, 1)?;
    let to = NaiveDate::from_ymd_opt(year.checked_add(1)?, 7, 15)?;
    let mut peak: Option<(NaiveDate, f64)> = None;
    for (date, cm) in depth.range(from..=to) {
        if peak.is_none_or(|(_, most)| *cm > most) {
            peak = Some((*date, *cm));
        }
    }
    let (peak, _) = peak.filter(|(_, most)| *most >= 20.0)?;
    let mut after = depth.range(peak..=to).map(|(date, _)| *date).skip(1);
    after.find(|date| {
        let end = date.checked_add_days(Days::new(6)).unwrap_or(*date).min(to);
        let week: Vec<f64> = depth.range(*date..=end).map(|(_, cm)| *cm).collect();
        week.len() >= 5 && week.iter().all(|cm| *cm <= 2.0)
    })
}

/// Snow on the ground: its water, mm, and its density, kilograms per cubic metre.
#[derive(Clone, Copy)]
struct Pack {
    swe_mm: f64,
    density: f64,
}

impl Pack {
    fn depth_cm(self) -> f64 {
        if self.swe_mm > 0.0 { self.swe_mm / self.density * 100.0 } else { 0.0 }
    }
}

impl DegreeDay {
    fn through(&self, winter: &Winter, is_measured: bool) -> States {
        let (mut states, mut temp) = (States::new(), None);
        let mut pack: Option<Pack> = None;
        for (date, seen) in &winter.days {
            let mean = seen.temp_min_c.zip(seen.temp_max_c).map(|(low, high)| f64::midpoint(low, high));
            temp = mean.or(temp);
            if pack.is_none() && temp.is_some() && seen.water_mm.is_some() {
                pack = seen.depth_cm.map(|cm| Pack { swe_mm: cm * 3.0, density: 300.0 });
            }
            let Some(before) = pack else { continue };
            states.insert(*date, (before.swe_mm, before.depth_cm()));
            if let Some(temp) = temp {
                pack = Some(self.after(before, temp, seen, is_measured));
            }
        }
        states
    }

    fn after(&self, pack: Pack, temp: f64, seen: &ObservedDay, is_measured: bool) -> Pack {
        let Pack { swe_mm: swe, density } = pack;
        let by_temp = if temp <= self.above_c { seen.water_mm.unwrap_or(0.0) } else { 0.0 };
        let new = seen.snow_mm.filter(|_| is_measured).unwrap_or(by_temp);
        let settled = self.old - (self.old - density) * (-1.0 / self.settling_days).exp();
        let density =
            if swe + new > 0.0 { (swe + new) / (swe / settled + new / self.fresh) } else { self.fresh };
        let melt = self.melt_mm * (temp - self.above_c).max(0.0);
        Pack { swe_mm: (swe + new - melt).max(0.0), density }
    }
}
