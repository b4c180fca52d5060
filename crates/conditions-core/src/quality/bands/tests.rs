use alloc::string::ToString;
use alloc::vec;

use proptest::prelude::*;

use super::*;
use crate::evidence::{HourColumn, ModelDays, ModelRun, Site};
use crate::field::Field;
use crate::quality::snow_quality;
use crate::time::HOUR_MS;

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn profile() -> Profile {
    Profile {
        elevation_m: PerBand { base: Some(2500.0), mid: Some(3000.0), summit: Some(3500.0) },
        ..Profile::new("test", chrono_tz::America::Denver)
    }
}

fn column(value: impl Fn(i64) -> Option<f64>) -> HourColumn {
    // Hours from the capture.
    HourColumn::new((-48..=72).map(|hour| (value(hour), 5)))
}

/// Returns hours of −2 °C at mid mountain, dry and still.
fn hours() -> HourlyWeather {
    let all = |value: f64| column(move |_| Some(value));
    HourlyWeather {
        start: NOW.plus_millis(-48 * HOUR_MS),
        elevation_m: Some(3000.0),
        temp_c: all(-2.0),
        humidity_pct: all(70.0),
        precipitation_mm: all(0.0),
        wind_mps: all(2.0),
        wind_from_east_mps: HourColumn::default(),
        wind_from_north_mps: HourColumn::default(),
        gust_mps: all(4.0),
        cloud_pct: all(50.0),
        members_mm: vec![],
        past: None,
    }
}

fn snapshot(hours: Option<HourlyWeather>, weather: Option<ModelWeather>) -> ForecastSnapshot {
    let run = |name: &str| ModelRun {
        model: name.to_string(),
        available_at: None,
        days: ModelDays::default(),
        depth_cm: Some(120.0),
        past24h_cm: Some(0.0),
        past48h_cm: None,
    };
    ForecastSnapshot { captured_at: NOW, models: vec![run("a"), run("b")], weather, hours }
}

fn depth(base: Option<f64>, mid: Option<f64>, summit: Option<f64>) -> DepthProfile {
    let field = |cm: Option<f64>| {
        cm.map(|cm| Field::known(Tenths::new(cm).unwrap(), Kind::Operator, Some(NOW), Confidence::new(0.9)))
    };
    DepthProfile { base: field(base), mid: field(mid), summit: field(summit) }
}

fn everywhere() -> DepthProfile {
    depth(Some(80.0), Some(120.0), Some(160.0))
}

fn surfaces(hours: HourlyWeather) -> [Option<SurfaceType>; 3] {
    let all =
        by_band(NOW, &Policy::contract(), &profile(), &[], Some(&snapshot(Some(hours), None)), &everywhere());
    [all.base.surface, all.mid.surface, all.summit.surface]
}

#[test]
fn surface_follows_band_temperature() {
    use SurfaceType::{Packed, Spring, Wet};
    // At mid mountain −2 °C: 1.25 °C at the base, −5.25 °C at the summit.
    assert_eq!(
        surfaces(HourlyWeather { humidity_pct: column(|_| Some(100.0)), ..hours() }),
        [Some(Wet), Some(Packed), Some(Packed)]
    );
    // Frost and thaw only at mid mountain: the base thaws throughout, the summit never does.
    let swing = HourlyWeather {
        temp_c: column(|hour| Some(if hour == -10 { 1.0 } else { -0.5 })),
        humidity_pct: column(|_| Some(100.0)),
        ..hours()
    };
    assert_eq!(surfaces(swing), [Some(Wet), Some(Spring), Some(Packed)]);
}

#[test]
fn snow_up_high_is_rain_down_low() {
    use SurfaceType::{DryPowder, Wet};
    let storm = HourlyWeather {
        temp_c: column(|_| Some(-0.5)),
        humidity_pct: column(|_| Some(100.0)),
        precipitation_mm: column(|hour| Some(if hour <= 0 { 1.5 } else { 0.0 })),
        ..hours()
    };
    let [base, mid, summit] = surfaces(storm);
    assert_eq!((base, summit), (Some(Wet), Some(DryPowder)));
    assert_eq!(mid, Some(SurfaceType::Soft), "cold enough to stay, not to stay dry");
}

#[test]
fn mid_mountain_matches_the_record() {
    let weather = ModelWeather { temp_c: Some(3.0), wet_bulb_c: Some(2.0), ..ModelWeather::default() };
    let snapshot = snapshot(Some(hours()), Some(weather));
    let (policy, profile) = (Policy::contract(), profile());
    let all = by_band(NOW, &policy, &profile, &[], Some(&snapshot), &everywhere());
    let record = snow_quality(
        &Present::new(NOW),
        &policy,
        &profile,
        &[],
        Some(&snapshot),
        &everywhere(),
        &mut FlagSet::default(),
        &mut (),
    )
    .unwrap();
    let told = record.value.unwrap();
    assert_eq!((all.mid.label, all.mid.description.unwrap()), (Some(told.label), told.description));
    assert_eq!((all.mid.confidence, all.mid.observed_at), (record.confidence, record.observed_at));
    assert_eq!((all.mid.label, all.summit.label), (Some(QualityLabel::Wet), Some(QualityLabel::Packed)));
}

#[test]
fn snow_in_different_hours_counts() {
    // Seven models, 15 mm in six hours each, three hours apart: in no hour do most of them have water.
    let members = (0..7).map(|model| {
        let from = -24 + model * 3;
        column(move |hour| Some(if (from + 1..=from + 6).contains(&hour) { 2.5 } else { 0.0 }))
    });
    let apart = HourlyWeather { members_mm: members.collect(), temp_c: column(|_| Some(-6.0)), ..hours() };
    assert_eq!(surfaces(apart)[2], Some(SurfaceType::DryPowder));
}

#[test]
fn an_unknown_depth_is_not_no_snow() {
    let told = |depth: DepthProfile| {
        let mut snapshot = snapshot(Some(hours()), None);
        snapshot.models.clear();
        let all = by_band(NOW, &Policy::contract(), &profile(), &[], Some(&snapshot), &depth);
        [all.base, all.mid, all.summit].map(|band| (band.surface, band.rule, band.depth_band))
    };
    use QualityRule::{ModelledSurface, NoDepth};
    use SurfaceType::{NoSnow, Packed};
    let unknown = (None, NoDepth, None);
    assert_eq!(told(depth(None, None, None)), [unknown; 3]);
    let packed = |band| (Some(Packed), ModelledSurface, Some(band));
    // Snow in a band implies snow above it, and nothing about lower bands.
    assert_eq!(told(depth(None, Some(60.0), None)), [unknown, packed(Band::Mid), packed(Band::Mid)]);
    assert_eq!(told(depth(Some(60.0), None, None))[1..], [packed(Band::Base); 2]);
    // Bare ground in a band implies bare ground below it, and nothing about higher bands.
    let bare = |band| (Some(NoSnow), ModelledSurface, Some(band));
    assert_eq!(told(depth(None, Some(4.9), None)), [bare(Band::Mid), bare(Band::Mid), unknown]);
    assert_eq!(told(depth(None, None, Some(0.0)))[..2], [bare(Band::Summit); 2]);
    assert_eq!(told(depth(None, None, Some(90.0)))[..2], [unknown; 2]);
    // A band's own depth has precedence.
    assert_eq!(told(depth(Some(0.0), Some(60.0), None))[0], bare(Band::Base));
}

#[test]
fn bare_ground_has_no_label() {
    let all = by_band(
        NOW,
        &Policy::contract(),
        &profile(),
        &[],
        Some(&snapshot(Some(hours()), None)),
        &depth(Some(0.0), None, None),
    );
    assert_eq!((all.base.surface, all.base.label), (Some(SurfaceType::NoSnow), None));
    assert_eq!(all.base.basis, Some(QualityBasis::Modeled));
}

#[test]
fn missing_input_is_named() {
    let told = |snapshot: Option<&ForecastSnapshot>, now: Timestamp| {
        let all = by_band(now, &Policy::contract(), &profile(), &[], snapshot, &everywhere());
        assert!(all.summit.rule == QualityRule::ModelledSurface || all.summit.confidence == Confidence::NONE);
        (all.mid.rule, all.summit.rule)
    };
    use QualityRule::{ForecastTooOld, ModelledSurface, NoForecast, NoWeather};
    assert_eq!(told(None, NOW), (NoForecast, NoForecast));
    let whole = snapshot(Some(hours()), None);
    assert_eq!(told(Some(&whole), NOW.plus_millis(6 * HOUR_MS)), (ModelledSurface, ModelledSurface));
    assert_eq!(told(Some(&whole), NOW.plus_millis(6 * HOUR_MS + 1)), (ForecastTooOld, ForecastTooOld));
    // A snapshot without hours describes only mid mountain.
    let old = snapshot(None, Some(ModelWeather { temp_c: Some(-5.0), ..ModelWeather::default() }));
    assert_eq!(told(Some(&old), NOW), (ModelledSurface, NoWeather));
    // Hours at an unknown elevation cannot be moved.
    let adrift = snapshot(Some(HourlyWeather { elevation_m: None, ..hours() }), None);
    assert_eq!(told(Some(&adrift), NOW), (ModelledSurface, NoWeather));
    let coldless =
        snapshot(Some(HourlyWeather { temp_c: column(|hour| (hour < -3).then_some(-2.0)), ..hours() }), None);
    assert_eq!(told(Some(&coldless), NOW), (NoWeather, NoWeather));
}

fn station(elevation_m: f64, swe_mm: f64) -> StationReading {
    StationReading {
        name: Some("Example Pass".into()),
        site: Site::Snow,
        elevation_m: Some(elevation_m),
        distance_km: 4.0,
        temp_c: Some(-5.0),
        snow_depth_cm: Some(100.0),
        swe_mm: Some(swe_mm),
        ..StationReading::blank("snotel", elevation_m.to_string(), NOW.plus_millis(-HOUR_MS))
    }
}

#[test]
fn density_applies_to_its_band() {
    let snapshot = snapshot(Some(hours()), None);
    let told = |stations: &[StationReading]| {
        by_band(NOW, &Policy::contract(), &profile(), stations, Some(&snapshot), &everywhere())
    };
    let all = told(&[station(3400.0, 350.0)]);
    assert_eq!(
        (all.summit.label, all.summit.basis),
        (Some(QualityLabel::Dense), Some(QualityBasis::Measured))
    );
    assert_eq!(
        (all.summit.rule, all.summit.density_ratio),
        (QualityRule::StationDensity, Hundredths::new(0.35))
    );
    assert_eq!(all.summit.surface, Some(SurfaceType::Packed), "the modelled surface is published too");
    assert_eq!((all.mid.basis, all.base.basis), (Some(QualityBasis::Modeled), Some(QualityBasis::Modeled)));
    let two = told(&[station(3400.0, 350.0), station(3450.0, 150.0)]);
    assert_eq!(two.summit.label, Some(QualityLabel::Variable));
    // A measured density implies snow, whatever depth the record has there.
    let bare = depth(Some(0.0), Some(0.0), Some(0.0));
    let stands = [station(3400.0, 350.0)];
    let all = by_band(NOW, &Policy::contract(), &profile(), &stands, Some(&snapshot), &bare);
    assert_eq!((all.summit.surface, all.mid.surface), (Some(SurfaceType::Packed), Some(SurfaceType::NoSnow)));
    let none = by_band(NOW, &Policy::contract(), &profile(), &stands, None, &depth(None, None, None));
    assert_eq!((none.summit.label, none.summit.surface), (Some(QualityLabel::Dense), None));
}

fn any_column() -> impl Strategy<Value = HourColumn> {
    prop::collection::vec(prop::option::weighted(0.8, -120.0..120.0f64), 0..125)
        .prop_map(|values| HourColumn::new(values.into_iter().map(|value| (value, 2))))
}

proptest! {
    #[test]
    fn any_hours_give_an_answer(
        columns in (any_column(), any_column(), any_column(), any_column()),
        start in -100i64..100,
        elevation in prop::option::of(-500.0..9000.0f64),
        depths in (prop::option::of(0.0..200.0f64), prop::option::of(0.0..200.0f64), prop::option::of(0.0..200.0f64)),
    ) {
        let hours = HourlyWeather {
            start: NOW.plus_millis(start * HOUR_MS),
            elevation_m: elevation,
            temp_c: columns.0,
            humidity_pct: columns.1,
            precipitation_mm: columns.2,
            wind_mps: columns.3,
            ..hours()
        };
        let mut snapshot = snapshot(Some(hours), None);
        snapshot.models.clear();
        let depth = depth(depths.0, depths.1, depths.2);
        let all = by_band(NOW, &Policy::contract(), &profile(), &[], Some(&snapshot), &depth);
        for band in [all.base, all.mid, all.summit] {
            prop_assert_eq!(band.surface.is_some(), band.rule == QualityRule::ModelledSurface);
            prop_assert!(band.surface.is_none() || band.depth_band.is_some());
            prop_assert_eq!(band.surface.is_some(), band.confidence > Confidence::NONE);
        }
    }
}
