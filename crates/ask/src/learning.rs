//! What the classifier learns from, for `cargo xtask questions --learn` (feature `learning`).

use crate::classifier::{self, table};
use crate::heard::{Heard, Question};
use crate::reading::{self, Service};
use crate::reason::Reason;

/// Rows of weights, one for every input.
pub const ROWS: usize = table::ROWS;

/// Operations of which one argument is learned too, and which.
pub const LEARNED_WITH: [(&str, &str); 4] = classifier::LEARNED_WITH;

/// The class of what nobody here answers.
pub const REFUSED: &str = classifier::REFUSED;

/// A question as the classifier sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The numbers of its inputs' rows, each once.
    pub inputs: Vec<u16>,
    /// Why the rules refuse it, if they do.
    pub refused: Option<Reason>,
}

/// Reads a question without the classifier.
#[must_use]
pub fn seen(question: Question<'_>, service: &Service<'_>) -> Seen {
    let heard = Heard::new(question, &service.known, service.today);
    let refused = reading::by_rules(&heard, service).err().map(|refusal| refusal.reason);
    Seen { inputs: classifier::inputs(&heard), refused }
}

/// The file of weights: of each class its name and bias, and of each row its weights by class, in steps.
#[must_use]
pub fn written(classes: &[String], step: f32, biases: &[f32], rows: &[Vec<i8>]) -> Vec<u8> {
    table::written(classes, step, biases, rows)
}
