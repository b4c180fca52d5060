use proptest::prelude::*;

use super::*;

#[test]
fn unskilled_forecast_is_ignored() {
    let none = Coefficients::of_skill(0.0);
    let signs = |forecast, usual| Predictors { forecast, spell: 1.0, usual };
    let chance = |forecast, usual| none.chance(signs(forecast, usual), 0.5);
    assert_eq!(chance(0.0, 1.0), chance(60.0, 1.0));
    assert!(chance(0.0, 2.0).any > chance(0.0, 0.5).any);
    let perfect = Coefficients::of_skill(1.0);
    let (dry, wet) = (perfect.chance(signs(0.0, 1.0), 0.5), perfect.chance(signs(30.0, 1.0), 0.5));
    assert!(dry.any < 0.1 && wet.any > 0.95, "{dry:?} {wet:?}");
    assert!((15.0..60.0).contains(&wet.quantile(0.5)), "{wet:?}");
}

#[test]
fn quantile_inverts_probability() {
    let chance = Chance { any: 0.6, least: 0.5, scale: 8.0, shape: 0.9 };
    for share in [0.45, 0.5, 0.75, 0.9, 0.99] {
        let amount = chance.quantile(share);
        assert!((chance.at_least(amount) - (1.0 - share)).abs() < 1e-9, "{share}: {amount}");
    }
    assert_eq!((chance.quantile(0.1), chance.quantile(0.4), chance.at_least(0.0)), (0.0, 0.0, 1.0));
    assert!((chance.between(0.0, 0.5) - 0.4).abs() < 1e-9);
}

#[test]
fn median_moves_towards_forecast() {
    let chance = Chance { any: 0.9, least: 0.5, scale: 8.0, shape: 1.0 };
    let middle = chance.quantile(0.5);
    assert!((5.0..6.0).contains(&middle), "{middle}");
    assert_eq!(chance.median_near(9.0, 0.0), middle);
    assert!((chance.median_near(9.0, 0.5) - f64::midpoint(middle, 9.0)).abs() < 1e-9);
    // At least 1 cm is more likely than not, at least 15 cm is not.
    assert_eq!((chance.median_near(0.0, 1.0), chance.median_near(40.0, 1.0)), (1.0, 14.9));
    let summary = chance.summary_near(40.0, 1.0);
    assert_eq!(ChanceSummary { p50: chance.summary().p50, ..summary }, chance.summary());
    assert_eq!(summary.p50, Tenths::new(14.9).unwrap());
}

#[test]
fn neighbours_matter_more_later() {
    let storm = |on: usize| {
        let mut days = [Some(0.0); 14];
        (days[on], days[on + 1]) = (Some(20.0), None);
        days
    };
    assert_eq!(day_with_neighbours(&storm(8), 9), None);
    assert!((day_with_neighbours(&storm(8), 7).unwrap() - 0.35 * 20.0 / 4.0).abs() < 1e-9);
    assert!((day_with_neighbours(&storm(8), 8).unwrap() - (13.0 + 0.35 * 5.0)).abs() < 1e-9);
    assert!((day_with_neighbours(&storm(4), 3).unwrap() - 0.1 * 5.0).abs() < 1e-9);
    assert!((day_with_neighbours(&storm(1), 0).unwrap()).abs() < 1e-9);
    assert_eq!(mean_root([4.0, 0.0].into_iter()), Some(1.0));
    assert_eq!(mean_root(core::iter::empty()), None);
}

#[test]
fn only_nearby_days_are_predictors() {
    let mut days = [Some(0.0); 14];
    days[9] = Some(25.0);
    let spell = |day| Predictors::of_day(&days, day, 0.0).unwrap().spell;
    assert_eq!((spell(0), spell(4), spell(13)), (0.0, 0.0, 1.0));
    assert!((spell(5) - 5.0 / 9.0).abs() < 1e-9);
    assert_eq!(Predictors::of_total(&days, 15, 0.0), None);
    assert_eq!(Predictors::of_total(&days, 14, 0.0).map(|signs| signs.forecast), Some(25.0));
}

#[test]
fn only_small_falls_are_missed() {
    let of = Coefficients::of_skill(1.0);
    let any = |forecast| of.chance(Predictors { forecast, spell: 1.5, usual: 1.5 }, 0.5).any;
    assert!((0.7..0.85).contains(&any(6.0)) && any(40.0) > 0.95, "{} {}", any(6.0), any(40.0));
}

#[test]
fn large_forecasts_are_relatively_narrow() {
    let of = Coefficients::of_skill(0.9);
    let width = |forecast| {
        let chance = of.chance(Predictors { forecast, spell: 1.5, usual: 1.5 }, 0.5);
        (chance.quantile(0.9) - chance.quantile(0.25)) / chance.quantile(0.5)
    };
    assert!(width(40.0) < 0.75 * width(8.0), "{} {}", width(40.0), width(8.0));
}

proptest! {
    #[test]
    fn moved_median_agrees_with_probabilities(
        (any, scale, shape) in (0.0..1.0_f64, 0.05..60.0_f64, 0.4..3.0_f64),
        (forecast, share) in (0.0..120.0_f64, 0.0..=1.0_f64),
    ) {
        let chance = Chance { any, least: 0.5, scale, shape };
        let told = chance.summary_near(forecast, share);
        prop_assert!(told.p10 <= told.p50 && told.p50 <= told.p90, "{told:?}");
        for (amount, probability) in AMOUNTS_CM.into_iter().zip(told.at_least) {
            prop_assert_eq!(told.p50.get() >= amount, probability >= 0.5, "{:?} at {}", told, amount);
        }
    }

    #[test]
    fn quantiles_never_cross(
        forecast in 0.0..200.0_f64, spell in 0.0..6.0_f64, usual in 0.0..6.0_f64, skill in 0.0..1.0_f64,
        noise in proptest::collection::vec(-3.0..3.0_f64, 11),
    ) {
        let mut of = Coefficients::of_skill(skill);
        for (coefficient, noise) in of.any.iter_mut().chain(&mut of.scale).chain([&mut of.shape, &mut of.narrowing, &mut of.missed]).zip(noise) {
            *coefficient += noise;
        }
        let chance = of.chance(Predictors { forecast, spell, usual }, 0.5);
        let told = chance.summary();
        prop_assert!(told.p10 <= told.p50 && told.p50 <= told.p90);
        let [one, fifteen, thirty] = told.at_least;
        prop_assert!((0.0..=1.0).contains(&one) && one >= fifteen && fifteen >= thirty && thirty >= 0.0);
        let shares = (0..=100).map(|share| chance.quantile(f64::from(share) / 100.0));
        prop_assert!(shares.clone().zip(shares.skip(1)).all(|(a, b)| a <= b));
    }
}
