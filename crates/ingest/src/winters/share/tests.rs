use conditions_core::evidence::{MonthDay, UsualSeason};
use sources::budget::Plan;

use super::*;

fn free() -> Limits {
    sources::open_meteo::limits(Some(10_000))
}

fn shares(resorts: usize, season: Option<UsualSeason>, limits: Limits) -> Shares {
    let plan = Plan::new(resorts, vec![("core", 3.0)], limits, 0.0);
    Shares::left_by_forecasts(ForecastNeed::new(&plan, vec![season; resorts]), limits)
}

fn winter() -> NaiveDate {
    "2027-01-15".parse().unwrap()
}

fn summer() -> NaiveDate {
    "2027-07-15".parse().unwrap()
}

fn north() -> Option<UsualSeason> {
    let date = |month, day| MonthDay { month, day };
    Some(UsualSeason { opens: date(12, 1), closes: date(4, 15) })
}

#[test]
fn forecasts_leave_a_minimum_share() {
    let few = shares(100, None, free()).on(winter());
    assert_eq!(few.whole, free());
    let forecasts = Plan::new(100, vec![("core", 3.0)], free(), 0.0).per_day();
    assert_eq!(
        few.share,
        Limits { minute: Some(300.0), hour: Some(2_500.0), day: Some((10_000.0 - forecasts).floor()) }
    );
    assert_eq!(shares(3_000, None, free()).on(winter()).share.day, Some(200.0), "two in a hundred");
    assert_eq!(shares(100, None, Limits::NONE).on(winter()).share, Limits::NONE);
}

#[test]
fn current_winters_leave_half_a_share() {
    let behind = |resorts| shares(700, None, free()).after_current_winters(resorts).on(winter()).share.day;
    let whole = behind(0).unwrap();
    assert_eq!(behind(300), Some(whole - 100.0), "one call in three days");
    assert_eq!(behind(30_000), Some((whole / 2.0).floor()));
}

#[test]
fn share_grows_outside_the_season() {
    let shares = shares(700, north(), free());
    let day = |day| shares.on(day).share.day.unwrap();
    assert!(day(summer()) > day(winter()) + 4_000.0, "{} and {}", day(summer()), day(winter()));
    assert_eq!(shares.least(), shares.on(winter()));
}

#[test]
fn first_day_leaves_three_refreshes() {
    let shares = shares(700, north(), free()).after_current_winters(700);
    assert_eq!(shares.first_on(winter()).share.day, Some(10_000.0 - 700.0 * 9.69));
    let most = shares.first_on(summer()).share.day;
    assert!(most >= shares.on(summer()).share.day, "at least the usual share");
}

#[test]
fn smaller_forecasts_leave_more_to_the_first_winters() {
    let plain = shares(700, north(), free());
    let smaller = Plan::new(700, vec![("core", 2.6)], free(), 0.0);
    let need = ForecastNeed::new(&smaller, vec![north(); 700]);
    let shares = plain.clone().beside_smaller_forecasts(Some(need));
    let day = |allowance: Allowance| allowance.share.day.unwrap();
    assert_eq!(plain.few_on(winter()), plain.on(winter()));
    assert_eq!(shares.on(winter()), plain.on(winter()), "older winters do not count");
    assert!(day(shares.few_on(winter())) > day(plain.on(winter())) + 1_000.0);
    assert!(day(shares.first_on(winter())) > day(plain.first_on(winter())) + 800.0);
}
