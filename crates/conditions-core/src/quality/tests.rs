use alloc::string::ToString;
use alloc::vec;

use proptest::prelude::*;

use super::*;
use crate::evidence::{ModelDays, ModelRun, ModelWeather, PerBand, Site};
use crate::record::RefreezeRisk;
use crate::time::{HOUR_MS, MINUTE_MS};

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").expect("a time")
}

fn profile() -> Profile {
    Profile {
        elevation_m: PerBand { base: Some(2500.0), mid: Some(3000.0), summit: Some(3500.0) },
        ..Profile::new("test", chrono_tz::America::Denver)
    }
}

/// Makes a snow station with a pack of `depth` cm and `swe` mm of water.
fn pack(id: &str, depth: f64, swe: f64) -> StationReading {
    StationReading {
        name: Some("Example Pass".into()),
        site: Site::Snow,
        elevation_m: Some(3000.0),
        distance_km: 4.0,
        temp_c: Some(-5.0),
        snow_depth_cm: Some(depth),
        swe_mm: Some(swe),
        ..StationReading::blank("snotel", id, now().plus_millis(-HOUR_MS))
    }
}

/// No band has a depth; the models' depth is mid mountain's.
const UNKNOWN: DepthProfile = DepthProfile { base: None, mid: None, summit: None };

fn quality(
    readings: &[StationReading],
    snapshot: Option<&ForecastSnapshot>,
) -> (Option<Field<SnowQuality>>, FlagSet) {
    let mut flags = FlagSet::default();
    let policy = Policy::contract();
    let field = snow_quality(
        &Present::new(now()),
        &policy,
        &profile(),
        readings,
        snapshot,
        &UNKNOWN,
        &mut flags,
        &mut (),
    );
    (field, flags)
}

fn label_of(reading: StationReading) -> Option<QualityLabel> {
    quality(&[reading], None).0.and_then(|f| f.value).map(|q| q.label)
}

fn weather() -> ModelWeather {
    ModelWeather {
        temp_c: Some(-6.0),
        wet_bulb_c: Some(-7.0),
        rain6h_mm: Some(0.0),
        thaw_hours24h: Some(0),
        thaw_freeze24h: Some(false),
        max_temp24h_c: Some(-4.0),
        coming_min_wet_bulb_c: Some(-10.0),
        max_wind24h_mps: Some(3.0),
        lasting_wind24h_mps: Some(3.0),
    }
}

fn snapshot(weather: ModelWeather, depth: Option<f64>, past: Option<f64>) -> ForecastSnapshot {
    let run = |name: &str| ModelRun {
        model: name.to_string(),
        available_at: None,
        days: ModelDays::default(),
        depth_cm: depth,
        past24h_cm: past,
        past48h_cm: None,
    };
    ForecastSnapshot {
        captured_at: now().plus_millis(-HOUR_MS),
        models: vec![run("a"), run("b")],
        weather: Some(weather),
        hours: None,
    }
}

#[test]
fn density_class_boundaries() {
    use QualityLabel::*;
    for (swe, label) in [
        (29.9, None),
        (30.0, Some(Powder)),
        (119.9, Some(Powder)),
        (120.0, Some(Packed)),
        (279.9, Some(Packed)),
        (280.0, Some(Dense)),
        (399.9, Some(Dense)),
        (400.0, Some(Dense)),
        (549.9, Some(Dense)),
        (550.0, Some(Icy)),
        (917.0, Some(Icy)),
        (917.1, None),
    ] {
        assert_eq!(label_of(pack("a", 100.0, swe)), label, "{swe}");
    }
    let firn = |temp, cycle| {
        label_of(StationReading { temp_c: temp, thaw_freeze48h: cycle, ..pack("a", 100.0, 450.0) })
    };
    assert_eq!(firn(Some(0.1), None), Some(Wet));
    assert_eq!(firn(Some(0.1), Some(true)), Some(Wet));
    assert_eq!(firn(Some(0.0), Some(true)), Some(Spring));
    assert_eq!(firn(Some(0.0), Some(false)), Some(Dense));
    assert_eq!(firn(None, None), Some(Dense));
    let old = |temp| {
        label_of(StationReading { temp_c: temp, thaw_freeze48h: Some(true), ..pack("a", 100.0, 600.0) })
    };
    assert_eq!((old(Some(0.1)), old(Some(0.0))), (Some(Wet), Some(Icy)));
    // Warm air does not change the lighter classes.
    assert_eq!(label_of(StationReading { temp_c: Some(5.0), ..pack("a", 100.0, 390.0) }), Some(Dense));
}

#[test]
fn density_needs_depth() {
    assert_eq!(label_of(pack("a", 9.9, 20.0)), None);
    assert_eq!(label_of(pack("a", 10.0, 20.0)), Some(QualityLabel::Packed));
    assert_eq!(label_of(pack("a", 19.9, 20.0)), None);
    assert_eq!(label_of(pack("a", 20.0, 20.0)), Some(QualityLabel::Powder));
}

#[test]
fn measured_field_names_its_source() {
    let reading =
        StationReading { new_snow24h_cm: Some(20.0), new_swe24h_mm: Some(12.0), ..pack("335", 100.0, 254.0) };
    let (field, flags) = quality(core::slice::from_ref(&reading), None);
    let field = field.expect("a field");
    assert_eq!((field.source, field.observed_at), (Kind::Station, Some(now().plus_millis(-HOUR_MS))));
    assert_eq!(field.confidence, Confidence::new(0.90));
    let value = field.value.expect("a value");
    assert_eq!((value.density_ratio, value.basis), (Hundredths::new(0.25), Some(QualityBasis::Measured)));
    assert_eq!(value.refreeze_risk, None);
    assert_eq!(
        value.description,
        "Measured packed snow of density 0.25 g/cm³ at Example Pass (snotel). \
         New snow of the past 24 hours has density 0.06 g/cm³."
    );
    assert_eq!(flags, FlagSet::default());
    // Increments that make no plausible density are not mentioned.
    for (snow, swe) in [(0.9, 1.0), (20.0, 0.0), (20.0, 500.0), (f64::NAN, 1.0), (-3.0, -1.0)] {
        let reading =
            StationReading { new_snow24h_cm: Some(snow), new_swe24h_mm: Some(swe), ..reading.clone() };
        let text = quality(&[reading], None).0.and_then(|f| f.value).expect("a value").description;
        assert!(!text.contains("New snow"), "{snow} {swe}");
    }
}

#[test]
fn implausible_values_are_flagged() {
    for (reading, flag) in [
        (pack("a", 100.0, 9.0), Flag::ImplausibleDensity),
        (pack("a", 100.0, 921.0), Flag::ImplausibleDensity),
        (pack("a", 100.0, -5.0), Flag::ImplausibleDensity),
        (pack("a", 100.0, f64::NAN), Flag::ImplausibleDensity),
        (pack("a", 1500.1, 3000.0), Flag::ImplausibleDepth),
        (pack("a", f64::INFINITY, 3000.0), Flag::ImplausibleDepth),
    ] {
        let (field, flags) = quality(&[reading], None);
        assert_eq!(field, None, "{flag:?}");
        assert!(flags.has(&flag), "{flag:?}");
    }
    let soon = StationReading { observed_at: now().plus_millis(11 * MINUTE_MS), ..pack("a", 100.0, 200.0) };
    let (field, flags) = quality(&[soon], None);
    assert_eq!((field, flags.has(&Flag::FutureTimestamp)), (None, true));
}

#[test]
fn only_near_mountain_stations_count() {
    let good = pack("a", 100.0, 200.0);
    let aged = |ms: i64| StationReading { observed_at: now().plus_millis(-ms), ..good.clone() };
    assert!(label_of(aged(6 * HOUR_MS)).is_some());
    assert!(label_of(aged(6 * HOUR_MS + 1)).is_none());
    for site in [Site::Airport, Site::Road] {
        assert!(label_of(StationReading { site, ..good.clone() }).is_none());
    }
    assert!(label_of(StationReading { distance_km: 15.1, ..good.clone() }).is_none());
    assert!(label_of(StationReading { elevation_m: Some(3901.0), ..good.clone() }).is_none());
    assert!(label_of(StationReading { swe_mm: None, ..good.clone() }).is_none());
    assert!(label_of(StationReading { snow_depth_cm: None, ..good }).is_none());
}

#[test]
fn conflicting_stations_give_variable() {
    let fresh = pack("b", 100.0, 200.0);
    let older = StationReading { observed_at: now().plus_millis(-3 * HOUR_MS), ..pack("a", 100.0, 300.0) };
    let value = quality(&[older.clone(), fresh.clone()], None).0.and_then(|f| f.value).expect("a value");
    assert_eq!((value.label, value.density_ratio), (QualityLabel::Variable, Hundredths::new(0.20)));
    assert!(
        value.description.starts_with("Stations differ: packed snow of density 0.20"),
        "{}",
        value.description
    );
    assert!(value.description.contains("dense snow of density 0.30"), "{}", value.description);
    // An instrument does not conflict with its own past.
    let past = StationReading { station_id: "b".to_string(), ..older.clone() };
    let value = quality(&[past, fresh.clone()], None).0.and_then(|f| f.value).expect("a value");
    assert_eq!(value.label, QualityLabel::Packed);
    // The nearer one of two equally fresh readings decides.
    let near = StationReading { distance_km: 1.0, ..pack("z", 100.0, 250.0) };
    let value = quality(&[fresh, near], None).0.and_then(|f| f.value).expect("a value");
    assert_eq!((value.label, value.density_ratio), (QualityLabel::Packed, Hundredths::new(0.25)));
}

#[test]
fn quality_without_station_is_modelled() {
    let snap = snapshot(weather(), Some(80.0), Some(0.0));
    let (field, _) = quality(&[], Some(&snap));
    let field = field.expect("a field");
    assert_eq!((field.source, field.observed_at), (Kind::Model, Some(snap.captured_at)));
    assert_eq!(field.confidence, Confidence::new(0.60));
    let value = field.value.expect("a value");
    assert_eq!((value.label, value.basis), (QualityLabel::Packed, Some(QualityBasis::Modeled)));
    assert_eq!((value.density_ratio, value.refreeze_risk), (None, Some(RefreezeRisk::Low)));

    // A station with a label leads; one without does not block it.
    assert_eq!(quality(&[pack("a", 100.0, 350.0)], Some(&snap)).0.expect("a field").source, Kind::Station);
    assert_eq!(quality(&[pack("a", 100.0, 25.0)], Some(&snap)).0.expect("a field").source, Kind::Model);
    // The models' air temperature is used for a station without a thermometer.
    let warm = snapshot(ModelWeather { temp_c: Some(3.0), ..weather() }, Some(80.0), None);
    let reading = StationReading { temp_c: None, ..pack("a", 100.0, 450.0) };
    let value = quality(&[reading], Some(&warm)).0.and_then(|f| f.value).expect("a value");
    assert_eq!(value.label, QualityLabel::Wet);
}

#[test]
fn modelled_quality_needs_all_inputs() {
    let label = |snap: ForecastSnapshot| quality(&[], Some(&snap)).0.and_then(|f| f.value).map(|q| q.label);
    assert_eq!(label(snapshot(weather(), None, None)), None);
    assert_eq!(label(snapshot(weather(), Some(4.9), None)), None);
    assert_eq!(label(snapshot(weather(), Some(5.0), None)), Some(QualityLabel::Packed));
    assert_eq!(label(snapshot(ModelWeather::default(), Some(80.0), None)), None);
    assert_eq!(label(ForecastSnapshot { weather: None, ..snapshot(weather(), Some(80.0), None) }), None);
    let captured = |ms: i64| ForecastSnapshot {
        captured_at: now().plus_millis(-ms),
        ..snapshot(weather(), Some(80.0), None)
    };
    assert!(label(captured(6 * HOUR_MS)).is_some());
    assert!(label(captured(6 * HOUR_MS + 1)).is_none());
    assert!(label(captured(-10 * MINUTE_MS)).is_some());
    assert!(label(captured(-10 * MINUTE_MS - 1)).is_none());
    assert_eq!(quality(&[], None).0, None);
}

#[test]
fn each_surface_type_has_its_weather() {
    let policy = Policy::contract();
    let surface = |weather: ModelWeather, new_snow: f64| {
        modelled_surface(&policy, &weather, Some(80.0), Some(new_snow), false).expect("a surface")
    };
    let w = weather;
    let cold = |max: f64, wind: f64| ModelWeather {
        max_temp24h_c: Some(max),
        lasting_wind24h_mps: Some(wind),
        ..w()
    };
    let wet_bulb =
        |wet: f64| ModelWeather { wet_bulb_c: Some(wet), temp_c: Some(wet), max_temp24h_c: Some(wet), ..w() };
    let thawed = |hours: u8, wet: f64| ModelWeather { thaw_hours24h: Some(hours), ..wet_bulb(wet) };
    let rained = |mm: f64, wet: f64| ModelWeather { rain6h_mm: Some(mm), ..wet_bulb(wet) };
    for (weather, new_snow, expected) in [
        (cold(-3.0, 7.9), 10.0, SurfaceType::DryPowder),
        (cold(-3.0, 7.9), 9.9, SurfaceType::Soft),
        (cold(-2.9, 7.9), 10.0, SurfaceType::Soft),
        (cold(0.0, 7.9), 5.0, SurfaceType::Soft),
        (cold(0.1, 7.9), 5.0, SurfaceType::Packed),
        (cold(0.0, 7.9), 4.9, SurfaceType::Packed),
        (cold(-3.0, 8.0), 10.0, SurfaceType::WindAffected),
        (cold(0.0, 8.0), 1.0, SurfaceType::WindAffected),
        (cold(0.0, 8.0), 0.9, SurfaceType::Packed),
        (cold(0.1, 8.0), 1.0, SurfaceType::Packed),
        (wet_bulb(0.5), 0.0, SurfaceType::Packed),
        (wet_bulb(0.6), 0.0, SurfaceType::Wet),
        (rained(0.5, 0.2), 0.0, SurfaceType::Wet),
        (rained(0.4, 0.2), 0.0, SurfaceType::Packed),
        (rained(0.5, -0.1), 0.0, SurfaceType::Crust),
        (thawed(3, -0.1), 0.0, SurfaceType::Crust),
        (thawed(2, -0.1), 0.0, SurfaceType::Packed),
        (thawed(3, 0.0), 0.0, SurfaceType::Packed),
        (ModelWeather { thaw_freeze24h: Some(true), ..thawed(2, -0.1) }, 0.0, SurfaceType::Spring),
        (ModelWeather { thaw_freeze24h: Some(true), ..thawed(5, 0.3) }, 0.0, SurfaceType::Spring),
        (ModelWeather { temp_c: Some(-6.0), ..ModelWeather::default() }, 50.0, SurfaceType::Packed),
    ] {
        assert_eq!(surface(weather.clone(), new_snow), expected, "{new_snow} {weather:?}");
    }
    assert_eq!(modelled_surface(&policy, &w(), Some(4.9), None, false), Some(SurfaceType::NoSnow));
    assert_eq!(modelled_surface(&policy, &w(), None, None, false), None);
    assert_eq!(modelled_surface(&policy, &w(), Some(f64::NAN), None, false), None);
}

#[test]
fn sun_decides_the_surface() {
    let policy = Policy::contract();
    let surface = |weather: &ModelWeather, new_snow, sunlit| {
        modelled_surface(&policy, weather, Some(80.0), Some(new_snow), sunlit).expect("a surface")
    };
    // A spring day: frost at night, +4 °C and dry air at half past one.
    let noon = ModelWeather {
        temp_c: Some(4.0),
        wet_bulb_c: Some(-2.0),
        thaw_hours24h: Some(5),
        thaw_freeze24h: Some(true),
        ..weather()
    };
    assert_eq!(surface(&noon, 0.0, true), SurfaceType::Spring);
    assert_eq!(
        surface(&ModelWeather { thaw_freeze24h: Some(false), ..noon.clone() }, 0.0, true),
        SurfaceType::Wet
    );
    // The same air at night freezes it.
    assert_eq!(surface(&noon, 0.0, false), SurfaceType::Crust);
}

#[test]
fn deep_new_snow_is_powder() {
    let policy = Policy::contract();
    let near_freezing = ModelWeather { temp_c: Some(-2.0), max_temp24h_c: Some(-2.0), ..weather() };
    let surface =
        modelled_surface(&policy, &near_freezing, Some(150.0), Some(100.0), false).expect("a surface");
    let label = |cm| surface_label(&policy, surface, Some(cm));
    assert_eq!((surface, label(100.0)), (SurfaceType::Soft, Some(QualityLabel::Powder)));
    assert_eq!(label(9.9), Some(QualityLabel::Packed));
    let gust = ModelWeather { max_wind24h_mps: Some(8.2), lasting_wind24h_mps: Some(7.0), ..weather() };
    let blown = modelled_surface(&policy, &gust, Some(150.0), Some(40.0), false);
    assert_eq!(blown, Some(SurfaceType::DryPowder));
}

#[test]
fn label_describes_deep_new_snow() {
    let station =
        StationReading { new_snow24h_cm: Some(40.6), new_swe24h_mm: Some(24.4), ..pack("335", 150.0, 315.0) };
    let told =
        quality(core::slice::from_ref(&station), None).0.and_then(|field| field.value).expect("a quality");
    assert_eq!((told.label, told.density_ratio), (QualityLabel::Powder, Hundredths::new(0.21)));
    assert!(told.description.contains("packed snow of density 0.21"), "{}", told.description);
    assert!(told.description.contains("0.06"), "{}", told.description);
    let little = StationReading { new_snow24h_cm: Some(9.9), new_swe24h_mm: Some(6.0), ..station };
    assert_eq!(label_of(little), Some(QualityLabel::Packed));
}

#[test]
fn surface_types_have_label_and_reason() {
    for surface in SurfaceType::ALL {
        assert_eq!(surface.label().is_none(), surface == SurfaceType::NoSnow, "{surface:?}");
        assert!(surface.reason().ends_with('.'), "{surface:?}");
    }
}

#[test]
fn refreezing_needs_wet_then_cold() {
    let policy = Policy::contract();
    let risk = |hours, rain, coming| {
        let weather = ModelWeather {
            thaw_hours24h: hours,
            rain6h_mm: rain,
            coming_min_wet_bulb_c: coming,
            ..ModelWeather::default()
        };
        refreeze_risk(&policy, &weather)
    };
    assert_eq!(risk(Some(3), None, Some(-3.0)), Some(RefreezeRisk::High));
    assert_eq!(risk(Some(3), None, Some(-2.9)), Some(RefreezeRisk::Moderate));
    assert_eq!(risk(None, Some(0.5), Some(0.0)), Some(RefreezeRisk::Moderate));
    assert_eq!(risk(None, Some(0.5), Some(0.1)), Some(RefreezeRisk::Low));
    assert_eq!(risk(Some(2), Some(0.4), Some(-9.0)), Some(RefreezeRisk::Low));
    assert_eq!(risk(Some(2), Some(0.4), None), Some(RefreezeRisk::Low));
    assert_eq!(risk(Some(3), Some(0.0), None), None);
    assert_eq!(risk(Some(3), None, Some(f64::NAN)), None);
    assert_eq!(risk(None, None, Some(-9.0)), None);
}

fn surface_of(reading: StationReading) -> (Option<SnowSurfaceTemp>, FlagSet) {
    let mut flags = FlagSet::default();
    let field =
        surface_temp(&Present::new(now()), &Policy::contract(), &profile(), &[reading], &mut flags, &mut ());
    (field.and_then(|f| f.value), flags)
}

#[test]
fn surface_temperature_states() {
    use SurfaceState::*;
    let at = |temp: f64| surface_of(StationReading { surface_temp_c: Some(temp), ..pack("a", 80.0, 200.0) });
    for (temp, published, state) in [
        (0.5, 0.0, Melting),
        (0.0, 0.0, Melting),
        (-0.2, -0.2, Melting),
        (-0.3, -0.3, NearFreezing),
        (-2.0, -2.0, NearFreezing),
        (-2.1, -2.1, Firm),
        (-8.0, -8.0, Firm),
        (-8.1, -8.1, Cold),
        (-70.0, -70.0, Cold),
    ] {
        let (value, flags) = at(temp);
        let value = value.expect("a value");
        assert_eq!((value.temp_c.get(), value.state), (published, state), "{temp}");
        assert_eq!(flags, FlagSet::default());
    }
    for bad in [0.51, 20.0, -70.1, f64::NAN, f64::NEG_INFINITY] {
        let (value, flags) = at(bad);
        assert_eq!(value, None, "{bad}");
        assert!(flags.has(&Flag::ImplausibleSurfaceTemp), "{bad}");
    }
    assert_eq!(
        at(-5.44).0.expect("a value").description,
        "Snow surface -5.4 °C, firm, measured at Example Pass (snotel)."
    );
}

#[test]
fn surface_temperature_needs_snow() {
    let icy = StationReading { surface_temp_c: Some(-4.0), ..pack("a", 80.0, 200.0) };
    assert!(surface_of(icy.clone()).0.is_some());
    assert!(surface_of(StationReading { snow_depth_cm: None, ..icy.clone() }).0.is_some());
    assert!(surface_of(StationReading { snow_depth_cm: Some(0.0), ..icy.clone() }).0.is_none());
    assert!(surface_of(StationReading { surface_temp_c: None, ..icy.clone() }).0.is_none());
    assert!(surface_of(StationReading { site: Site::Road, ..icy.clone() }).0.is_none());
    assert!(
        surface_of(StationReading { observed_at: now().plus_millis(-6 * HOUR_MS - 1), ..icy.clone() })
            .0
            .is_none()
    );
    let mut flags = FlagSet::default();
    let older = StationReading {
        observed_at: now().plus_millis(-2 * HOUR_MS),
        surface_temp_c: Some(-9.0),
        ..pack("b", 80.0, 0.0)
    };
    let field = surface_temp(
        &Present::new(now()),
        &Policy::contract(),
        &profile(),
        &[older, icy],
        &mut flags,
        &mut (),
    )
    .expect("a field");
    assert_eq!((field.source, field.confidence), (Kind::Station, Confidence::new(0.90)));
    assert_eq!(field.value.expect("a value").temp_c.get(), -4.0);
}

fn any_reading() -> impl Strategy<Value = StationReading> {
    let number = || prop_oneof![4 => proptest::option::of(-20.0..300.0_f64), 1 => proptest::option::of(proptest::num::f64::ANY)];
    (0_u8..3, 0_i64..14, number(), number(), number(), number(), number()).prop_map(
        |(id, age, depth, swe, surface, new_snow, new_swe)| StationReading {
            observed_at: now().plus_millis(-age * 30 * MINUTE_MS),
            snow_depth_cm: depth,
            swe_mm: swe,
            surface_temp_c: surface.map(|t| t / -10.0),
            new_snow24h_cm: new_snow,
            new_swe24h_mm: new_swe,
            ..pack(&id.to_string(), 0.0, 0.0)
        },
    )
}

proptest! {
    #[test]
    fn order_never_matters(
        readings in proptest::collection::vec(any_reading(), 0..8), turn in 0_usize..8,
    ) {
        let snap = snapshot(weather(), Some(80.0), Some(12.0));
        let mut turned = readings.clone();
        turned.reverse();
        let len = turned.len().max(1);
        turned.rotate_left(turn % len);
        prop_assert_eq!(quality(&readings, Some(&snap)), quality(&turned, Some(&snap)));
        let surface = |readings: &[StationReading]| {
            let mut flags = FlagSet::default();
            (surface_temp(&Present::new(now()), &Policy::contract(), &profile(), readings, &mut flags, &mut ()), flags)
        };
        let (field, flags) = surface(&readings);
        prop_assert_eq!((field.clone(), flags), surface(&turned));
        if let Some(value) = field.and_then(|f| f.value) {
            prop_assert!(value.temp_c <= Tenths::ZERO);
        }
    }

    #[test]
    fn absurd_weather_does_no_harm(
        n in proptest::array::uniform7(proptest::option::of(proptest::num::f64::ANY)),
        hours in proptest::option::of(proptest::num::u8::ANY), depth in proptest::num::f64::ANY,
    ) {
        let weather = ModelWeather {
            temp_c: n[0], wet_bulb_c: n[1], rain6h_mm: n[2], thaw_hours24h: hours, thaw_freeze24h: None,
            max_temp24h_c: n[3], coming_min_wet_bulb_c: n[4], max_wind24h_mps: n[5], lasting_wind24h_mps: n[5],
        };
        let (field, _) = quality(&[], Some(&snapshot(weather, Some(depth), n[6])));
        if let Some(value) = field.and_then(|f| f.value) {
            prop_assert!(depth >= 5.0 && value.density_ratio.is_none());
        }
    }
}
