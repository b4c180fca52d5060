use std::path::Path;

use super::*;

/// Returns the result and the notes for two columns.
fn found(one: &Daily, other: &Daily) -> (Result<(), String>, Vec<String>) {
    let folder = Folder::open(Path::new(".")).unwrap();
    let found = check_dating(&folder, "snow and water", one, other);
    (found, folder.notes())
}

/// Returns falls of `days` days, dated `later` days later.
fn falls(later: i64, days: i64) -> Daily {
    let first = NaiveDate::from_ymd_opt(2020, 12, 1).unwrap();
    (0..days).map(|day| (first + TimeDelta::days(day + later), ((day * day) % 23) as f64)).collect()
}

#[test]
fn rejects_shifted_columns() {
    for lag in LAGS {
        let (found, _) = found(&falls(0, 120), &falls(lag, 120));
        match lag {
            0 => assert_eq!(found, Ok(())),
            lag => {
                let said = format!("snow and water are dated {} days apart", lag.abs());
                assert!(found.unwrap_err().starts_with(&said), "{lag}");
            }
        }
    }
}

#[test]
fn short_columns_are_accepted() {
    assert_eq!(found(&falls(0, 40), &falls(1, 40)).0, Ok(()));
    let flat: Daily = falls(0, 120).into_keys().map(|date| (date, 0.0)).collect();
    assert_eq!(found(&flat, &falls(0, 120)).0, Ok(()));
}

#[test]
fn shifted_winter_is_reported() {
    let mut moved = falls(0, 1000);
    let winter: Vec<NaiveDate> = falls(0, 1000).into_keys().skip(212).take(365).collect();
    for date in &winter {
        moved.remove(date);
    }
    let whole = falls(0, 1000);
    moved.extend(winter.iter().filter_map(|date| Some((date.succ_opt()?, *whole.get(date)?))));
    let (found, told) = found(&whole, &moved);
    assert_eq!((found, told.len()), (Ok(()), 1));
    assert!(
        told[0].starts_with("snow and water are, in the winter of 2021/2022, dated 1 days apart"),
        "{told:?}"
    );
}

#[test]
fn gains_belong_to_the_first_day() {
    let first = NaiveDate::from_ymd_opt(2020, 12, 1).unwrap();
    let depths: Daily = first.iter_days().zip([10.0, 25.0, 20.0]).collect();
    assert_eq!(gains(&depths).into_values().collect::<Vec<f64>>(), [15.0, 0.0]);
}
