//! Tests of `qc`. The depths are synthetic.

use conditions_core::time::HOUR_MS;

use super::*;

#[test]
fn a_fault_is_found_and_a_storm_is_kept() {
    let start = Timestamp::parse("2015-01-10T00:00:00Z").unwrap();
    let depth = |hour: i64| if hour < 100 { 50.0 } else { (50 + 4 * (hour - 99).min(10)) as f64 };
    let judged = (0..200).map(|hour| {
        let is_wrong = (30..33).contains(&hour);
        let at = start.plus_millis(hour * HOUR_MS);
        let value = if is_wrong { 90.0 } else { depth(hour) };
        let fault = if is_wrong { "spike_up" } else { "" }.to_owned();
        Judged { sample: Sample { at, value }, truth: depth(hour), fault }
    });
    let readings: Vec<Judged> = judged.collect();
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
