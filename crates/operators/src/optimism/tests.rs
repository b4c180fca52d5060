//! Tests of the weekend bias with seasons of simulated operators, some of them optimists. All data are synthetic.

use super::*;

/// A small generator, so that a season is the same on every machine.
struct Chance(u64);

impl Chance {
    /// Returns a uniform number between 0 and 1.
    fn even(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64) / ((1_u64 << 53) as f64)
    }

    /// Returns a normal number as the sum of twelve uniform ones.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.even()).sum::<f64>() - 6.0
    }
}

/// Simulates a winter of 150 days: snow on two days of five, a stake with its own exposure, a ruler read to the
/// centimetre.
fn season(seed: u64, weekend_more: f64) -> Vec<Pair> {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let place = (0.15 * chance.normal()).exp();
    let first = NaiveDate::from_ymd_opt(2025, 11, 24).unwrap();
    let day = |index: u64| {
        let on = first + chrono::Days::new(index);
        let fell = if chance.even() < 0.4 { 1.0 - 7.0 * (1.0 - chance.even()).ln() } else { 0.0 };
        let weekend = matches!(on.weekday(), Weekday::Fri | Weekday::Sat | Weekday::Sun);
        let more = if weekend { 1.0 + weekend_more } else { 1.0 };
        let said = (fell * place * more * (0.15 * chance.normal()).exp()).round().max(0.0);
        let measured = (fell * (0.15 * chance.normal()).exp()).round().max(0.0);
        Pair { on, said, measured }
    };
    (0..150).map(day).collect()
}

fn flagged(seeds: std::ops::Range<u64>, weekend_more: f64) -> usize {
    let is_flagged =
        |seed: &u64| weekend_bias(&season(*seed, weekend_more)).is_some_and(|leaning| leaning.is_flagged());
    seeds.filter(is_flagged).count()
}

#[test]
fn optimists_are_flagged() {
    let (honest, optimists, slight) = (flagged(0..2_000, 0.0), flagged(0..500, 0.5), flagged(0..500, 0.23));
    assert!(honest <= 25, "{honest} of 2000 honest resorts are flagged");
    assert!(optimists >= 450, "{optimists} of 500 resorts that report half as much again");
    assert!((100..450).contains(&slight), "{slight} of 500 that report 23 % more");
}

#[test]
fn snowy_stake_is_not_optimism() {
    let all_alike: Vec<Pair> =
        season(7, 0.0).into_iter().map(|pair| Pair { said: pair.said * 2.0, ..pair }).collect();
    assert!(!weekend_bias(&all_alike).unwrap().is_flagged());
}

#[test]
fn few_days_are_not_enough() {
    assert_eq!(weekend_bias(&season(1, 0.5)[..20]), None);
    assert_eq!(weekend_bias(&[]), None);
    let dry: Vec<Pair> =
        season(1, 0.5).into_iter().map(|pair| Pair { said: 0.0, measured: 0.0, ..pair }).collect();
    assert_eq!(weekend_bias(&dry), None);
}
