//! `ensemble`: rain of twelve hours and of three days, and lowest temperatures, out of raw ensembles, by the learner of the
//! service: amounts that are often nothing by `verification::chance`, temperatures by `verification::level`.
//!
//! Nothing is predicted before thirty cases were measured, and nothing learnt from the two days before a prediction.

use conditions_core::chance::{Coefficients, Signs, mean_root};
use verification::chance::{Learning, Measured, learn};
use verification::crps::crps;
use verification::level::{self, level};

use crate::Outcome;
use crate::folder::Folder;
use crate::measure::mean;
use crate::table::{Predictions, Table, two};

/// Members of a prediction.
const MEMBERS: usize = 50;
/// Members of an ensemble.
const RAW: usize = 11;
/// Cases that have to be measured before the first prediction.
const LEAST_CASES: usize = 30;
/// Coefficients are learnt anew after so many cases.
const ANEW: usize = 90;
/// What was measured is known after so many days.
const KNOWN_AFTER_DAYS: f64 = 4.0;
/// What was usual: so many cases back.
const USUAL_CASES: usize = 400;
/// Temperatures forget slowly, so that a line with the time of year has a year to rest on.
const LEVEL_HALF_LIFE_DAYS: f64 = 200.0;

/// The sets: name, unit of the columns, and what a forecast of its lead is taken to be worth where it is an amount.
const SETS: [(&str, &str, Option<f64>); 3] = [
    ("ensemble_innsbruck_rain12h", "mm", Some(0.9)),
    ("ensemble_innsbruck_tmin12h", "c", None),
    ("ensemble_innsbruck_rain3d", "mm", Some(0.4)),
];

struct Case {
    at: String,
    day: f64,
    measured: f64,
    raw: [f64; RAW],
    members: Option<Vec<f64>>,
}

pub(crate) fn run(folder: &Folder) -> Result<Outcome, String> {
    let names: Vec<String> = (1..=MEMBERS).map(|member| format!("m{member}")).collect();
    let header: Vec<&str> =
        ["file", "valid_at"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let mut predictions = Predictions::new(&header);
    let title = "ensemble: CRPS of cases of an alpine valley, mm and °C".to_owned();
    let mut table = Table::new(
        title,
        &["set", "cases", "CRPS", "raw members", "less their mean error", "climate", "share outside 10–90 %"],
    );
    for (name, unit, skill) in SETS {
        let mut cases = read(folder, name, unit)?;
        match skill {
            Some(skill) => amounts(&mut cases, skill),
            None => levels(&mut cases),
        }
        for case in &cases {
            if let Some(members) = &case.members {
                let head = [name.to_owned(), case.at.clone()];
                predictions.row(head.into_iter().chain(members.iter().map(|member| format!("{member:.2}"))));
            }
        }
        if !cases.is_empty() {
            table.row(name, scores(&cases));
        }
    }
    Ok(Outcome { predictions, scores: vec![table] })
}

fn read(folder: &Folder, name: &str, unit: &str) -> Result<Vec<Case>, String> {
    let Some(file) = folder.file(&format!("{name}.csv"))? else { return Ok(Vec::new()) };
    let (at, measured) = (file.column("valid_at")?, file.column(&format!("observed_{unit}"))?);
    let columns: Vec<_> =
        (1..=RAW).map(|member| file.column(&format!("m{member}_{unit}"))).collect::<Result<_, _>>()?;
    let mut out = Vec::new();
    for row in file.rows() {
        let row = row?;
        let mut raw = [0.0; RAW];
        let mut whole = true;
        for (slot, column) in raw.iter_mut().zip(&columns) {
            match row.number(*column)? {
                Some(number) => *slot = number,
                None => whole = false,
            }
        }
        if let Some(measured) = row.number(measured)?.filter(|_| whole) {
            let day = f64::from(row.date(at)?.to_epoch_days());
            out.push(Case { at: row.text(at).to_owned(), day, measured, raw, members: None });
        }
    }
    out.sort_by(|a, b| a.day.total_cmp(&b.day));
    Ok(out)
}

/// Cases that were measured so long before `day` that it was known.
fn known(cases: &[Case], day: f64) -> &[Case] {
    let count = cases.partition_point(|case| case.day <= day - KNOWN_AFTER_DAYS);
    cases.get(..count).unwrap_or(&[])
}

fn shares() -> impl Iterator<Item = f64> {
    (0..MEMBERS).map(|at| (at as f64 + 0.5) / MEMBERS as f64)
}

fn amounts(cases: &mut [Case], skill: f64) {
    // Rain gauges tell a tenth of a millimetre.
    let learning = Learning::of_resolution(0.1);
    let prior = Coefficients::of_skill(skill);
    let mut signs: Vec<Signs> = Vec::with_capacity(cases.len());
    for case in cases.iter() {
        let before = known(cases, case.day);
        let of_late = before.iter().rev().take(USUAL_CASES).map(|case| case.measured);
        let usual = mean_root(of_late).unwrap_or(1.0);
        let spell = mean_root(case.raw.iter().copied()).unwrap_or(0.0);
        signs.push(Signs { forecast: mean(case.raw), spell, usual });
    }
    let mut of = prior;
    for at in LEAST_CASES..cases.len() {
        let Some(day) = cases.get(at).map(|case| case.day) else { continue };
        let before = known(cases, day);
        if at % ANEW == LEAST_CASES % ANEW {
            let measured = |(case, signs): (&Case, &Signs)| Measured {
                signs: *signs,
                amount: case.measured,
                age_days: day - case.day,
                share: 1.0,
            };
            let list: Vec<Measured> = before.iter().zip(&signs).map(measured).collect();
            // A year of a place that is always the same one: what is old is as good as what is new.
            let learning = Learning { half_life_days: 365.0, ..learning };
            of = learn(&learning, &prior, &of, &list);
        }
        let chance = signs.get(at).map(|signs| of.chance(*signs, learning.least));
        if let (Some(chance), Some(case)) = (chance, cases.get_mut(at)) {
            case.members = Some(shares().map(|share| chance.quantile(share)).collect());
        }
    }
}

fn levels(cases: &mut [Case]) {
    for at in LEAST_CASES..cases.len() {
        let Some((day, forecast)) = cases.get(at).map(|case| (case.day, mean(case.raw))) else { continue };
        let measured =
            |case: &Case| level::Measured { forecast: mean(case.raw), value: case.measured, day: case.day };
        let before: Vec<level::Measured> = known(cases, day).iter().map(measured).collect();
        let found = level(LEVEL_HALF_LIFE_DAYS, &before, forecast, day);
        if let (Some(found), Some(case)) = (found, cases.get_mut(at)) {
            case.members = Some(shares().map(|share| found.quantile(share)).collect());
        }
    }
}

fn scores(cases: &[Case]) -> [String; 6] {
    let score = |members: &[f64], measured: f64| crps(&mut members.to_vec(), measured).unwrap_or(f64::NAN);
    let told: Vec<(&Case, &Vec<f64>)> =
        cases.iter().filter_map(|case| Some((case, case.members.as_ref()?))).collect();
    let off = mean(cases.iter().map(|case| mean(case.raw) - case.measured));
    let mut climate: Vec<f64> = cases.iter().map(|case| case.measured).collect();
    climate.sort_by(f64::total_cmp);
    let climate: Vec<f64> = climate.iter().step_by((cases.len() / 400).max(1)).copied().collect();
    let outside = |(case, members): &(&Case, &Vec<f64>)| {
        let at = |share: usize| members.get(MEMBERS * share / 10).copied().unwrap_or(0.0);
        f64::from(u8::from(case.measured < at(1) || case.measured > at(9)))
    };
    [
        told.len().to_string(),
        two(mean(told.iter().map(|(case, members)| score(members, case.measured)))),
        two(mean(cases.iter().map(|case| score(&case.raw, case.measured)))),
        two(mean(cases.iter().map(|case| score(&case.raw.map(|member| member - off), case.measured)))),
        two(mean(cases.iter().map(|case| score(&climate, case.measured)))),
        two(mean(told.iter().map(outside))),
    ]
}

#[cfg(test)]
mod tests;
