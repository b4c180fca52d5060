//! The outlook of a resort in at most four clauses, each with a link to its evidence: new or coming snow, sun, rain, wind,
//! cold, and avalanche danger. The rules are in `sentence/writer.rs`, the phrases in `words/outlook.rs`.

use maud::{Markup, html};

use crate::quantity::ValueFormat;
use crate::symbols::Symbol;
use crate::words::outlook::Outlook;
use facts::{Clause, Topic};
use writer::Writer;

pub(crate) use facts::{Chill, Facts, FallenSnow, GUST_MPS, LocalHour, best};

mod facts;
mod writer;

/// Limits of the sentence.
const MOST_CLAUSES: usize = 4;
const MOST_LETTERS: usize = 210;
/// Danger level from which its clause is never dropped.
const GRAVE: u8 = 3;

/// The finished sentence.
pub(crate) struct Sentence {
    clauses: Vec<Clause>,
    phrases: &'static Outlook,
}

impl Sentence {
    /// Writes the sentence.
    pub(crate) fn new(show: ValueFormat, facts: &Facts<'_>) -> Self {
        let phrases = show.words.outlook;
        let mut clauses = Writer { show, phrases, facts }.clauses();
        shorten(&mut clauses);
        Self { clauses, phrases }
    }

    /// Returns the sentence as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for clause in &self.clauses {
            if !text.is_empty() {
                text.push_str(clause.before);
            }
            text.push_str(&clause.text);
        }
        text + self.phrases.stop
    }

    /// Renders the sentence with links to the evidence on the resort's page.
    pub(crate) fn markup(&self) -> Markup {
        html! {
            p.say {
                @for (at, clause) in self.clauses.iter().enumerate() {
                    @if at > 0 { (clause.before) }
                    @match clause.level.and_then(Symbol::of_level) {
                        Some(symbol) => { a href=(clause.topic.evidence()) { (symbol.level()) " " (clause.text) } }
                        None => { a href=(clause.topic.evidence()) { (clause.text) } }
                    }
                }
                (self.phrases.stop)
            }
        }
    }
}

/// Drops the least important clauses of a sentence that is too long. Snow and a grave danger stay.
fn shorten(clauses: &mut Vec<Clause>) {
    loop {
        let letters: usize = clauses.iter().map(|clause| clause.text.chars().count() + 2).sum();
        if clauses.len() <= MOST_CLAUSES && letters <= MOST_LETTERS {
            return;
        }
        let may_go = |clause: &&Clause| match clause.topic {
            Topic::Snow => false,
            Topic::Danger => clause.level.is_none_or(|level| level < GRAVE),
            Topic::Fallen => clauses.iter().any(|other| other.topic == Topic::Snow),
            Topic::Sun | Topic::Cold | Topic::Season | Topic::Wind => true,
        };
        let Some(least) = clauses.iter().filter(may_go).map(|clause| clause.topic).min() else { return };
        clauses.retain(|clause| clause.topic != least);
    }
}

#[cfg(test)]
mod tests;
