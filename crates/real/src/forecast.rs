//! `forecast`: distributions of new snow water for the coming fifteen days, with the service's learner. For each issue
//! it has learnt from days that were over and measured before, over all places.
//!
//! A forecast's day is a UTC day, a station's begins some hours later or earlier: the mixture of two forecast days is
//! scored. The distribution is made for the station's day, and then divided among the UTC days so that the mixture
//! restores it, as far as non-negative amounts allow.

mod records;
mod score;
mod service;

use std::collections::{BTreeMap, BTreeSet};

use conditions_core::chance::{Chance, Predictors, mean_root};
use conditions_core::policy::Policy;
use verification::chance::{Learning, MeasuredForecast, learn_days};

use crate::Outcome;
use crate::folder::Folder;
use crate::table::Predictions;

pub(crate) use records::date;
use records::{Issue, Pair, Records};

/// Number of members that represent a distribution.
const MEMBERS: usize = 50;
/// Positions of the two members whose mean is the median.
const MIDDLE_LOW: usize = MEMBERS / 2 - 1;
const MIDDLE_HIGH: usize = MEMBERS / 2;
/// Number of issues after which coefficients are learnt again.
const ANEW: usize = 3;
/// Days after its beginning until a day is over and measured.
const KNOWN_AFTER_DAYS: i64 = 2;
/// Number of past days that define the usual amount of a place.
const USUAL_DAYS: i64 = 90;
/// Resolution of water readings, mm: a tenth of an inch.
const RESOLUTION_MM: f64 = 2.54;
/// Forecast ratio: centimetres of snow per millimetre of water.
const CM_PER_MM: f64 = 0.7;
const LEARNING: Learning = Learning::of_resolution(RESOLUTION_MM);

/// A distribution of one day, as sorted members, mm.
type Members = [f64; MEMBERS];

/// A day of an issue: its predictors, and the station's measurement.
struct Case {
    issued: i64,
    lead: usize,
    signs: Predictors,
    /// Forecast of the station's day, mm.
    raw: f64,
    members: Option<Members>,
    measured: Option<f64>,
}

/// The days of one place.
struct Place<'a> {
    pair: &'a Pair,
    cases: Vec<Case>,
}

pub(crate) fn run(folder: &Folder) -> Result<Outcome, String> {
    let records = Records::read(folder)?;
    let mut places: Vec<Place<'_>> = records.pairs.iter().map(|pair| place(&records, pair)).collect();
    predict(&mut places);
    let mut scores = score::tables(&records, &places);
    scores.extend(service::tables(&records, &places));
    Ok(Outcome { predictions: predictions(&records, &places), scores })
}

/// Returns the days of a place, without distributions yet.
fn place<'a>(records: &Records, pair: &'a Pair) -> Place<'a> {
    let truth = records.measured.get(&pair.station);
    let mut cases = Vec::new();
    for (issued, issue) in records.issues.get(&pair.place).into_iter().flatten() {
        let known = truth.map(|truth| truth.range(issued - USUAL_DAYS..=issued - KNOWN_AFTER_DAYS));
        let days = issue.of_station(pair.late);
        let usual = known.and_then(|known| mean_root(known.map(|(_, mm)| *mm)));
        let usual = usual.or_else(|| mean_root(days.iter().flatten().copied())).unwrap_or(0.0);
        for (lead, raw) in days.iter().enumerate().filter_map(|(lead, mm)| Some((lead, (*mm)?))) {
            let Some(signs) = Predictors::of_day(&days, lead, usual) else { continue };
            let measured = truth.and_then(|truth| truth.get(&(issued + lead as i64)).copied());
            cases.push(Case { issued: *issued, lead, signs, raw, members: None, measured });
        }
    }
    Place { pair, cases }
}

/// Makes the distribution of every day, issue by issue, learnt from the data known at that time.
fn predict(places: &mut [Place<'_>]) {
    let mut issues: Vec<i64> =
        places.iter().flat_map(|place| place.cases.iter().map(|case| case.issued)).collect();
    issues.sort_unstable();
    issues.dedup();
    let known = Policy::CONTRACT.chances;
    let mut of = known.clone();
    for (number, issued) in issues.iter().enumerate() {
        if number % ANEW == 0 {
            let over = |case: &&Case| case.issued + case.lead as i64 + KNOWN_AFTER_DAYS <= *issued;
            // The stake measures depth, not water: it is forecast, but not used for learning.
            let water = places.iter().filter(|place| place.pair.is_water);
            let list: Vec<(u8, MeasuredForecast)> = water
                .flat_map(|place| place.cases.iter().filter(over))
                .filter_map(|case| {
                    let age_days = (issued - case.issued - case.lead as i64) as f64;
                    let measured =
                        MeasuredForecast { signs: case.signs, amount: case.measured?, age_days, share: 1.0 };
                    Some((lead(case), measured))
                })
                .collect();
            of.days = learn_days(&LEARNING, &known, &of, &list);
        }
        let today = |case: &&mut Case| case.issued == *issued;
        for case in places.iter_mut().flat_map(|place| place.cases.iter_mut().filter(today)) {
            let chance = of.of_day(lead(case)).chance(case.signs, LEARNING.least);
            case.members = Some(members(&chance, case.raw, of.median_share(lead(case)), CM_PER_MM));
        }
    }
}

/// Returns the members of a distribution around its published median; `cm` is the centimetres of its unit.
pub(crate) fn members(chance: &Chance, forecast: f64, share: f64, cm: f64) -> Members {
    let in_cm = Chance { least: cm * chance.least, scale: cm * chance.scale, ..*chance };
    let median = in_cm.median_near(cm * forecast, share) / cm;
    core::array::from_fn(|at| {
        let amount = chance.quantile((at as f64 + 0.5) / MEMBERS as f64);
        match at {
            MIDDLE_LOW | MIDDLE_HIGH => median,
            0..MIDDLE_LOW => amount.min(median),
            _ => amount.max(median),
        }
    })
}

/// Returns the lead as in the service: 1 for the day of the issue.
fn lead(case: &Case) -> u8 {
    u8::try_from(case.lead + 1).unwrap_or(u8::MAX)
}

/// Returns the distributions of UTC days, in centimetres at the forecast's ratio.
fn predictions(records: &Records, places: &[Place<'_>]) -> Predictions {
    let names: Vec<String> = (1..=MEMBERS).map(|member| format!("m{member}")).collect();
    let header: Vec<&str> = ["issued_at", "place", "date", "lead_day"]
        .into_iter()
        .chain(names.iter().map(String::as_str))
        .collect();
    let mut out = Predictions::new(&header);
    let mut done = BTreeSet::new();
    // A place with several stations is predicted for the first of them, water before depth.
    let water = places.iter().filter(|place| place.pair.is_water);
    for place in water.chain(places.iter().filter(|place| !place.pair.is_water)) {
        if !done.insert(&place.pair.place) {
            continue;
        }
        let mut by_issue: BTreeMap<i64, BTreeMap<usize, Members>> = BTreeMap::new();
        for case in &place.cases {
            if let Some(members) = case.members {
                by_issue.entry(case.issued).or_default().insert(case.lead, members);
            }
        }
        let issues = records.issues.get(&place.pair.place);
        for (issued, days) in by_issue {
            let Some(issue) = issues.and_then(|issues| issues.get(&issued)) else { continue };
            for (lead, members) in parted(&days, place.pair.late) {
                let cm = members.iter().map(|mm| format!("{:.2}", mm * CM_PER_MM));
                let head = [
                    issue.at.clone(),
                    place.pair.place.clone(),
                    records::date(issued + lead as i64),
                    lead.to_string(),
                ];
                out.row(head.into_iter().chain(cm));
            }
        }
    }
    out
}

/// Returns UTC days whose mixture restores the station's days. `late` is the share of a station's day that is in the
/// next UTC day, or, if negative, in the one before.
fn parted(days: &BTreeMap<usize, Members>, late: f64) -> BTreeMap<usize, Members> {
    let share = late.abs();
    let mut out: BTreeMap<usize, Members> = BTreeMap::new();
    let order: Vec<usize> =
        if late > 0.0 { days.keys().rev().copied().collect() } else { days.keys().copied().collect() };
    for lead in order {
        let Some(own) = days.get(&lead) else { continue };
        let beside = if late > 0.0 { Some(lead + 1) } else { lead.checked_sub(1) };
        let other = beside.and_then(|beside| out.get(&beside)).unwrap_or(own);
        let part = |at: usize| {
            let number = |members: &Members| members.get(at).copied().unwrap_or(0.0);
            ((number(own) - share * number(other)) / (1.0 - share)).max(0.0)
        };
        let mut members: Members = core::array::from_fn(part);
        // Members stay sorted, so that a member of one day is paired with the same member of the next.
        members.sort_by(f64::total_cmp);
        out.insert(lead, members);
    }
    out
}

impl Issue {
    /// Returns the station's days from UTC days, mm; a last day without a neighbour is unchanged.
    fn of_station(&self, late: f64) -> Vec<Option<f64>> {
        let share = late.abs();
        let day = |lead: usize| self.days.get(lead).copied().flatten();
        (0..self.days.len())
            .map(|lead| {
                let own = day(lead)?;
                let beside = if late > 0.0 { day(lead + 1) } else { lead.checked_sub(1).and_then(day) };
                Some((1.0 - share) * own + share * beside.unwrap_or(own))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
