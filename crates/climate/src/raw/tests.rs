use chrono::Days;
use proptest::prelude::*;

use super::*;
use crate::winter::Hemisphere;

const POLICY: Policy = Policy::DEFAULT;

fn winter() -> Winter {
    Winter::new(Hemisphere::North, 2023).unwrap()
}

fn day(at: usize, snowfall_cm: Option<f64>, depth_cm: Option<f64>) -> Day {
    Day { date: winter().first_day() + Days::new(at as u64), snowfall_cm, depth_cm, ..Day::default() }
}

fn at() -> Timestamp {
    Timestamp::from_millis(0)
}

#[test]
fn later_answer_replaces_its_days() {
    let mut raw = RawWinter::new(winter());
    raw.merge_days(&POLICY, (0..100).map(|at| day(at, Some(1.0), Some(10.0))));
    let cleaned = raw.merge_days(&POLICY, (90..110).map(|at| day(at, Some(2.0), None)));
    assert_eq!(cleaned, CleaningCounts::default());
    let days = raw.clone().evaluate(&POLICY, &Site::default(), at());
    let told = |at: usize| (days.snowfall_at(at).map(|cm| cm.get()), days.depth_at(at));
    assert_eq!(told(89), (Some(1.0), Some(10)));
    assert_eq!(told(95), (Some(2.0), Some(10)), "no word of the depth leaves it");
    assert_eq!((told(109), told(110)), ((Some(2.0), None), (None, None)));
    assert_eq!((raw.known_of(100), raw.known_of(300)), (100, 110));
    // Invalid values are ignored too.
    let cleaned = raw.merge_days(&POLICY, [day(95, Some(-1.0), Some(f64::NAN)), day(400, Some(1.0), None)]);
    assert_eq!((cleaned.implausible, cleaned.astray), (2, 1));
    assert_eq!(raw.evaluate(&POLICY, &Site::default(), at()).snowfall_at(95).map(|cm| cm.get()), Some(2.0));
}

#[test]
fn day_with_precipitation_is_known() {
    let mut raw = RawWinter::new(winter());
    let weather = DayWeather { water_mm: Some(3.0), ..DayWeather::default() };
    raw.merge_days(&POLICY, (0..20).map(|at| Day { weather, ..day(at, None, None) }));
    raw.merge_days(&POLICY, (10..30).map(|at| day(at, Some(0.0), None)));
    raw.merge_days(&POLICY, (30..40).map(|at| day(at, None, Some(5.0))));
    assert_eq!((raw.known_of(15), raw.known_of(366)), (15, 30));
}

#[test]
fn glacier_is_decided_on_all_days() {
    // Seventy days of thin ice, then the rest unchanged: either way no depth is left.
    let ice = |at: usize| day(at, Some(0.0), Some(if at < 70 { 980.0 } else { 3_333.0 }));
    let (at_once, cleaned) = WinterDays::from_days(&POLICY, winter(), at(), (0..200).map(ice));
    assert_eq!((cleaned.ice, at_once.depth_at(10)), (130, None));
    let mut raw = RawWinter::new(winter());
    for first in (0..200).step_by(10) {
        raw.merge_days(&POLICY, (first..first + 10).map(ice));
    }
    assert_eq!(raw.clone().evaluate(&POLICY, &Site::default(), at()), at_once);
    // A correction without ice restores the depths.
    let mut anew = RawWinter::new(winter());
    anew.merge_days(&POLICY, (70..200).map(|at| day(at, None, Some(50.0))));
    raw.merge(&anew);
    assert_eq!(raw.evaluate(&POLICY, &Site::default(), at()).depth_at(10), Some(980));
}

proptest! {
    /// Answers with overlapping days, merged one after the other, equal the last values merged at once, and repeating
    /// an answer changes nothing.
    #[test]
    fn pieces_merge_to_the_whole(pieces in prop::collection::vec((0_usize..366, 1_usize..90, 0_u32..40), 1..12)) {
        let mut raw = RawWinter::new(winter());
        let mut last = std::collections::BTreeMap::new();
        for (first, count, seed) in pieces {
            let days: Vec<Day> = (first..(first + count).min(366))
                .map(|at| day(at, Some(f64::from((seed * 7 + at as u32) % 50)), Some(f64::from(seed * 40))))
                .collect();
            raw.merge_days(&POLICY, days.iter().copied());
            let mut again = RawWinter::new(winter());
            again.merge_days(&POLICY, days.iter().rev().copied());
            raw.merge(&again);
            last.extend(days.into_iter().map(|day| (day.date, day)));
        }
        prop_assert_eq!(raw.known_of(366), last.len());
        let (whole, _) = WinterDays::from_days(&POLICY, winter(), at(), last.into_values());
        prop_assert_eq!(raw.evaluate(&POLICY, &Site::default(), at()), whole);
    }
}
