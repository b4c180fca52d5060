use super::*;

const LEARNING: Learning = Learning::of_resolution(1.0);

fn signs(forecast: f64) -> Predictors {
    Predictors { forecast, spell: 1.0, usual: 1.0 }
}

/// Returns days with twice the forecast amount, or zero if zero was forecast.
fn doubled(days: u32) -> Vec<MeasuredForecast> {
    let day = |day: u32| {
        let forecast = if day.is_multiple_of(3) { f64::from(day % 7) * 3.0 } else { 0.0 };
        MeasuredForecast {
            signs: signs(forecast),
            amount: 2.0 * forecast,
            age_days: f64::from(day) / 10.0,
            share: 1.0,
        }
    };
    (0..days).map(day).collect()
}

#[test]
fn learning_moves_the_median() {
    let known = Coefficients::of_skill(0.8);
    let learnt = learn(&LEARNING, &known, &known, &doubled(400));
    let middle = |of: &Coefficients| of.chance(signs(10.0), 0.5).quantile(0.5);
    assert!(middle(&learnt) > 1.4 * middle(&known), "{} {}", middle(&learnt), middle(&known));
    let dry = |of: &Coefficients| of.chance(signs(0.0), 0.5).any;
    assert!(dry(&learnt) < dry(&known) && dry(&learnt) < 0.05, "{}", dry(&learnt));
}

#[test]
fn few_and_old_days_count_little() {
    let known = Coefficients::of_skill(0.8);
    let far = |list: &[MeasuredForecast]| {
        let learnt = learn(&LEARNING, &known, &known, list);
        let pairs = numbers(&learnt).into_iter().zip(numbers(&known));
        pairs.map(|(a, b)| (a - b).abs()).sum::<f64>()
    };
    let age = 7.0 * LEARNING.half_life_days;
    let old: Vec<MeasuredForecast> =
        doubled(300).into_iter().map(|one| MeasuredForecast { age_days: age, ..one }).collect();
    let (few, many) = (far(&doubled(6)), far(&doubled(300)));
    assert!(few < 0.5 * many && far(&old) < 0.5 * many, "{few} {many} {}", far(&old));
    assert!(far(&[]) < 1e-9);
}
