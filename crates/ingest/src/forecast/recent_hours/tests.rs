use conditions_core::evidence::{HourColumn, Profile};
use conditions_core::hourly::{self, HourlySeries};

use super::*;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

/// Returns a snapshot at a time whose only model reaches `hours_back` hours back.
fn snapshot(at: Timestamp, hours_back: i64, temp: f32) -> ForecastSnapshot {
    let count = usize::try_from(hours_back).unwrap() + 48;
    let series = HourlySeries {
        temp_c: vec![Some(temp); count],
        precipitation_mm: vec![Some(0.0); count],
        ..HourlySeries::new("gfs_seamless".to_owned(), at.plus_millis(-hours_back * HOUR_MS))
    };
    hourly::snapshot(at, &Profile::new("a", chrono_tz::UTC), &[series])
}

fn places() -> [Place; 2] {
    ["a", "b"].map(|id| Place { id: id.to_owned(), lat: 46.0, lon: 7.0, elevation_m: None })
}

fn temps(snapshot: &ForecastSnapshot) -> &HourColumn {
    &snapshot.hours.as_ref().unwrap().past.as_ref().unwrap().temp_c
}

#[test]
fn week_is_requested_only_once() {
    let mut behind = RecentHours::default();
    let [a, b] = &places();
    assert_eq!(behind.days_to_ask(&places(), now()), FAR_PAST_DAYS);
    behind.carry_over("a", &mut snapshot(now(), 7 * 24, -5.0));
    let later = now().plus_millis(6 * HOUR_MS);
    assert_eq!(behind.days_to_ask(std::slice::from_ref(a), later), PAST_DAYS);
    // The other one has no response yet: a week is requested for it again only after a day.
    assert_eq!(behind.days_to_ask(std::slice::from_ref(b), later), PAST_DAYS);
    assert_eq!(behind.days_to_ask(std::slice::from_ref(b), now().plus_millis(DAY_MS)), FAR_PAST_DAYS);
    // After a pause the hours in between are missing.
    assert_eq!(behind.days_to_ask(std::slice::from_ref(a), now().plus_millis(2 * DAY_MS)), FAR_PAST_DAYS);
}

#[test]
fn hours_are_carried_over() {
    let mut behind = RecentHours::default();
    let mut first = snapshot(now(), 7 * 24, -5.0);
    behind.carry_over("a", &mut first);
    let later = now().plus_millis(DAY_MS);
    let mut second = snapshot(later, 36, -2.0);
    behind.carry_over("a", &mut second);
    let steps = 8 * 24;
    let told = |snapshot: &ForecastSnapshot| [0, 100, steps].map(|step| temps(snapshot).get(step));
    assert_eq!(told(&second), [Some(-5.0), Some(-5.0), Some(-2.0)]);
    let mut anew = RecentHours::default();
    anew.learn("a".to_owned(), &Forecast::encode(&first));
    let mut again = snapshot(later, 36, -2.0);
    anew.carry_over("a", &mut again);
    assert_eq!(told(&again), told(&second));
    // An unreadable snapshot has nothing to carry over.
    anew.learn("a".to_owned(), "{}");
    let mut alone = snapshot(later, 36, -2.0);
    anew.carry_over("a", &mut alone);
    assert_eq!(temps(&alone).values().count(), 37);
}
