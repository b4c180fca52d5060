//! `ensemble`: rain of twelve hours and of three days, and lowest temperatures, from raw ensembles, with the service's
//! learner: amounts that are often zero by `verification::chance`, temperatures by `verification::level`.
//!
//! Predictions begin after thirty measured cases. A case is used for learning only if it was measured when the forecast
//! was issued: at the earliest four days before the predicted one, or nine days for cases up to eight days ahead.

use conditions_core::chance::{Coefficients, Predictors, mean_root};
use verification::chance::{Learning, MeasuredForecast, learn};
use verification::crps::crps;
use verification::level::{self, level};

use crate::Outcome;
use crate::folder::Folder;
use crate::measure::mean;
use crate::table::{Predictions, Table, two};

/// Number of members of a prediction.
const MEMBERS: usize = 50;
/// Number of measured cases before the first prediction.
const LEAST_CASES: usize = 30;
/// Number of cases after which coefficients are learnt again.
const ANEW: usize = 90;
/// Number of past cases that define the usual amount.
const USUAL_CASES: usize = 400;
/// Half-life for temperatures, in days: long enough that a regression with the time of year has a year of data.
const LEVEL_HALF_LIFE_DAYS: f64 = 200.0;

/// A set of ensembles.
struct Set {
    name: &'static str,
    /// Unit of the columns.
    unit: &'static str,
    /// Skill of a forecast of this lead, for amounts.
    skill: Option<f64>,
    /// Age in days from which a case can be used for learning.
    known_after_days: f64,
}

const SETS: [Set; 3] = [
    Set { name: "ensemble_innsbruck_rain12h", unit: "mm", skill: Some(0.9), known_after_days: 4.0 },
    Set { name: "ensemble_innsbruck_tmin12h", unit: "c", skill: None, known_after_days: 4.0 },
    Set { name: "ensemble_innsbruck_rain3d", unit: "mm", skill: Some(0.4), known_after_days: 9.0 },
];

struct Case {
    at: String,
    day: f64,
    /// Measured value, if any; the case is predicted in either case.
    measured: Option<f64>,
    /// Available members.
    raw: Vec<f64>,
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
    for set in SETS {
        let mut cases = read(folder, &set)?;
        match set.skill {
            Some(skill) => amounts(&mut cases, skill, set.known_after_days),
            None => levels(&mut cases, set.known_after_days),
        }
        for case in &cases {
            if let Some(members) = &case.members {
                let head = [set.name.to_owned(), case.at.clone()];
                predictions.row(head.into_iter().chain(members.iter().map(|member| format!("{member:.2}"))));
            }
        }
        if !cases.is_empty() {
            table.row(set.name, scores(&cases));
        }
    }
    Ok(Outcome { predictions, scores: vec![table] })
}

fn read(folder: &Folder, set: &Set) -> Result<Vec<Case>, String> {
    let Set { name, unit, .. } = set;
    let Some(file) = folder.file(&format!("{name}.csv"))? else { return Ok(Vec::new()) };
    let (at, measured) = (file.column("valid_at")?, file.optional(&format!("observed_{unit}")));
    let mut columns = vec![file.column(&format!("m1_{unit}"))?];
    columns.extend((2..).map_while(|member: u32| file.optional(&format!("m{member}_{unit}"))));
    let mut out = Vec::new();
    for row in file.rows() {
        let row = row?;
        let mut raw = Vec::with_capacity(columns.len());
        for column in &columns {
            raw.extend(row.number(*column)?);
        }
        let measured = row.number(measured)?;
        if !raw.is_empty() {
            let day = f64::from(row.date(at)?.to_epoch_days());
            out.push(Case { at: row.text(at).to_owned(), day, measured, raw, members: None });
        }
    }
    out.sort_by(|a, b| a.day.total_cmp(&b.day).then_with(|| a.at.cmp(&b.at)));
    Ok(out)
}

/// Returns the cases that were over `known_after_days` days before `day`.
fn known_before(cases: &[Case], day: f64, known_after_days: f64) -> &[Case] {
    let count = cases.partition_point(|case| case.day <= day - known_after_days);
    cases.get(..count).unwrap_or(&[])
}

fn shares() -> impl Iterator<Item = f64> {
    (0..MEMBERS).map(|at| (at as f64 + 0.5) / MEMBERS as f64)
}

fn amounts(cases: &mut [Case], skill: f64, known_after_days: f64) {
    // Rain gauges resolve a tenth of a millimetre.
    let learning = Learning::of_resolution(0.1);
    let prior = Coefficients::of_skill(skill);
    let mut signs: Vec<Predictors> = Vec::with_capacity(cases.len());
    for case in cases.iter() {
        let before = known_before(cases, case.day, known_after_days);
        let of_late = before.iter().rev().filter_map(|case| case.measured).take(USUAL_CASES);
        let usual = mean_root(of_late).unwrap_or(1.0);
        let spell = mean_root(case.raw.iter().copied()).unwrap_or(0.0);
        signs.push(Predictors { forecast: case.mean(), spell, usual });
    }
    let mut of = prior;
    for at in LEAST_CASES..cases.len() {
        let Some(day) = cases.get(at).map(|case| case.day) else { continue };
        let before = known_before(cases, day, known_after_days);
        if at % ANEW == LEAST_CASES % ANEW {
            let measured = |(case, signs): (&Case, &Predictors)| {
                Some(MeasuredForecast {
                    signs: *signs,
                    amount: case.measured?,
                    age_days: day - case.day,
                    share: 1.0,
                })
            };
            let list: Vec<MeasuredForecast> = before.iter().zip(&signs).filter_map(measured).collect();
            // A year of one place: old cases are as good as new ones.
            let learning = Learning { half_life_days: 365.0, ..learning };
            of = learn(&learning, &prior, &of, &list);
        }
        let chance = signs.get(at).map(|signs| of.chance(*signs, learning.least));
        if let (Some(chance), Some(case)) = (chance, cases.get_mut(at)) {
            case.members = Some(shares().map(|share| chance.quantile(share)).collect());
        }
    }
}

fn levels(cases: &mut [Case], known_after_days: f64) {
    for at in LEAST_CASES..cases.len() {
        let Some((day, forecast)) = cases.get(at).map(|case| (case.day, case.mean())) else { continue };
        let measured = |case: &Case| {
            Some(level::MeasuredForecast { forecast: case.mean(), value: case.measured?, day: case.day })
        };
        let before: Vec<level::MeasuredForecast> =
            known_before(cases, day, known_after_days).iter().filter_map(measured).collect();
        let found = level(LEVEL_HALF_LIFE_DAYS, &before, forecast, day);
        if let (Some(found), Some(case)) = (found, cases.get_mut(at)) {
            case.members = Some(shares().map(|share| found.quantile(share)).collect());
        }
    }
}

impl Case {
    /// Returns the mean of the available members.
    fn mean(&self) -> f64 {
        mean(self.raw.iter().copied())
    }
}

/// Returns the scores of the measured cases.
fn scores(cases: &[Case]) -> [String; 6] {
    let score = |members: &[f64], measured: f64| crps(&mut members.to_vec(), measured).unwrap_or(f64::NAN);
    let known = || cases.iter().filter_map(|case| Some((case, case.measured?)));
    let told: Vec<(&Vec<f64>, f64)> =
        known().filter_map(|(case, measured)| Some((case.members.as_ref()?, measured))).collect();
    let off = mean(known().map(|(case, measured)| case.mean() - measured));
    let less = |raw: &[f64]| -> Vec<f64> { raw.iter().map(|member| member - off).collect() };
    let mut climate: Vec<f64> = known().map(|(_, measured)| measured).collect();
    climate.sort_by(f64::total_cmp);
    let climate: Vec<f64> = climate.iter().step_by((climate.len() / 400).max(1)).copied().collect();
    let outside = |(members, measured): &(&Vec<f64>, f64)| {
        let at = |share: usize| members.get(MEMBERS * share / 10).copied().unwrap_or(0.0);
        f64::from(u8::from(*measured < at(1) || *measured > at(9)))
    };
    [
        told.len().to_string(),
        two(mean(told.iter().map(|(members, measured)| score(members, *measured)))),
        two(mean(known().map(|(case, measured)| score(&case.raw, measured)))),
        two(mean(known().map(|(case, measured)| score(&less(&case.raw), measured)))),
        two(mean(known().map(|(_, measured)| score(&climate, measured)))),
        two(mean(told.iter().map(outside))),
    ]
}

#[cfg(test)]
mod tests;
