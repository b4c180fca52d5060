//! The service's daily learning over the same days: the calibration that sets distributions and confidence, scored on
//! held-out days. Amounts are centimetres at the forecast's ratio.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::policy::Policy;
use verification::calibrate::{Bin, Calibration, Score, calibrate};
use verification::cases::Cases;
use verification::{ArchivedIssue, Grading, Issue, MeasuredSnowfall};

use super::records::Records;
use super::{CM_PER_MM, Place};
use crate::table::{Table, two};

pub(super) fn tables(records: &Records, places: &[Place<'_>]) -> Vec<Table> {
    let found = calibrated(records, places);
    vec![scores(&found), reliability(&found)]
}

/// Calibrates with the pairs that measure water, like the service.
fn calibrated(records: &Records, places: &[Place<'_>]) -> Calibration {
    let water = || places.iter().map(|place| place.pair).filter(|pair| pair.is_water);
    let graded = water().map(|pair| verification::Place {
        slug: pair.place.clone(),
        regions: vec!["north-america".to_owned()],
        mid_m: Some(0.0),
    });
    let graded: Vec<verification::Place> = graded.collect();
    let (mut issues, mut measured) = (Vec::new(), Vec::new());
    for pair in water() {
        for (day, issue) in records.issues.get(&pair.place).into_iter().flatten() {
            let tenths = |mm: &Option<f64>| mm.map(|mm| (mm * CM_PER_MM * 10.0).round() as i32);
            let blend = issue.of_station(pair.late).iter().map(tenths).collect();
            let issue = Issue::new(0, false, blend, BTreeMap::new());
            issues.extend(date(*day).map(|day| ArchivedIssue { slug: pair.place.clone(), day, issue }));
        }
        for (day, mm) in records.measured.get(&pair.station).into_iter().flatten() {
            measured.extend(date(*day).map(|day| MeasuredSnowfall {
                slug: pair.place.clone(),
                day,
                network: "station".to_owned(),
                station: pair.station.clone(),
                elevation_m: Some(0.0),
                cm: mm * CM_PER_MM,
            }));
        }
    }
    let (grading, policy) = (Grading::STANDARD, Policy::CONTRACT);
    let cases = Cases::new(&grading, &policy, &graded, &issues, &measured);
    calibrate(&grading, &policy, &graded, &cases)
}

fn date(day: i64) -> Option<NaiveDate> {
    NaiveDate::from_epoch_days(i32::try_from(day).ok()?)
}

fn scores(found: &Calibration) -> Table {
    let title = format!(
        "forecast: what the service learns of the same days, cm; {}; learnt until {}, {} days held out; last lead with skill {}",
        found.reason,
        found.trained_until.map(|day| day.to_string()).unwrap_or_default(),
        found.held_out_days,
        found.last_lead_of_skill
    );
    let header = [
        "leads",
        "pairs",
        "CRPS, learnt",
        "round numbers",
        "the forecast (its MAE)",
        "skill over the 60 days before",
    ];
    let mut table = Table::new(title, &header);
    for score in &found.scores {
        let Score { lead_from, lead_to, .. } = score;
        let leads =
            if score.total { format!("total of {lead_to}") } else { format!("{lead_from}–{lead_to}") };
        let skill = score.skill_climatology.map_or_else(|| "-".to_owned(), two);
        table.row(
            &leads,
            [
                score.pairs.to_string(),
                two(score.crps_cm),
                two(score.default_crps_cm),
                two(score.blend_mae_cm),
                format!("{skill}{}", within(score.skill_interval)),
            ],
        );
    }
    table
}

fn reliability(found: &Calibration) -> Table {
    let title = "forecast: reliability of the service's probabilities on held-out days";
    let mut table = Table::new(title.to_owned(), &["event", "told", "came", "pairs"]);
    for Bin { total, at_least_cm, told, came, interval, pairs, .. } in &found.reliability {
        let of = if *total { "total" } else { "day" };
        let event = match at_least_cm {
            Some(cm) => format!("{of}, {cm} cm"),
            None => format!("{of}, confidence"),
        };
        table.row(&event, [two(*told), format!("{}{}", two(*came), within(*interval)), pairs.to_string()]);
    }
    table
}

fn within(interval: Option<[f64; 2]>) -> String {
    interval.map(|[low, high]| format!(" ({} to {})", two(low), two(high))).unwrap_or_default()
}
