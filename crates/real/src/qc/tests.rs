use conditions_core::time::HOUR_MS;

use super::*;

/// Returns hourly depths with their true values and faults.
fn readings(hours: i64, of: impl Fn(i64) -> (f64, f64, &'static str)) -> Vec<LabelledSample> {
    let start = Timestamp::parse("2015-01-10T00:00:00Z").unwrap();
    let judged = (0..hours).map(|hour| {
        let (value, truth, fault) = of(hour);
        LabelledSample {
            sample: Sample { at: start.plus_millis(hour * HOUR_MS), value },
            truth,
            fault: fault.to_owned(),
        }
    });
    judged.collect()
}

#[test]
fn unnamed_faults_count() {
    let depth = |hour: i64| 50.0 - (hour / 50) as f64;
    let of = |hour| {
        if (30..33).contains(&hour) { (90.0, depth(hour), "ice") } else { (depth(hour), depth(hour), "") }
    };
    let readings = readings(200, of);
    let wrong = rejects(&readings);
    let of = |what| BTreeMap::from([("a".to_owned(), what)]);
    let text = score::table(&of(readings), &BTreeMap::from([("a".to_owned(), wrong)])).text();
    let ours = text.lines().find(|line| line.contains("ours")).unwrap();
    assert!(ours.matches("1.000").count() == 2, "{text}");
}

#[test]
fn first_hour_never_matters() {
    let all = readings(24 * 20, |hour| {
        let cm = 50.0 + (hour / 30) as f64;
        let off = if (200..260).contains(&hour) { 25.0 } else { 0.0 };
        (cm + off, cm, if off > 0.0 { "offset" } else { "" })
    });
    let whole = rejects(&all);
    let late = rejects(all.get(7..).unwrap());
    assert_eq!(whole, late);
    assert!(!whole.is_empty());
}

#[test]
fn inch_steps_are_recognised() {
    // Eight days without a change are normal if a step is an inch.
    let still = readings(24 * 9, |hour| {
        let cm = if hour < 10 { 40.0 * 2.54 } else { 41.0 * 2.54 };
        (cm, cm, "")
    });
    assert_eq!(rejects(&still).len(), 0);
}

#[test]
fn faults_go_and_storms_stay() {
    let start = Timestamp::parse("2015-01-10T00:00:00Z").unwrap();
    let depth = |hour: i64| if hour < 100 { 50.0 } else { (50 + 4 * (hour - 99).min(10)) as f64 };
    let judged = (0..200).map(|hour| {
        let is_wrong = (30..33).contains(&hour);
        let at = start.plus_millis(hour * HOUR_MS);
        let value = if is_wrong { 90.0 } else { depth(hour) };
        let fault = if is_wrong { "spike_up" } else { "" }.to_owned();
        LabelledSample { sample: Sample { at, value }, truth: depth(hour), fault }
    });
    let readings: Vec<LabelledSample> = judged.collect();
    let wrong = rejects(&readings);
    assert_eq!(wrong.len(), 3);
    let table = score::table(
        &BTreeMap::from([("a".to_owned(), readings)]),
        &BTreeMap::from([("a".to_owned(), wrong)]),
    );
    let text = table.text();
    let ours = text.lines().find(|line| line.contains("ours")).unwrap();
    assert!(ours.contains("1.000") && ours.ends_with(" 0 of 10"), "{text}");
}
