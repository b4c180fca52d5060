//! Odds of a window at Alta, Utah: 36 winters of a cooperative station's measured new snow, and the same winters as an
//! archive tells them that lays 7 cm of snow for 10 mm of water. The record is never part of the repository.
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::PathBuf;

use chrono::NaiveDate;
use climate::trip::{Odds, odds};
use climate::{Day, Hemisphere, Policy, Winter, WinterDays, Winters};
use conditions_core::time::Timestamp;

/// Centimetres of snow for a millimetre of water, as the archive has them.
const ARCHIVES_RATIO: f64 = 0.7;

/// Share of the winters 1944 to 2020 with a day of 15 cm from 10 to 17 January.
const WHOLE_RECORD: f64 = 0.77;

/// Date, water in mm and new snow in cm.
type Measured = (NaiveDate, Option<f64>, Option<f64>);

/// The record without days that are part of a sum over several.
fn record() -> Option<Vec<Measured>> {
    let folder = std::env::var_os("SNOW_REAL_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/real"),
        PathBuf::from,
    );
    let Ok(packed) = std::fs::read(folder.join("alta_daily.csv.gz")) else {
        eprintln!("no record of Alta in {}: not tried", folder.display());
        return None;
    };
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed.as_slice()).read_to_string(&mut text).expect("a packed text");
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[at].parse::<f64>().ok();
        (fields[7] != "1").then(|| (fields[0].parse().expect("a date"), number(1), number(2)))
    };
    Some(text.lines().skip(1).filter_map(row).collect())
}

/// The odds of 10 to 17 January when each day brings what `cm` says.
fn january(days: &[Measured], cm: impl Fn(Option<f64>, Option<f64>) -> Option<f64>) -> Odds {
    let policy = Policy { normal_winters: 100, ..Policy::DEFAULT };
    let mut by_winter: BTreeMap<Winter, Vec<Day>> = BTreeMap::new();
    for (date, water, snow) in days {
        let winter = Winter::of(Hemisphere::North, *date).expect("a winter of the record");
        let day = Day { date: *date, snowfall_cm: cm(*water, *snow), depth_cm: None, ..Day::default() };
        by_winter.entry(winter).or_default().push(day);
    }
    let mut winters = Winters::new(Hemisphere::North);
    for (winter, days) in by_winter {
        winters.put(WinterDays::from_days(&policy, winter, Timestamp::from_millis(0), days).0);
    }
    let date = |day| NaiveDate::from_ymd_opt(2027, 1, day).expect("a date");
    odds(&policy, &winters, date(10), date(17)).expect("odds")
}

#[test]
fn odds_of_a_powder_day_are_those_that_were_measured() {
    let Some(days) = record() else { return };
    let measured = january(&days, |_, snow| snow).any_powder;
    assert!(measured.of >= 30, "{measured:?}");
    assert!(
        measured.low <= WHOLE_RECORD && WHOLE_RECORD <= measured.high,
        "some thirty winters leave room for the whole record's share: {measured:?}"
    );
    assert!(measured.high - measured.low > 0.2, "and for much beside it: {measured:?}");
}

#[test]
fn a_fixed_seven_to_one_is_low_beyond_what_the_winters_leave_open() {
    let Some(days) = record() else { return };
    let measured = january(&days, |_, snow| snow).any_powder;
    let archived = january(&days, |water, _| Some(water? * ARCHIVES_RATIO)).any_powder;
    // Why the answer says that its odds are low in the cold.
    assert!(archived.high < measured.share && archived.share < measured.low, "{archived:?} {measured:?}");
}
