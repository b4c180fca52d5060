use chrono::NaiveDate;
use proptest::prelude::*;

use super::*;

const PHYSICS: Physics = Physics::STANDARD;

fn sun(month: u32) -> Sun {
    Sun::on(NaiveDate::from_ymd_opt(2015, month, 15).unwrap(), false)
}

/// Returns the pack after hours of constant weather.
fn through(pack: Pack, hours: u32, temp_c: f64, water_mm: f64, month: u32) -> PackChange {
    let weather =
        Weather { hours: 1.0, temp_c: Some(temp_c), humidity_pct: Some(100.0), water_mm: Some(water_mm) };
    (0..hours).fold(PackChange { pack, gone_mm: 0.0, fall: Fall::default() }, |before, _| {
        let after = before.pack.after(&weather, sun(month), Some(1500.0), &PHYSICS);
        PackChange { gone_mm: before.gone_mm + after.gone_mm, ..after }
    })
}

#[test]
fn new_snow_accumulates_and_settles() {
    let fallen = through(Pack::default(), 24, -5.0, 1.0, 1).pack;
    assert!((fallen.swe_mm() - 24.0).abs() < 0.5, "{fallen:?}");
    assert!((20.0..26.0).contains(&fallen.depth_cm), "{fallen:?}");
    let later = through(fallen, 240, -5.0, 0.0, 1).pack;
    assert!(later.depth_cm < 0.6 * fallen.depth_cm && later.density().unwrap() < 400.0, "{later:?}");
}

#[test]
fn rain_on_snow_is_held_then_runs_off() {
    let pack = Pack::measured(100.0, Some(300.0));
    let rained = through(pack, 10, 3.0, 4.0, 1);
    assert!(rained.gone_mm > 20.0 && rained.pack.liquid_mm > 10.0, "{rained:?}");
    let frozen = through(rained.pack, 72, -10.0, 0.0, 1).pack;
    assert!(frozen.liquid_mm < rained.pack.liquid_mm && frozen.ice_mm > rained.pack.ice_mm, "{frozen:?}");
    let bare = through(Pack::default(), 5, 8.0, 2.0, 1);
    assert_eq!((bare.pack, bare.gone_mm), (Pack::default(), 10.0));
}

#[test]
fn melt_depends_on_season_and_cold() {
    let pack = Pack::measured(100.0, Some(300.0));
    let gone = |month| through(pack, 240, 5.0, 0.0, month).gone_mm;
    assert!(gone(5) > 3.0 * gone(1) && gone(1) > 3.0, "{} {}", gone(5), gone(1));
    let cold = through(pack, 240, -15.0, 0.0, 1).pack;
    assert!(cold.cold_mm > 5.0, "{cold:?}");
    assert!(through(cold, 24, 5.0, 0.0, 1).gone_mm < through(pack, 24, 5.0, 0.0, 1).gone_mm + 1e-9);
    assert_eq!(through(pack, 4_000, 15.0, 0.0, 5).pack, Pack::default(), "bare ground, and exactly so");
}

#[test]
fn measured_start_has_usual_density() {
    assert_eq!(Pack::measured(100.0, None).density(), Some(300.0));
    assert_eq!(Pack::measured(100.0, Some(250.0)).swe_mm(), 250.0);
    for (depth, swe) in [(0.0, None), (-4.0, Some(9.0)), (f64::NAN, None)] {
        assert_eq!(Pack::measured(depth, swe), Pack::default());
    }
    // Denser than ice: the depth is used, the water is not.
    assert_eq!(Pack::measured(10.0, Some(900.0)).swe_mm(), 30.0);
}

#[test]
fn pack_settles_without_temperature() {
    let weather = Weather { hours: 1.0, temp_c: None, humidity_pct: None, water_mm: Some(5.0) };
    let pack = Pack::measured(100.0, Some(200.0));
    let PackChange { pack: after, gone_mm, .. } = pack.after(&weather, sun(1), None, &PHYSICS);
    assert_eq!((after.swe_mm(), gone_mm), (200.0, 0.0));
    assert!(after.depth_cm < 100.0);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn water_is_conserved(
        hours in prop::collection::vec((-30.0..25.0_f64, 0.0..6.0_f64), 1..300),
        depth in 0.0..300.0_f64,
    ) {
        let start = Pack::measured(depth, None);
        let (mut pack, mut gone, mut fallen) = (start, 0.0, 0.0);
        for (temp, mm) in hours {
            let weather = Weather { hours: 1.0, temp_c: Some(temp), humidity_pct: None, water_mm: Some(mm) };
            let after = pack.after(&weather, sun(4), None, &PHYSICS);
            pack = after.pack;
            gone += after.gone_mm;
            fallen += mm;
            prop_assert!(pack.depth_cm >= 0.0 && pack.ice_mm >= 0.0 && pack.liquid_mm >= 0.0 && pack.cold_mm >= 0.0);
            prop_assert!(pack.density().is_none_or(|density| (30.0..=600.1).contains(&density)), "{pack:?}");
        }
        prop_assert!((start.swe_mm() + fallen - pack.swe_mm() - gone).abs() < 1e-6);
    }

    #[test]
    fn nothing_panics(t in prop::num::f64::ANY, mm in prop::num::f64::ANY, rh in prop::num::f64::ANY) {
        let weather = Weather { hours: 1.0, temp_c: Some(t), humidity_pct: Some(rh), water_mm: Some(mm) };
        let _ = Pack::measured(50.0, None).after(&weather, sun(1), Some(mm), &PHYSICS);
    }
}
