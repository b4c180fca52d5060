use super::*;
use crate::open_meteo::Secret;

fn place(lat: f64, lon: f64, elevation_m: Option<f64>) -> Place {
    Place { id: format!("{lat}/{lon}"), lat, lon, elevation_m }
}

#[test]
fn batch_makes_two_calls() {
    let places = [place(39.6042, -106.5165, Some(3_041.4)), place(46.8, 9.83, None)];
    let planned = plan(&Config::default(), &places);
    assert_eq!(planned.batches.len(), 1);
    let batch = &planned.batches[0];
    assert_eq!(
        batch.core.url.reveal(),
        "https://api.open-meteo.com/v1/forecast?latitude=39.6042,46.8&longitude=-106.5165,9.83&elevation=3041,nan\
         &hourly=temperature_2m,precipitation&models=ecmwf_ifs025,ecmwf_aifs025_single,\
         gfs_seamless,icon_seamless,gem_seamless,jma_seamless,meteofrance_seamless&wind_speed_unit=ms&timezone=UTC\
         &timeformat=unixtime&forecast_days=15&past_days=1"
    );
    let context = batch.context.as_ref().unwrap();
    assert!(context.url.reveal().contains(
        "&hourly=relative_humidity_2m,wind_speed_10m,wind_direction_10m,wind_gusts_10m,cloud_cover,\
         freezing_level_height,snow_depth&models=ecmwf_ifs025,gfs_seamless&"
    ));
    assert!((batch.core.weight - 3.2).abs() < 1e-9);
    assert!((context.weight - 2.0 * 1.4).abs() < 1e-9);
    assert!((Part::Core.weight(&Config::default()) - 1.6).abs() < 1e-9);
}

#[test]
fn batches_have_fifty_places_in_order() {
    let places: Vec<Place> = (0..101).map(|i| place(f64::from(i) / 2.0, 0.0, None)).collect();
    let planned = plan(&Config::default(), &places);
    let sizes: Vec<usize> = planned.batches.iter().map(|batch| batch.places.len()).collect();
    assert_eq!(sizes, [50, 50, 1]);
    let together: Vec<Place> = planned.batches.into_iter().flat_map(|batch| batch.places).collect();
    assert_eq!(together, places);
    assert!(plan(&Config::default(), &[]).batches.is_empty());
}

#[test]
fn rejects_places_off_the_globe() {
    let places = [
        place(90.001, 0.0, None),
        place(f64::NAN, 0.0, None),
        place(0.0, f64::INFINITY, None),
        place(0.0, -180.5, None),
        place(-90.0, 180.0, Some(f64::NAN)),
    ];
    let planned = plan(&Config::default(), &places);
    assert_eq!(planned.refused.len(), 4);
    assert_eq!(planned.batches[0].places.len(), 1);
    assert!(planned.batches[0].core.url.to_string().contains("&elevation=nan&"));
}

#[test]
fn long_lists_are_split() {
    let places: Vec<Place> =
        (0..50).map(|i| place(-33.123_456, -70.0 - f64::from(i) / 999.0, Some(2_750.0))).collect();
    let usual = plan(&Config::default(), &places);
    assert_eq!(usual.batches.len(), 1);
    assert!(usual.batches[0].core.url.reveal().len() < 3_000);

    let models: Vec<String> = (0..300).map(|i| format!("model_number_{i:05}")).collect();
    let models: Vec<&str> = models.iter().map(String::as_str).collect();
    let long = Config::new(None, Some(Secret::new("key")), &models, &[]).unwrap();
    let planned = plan(&long, &places);
    assert!(planned.batches.len() > 1);
    for batch in &planned.batches {
        assert!(batch.core.url.reveal().len() <= LONGEST_URL);
        assert!(batch.context.is_none());
    }
    assert_eq!(planned.batches.iter().map(|batch| batch.places.len()).sum::<usize>(), 50);
}

#[test]
fn numbers_are_short() {
    for (value, text) in [(0.0, "0"), (-0.000_01, "0"), (10.0, "10"), (-106.5, "-106.5"), (1.23456, "1.2346")]
    {
        assert_eq!(degrees(value), text);
    }
    assert_eq!(elevation(Some(-0.2)), "-0".trim_start_matches('-'));
    assert_eq!(elevation(Some(2_300.6)), "2301");
}

#[test]
fn weights_match_the_calls() {
    let usual: Vec<_> =
        weights(&Config::default()).iter().map(|(name, weight)| format!("{name} {weight:.2}")).collect();
    assert_eq!(usual, ["core 1.60", "context 1.40"]);
    let alone = Config::new(None, None, &["gfs_seamless"], &[]).unwrap();
    assert_eq!(weights(&alone), [("core", 1.0)]);
}
