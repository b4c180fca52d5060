//! Tests of all checks together, on readings of a synthetic station.

use super::*;

pub(super) fn at(hours: i64) -> Timestamp {
    Timestamp::parse("2026-01-10T00:00:00Z").unwrap().plus_millis(hours * HOUR_MS)
}

pub(super) fn limits() -> Limits {
    Limits::standard(Units::Metric, Thresholds::standard())
}

/// Returns hourly samples from the first hour on.
pub(super) fn hourly(values: impl IntoIterator<Item = f64>) -> Vec<Sample> {
    values.into_iter().zip(0..).map(|(value, hour)| Sample { at: at(hour), value }).collect()
}

/// Returns a temperature of a day's course, to the tenth.
pub(super) fn course(hour: i64) -> f64 {
    ((-6.0 + 4.0 * (hour as f64 * 0.26).sin() + 0.13 * (hour % 5) as f64) * 10.0).round() / 10.0
}

fn series(hours: i64, fill: impl Fn(&mut Reading, i64)) -> Series {
    (0..hours)
        .map(|hour| {
            let mut reading = Reading::new("synthetic", at(hour));
            reading.temp_c = Some(course(hour));
            reading.wind_mps = Some(3.0 + (hour % 7) as f64 * 0.4);
            reading.snow_depth_cm = Some(120.0 + (hour % 3) as f64 * 0.3);
            fill(&mut reading, hour);
            (at(hour), reading)
        })
        .collect()
}

fn verdicts(judged: &CheckedSeries) -> Vec<(Quantity, DoubtReason, usize)> {
    let mut counts: BTreeMap<(Quantity, DoubtReason), usize> = BTreeMap::new();
    for ((_, quantity), doubt) in &judged.doubts {
        *counts.entry((*quantity, doubt.why)).or_default() += 1;
    }
    counts.into_iter().map(|((quantity, why), count)| (quantity, why, count)).collect()
}

fn judged(hours: i64, fill: impl Fn(&mut Reading, i64)) -> Vec<(Quantity, DoubtReason, usize)> {
    verdicts(&check(&series(hours, fill), &Doubts::new(), &limits()))
}

#[test]
fn ordinary_days_are_not_doubted() {
    assert_eq!(judged(72, |_, _| {}), []);
    assert_eq!(check(&Series::new(), &Doubts::new(), &limits()), CheckedSeries::default());
}

#[test]
fn bad_instrument_affects_no_others() {
    let stuck = judged(48, |reading, hour| {
        if hour >= 30 {
            reading.temp_c = Some(-7.3);
        }
    });
    assert_eq!(stuck, [(Quantity::Temp, DoubtReason::Stuck, 18)]);
    let frozen = judged(48, |reading, hour| {
        if hour >= 30 {
            (reading.temp_c, reading.wind_mps) = (Some(-7.3), Some(0.0));
        }
    });
    assert_eq!(frozen, [(Quantity::Temp, DoubtReason::Stuck, 18), (Quantity::Wind, DoubtReason::Stuck, 18)]);
    let spike = judged(48, |reading, hour| {
        if hour == 40 {
            (reading.temp_c, reading.snow_depth_cm) = (Some(31.0), Some(410.0));
        }
    });
    assert_eq!(
        spike,
        [(Quantity::Temp, DoubtReason::Jumped, 1), (Quantity::SnowDepth, DoubtReason::Depth, 1)]
    );
}

#[test]
fn unit_change_outlasts_the_readings() {
    let whole = series(200, |reading, hour| {
        if hour >= 50 {
            reading.snow_depth_cm = reading.snow_depth_cm.map(|cm| cm / 2.54);
            reading.temp_c = reading.temp_c.map(|celsius| celsius * 1.8 + 32.0);
        }
    });
    let mut before = CheckedSeries::default();
    for end in 1..=200 {
        let window: Series = whole.range(at(end - 74)..at(end)).map(|(at, r)| (*at, r.clone())).collect();
        before = check(&window, &before.doubts, &limits());
    }
    let newest = before.doubts.get(&(at(199), Quantity::SnowDepth)).copied();
    assert_eq!(newest, Some(Doubt { why: DoubtReason::OtherUnit, since: at(50) }));
    assert_eq!(
        verdicts(&before),
        [(Quantity::Temp, DoubtReason::OtherUnit, 74), (Quantity::SnowDepth, DoubtReason::OtherUnit, 74)]
    );
    assert_eq!(before.depths, []);
}

#[test]
fn new_doubts_are_counted_once() {
    let of = |hours| {
        check(
            &series(hours, |reading, hour| reading.temp_c = Some(if hour < 5 { course(hour) } else { 1.5 })),
            &Doubts::new(),
            &limits(),
        )
    };
    let (first, second) = (of(20), of(21));
    assert_eq!(first.new_doubts(&CheckedSeries::default()), BTreeMap::from([("stuck", 15)]));
    assert_eq!(second.new_doubts(&first), BTreeMap::from([("stuck", 1)]));
    assert!(second.any_since(at(20)) && !second.any_since(at(21)));
}
