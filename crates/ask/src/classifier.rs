//! How likely each operation is, by words that no rule names: a multinomial logistic regression over hashed inputs.
//!
//! Its weights are learned from the questions that the rules were built on (`cargo xtask questions --learn`) and are data, as the rules
//! are: the same question has the same likelihoods every time. `reading/weighed.rs` has what becomes of them.

use std::sync::LazyLock;

use crate::heard::Heard;

pub(crate) use inputs::inputs;
use table::Table;

mod inputs;
pub(crate) mod table;

/// The learned weights; `table.rs` says how they are written.
const WEIGHTS: &[u8] = include_bytes!("../data/classifier.bin");

/// The embedded weights. The tests read them, so that a build that passed them has every one.
static EMBEDDED: LazyLock<Table> = LazyLock::new(|| Table::read(WEIGHTS).unwrap_or_default());

/// The class of what nobody here answers.
pub(crate) const REFUSED: &str = "refuse";

/// Operations of which one argument is learned too, and which.
pub(crate) const LEARNED_WITH: [(&str, &str); 4] = [
    ("get_ml_trends", "dataset"),
    ("get_insights", "category"),
    ("get_season_leaderboard", "metric"),
    ("get_snow_report", "sort"),
];

/// How likely an argument has to be among those of its operation.
const SURE: f32 = 0.4;

/// The logarithm of each operation's likelihood, and of [`REFUSED`].
pub(crate) fn likelihoods(heard: &Heard<'_>) -> Vec<(&'static str, f32)> {
    let mut whole: Vec<(&'static str, f32)> = Vec::new();
    for (class, likelihood) in shares(&inputs(heard)) {
        let operation = operation(class);
        // The classes of one operation stand in a row.
        match whole.last_mut().filter(|(last, _)| *last == operation) {
            Some((_, sum)) => *sum += likelihood,
            None => whole.push((operation, likelihood)),
        }
    }
    whole.into_iter().map(|(operation, likelihood)| (operation, likelihood.ln())).collect()
}

/// The value of the one argument of an operation that is learned with it, where one is likely.
pub(crate) fn argument(heard: &Heard<'_>, operation: &str) -> Option<&'static str> {
    LEARNED_WITH.iter().find(|(own, _)| *own == operation)?;
    let inputs = inputs(heard);
    let of_operation = || shares(&inputs).filter(|(class, _)| self::operation(class) == operation);
    let whole: f32 = of_operation().map(|(_, share)| share).sum();
    let (class, share) = of_operation().max_by(|one, other| one.1.total_cmp(&other.1))?;
    let (_, value) = class.split_once('=')?;
    (share > SURE * whole).then_some(value)
}

/// A class is an operation's name, the same with one argument (`get_insights category=dry_spell`), or [`REFUSED`].
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
