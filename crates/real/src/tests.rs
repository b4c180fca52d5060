//! Tests of the tool as a whole. The records are made up.

use std::env;

use super::*;

/// A folder of its own with files, by what they are called.
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
fn a_task_that_cannot_run_keeps_no_other_from_it() {
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
fn a_record_without_a_row_is_told_and_no_empty_success() {
    let files = [("ensemble_innsbruck_rain12h.csv", "valid_at,observed_mm,m1_mm\n")];
    let path = records("nothing", &files);
    let said = run(&arguments("ensemble", path.clone())).unwrap_err();
    assert!(said.contains("nothing can be predicted"), "{said}");
    fs::remove_dir_all(path).unwrap();
}
