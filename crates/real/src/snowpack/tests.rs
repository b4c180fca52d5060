use chrono::Datelike as _;

use super::records::ObservedDay;
use super::*;

#[test]
fn day_begins_at_six() {
    let at = |text: &str| chrono::NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M").unwrap();
    assert_eq!(date_of(at("2015-01-10T07:00")).to_string(), "2015-01-10");
    assert_eq!(date_of(at("2015-01-11T06:00")).to_string(), "2015-01-10");
}

#[test]
fn a_winter_snows_and_melts_out() {
    let start = NaiveDate::from_ymd_opt(2014, 11, 1).unwrap();
    let days = start.iter_days().take(230).enumerate().map(|(nth, date)| {
        let mean = if nth < 120 { -6.0 } else { 12.0 };
        let observed = ObservedDay {
            depth_cm: Some(if (10..160).contains(&nth) { 80.0 } else { 0.0 }),
            swe_mm: None,
            pit_swe_mm: None,
            temp_min_c: Some(mean - 3.0),
            temp_max_c: Some(mean + 3.0),
            water_mm: Some(if nth < 120 { 4.0 } else { 0.0 }),
            snow_mm: None,
        };
        (date, observed)
    });
    let winter = Winter { days: days.collect(), ..Winter::default() };
    let states = through(&winter, true, false);
    assert_eq!(states.len(), 230);
    let most = states.values().map(|(swe, _)| *swe).fold(0.0, f64::max);
    assert!((380.0..480.0).contains(&most), "{most}");
    assert_eq!(states.values().next_back(), Some(&(0.0, 0.0)));
    let winters = BTreeMap::from([("2014-15".to_owned(), winter)]);
    let run = BTreeMap::from([("2014-15".to_owned(), states)]);
    let tables = score::tables(&winters, &run, &run, false);
    let text: String = tables.iter().map(crate::table::Table::text).collect();
    assert!(text.contains("2014-15") && text.contains("**ours**"), "{text}");
}

/// Makes a folder with a winter by days and, in a file of another name, by hours; `of` arranges the hours.
fn folder(
    name: &str,
    of: fn(Vec<String>) -> Vec<String>,
    depth: fn(i64) -> f64,
) -> (std::path::PathBuf, Folder) {
    let path = std::env::temp_dir().join(format!("real-{}-snowpack-{name}", std::process::id()));
    std::fs::create_dir_all(path.join("cdp_hourly")).unwrap();
    let first = NaiveDate::from_ymd_opt(2014, 12, 1).unwrap();
    let mut days = "winter,date,depth_cm,tmin_c,tmax_c,precip_mm\n".to_owned();
    let mut hours = Vec::new();
    for (nth, date) in (0_i64..).zip(first.iter_days().take(90)) {
        let water = f64::from(u8::from(nth % 3 == 0)) * ((nth * 7 % 11) as f64 + 1.0);
        days.push_str(&format!("2014-15,{date},{},-6,2,{water}\n", depth(nth)));
        for hour in 0..24 {
            let at = date.and_hms_opt(7, 0, 0).unwrap() + TimeDelta::hours(hour);
            let temp = -2.0 + 4.0 * ((hour - 12) as f64).cos();
            let at = at.format("%Y-%m-%dT%H:%MZ");
            hours.push(format!("{at},{temp:.2},80,0,{}", water / 24.0));
        }
    }
    let hours = format!("time,tair_c,rh_pct,rain_mm,snow_mm\n{}\n", of(hours).join("\n"));
    std::fs::write(path.join("cdp_daily.csv"), days).unwrap();
    std::fs::write(path.join("cdp_hourly/hours.csv"), hours).unwrap();
    let folder = Folder::open(&path).unwrap();
    (path, folder)
}

#[test]
fn hour_order_never_matters() {
    let predicted = |name, of| {
        let (path, folder) = folder(name, of, |_| 0.0);
        let found = run(&folder).unwrap().predictions.csv();
        std::fs::remove_dir_all(path).unwrap();
        found
    };
    let whole = predicted("order", |hours| hours);
    assert_eq!(predicted("reversed", |hours| hours.into_iter().rev().collect()), whole);
    assert_eq!(predicted("twice", |hours| hours.iter().chain(&hours).cloned().collect()), whole);
    assert_ne!(predicted("none", |_| Vec::new()), whole);
}

#[test]
fn empty_hours_are_not_weather() {
    let predicted = |name, of| {
        let (path, folder) = folder(name, of, |_| 0.0);
        let found = run(&folder).unwrap().predictions.csv();
        std::fs::remove_dir_all(path).unwrap();
        found
    };
    let empty = |hours: Vec<String>| {
        let times = hours.iter().filter_map(|row| row.split(',').next().map(|time| format!("{time},,,,")));
        times.collect()
    };
    assert_eq!(predicted("empty", empty), predicted("nothing", |_| Vec::new()));
}

#[test]
fn ten_missing_days_restart_winter() {
    let (path, folder) = folder("gap", |_| Vec::new(), |_| 100.0);
    let mut winters = records::winters(&folder).unwrap();
    std::fs::remove_dir_all(path).unwrap();
    let winter = winters.get_mut("2014-15").unwrap();
    let depths_with_a_gap_of = |winter: &Winter, gap: i64| -> Vec<f64> {
        let end = NaiveDate::from_ymd_opt(2014, 12, 5).unwrap() + TimeDelta::days(gap);
        let days = winter.days.iter().filter(|(date, _)| date.day() < 5 || **date >= end);
        let days = days.map(|(date, day)| (*date, *day)).collect();
        through(&Winter { days, ..Winter::default() }, false, false).into_values().map(|(_, cm)| cm).collect()
    };
    // Snow settles during unknown weather.
    let short = depths_with_a_gap_of(winter, 9);
    assert!(short[4] < 0.99 * short[3], "{short:?}");
    assert_eq!(depths_with_a_gap_of(winter, 12)[4], 100.0);
    winter.days.retain(|date, _| date.day() % 7 != 0);
    assert!(winter.shortcoming().unwrap().starts_with("11 days of unknown weather"));
}

#[test]
fn cold_season_sets_hemisphere() {
    let (path, folder) = folder("north", |_| Vec::new(), |_| 0.0);
    let mut winters = records::winters(&folder).unwrap();
    std::fs::remove_dir_all(path).unwrap();
    assert!(!records::is_southern(&winters));
    let winter = winters.get_mut("2014-15").unwrap();
    winter.days = winter.days.iter().map(|(date, day)| (*date - TimeDelta::days(181), *day)).collect();
    assert!(records::is_southern(&winters));
}
