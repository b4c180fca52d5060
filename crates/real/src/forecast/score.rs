//! Scores of the distributions compared with the raw forecast and the station's climate, and their reliability.

use verification::crps::crps;

use super::records::Records;
use super::{Case, MEMBERS, Place};
use crate::measure::mean;
use crate::table::{Table, two};

/// First and last lead of a row.
const LEADS: [(usize, usize); 3] = [(0, 4), (5, 7), (8, 14)];
/// Number of days around the scored one that its climate excludes.
const APART_DAYS: i64 = 3;
/// Number of days before the first issue at which the climate begins.
const CLIMATE_BEFORE_DAYS: i64 = 11;
/// Amounts whose probabilities are scored: 1, 15 and 30 cm at the forecast's ratio, mm.
const AMOUNTS_MM: [f64; 3] = [1.0 / super::CM_PER_MM, 15.0 / super::CM_PER_MM, 30.0 / super::CM_PER_MM];
/// Minimum number of days in a bin of probabilities.
const BIN_DAYS: usize = 100;

/// A measured day.
struct ScoredDay<'a> {
    case: &'a Case,
    members: [f64; MEMBERS],
    measured: f64,
    climate: Vec<f64>,
}

pub(super) fn tables(records: &Records, places: &[Place<'_>]) -> Vec<Table> {
    let judged: Vec<ScoredDay<'_>> = places
        .iter()
        .filter(|place| place.pair.is_water)
        .flat_map(|place| place.cases.iter().filter_map(|case| score_day(records, place, case)))
        .collect();
    vec![errors(&judged), reliability(&judged), ranks(&judged)]
}

fn score_day<'a>(records: &Records, place: &Place<'_>, case: &'a Case) -> Option<ScoredDay<'a>> {
    let (members, measured) = (case.members?, case.measured?);
    let day = case.issued + case.lead as i64;
    let truth = records.measured.get(&place.pair.station)?;
    let from = records.first_issue()? - CLIMATE_BEFORE_DAYS;
    let apart = truth.range(from..).filter(|(other, _)| (**other - day).abs() > APART_DAYS);
    Some(ScoredDay { case, members, measured, climate: apart.map(|(_, mm)| *mm).collect() })
}

/// Returns the score of a day; the members are already sorted.
fn score(members: &[f64], measured: f64) -> f64 {
    crps(&mut members.to_vec(), measured).unwrap_or(f64::NAN)
}

fn errors(judged: &[ScoredDay<'_>]) -> Table {
    let title = format!(
        "forecast: snow water of a station's day, mm; learnt from earlier days at {} days measured",
        judged.len()
    );
    let header = [
        "leads",
        "days",
        "CRPS",
        "of the forecast (its MAE)",
        "of the climate",
        "MAE of the middle",
        "bias of the mean",
        "CRPS, dry days",
        "wet days",
    ];
    let mut table = Table::new(title, &header);
    for (first, last) in LEADS {
        let within = || judged.iter().filter(|one| (first..=last).contains(&one.case.lead));
        let of = |pick: &dyn Fn(&ScoredDay<'_>) -> f64| two(mean(within().map(pick)));
        let own = |one: &&ScoredDay<'_>| score(&one.members, one.measured);
        let middle = |one: &ScoredDay<'_>| one.members.get(MEMBERS / 2).copied().unwrap_or(0.0);
        table.row(
            &format!("{first}–{last}"),
            [
                within().count().to_string(),
                of(&|one| score(&one.members, one.measured)),
                of(&|one| (one.case.raw - one.measured).abs()),
                of(&|one| score(&one.climate, one.measured)),
                of(&|one| (middle(one) - one.measured).abs()),
                of(&|one| mean(one.members) - one.measured),
                two(mean(within().filter(|one| one.measured <= 0.0).map(|one| own(&one)))),
                two(mean(within().filter(|one| one.measured > 0.0).map(|one| own(&one)))),
            ],
        );
    }
    table
}

fn reliability(judged: &[ScoredDay<'_>]) -> Table {
    let title = "forecast: reliability of probabilities; all leads; bins of 100 days and more";
    let mut table = Table::new(title.to_owned(), &["at least", "told", "came", "days", "Brier score"]);
    for (amount, cm) in AMOUNTS_MM.into_iter().zip(["1 cm", "15 cm", "30 cm"]) {
        let told = |one: &ScoredDay<'_>| {
            one.members.iter().filter(|member| **member >= amount).count() as f64 / MEMBERS as f64
        };
        for bin in 0..10 {
            let within = |one: &&ScoredDay<'_>| ((told(one) * 10.0) as usize).min(9) == bin;
            let list: Vec<&ScoredDay<'_>> = judged.iter().filter(within).collect();
            if list.len() < BIN_DAYS {
                continue;
            }
            let came = |one: &ScoredDay<'_>| f64::from(u8::from(one.measured >= amount));
            table.row(
                cm,
                [
                    two(mean(list.iter().map(|one| told(one)))),
                    two(mean(list.iter().map(|one| came(one)))),
                    list.len().to_string(),
                    format!("{:.3}", mean(list.iter().map(|one| (told(one) - came(one)).powi(2)))),
                ],
            );
        }
    }
    table
}

/// Returns the position of the measured amount among the members: uniform over the fifths if they are right.
fn ranks(judged: &[ScoredDay<'_>]) -> Table {
    let title = "forecast: share of measured days in each fifth of the distribution (PIT, ties shared); 0.20 if reliable";
    let mut table = Table::new(title.to_owned(), &["leads", "1", "2", "3", "4", "5"]);
    for (first, last) in LEADS {
        let mut fifths = [0.0; 5];
        let within = judged.iter().filter(|one| (first..=last).contains(&one.case.lead));
        let mut count = 0.0;
        for one in within {
            count += 1.0;
            let share = |test: &dyn Fn(f64) -> bool| {
                one.members.iter().filter(|member| test(**member)).count() as f64 / MEMBERS as f64
            };
            let (low, high) =
                (share(&|member| member < one.measured), share(&|member| member <= one.measured));
            for (at, fifth) in fifths.iter_mut().enumerate() {
                let (from, to) = (at as f64 / 5.0, (at + 1) as f64 / 5.0);
                *fifth += if high > low {
                    (to.min(high) - from.max(low)).max(0.0) / (high - low)
                } else {
                    f64::from(u8::from((from..to).contains(&low) || (low >= 1.0 && at == 4)))
                };
            }
        }
        table.row(&format!("{first}–{last}"), fifths.map(|fifth| two(fifth / count)));
    }
    table
}
