//! Tests of the tool as a whole. The records are made up.

use std::env;

use super::*;

/// Makes a separate folder with these files, by name.
fn records(of: &str, files: &[(&str, &str)]) -> PathBuf {
    let path = env::temp_dir().join(format!("real-{}-{of}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    for (name, text) in files {
        write(&path.join(name), text).unwrap();
    }
    path
}

fn arguments(task: &str, data: PathBuf) -> Arguments {
    let out = Some(data.join("out"));
    Arguments { task: task.to_owned(), data, out, write: false }
}

#[test]
fn failed_task_does_not_stop_others() {
    let days: String = (1..=28).map(|day| format!("2020-02-{day:02},5,6,-2,-8,0\n")).collect();
    let header = "date,prcp_mm,snow_cm,tmax_c,tmin_c,multi_day\n";
    let path = records("all", &[("alta_daily.csv", &format!("{header}{days}"))]);
    let said = run(&arguments("all", path.clone())).unwrap_err();
    assert!(said.contains("snowpack: cdp_daily.csv is not in the folder"), "{said}");
    let predicted = fs::read_to_string(path.join("out/slr.csv")).unwrap();
    assert_eq!(predicted.lines().count(), 29);
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn empty_record_is_an_error() {
    let files = [("ensemble_innsbruck_rain12h.csv", "valid_at,observed_mm,m1_mm\n")];
    let path = records("nothing", &files);
    let said = run(&arguments("ensemble", path.clone())).unwrap_err();
    assert!(said.contains("no data for a prediction"), "{said}");
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn empty_file_counts_as_missing() {
    let forecasts: String =
        (0..16).map(|lead| format!("2026-02-12T06:00Z,a,2026-02-{},{lead},2\n", 12 + lead)).collect();
    let files = [
        ("forecasts_openmeteo_2026.csv", format!("issued_at,place,date,lead_day,snowfall_cm\n{forecasts}")),
        ("obs_snotel_2026.csv", "\n".to_owned()),
        ("pairs.csv", "place,station,use,day_starts_utc_h,measures\na,b,primary,8,swe\n".to_owned()),
    ];
    let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
    let path = records("empty", &files);
    run(&arguments("forecast", path.clone())).unwrap();
    assert_eq!(fs::read_to_string(path.join("out")).unwrap().lines().count(), 17);
    fs::remove_dir_all(path).unwrap();
}

const STATIONS: &str = "station,day_starts_utc_h,has_depth,heated_gauge\nA,0,yes,\n";
const WINTERS: &str = "site,winter,lat,elevation_m,day_starts_utc_h,start_swe_mm,start_depth_cm\n";

#[test]
fn winters_mark_the_second_set() {
    let path = records("second", &[("winters.csv", WINTERS)]);
    let said = run(&arguments("slr", path.clone())).unwrap_err();
    assert_eq!(said, "this folder has records for newsnow, phase, snowpack, forecast, leaps, not for slr");
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn leaps_are_published_flagged() {
    let hour = |hour: i32| {
        let depth = if (60..64).contains(&hour) { 90 } else { 30 };
        format!("A,2014-11-{:02}T{:02}:00Z,{depth},4.0,40,-8.0\n", 1 + hour / 24, hour % 24)
    };
    let hours: String = (0..96).map(hour).collect();
    let files = [
        ("winters.csv", WINTERS.to_owned()),
        ("stations.csv", STATIONS.to_owned()),
        ("stations_hourly.csv", format!("station,time,depth_cm,tair_c,rh_pct,surface_c\n{hours}")),
        (
            "truth_leaps.csv",
            "station,time,before_cm,back_at\nA,2014-11-03T12:00Z,30,2014-11-03T16:00Z\n".to_owned(),
        ),
    ];
    let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
    let path = records("leaps", &files);
    run(&arguments("leaps", path.clone())).unwrap();
    let published = fs::read_to_string(path.join("out")).unwrap();
    fs::remove_dir_all(path).unwrap();
    assert_eq!(published.lines().count(), 97);
    assert!(published.contains("A,2014-11-03T13:00Z,30.0,1\n"), "{published}");
    assert!(published.contains("A,2014-11-04T00:00Z,30.0,0\n"), "{published}");
}
