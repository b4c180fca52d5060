use alloc::vec;

use super::*;

fn day(date: &str, cm: Option<f64>) -> ModelDay {
    ModelDay {
        date: date.parse().expect("a date"),
        snow_cm: PerBand { base: None, mid: cm, summit: cm },
        rain_mm: PerBand::all(None),
        temp_min_c: PerBand::all(None),
        temp_max_c: PerBand::all(None),
        freezing_level_m: None,
        wind_max_mps: None,
        gust_max_mps: None,
        wind: None,
        cloud_pct: None,
        gap_filled: false,
    }
}

fn date(text: &str) -> NaiveDate {
    text.parse().expect("a date")
}

/// Returns the snow of mid mountain from a date on, in tenths by known day.
fn mid(days: &ModelDays, from: &str) -> Option<Vec<Option<i32>>> {
    let snow: SnowFrom<4> = days.snow(Band::Mid, date(from), |cm| cm <= 100.0)?;
    let told = |(day, units): (usize, &i32)| (snow.known >> day & 1 == 1).then_some(*units);
    Some(snow.units.iter().enumerate().map(told).collect())
}

#[test]
fn columns_follow_changes() {
    let mut days = ModelDays::from(vec![day("2026-01-31", Some(4.04)), day("2026-02-01", None)]);
    assert_eq!(mid(&days, "2026-01-31"), Some(vec![Some(40), None, None, None]));
    assert_eq!(mid(&days, "2026-01-30"), Some(vec![None, Some(40), None, None]));
    days.change(|days| days.push(day("2026-02-02", Some(1.0))));
    assert_eq!(mid(&days, "2026-02-01"), Some(vec![None, Some(10), None, None]));
    for elsewhen in ["2025-12-01", "2026-01-27", "2026-02-03", "2027-03-01"] {
        assert_eq!(mid(&days, elsewhen), Some(vec![None; 4]), "{elsewhen}");
    }
}

#[test]
fn implausible_column_is_none() {
    for bad in [100.1, 1e9, f64::NAN, f64::INFINITY] {
        let days = ModelDays::from(vec![day("2026-01-31", Some(4.0)), day("2026-02-01", Some(bad))]);
        assert_eq!(mid(&days, "2026-01-31"), None, "{bad}");
        assert!(days.in_order_after(date("2026-01-30")) == Some(1));
    }
    let long = (0..21).map(|ahead| ModelDay {
        date: date("2026-01-31") + chrono::Days::new(ahead),
        ..day("2026-01-31", Some(1.0))
    });
    assert_eq!(mid(&long.collect(), "2026-01-31"), None);
}

#[test]
fn only_consecutive_days_have_columns() {
    let [first, second, third] = ["2026-01-30", "2026-01-31", "2026-02-01"].map(|date| day(date, Some(1.0)));
    assert!(mid(&ModelDays::default(), "2026-01-30").is_none());
    for days in [
        vec![second.clone(), first.clone()],
        vec![first.clone(), first.clone()],
        vec![first.clone(), third.clone()],
    ] {
        assert!(mid(&ModelDays::from(days), "2026-01-30").is_none());
    }
    assert!(mid(&[first, second, third].into_iter().collect(), "2026-01-30").is_some());
}

#[test]
fn days_are_held_to_the_ten_thousandth() {
    for (said, held) in [
        (0.0, 0.0),
        (12.3, 12.3),
        (-3.25, -3.25),
        (0.1 + 0.2, 0.3),
        (4.123_45, 4.1235),
        (-4.123_45, -4.1235),
        (6_123.4, 6_123.4),
    ] {
        let days = ModelDays::from(vec![day("2026-01-31", Some(said))]);
        assert_eq!(days.iter().next().and_then(|day| day.snow_cm.mid), Some(held), "{said}");
        assert_eq!(ModelDays::from(days.iter().collect::<Vec<_>>()), days, "{said}");
    }
}

#[test]
fn number_beyond_the_bound_stays_implausible() {
    for bad in [1e300, f64::INFINITY, f64::NAN, -1e300, f64::NEG_INFINITY, 214_748.364_8, -214_748.364_8] {
        let days = ModelDays::from(vec![day("2026-01-31", Some(bad))]);
        let held = days.iter().next().and_then(|day| day.snow_cm.mid).expect("not null");
        assert!(held.abs() > 214_748.0 && !(bad < 0.0 && held > 0.0), "{bad}: {held}");
    }
}

#[test]
fn other_numbers_are_held_to_the_hundredth() {
    for (said, held) in [(-12.34, -12.34), (0.1 + 0.2, 0.3), (119.996, 120.0), (1e9, 327.67), (-1e9, -327.67)]
    {
        let said = ModelDay {
            temp_min_c: PerBand::all(Some(said)),
            cloud_pct: Some(said),
            gust_max_mps: None,
            ..day("2026-01-31", None)
        };
        let days = ModelDays::from(vec![said]);
        let read = days.iter().next().expect("a day");
        assert_eq!((read.temp_min_c.base, read.cloud_pct, read.gust_max_mps), (Some(held), Some(held), None));
    }
}

#[test]
fn a_day_takes_a_fifth_of_its_plain_form() {
    assert!(size_of::<HeldDay>() * 5 < size_of::<ModelDay>(), "{} bytes", size_of::<HeldDay>());
}
