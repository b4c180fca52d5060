//! How likely each operation is, by words that no rule names: a multinomial logistic regression over hashed inputs.
//!
//! Its weights are learned from the questions that the rules were built on (`cargo xtask questions --learn`) and are data, as the rules
//! are: the same question has the same likelihoods every time. `reading/weighed.rs` has what becomes of them.

use std::sync::LazyLock;

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

/// The logarithm of each class's likelihood. A class is an operation's name, or [`REFUSED`].
pub(crate) fn likelihoods(inputs: &[u16]) -> Vec<(&'static str, f32)> {
    let sums = EMBEDDED.sums(inputs);
    let most = sums.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let whole = sums.iter().map(|sum| (sum - most).exp()).sum::<f32>().ln() + most;
    EMBEDDED.classes().zip(sums).map(|(class, sum)| (class, sum - whole)).collect()
}

#[cfg(test)]
mod tests;
