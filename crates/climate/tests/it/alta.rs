//! Odds of a window at Alta, Utah, over 36 winters in three versions: measured new snow of a cooperative station; the
//! same winters as in an archive with 7 cm of snow for 10 mm of water; and computed by this project's rule of phase and
//! ratio from water and temperature. The record is never part of the repository.
use std::collections::BTreeMap;

use chrono::NaiveDate;
use climate::trip::{Odds, odds};
use climate::{Basis, Day, DayWeather, Hemisphere, Policy, RawWinter, Site, Winter, Winters};
use conditions_core::evidence::PerBand;
use conditions_core::time::Timestamp;

use crate::records;

/// Centimetres of snow per millimetre of water in the archive.
const ARCHIVES_RATIO: f64 = 0.7;

/// Share of the winters 1944 to 2020 with a day of 15 cm from 10 to 17 January.
const WHOLE_RECORD: f64 = 0.77;

/// The station's elevation, metres.
const STATION_M: f64 = 2_661.0;

/// A day of the record.
struct Measured {
    date: NaiveDate,
    snow_cm: Option<f64>,
    weather: DayWeather,
}

impl Measured {
    /// Returns the archive's snowfall.
    fn archived_cm(&self) -> Option<f64> {
        Some(self.weather.water_mm? * ARCHIVES_RATIO)
    }
}

/// Returns the record without days that are part of a sum over several days.
fn record() -> Option<Vec<Measured>> {
    let row = |fields: Vec<String>| {
        let number = |at: usize| fields[at].parse::<f64>().ok();
        let weather = DayWeather { temp_min_c: number(5), temp_max_c: number(4), water_mm: number(1) };
        let date = fields[0].parse().expect("a date");
        (fields[7] != "1").then(|| Measured { date, snow_cm: number(2), weather })
    };
    Some(records::rows("alta_daily.csv.gz")?.into_iter().filter_map(row).collect())
}

/// Returns the odds of 10 to 17 January for days mapped by `day`.
fn january(days: &[Measured], day: impl Fn(&Measured) -> Day, basis: Basis) -> Odds {
    let policy = Policy { normal_winters: 100, ..Policy::DEFAULT };
    let mut by_winter: BTreeMap<Winter, Vec<Day>> = BTreeMap::new();
    for measured in days {
        let winter = Winter::containing(Hemisphere::North, measured.date).expect("a winter of the record");
        by_winter.entry(winter).or_default().push(day(measured));
    }
    let site =
        Site { asked_m: Some(STATION_M), bands: PerBand { mid: Some(STATION_M), ..PerBand::all(None) } };
    let mut winters = Winters::at(Hemisphere::North, site);
    for (winter, days) in by_winter {
        let mut raw = RawWinter::new(winter);
        raw.merge_days(&policy, days);
        winters.insert(raw.evaluate(&policy, &site, Timestamp::from_millis(0)));
    }
    assert_eq!(winters.basis(), Some(basis));
    let date = |day| NaiveDate::from_ymd_opt(2027, 1, day).expect("a date");
    odds(&policy, &winters, None, date(10), date(17)).expect("odds")
}

fn of_snowfall(days: &[Measured], cm: impl Fn(&Measured) -> Option<f64>) -> Odds {
    let day = |of: &Measured| Day { date: of.date, snowfall_cm: cm(of), ..Day::default() };
    january(days, day, Basis::Archive)
}

fn measured(days: &[Measured]) -> Odds {
    of_snowfall(days, |day| day.snow_cm)
}

#[test]
fn odds_match_the_record() {
    let Some(days) = record() else { return };
    let measured = measured(&days).any_powder;
    assert!(measured.of >= 30, "{measured:?}");
    assert!(
        measured.low <= WHOLE_RECORD && WHOLE_RECORD <= measured.high,
        "some thirty winters leave room for the whole record's share: {measured:?}"
    );
    assert!(measured.high - measured.low > 0.2, "and for many similar values: {measured:?}");
}

#[test]
fn fixed_ratio_is_too_low() {
    let Some(days) = record() else { return };
    let measured = measured(&days).any_powder;
    let archived = of_snowfall(&days, Measured::archived_cm).any_powder;
    // For this reason the answer warns that such odds are low in the cold.
    assert!(archived.high < measured.share && archived.share < measured.low, "{archived:?} {measured:?}");
}

#[test]
fn modelled_odds_are_within_interval() {
    let Some(days) = record() else { return };
    let measured = measured(&days);
    let day = |of: &Measured| Day { date: of.date, weather: of.weather, ..Day::default() };
    let ours = january(&days, day, Basis::Modelled);
    for (ours, measured) in [(ours.any_powder, measured.any_powder), (ours.powder_day, measured.powder_day)] {
        println!("ours {ours:?}, measured {measured:?}");
        assert!(measured.low <= ours.share && ours.share <= measured.high, "{ours:?} {measured:?}");
    }
}
