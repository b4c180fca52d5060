//! Tests of sensors that agree, and of stuck sensors.

use super::*;

fn surface(sensors: &[f64], air: Option<f64>) -> Option<f64> {
    let surface = SurfaceTemp::new(&RoadPolicy::DEFAULT, sensors.iter().copied(), air.and_then(Tenths::new));
    surface.map(|surface| surface.celsius().get())
}

#[test]
fn coldest_agreeing_sensor_counts() {
    assert_eq!(surface(&[-3.1, -3.4], Some(-4.0)), Some(-3.4));
    assert_eq!(surface(&[4.0, -4.0], None), Some(-4.0));
    assert_eq!(surface(&[-12.0], Some(8.0)), Some(-12.0));
    assert_eq!(surface(&[62.0], Some(36.0)), Some(62.0), "asphalt in summer");
    assert_eq!(surface(&[1_001.0, -1.0], Some(0.0)), Some(-1.0), "a filler is not a sensor");
    assert_eq!(surface(&[f64::NAN], None), None);
    assert_eq!(surface(&[], Some(1.0)), None);
}

#[test]
fn stuck_sensors_decide_nothing() {
    for (sensors, air) in [
        (&[33.5, -0.0][..], Some(24.1)),
        (&[33.5, -30.0], None),
        (&[33.0, 33.5, 0.0], None),
        (&[0.0], Some(24.1)),
        (&[-30.0], Some(-5.0)),
        (&[50.0], Some(-10.0)),
        (&[-40.0, -39.0], Some(0.0)),
    ] {
        assert_eq!(surface(sensors, air), None, "{sensors:?} {air:?}");
    }
}
