//! Estimates the likelihood of each operation from words that the rules do not cover: a multinomial logistic regression
//! over hashed inputs.
//!
//! Its weights are learnt from the questions that the rules were built on (`cargo xtask questions --learn`). They are
//! data, like the rules: the same question has the same likelihoods every time. `reading/arbitration.rs` combines both.

use std::sync::LazyLock;

use crate::content::QuestionContent;

pub(crate) use inputs::inputs;
use table::Table;

mod inputs;
pub(crate) mod table;

/// The learnt weights, in the format of `table.rs`.
const WEIGHTS: &[u8] = include_bytes!("../data/classifier.bin");

/// The embedded weights. The tests read them, so a build that passed the tests has all of them.
static EMBEDDED: LazyLock<Table> = LazyLock::new(|| Table::read(WEIGHTS).unwrap_or_default());

/// The class of questions that the service does not answer.
pub(crate) const REFUSED: &str = "refuse";

/// Operations with one learnt argument, and its name.
pub(crate) const LEARNED_WITH: [(&str, &str); 4] = [
    ("get_ml_trends", "dataset"),
    ("get_insights", "category"),
    ("get_season_leaderboard", "metric"),
    ("get_snow_report", "sort"),
];

/// Minimum likelihood of an argument among those of its operation.
const SURE: f32 = 0.4;

/// Returns the logarithm of the likelihood of each operation and of [`REFUSED`].
pub(crate) fn likelihoods(heard: &QuestionContent<'_>) -> Vec<(&'static str, f32)> {
    let mut whole: Vec<(&'static str, f32)> = Vec::new();
    for (class, likelihood) in shares(&inputs(heard)) {
        let operation = operation(class);
        // The classes of one operation are adjacent.
        match whole.last_mut().filter(|(last, _)| *last == operation) {
            Some((_, sum)) => *sum += likelihood,
            None => whole.push((operation, likelihood)),
        }
    }
    whole.into_iter().map(|(operation, likelihood)| (operation, likelihood.ln())).collect()
}

/// Returns the value of the operation's learnt argument, if one is likely.
pub(crate) fn argument(heard: &QuestionContent<'_>, operation: &str) -> Option<&'static str> {
    LEARNED_WITH.iter().find(|(own, _)| *own == operation)?;
    let inputs = inputs(heard);
    let of_operation = || shares(&inputs).filter(|(class, _)| self::operation(class) == operation);
    let whole: f32 = of_operation().map(|(_, share)| share).sum();
    let (class, share) = of_operation().max_by(|one, other| one.1.total_cmp(&other.1))?;
    let (_, value) = class.split_once('=')?;
    (share > SURE * whole).then_some(value)
}

/// Returns the operation of a class. A class is an operation's name, an operation with one argument (`get_insights
/// category=dry_spell`), or [`REFUSED`].
fn operation(class: &'static str) -> &'static str {
    class.split_once(' ').map_or(class, |(operation, _)| operation)
}

fn shares(inputs: &[u16]) -> impl Iterator<Item = (&'static str, f32)> + use<> {
    let sums = EMBEDDED.sums(inputs);
    let most = sums.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let whole = sums.iter().map(|sum| (sum - most).exp()).sum::<f32>();
    EMBEDDED.classes().zip(sums).map(move |(class, sum)| (class, (sum - most).exp() / whole))
}

#[cfg(test)]
mod tests;
