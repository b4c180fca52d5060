//! `forecast` of the second set: distributions of the station's day, with the service's learner. Each is learnt from
//! the days that were measured at least two days before its issue, over all places with the same quantity.

use std::collections::BTreeMap;

use conditions_core::chance::{Predictors, mean_root};
use conditions_core::policy::Policy;
use verification::chance::{Learning, MeasuredForecast, learn_days};
use verification::crps::crps;

use crate::Outcome;
use crate::folder::Folder;
use crate::measure::mean;
use crate::table::{Predictions, Table, two};

/// Number of members that represent a distribution.
const MEMBERS: usize = 50;
/// Number of days of issue after which coefficients are learnt again.
const AGAIN_DAYS: i64 = 3;
/// Days after its beginning until a day is over and measured.
const KNOWN_AFTER_DAYS: i64 = 2;
/// Number of past days that define the usual amount of a place.
const USUAL_DAYS: i64 = 90;
/// Longest lead that is predicted.
const LAST_LEAD: usize = 14;
/// Groups of leads that are scored.
const GROUPS: [(usize, usize); 3] = [(0, 4), (5, 7), (8, 14)];
/// Quantity, the column of its forecast, the resolution of its instrument, and the centimetres of snow of its unit.
const QUANTITIES: [(&str, &str, f64, f64); 3] = [
    ("swe_mm", "snow_water_mm", 2.54, 0.7),
    ("precip_mm", "precip_mm", 0.5, 0.7),
    ("snow_cm", "snowfall_cm", 1.0, 1.0),
];

/// A day of an issue.
struct Case {
    place: String,
    issued_at: String,
    issued: i64,
    lead: usize,
    raw: f64,
    signs: Predictors,
    measured: Option<f64>,
}

/// Measured amounts by day.
type Measured = BTreeMap<i64, f64>;

pub(crate) fn run(folder: &Folder) -> Result<Outcome, String> {
    let names: Vec<String> = (1..=MEMBERS).map(|member| format!("m{member}")).collect();
    let head = ["issued_at", "place", "date", "lead_day", "quantity"].map(str::to_owned);
    let mut predictions = Predictions::new(&[head.to_vec(), names].concat());
    let title = "Forecast as a distribution, learnt from earlier days".to_owned();
    let header =
        ["quantity, leads", "days", "CRPS", "MAE of the middle", "MAE of the forecast", "bias of the mean"];
    let mut table = Table::new(title, &header);
    for (quantity, column, resolution, cm) in QUANTITIES {
        let cases = cases(folder, quantity, column)?;
        let members = predict(&cases, resolution, cm);
        for (case, members) in cases.iter().zip(&members) {
            let date = crate::forecast::date(case.issued + case.lead as i64);
            let head = [
                case.issued_at.clone(),
                case.place.clone(),
                date,
                case.lead.to_string(),
                quantity.to_owned(),
            ];
            predictions.row(head.into_iter().chain(members.iter().map(|amount| format!("{amount:.2}"))));
        }
        for (from, to) in GROUPS {
            let of = cases.iter().zip(&members).filter(|(case, _)| (from..=to).contains(&case.lead));
            table.row(&format!("{quantity} {from}–{to}"), figures(of));
        }
    }
    Ok(Outcome { predictions, scores: vec![table] })
}

fn figures<'a>(of: impl Iterator<Item = (&'a Case, &'a [f64; MEMBERS])>) -> Vec<String> {
    let (mut scores, mut middle, mut plain, mut means, mut saw) = (vec![], vec![], vec![], vec![], vec![]);
    for (case, members) in of {
        let Some(measured) = case.measured else { continue };
        let mut sorted = *members;
        scores.extend(crps(&mut sorted, measured));
        let p50 = f64::midpoint(sorted[(MEMBERS - 1) / 2], sorted[MEMBERS / 2]);
        middle.push((p50 - measured).abs());
        plain.push((case.raw - measured).abs());
        means.push(mean(members.iter().copied()));
        saw.push(measured);
    }
    let bias = 100.0 * (mean(means) / mean(saw.iter().copied()) - 1.0);
    vec![
        saw.len().to_string(),
        two(mean(scores)),
        two(mean(middle)),
        two(mean(plain)),
        format!("{bias:+.1} %"),
    ]
}

/// Returns the members of every case, issue by issue, learnt from the data known at that time.
fn predict(cases: &[Case], resolution: f64, cm: f64) -> Vec<[f64; MEMBERS]> {
    let learning = Learning::of_resolution(resolution);
    let known = Policy::CONTRACT.chances;
    let mut of = known.clone();
    let mut learnt_on = i64::MIN;
    let mut out = Vec::with_capacity(cases.len());
    for case in cases {
        if case.issued >= learnt_on.saturating_add(AGAIN_DAYS) {
            learnt_on = case.issued;
            let over = |one: &&Case| one.issued + one.lead as i64 + KNOWN_AFTER_DAYS <= case.issued;
            let list: Vec<(u8, MeasuredForecast)> = cases
                .iter()
                .filter(over)
                .filter_map(|one| {
                    let age_days = (case.issued - one.issued - one.lead as i64) as f64;
                    let (signs, amount) = (one.signs, one.measured?);
                    Some((lead(one), MeasuredForecast { signs, amount, age_days, share: 1.0 }))
                })
                .collect();
            of.days = learn_days(&learning, &known, &of, &list);
        }
        let chance = of.of_day(lead(case)).chance(case.signs, learning.least);
        out.push(crate::forecast::members(&chance, case.raw, of.median_share(lead(case)), cm));
    }
    out
}

/// Returns the lead as in the service: 1 for the day of the issue.
fn lead(case: &Case) -> u8 {
    u8::try_from(case.lead + 1).unwrap_or(u8::MAX)
}

/// Returns the cases of a quantity by day of issue.
fn cases(folder: &Folder, quantity: &str, column: &str) -> Result<Vec<Case>, String> {
    let measured = measured(folder, quantity)?;
    let file = folder.required("forecasts.csv")?;
    let (issued, place, date) = (file.column("issued_at")?, file.column("place")?, file.column("date")?);
    let (lead, amount) = (file.column("lead_day")?, file.column(column)?);
    let mut issues: BTreeMap<(i64, String, String), Vec<Option<f64>>> = BTreeMap::new();
    for row in file.rows() {
        let row = row?;
        let Some(lead) = row.number(lead)?.map(|lead| lead as usize).filter(|lead| *lead <= LAST_LEAD) else {
            continue;
        };
        if !measured.contains_key(row.text(place)) {
            continue;
        }
        let day = i64::from(row.date(date)?.to_epoch_days()) - lead as i64;
        let key = (day, row.text(place).to_owned(), row.text(issued).to_owned());
        let days = issues.entry(key).or_default();
        if days.len() <= lead {
            days.resize(lead + 1, None);
        }
        if let Some(slot) = days.get_mut(lead) {
            *slot = row.number(amount)?;
        }
    }
    let mut out = Vec::new();
    for ((issued, place, issued_at), days) in issues {
        let Some(truth) = measured.get(&place) else { continue };
        let before = truth.range(issued - USUAL_DAYS..=issued - KNOWN_AFTER_DAYS).map(|(_, amount)| *amount);
        let usual = mean_root(before).or_else(|| mean_root(days.iter().flatten().copied())).unwrap_or(0.0);
        for (lead, raw) in days.iter().enumerate().filter_map(|(lead, raw)| Some((lead, (*raw)?))) {
            let Some(signs) = Predictors::of_day(&days, lead, usual) else { continue };
            let measured = truth.get(&(issued + lead as i64)).copied();
            out.push(Case {
                place: place.clone(),
                issued_at: issued_at.clone(),
                issued,
                lead,
                raw,
                signs,
                measured,
            });
        }
    }
    Ok(out)
}

/// Returns the measured amounts of the places that measure the quantity.
fn measured(folder: &Folder, quantity: &str) -> Result<BTreeMap<String, Measured>, String> {
    let places = folder.required("forecast_places.csv")?;
    let (place, quantities) = (places.column("place")?, places.column("quantities")?);
    let mut out: BTreeMap<String, Measured> = BTreeMap::new();
    for row in places.rows() {
        let row = row?;
        if row.text(quantities).split('+').any(|name| name == quantity) {
            out.insert(row.text(place).to_owned(), Measured::new());
        }
    }
    let file = folder.required("observed.csv")?;
    let (place, date, amount) = (file.column("place")?, file.column("date")?, file.column(quantity)?);
    for row in file.rows() {
        let row = row?;
        if let (Some(days), Some(amount)) = (out.get_mut(row.text(place)), row.number(amount)?) {
            days.insert(i64::from(row.date(date)?.to_epoch_days()), amount);
        }
    }
    Ok(out)
}
