use proptest::prelude::*;

use super::*;

/// Returns Stull (2011), equation 1: an independent fit, published with a mean error of −0.05 °C and extremes of −1 and
/// +0.65 °C at sea-level pressure.
fn stull(t: f64, rh: f64) -> f64 {
    t * (0.151_977 * (rh + 8.313_659).sqrt()).atan() + (t + rh).atan() - (rh - 1.676_331).atan()
        + 0.003_918_38 * rh.powf(1.5) * (0.023_101 * rh).atan()
        - 4.686_035
}

fn near(actual: f64, expected: f64, within: f64) {
    assert!((actual - expected).abs() <= within, "{actual} is not within {within} of {expected}");
}

#[test]
fn wet_bulb_meets_published_values() {
    // Stull's worked example: 20 °C, 50 % -> 13.7 °C.
    near(wet_bulb_c(20.0, 50.0, None).unwrap(), 13.7, 0.2);
    near(stull(20.0, 50.0), 13.7, 0.05);
    // Psychrometric chart at 1013 hPa: 30 °C / 50 % -> 22.0; 10 °C / 50 % -> 5.5; 25 °C / 40 % -> 16.2.
    near(wet_bulb_c(30.0, 50.0, None).unwrap(), 22.0, 0.15);
    near(wet_bulb_c(10.0, 50.0, None).unwrap(), 5.5, 0.15);
    near(wet_bulb_c(25.0, 40.0, None).unwrap(), 16.2, 0.15);
}

#[test]
fn wet_bulb_follows_independent_fit() {
    for temp in 0..=40 {
        for humidity in (20..=95).step_by(5) {
            let (t, rh) = (f64::from(temp), f64::from(humidity));
            near(wet_bulb_c(t, rh, None).unwrap(), stull(t, rh), 1.0);
        }
    }
}

#[test]
fn wet_bulb_in_cold_dry_air() {
    // Air at -30 °C holds so little water that even completely dry air cannot cool far below itself.
    let dry = wet_bulb_c(-30.0, 0.0, None).unwrap();
    assert!(dry < -30.0 && dry > -31.5, "{dry}");
    // Thin air cools further: 20 °C, 50 % at 3000 m.
    let high = wet_bulb_c(20.0, 50.0, Some(3000.0)).unwrap();
    assert!(high < 13.5 && high > 11.0, "{high}");
    near(wet_bulb_c(-10.0, 100.0, Some(2000.0)).unwrap(), -10.0, 1e-6);
    near(wet_bulb_c(5.0, 130.0, None).unwrap(), 5.0, 1e-6);
}

#[test]
fn wet_bulb_rejects_invalid_input() {
    for (t, rh) in
        [(f64::NAN, 50.0), (10.0, f64::NAN), (10.0, -1.0), (61.0, 50.0), (-81.0, 50.0), (10.0, f64::INFINITY)]
    {
        assert_eq!(wet_bulb_c(t, rh, None), None, "{t} {rh}");
    }
    assert!(wet_bulb_c(60.0, 0.0, Some(f64::NAN)).is_some());
}

#[test]
fn the_share_of_snow_has_its_bounds() {
    for (wet, share) in [
        (-40.0, 1.0),
        (-0.1, 1.0),
        (0.075, 0.75),
        (0.25, 0.5),
        (0.425, 0.25),
        (0.6, 0.0),
        (30.0, 0.0),
        (f64::NAN, 0.0),
    ] {
        near(snow_fraction(wet), share, 1e-12);
    }
}

#[test]
fn ratio_peaks_at_dendrite_growth() {
    for (temp, ratio) in [
        (40.0, 5.0),
        (4.0, 5.0),
        (2.0, 5.9),
        (0.0, 6.8),
        (-2.0, 8.4),
        (-4.0, 10.0),
        (-8.0, 13.3),
        (-12.0, 14.9),
        (-16.0, 13.3),
        (-20.0, 10.0),
        (-24.0, 6.8),
        (-60.0, 4.7),
        (f64::NEG_INFINITY, 4.7),
        (f64::INFINITY, 5.0),
    ] {
        near(snow_ratio(Some(temp)), ratio, 1e-12);
    }
    near(snow_ratio(None), 10.0, 0.0);
    near(snow_ratio(Some(f64::NAN)), 10.0, 0.0);
}

#[test]
fn cold_snow_matches_alta() {
    // Medians of 2,378 snow-only days at Alta, by daily mean temperature: no median is near thirty to one.
    for (temp, measured) in
        [(-3.0, 9.7), (-6.0, 11.6), (-9.0, 13.4), (-12.0, 13.6), (-15.0, 12.8), (-18.0, 9.5)]
    {
        near(snow_ratio(Some(temp)), measured, 2.2);
    }
}

#[test]
fn heavy_falls_settle() {
    near(settled_cm(15.0, 15.0), 15.0, 1e-12);
    near(settled_cm(2.0, 2.0), 2.6, 0.01);
    near(settled_cm(50.0, 50.0), 38.8, 0.1);
    near(settled_cm(0.0, 0.0), 0.0, 0.0);
    // More water is never less snow.
    let depths: Vec<f64> = (0..200).map(|mm| settled_cm(f64::from(mm), f64::from(mm))).collect();
    assert!(depths.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn precipitation_splits_by_wet_bulb() {
    let at = |temp, humidity| fall(10.0, temp, humidity, Some(2000.0)).unwrap();
    assert_eq!(at(-4.0, Some(90.0)), Fall { snow_cm: 10.0, frozen_mm: 10.0, rain_mm: 0.0 });
    assert_eq!(at(0.0, None), Fall { snow_cm: 6.8, frozen_mm: 10.0, rain_mm: 0.0 });
    // Saturated at +0.25 °C: half of it is rain, the rest is wet snow. Melting is counted once.
    let mixed = at(0.25, Some(100.0));
    near(mixed.snow_cm, 0.5 * snow_ratio(Some(0.25)), 1e-6);
    near(mixed.rain_mm, 5.0, 1e-6);
    // Warmer air, dry: the wet-bulb temperature is below zero, so no rain falls. At +2 °C water is conserved too.
    near(at(1.0, Some(30.0)).snow_cm, 6.35, 1e-9);
    assert_eq!(at(2.0, Some(30.0)), Fall { snow_cm: 5.9, frozen_mm: 10.0, rain_mm: 0.0 });
    assert_eq!(at(2.0, Some(100.0)), Fall { snow_cm: 0.0, frozen_mm: 0.0, rain_mm: 10.0 });
    // Unknown humidity is that of wet weather, between dry and saturated air.
    near(at(1.0, None).snow_cm, 6.35, 1e-9);
    let unknown = at(1.8, None).frozen_mm;
    assert!((1.0..9.0).contains(&unknown), "{unknown}");
    assert_eq!(at(4.0, None), Fall { snow_cm: 0.0, frozen_mm: 0.0, rain_mm: 10.0 });
    assert_eq!(at(8.0, Some(100.0)), Fall { snow_cm: 0.0, frozen_mm: 0.0, rain_mm: 10.0 });
    assert_eq!(fall(0.0, -5.0, None, None), Some(Fall::default()));
    assert_eq!(fall(-0.1, -5.0, None, None), None);
    assert_eq!(fall(f64::NAN, -5.0, None, None), None);
    assert_eq!(fall(1.0, f64::INFINITY, None, None), None);
}

proptest! {
    #[test]
    fn wet_bulb_is_between_dry_and_saturated(t in -80.0..60.0_f64, rh in 0.0..100.0_f64, z in -400.0..6000.0_f64) {
        let wet = wet_bulb_c(t, rh, Some(z)).unwrap();
        prop_assert!(wet <= t);
        prop_assert!(wet >= t - 50.0);
        prop_assert!(wet_bulb_c(t, (rh + 5.0).min(100.0), Some(z)).unwrap() >= wet - 1e-6);
        // The result satisfies the equation that it was computed from.
        let implied = saturation_hpa(wet) - 6.53e-4 * (1.0 + 9.44e-4 * wet) * pressure_hpa(Some(z)) * (t - wet);
        prop_assert!((implied - saturation_hpa(t) * rh / 100.0).abs() < 1e-3);
    }

    #[test]
    fn water_is_neither_made_nor_lost(
        p in 0.0..200.0_f64, t in -60.0..50.0_f64, rh in proptest::option::of(0.0..110.0_f64)
    ) {
        let fallen = fall(p, t, rh, Some(1800.0)).unwrap();
        prop_assert!(fallen.snow_cm >= 0.0 && fallen.rain_mm >= 0.0);
        prop_assert!((fallen.rain_mm + fallen.frozen_mm - p).abs() <= 1e-9);
        // Frozen water gives snow, within the possible ratios.
        prop_assert!(fallen.snow_cm >= 0.45 * fallen.frozen_mm - 1e-9);
        prop_assert!(settled_cm(fallen.snow_cm, fallen.frozen_mm) <= fallen.frozen_mm / 10.0 * MAX_RATIO + 1e-9);
    }

    #[test]
    fn nothing_panics(p in proptest::num::f64::ANY, t in proptest::num::f64::ANY, rh in proptest::num::f64::ANY) {
        let _ = fall(p, t, Some(rh), Some(rh));
        let _ = wet_bulb_c(t, rh, Some(p));
        let _ = snow_ratio(Some(t));
        let _ = snow_fraction(p);
    }
}
