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
