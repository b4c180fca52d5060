use alloc::string::ToString;
use alloc::vec;

use super::*;
use crate::time::Timestamp;

fn series(temp_c: &[Option<f32>], precipitation_mm: &[Option<f32>]) -> HourlySeries {
    HourlySeries {
        temp_c: temp_c.to_vec(),
        precipitation_mm: precipitation_mm.to_vec(),
        ..HourlySeries::new("m".to_string(), Timestamp::from_millis(0))
    }
}

#[test]
fn interpolates_short_temperature_gaps() {
    let one = [Some(-2.0), None, Some(-4.0)];
    let two = [Some(-2.0), None, Some(f32::NAN), Some(-5.0)];
    for (column, expected, steps) in [
        (&one[..], &[-2.0, -3.0, -4.0][..], &[1][..]),
        (&two, &[-2.0, -3.0, -4.0, -5.0], &[1, 2]),
        (&[Some(0.0), None, Some(1.0), None, Some(2.0)], &[0.0, 0.5, 1.0, 1.5, 2.0], &[1, 3]),
        (&[Some(-1.0), Some(90.0), Some(-1.0)], &[-1.0, -1.0, -1.0], &[1]),
    ] {
        let repaired = repair(&series(column, &[]));
        let filled: Vec<f32> = repaired.series.temp_c.iter().map(|cell| cell.unwrap()).collect();
        assert_eq!((&filled[..], &repaired.steps[..]), (expected, steps), "{column:?}");
    }
}

#[test]
fn leaves_larger_gaps_and_open_ends() {
    for column in [
        &[Some(-2.0), None, None, None, Some(-4.0)][..],
        &[None, None, Some(-4.0)],
        &[Some(-2.0), None],
        &[None, None],
        &[],
    ] {
        let repaired = repair(&series(column, &[]));
        assert_eq!((&repaired.series.temp_c[..], &repaired.steps[..]), (column, &[][..]));
    }
}

#[test]
fn slightly_negative_water_is_zero() {
    let repaired = repair(&series(&[], &[Some(-0.5), Some(-0.3), Some(0.0), Some(1.0), None, Some(-0.6)]));
    assert_eq!(
        repaired.series.precipitation_mm,
        vec![Some(0.0), Some(0.0), Some(0.0), Some(1.0), None, Some(-0.6)]
    );
    assert_eq!(repaired.steps, [0, 1]);
}
