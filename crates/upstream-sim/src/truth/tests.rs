use conditions_core::time::DAY_MS;

use super::*;

const PLACE: (f64, f64) = (46.8, 9.8);
const ELEVATION_M: f64 = 2_300.0;

fn start() -> Timestamp {
    Timestamp::parse("2026-01-05T00:00:00Z").unwrap()
}

fn world(bad_model: Option<&'static str>) -> World {
    World { seed: 1, bad_model, ..World::default() }
}

/// Returns the mean absolute error of a model `ahead` days before each of sixty days.
fn error(world: &World, model: &str, ahead: i64) -> f64 {
    let belief = ModelForecast::new(world, model, PLACE, ELEVATION_M).unwrap();
    let of_day = |day: i64| {
        let from = start().plus_millis(day * DAY_MS);
        let truth = new_snow_cm(world, PLACE, ELEVATION_M, from, 24);
        let now = from.plus_millis(-ahead * DAY_MS);
        (belief.new_snow_cm(now, from, 24).unwrap() - truth).abs()
    };
    (0..60).map(of_day).sum::<f64>() / 60.0
}

#[test]
fn errors_grow_with_lead() {
    let world = world(None);
    for model in ["ecmwf_ifs025", "gfs_seamless"] {
        assert!(error(&world, model, 0) < error(&world, model, 5), "{model}");
        assert!(error(&world, model, 5) < error(&world, model, 12), "{model}");
    }
    assert!(error(&world, "ecmwf_ifs025", 5) < error(&world, "gfs_seamless", 5));
}

#[test]
fn bad_model_affects_no_others() {
    let (good, bad) = (world(None), world(Some("gfs_seamless")));
    assert!(error(&bad, "gfs_seamless", 0) > 3.0 * error(&good, "gfs_seamless", 0));
    assert!((error(&bad, "ecmwf_ifs025", 3) - error(&good, "ecmwf_ifs025", 3)).abs() < 1e-12);
}

#[test]
fn forecast_ends_at_the_horizon() {
    let far = start().plus_millis(6 * DAY_MS);
    let of = |model| ModelForecast::new(&world(None), model, PLACE, ELEVATION_M);
    let said = |model| of(model).unwrap().new_snow_cm(start(), far, 24);
    assert_eq!(said("meteofrance_seamless"), None);
    assert!(said("gfs_seamless").is_some());
    assert!(of("nobody").is_none());
}
