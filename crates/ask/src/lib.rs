//! Interprets a question in plain words: which operation it means and with which arguments, or why the service cannot
//! answer it.
//!
//! It uses rules, tables and a small word classifier, not a language model: the same question always has the same
//! meaning, and a question that is not understood is rejected. This crate knows operations only by name and makes no
//! answers.
//!
//! `heard.rs` collects what a question says (`lexicon`, `names`, `when`, `passing`), and `reading.rs` decides what it
//! means (`scope`, `intents`, `plan`). `classifier` is learnt from questions that the rules do not cover, and
//! `reading/arbitration.rs` weighs both. `request.rs` reads what one operation cannot answer: sets of resorts, several parts,
//! roads, and wishes. The words are data: `data/lexicon.txt`, `words.txt`, `intents.txt`,
//! `requests.txt`, and `classifier.bin`, which `cargo xtask questions --learn` makes. The question sets are in `fixtures/questions`; the
//! texts of answers are in `operations/src/asking`.

mod amounts;
mod asides;
mod classifier;
mod content;
mod feature;
mod intents;
mod language;
#[cfg(feature = "learning")]
pub mod learning;
mod letters;
mod lexicon;
mod names;
mod plan;
mod reading;
mod reason;
mod request;
mod scope;
mod spelling;
mod table;
mod tokens;
mod when;
mod whole;
mod word_lists;

pub use content::Question;
pub use feature::Feature;
pub use intents::operations;
pub use language::{Language, Locale};
pub use names::KnownNames;
pub use plan::Argument;
pub use reading::{Outcome, Reading, Refusal, Service, understand};
pub use reason::Reason;
pub use request::{
    DriveQuestion, Group, GroupName, Near, Remark, Request, RequestPart, RoadQuestion, SetQuestion, Topic,
    request,
};
pub use tokens::MOST_CHARACTERS;
pub use when::{Season, Span, TimeFrame};
