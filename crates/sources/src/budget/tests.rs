use super::*;

const FREE: Limits = Limits { minute: Some(600.0), hour: Some(5_000.0), day: Some(10_000.0) };

fn calls() -> Vec<(&'static str, f64)> {
    vec![("core", weight(1, 21, 16)), ("context", weight(1, 10, 16))]
}

#[test]
fn weight_follows_the_published_formula() {
    for (locations, variables, days, expected) in [
        (1, 1, 1, 1.0),
        (1, 10, 14, 1.0),
        (1, 10, 16, 16.0 / 14.0),
        (1, 21, 16, 2.4),
        (50, 21, 16, 120.0),
        (1, 63, 16, 7.2),
        (1, 20, 1, 2.0),
        (0, 20, 1, 0.0),
    ] {
        let got = weight(locations, variables, days);
        assert!((got - expected).abs() < 1e-9, "{locations} {variables} {days}: {got} != {expected}");
    }
}

#[test]
fn period_grows_if_it_does_not_fit() {
    let plan = Plan::new(670, calls(), FREE, 0.0);
    assert!(plan.fits());
    assert!(plan.per_day() < 10_000.0);
    let larger = Plan::new(1_000, calls(), FREE, 0.0);
    assert!(!larger.fits());
    assert!(larger.per_day() <= 10_000.0);
    // 3,542.857 weighted calls a refresh: 8 h 31 min is the first whole minute that fits.
    assert_eq!(larger.period_ms(), (8 * 60 + 31) * MINUTE_MS);
}

#[test]
fn reserve_is_kept_back_from_the_day() {
    let plan = Plan::new(670, calls(), FREE, 1_000.0);
    assert!(!plan.fits());
    assert!(plan.per_day() <= 9_000.0);
}

#[test]
fn hourly_limit_counts_too() {
    let limits = Limits { minute: None, hour: Some(100.0), day: None };
    let plan = Plan::new(1_000, calls(), limits, 0.0);
    assert!(plan.period_ms() >= 35 * HOUR_MS);
}

#[test]
fn no_limits_and_no_resorts_are_fine() {
    assert!(Plan::new(50_000, calls(), Limits::NONE, 0.0).fits());
    assert!(Plan::new(0, calls(), FREE, 0.0).fits());
    let zero = Limits { minute: None, hour: None, day: Some(0.0) };
    assert!(!Plan::new(670, calls(), zero, 0.0).fits());
}

#[test]
fn arithmetic_can_be_checked_by_hand() {
    let lines = Plan::new(670, calls(), FREE, 0.0).arithmetic();
    assert_eq!(
        lines[0],
        "670 resorts x (2.400 + 1.143) = 2,374 per refresh x 4.114 per day = 9,766 of 10,000 (core + context)"
    );
    assert_eq!(lines[1], "refresh every 5 h 50 min");
    assert_eq!(lines[2], "one refresh is spread over at least 4 minutes");
    assert!(lines[3].starts_with("24 hours with 5 refreshes would need 11,869"), "{}", lines[3]);
    let kept = Plan::new(600, calls(), FREE, 500.0).arithmetic();
    assert!(kept[0].contains(" of 10,000, 500 kept back ("), "{}", kept[0]);
    let free = Plan::new(600, calls(), Limits::NONE, 500.0).arithmetic();
    assert!(free[0].contains(" without a limit ("), "{}", free[0]);
    let plain = Plan::new(1_000, calls(), FREE, 0.0).arithmetic();
    assert!(plain[1].contains("refresh every 8 h 31 min instead of every 5 h 50 min"), "{}", plain[1]);
}
