//! Exposes the classifier's inputs for `cargo xtask questions --learn` (feature `learning`).

use crate::classifier::{self, table};
use crate::content::{Question, QuestionContent};
use crate::reading::{self, Service};
use crate::reason::Reason;

/// Number of rows of weights, one for every input.
pub const ROWS: usize = table::ROWS;

/// Operations with one learnt argument, and its name.
pub const LEARNED_WITH: [(&str, &str); 4] = classifier::LEARNED_WITH;

/// The class of questions that the service does not answer.
pub const REFUSED: &str = classifier::REFUSED;

/// A question as the classifier sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassifierInputs {
    /// Row numbers of its inputs, without duplicates.
    pub inputs: Vec<u16>,
    /// Reason for which the rules reject it, if they do.
    pub refused: Option<Reason>,
}

/// Reads a question without the classifier.
#[must_use]
pub fn classifier_inputs(question: Question<'_>, service: &Service<'_>) -> ClassifierInputs {
    let heard = QuestionContent::new(question, &service.known, service.today);
    let refused = reading::by_rules(&heard, service).err().map(|refusal| refusal.reason);
    ClassifierInputs { inputs: classifier::inputs(&heard), refused }
}

/// Serialises the file of weights: the name and bias of each class, and the weights of each row by class, in steps.
#[must_use]
pub fn written(classes: &[String], step: f32, biases: &[f32], rows: &[Vec<i8>]) -> Vec<u8> {
    table::written(classes, step, biases, rows)
}
