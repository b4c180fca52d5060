use sources::budget::Limits;

use super::*;

fn season(opens: (u8, u8), closes: (u8, u8)) -> Option<UsualSeason> {
    let date = |(month, day)| MonthDay { month, day };
    Some(UsualSeason { opens: date(opens), closes: date(closes) })
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[test]
fn season_has_a_margin_of_two_weeks() {
    let north = season((12, 10), (4, 20));
    for (date, closed) in [
        ("2026-11-25", true),
        ("2026-11-26", false),
        ("2027-01-01", false),
        ("2028-02-29", false),
        ("2027-05-04", false),
        ("2027-05-05", true),
        ("2027-08-01", true),
    ] {
        assert_eq!(is_closed(north, day(date)), closed, "{date}");
    }
    let south = season((6, 15), (10, 1));
    assert!(is_closed(south, day("2027-01-15")) && !is_closed(south, day("2027-07-15")));
}

#[test]
fn unknown_and_whole_year_seasons_are_open() {
    for season in [None, season((1, 1), (12, 31)), season((10, 1), (9, 20))] {
        assert!(["2027-01-15", "2027-07-15", "2027-09-25"].iter().all(|date| !is_closed(season, day(date))));
    }
}

#[test]
fn closed_resorts_are_never_stale() {
    let usual = sources::budget::USUAL_PERIOD_MS;
    assert_eq!(closed_period_ms(usual), CLOSED_MS);
    assert_eq!(closed_period_ms(HOUR_MS), 2 * HOUR_MS);
    assert_eq!(closed_period_ms(25 * HOUR_MS), 25 * HOUR_MS, "the allowance already stretches it");
}

#[test]
fn closed_resorts_need_fewer_calls() {
    let plan = Plan::new(4, vec![("core", 3.0)], Limits::NONE, 0.0);
    let north = season((12, 10), (4, 20));
    let need = ForecastNeed::new(&plan, vec![north, north, season((6, 15), (10, 1)), None]);
    let per_resort = plan.per_day() / 4.0;
    let half = per_resort * plan.period_ms() as f64 / CLOSED_MS as f64;
    assert!((need.per_day(day("2027-01-15")) - (3.0 * per_resort + half)).abs() < 1e-9);
    assert!((need.per_day(day("2027-07-15")) - (2.0 * per_resort + 2.0 * half)).abs() < 1e-9);
    assert!((need.weight_of(day("2027-01-15"), 3.0, 1.0) - 30.0).abs() < 1e-9);
}
