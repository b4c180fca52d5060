//! The patterns that are counted: turns of phrase that make technical English slow to read.

use super::sentences::{Kind, Sentence};

/// A turn of phrase and how often comments may have it.
pub(super) struct Rule {
    pub(super) name: &'static str,
    /// Matches per 1,000 sentences of comments in the whole workspace: three times the highest rate of jiff, ripgrep,
    /// dropshot and nextest.
    pub(super) goal: f64,
    phrases: &'static [Phrase],
}

/// Words in a row; each place has its alternatives.
struct Phrase {
    place: Place,
    words: &'static [&'static [&'static str]],
    /// Words that make the phrase harmless if one follows. If there are any, so does the end of the sentence: "read so far".
    unless_next: &'static [&'static str],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The first words of the sentence.
    Opening,
    /// The first words of an item's documentation.
    Documentation,
    Anywhere,
    /// In the last clause.
    LastClause,
}

const fn anywhere(words: &'static [&'static [&'static str]]) -> Phrase {
    Phrase { place: Place::Anywhere, words, unless_next: &[] }
}

const fn opening(words: &'static [&'static [&'static str]]) -> Phrase {
    Phrase { place: Place::Opening, words, unless_next: &[] }
}

const IS: &[&str] =
    &["is", "are", "was", "were", "has", "have", "give", "gives", "take", "takes", "need", "needs"];

pub(super) const RULES: [Rule; 13] = [
    Rule {
        name: "relative opener",
        goal: 5.4,
        phrases: &[opening(&[&["what", "who", "whoever", "whatever", "whose", "whom", "which"]])],
    },
    Rule { name: "is no", goal: 32.7, phrases: &[anywhere(&[IS, &["no", "none", "nobody", "nothing"]])] },
    Rule {
        name: "behind, stands",
        goal: 2.4,
        phrases: &[anywhere(&[&["behind", "beside", "stand", "stands", "stood", "lies"]])],
    },
    Rule {
        name: "nobody",
        goal: 0.9,
        phrases: &[anywhere(&[&["nobody", "somebody", "everybody", "anybody", "whoever"]])],
    },
    Rule { name: "tell", goal: 7.8, phrases: &[anywhere(&[&["tell", "tells", "told", "telling"]])] },
    Rule {
        name: "of its own",
        goal: 1.5,
        phrases: &[
            anywhere(&[&["of"], &["its", "their"], &["own"]]),
            anywhere(&[&["by"], &["itself", "themselves"]]),
            anywhere(&[&["all"], &["the"], &["same"]]),
            anywhere(&[&["as"], &["it"], &["is", "was", "stands"]]),
        ],
    },
    Rule {
        name: "so many",
        goal: 0.9,
        phrases: &[Phrase {
            place: Place::Anywhere,
            words: &[&["so"], &["many", "much", "long", "old", "far", "large"]],
            unless_next: &["as", "that", ".", ",", ";", ":", "(", ")"],
        }],
    },
    Rule {
        name: "the same",
        goal: 0.9,
        phrases: &[Phrase { place: Place::Documentation, words: &[&["the"], &["same"]], unless_next: &[] }],
    },
    Rule {
        name: "of opener",
        goal: 1.2,
        phrases: &[Phrase { place: Place::Opening, words: &[&["of"]], unless_next: &["course"] }],
    },
    Rule {
        name: "anew",
        goal: 0.9,
        phrases: &[
            anywhere(&[&["anew", "nought", "meanwhile"]]),
            anywhere(&[&["once"], &["more"]]),
            anywhere(&[&["for"], &["ever"]]),
        ],
    },
    Rule {
        name: "and no",
        goal: 1.5,
        phrases: &[Phrase {
            place: Place::LastClause,
            words: &[&[","], &["and"], &["no"]],
            unless_next: &[],
        }],
    },
    Rule { name: "he", goal: 0.3, phrases: &[anywhere(&[&["he", "his", "him"]])] },
    Rule {
        name: "on its way",
        goal: 0.3,
        phrases: &[anywhere(&[&["on"], &["its", "the"], &["way"]]), anywhere(&[&["under"], &["way"]])],
    },
];

/// Sentences of comments per 1,000 that must start with a verb.
pub(super) const VERB_FIRST: f64 = 40.0;

/// Characters that the middle one of all test names may have.
pub(super) const TEST_NAME: usize = 34;

impl Rule {
    pub(super) fn matches(&self, sentence: &Sentence) -> bool {
        self.phrases.iter().any(|phrase| phrase.matches(sentence))
    }
}

impl Phrase {
    fn matches(&self, sentence: &Sentence) -> bool {
        let words = &sentence.words;
        let starts = match self.place {
            Place::Opening if words.last().is_some_and(|word| word == "?") => 0..0,
            Place::Opening => 0..1,
            Place::Documentation if sentence.opens_documentation => 0..1,
            Place::Documentation => 0..0,
            Place::Anywhere | Place::LastClause => 0..words.len(),
        };
        starts.into_iter().any(|start| {
            let rest = words.get(start..).unwrap_or_default();
            let here = rest.len() >= self.words.len()
                && self.words.iter().zip(rest).all(|(alternatives, word)| alternatives.contains(&&**word));
            let after = rest.get(self.words.len()..).unwrap_or_default();
            let is_harmless = match after.first() {
                Some(next) => self.unless_next.contains(&&**next),
                None => !self.unless_next.is_empty(),
            };
            here && !is_harmless
                && (self.place != Place::LastClause || !after.iter().any(|word| is_stop(word)))
        })
    }
}

/// Whether a clause ends at this mark.
fn is_stop(word: &str) -> bool {
    matches!(word, "," | ";" | ":")
}

/// Reports whether a sentence of a comment starts with a verb in the third person, as the documentation of a function
/// does.
pub(super) fn is_verb_first(sentence: &Sentence) -> bool {
    sentence.kind == Kind::Comment
        && sentence.words.first().is_some_and(|word| VERBS.split_whitespace().any(|verb| verb == word))
}

/// Verbs that are rarely the plural of a noun: "names" and "tests" are not among them.
const VERBS: &str = "
    accepts adds adjusts advances allows appends applies assembles asserts assigns attaches averages awaits begins
    binds blocks borrows builds calculates cancels checks chooses claims clamps classifies cleans clears closes
    collapses collects combines commits compares completes composes compresses computes configures connects consumes
    contains converts copies corrects creates cuts decides decodes deduplicates deletes delivers derives describes
    deserializes detects determines disables discards dispatches distinguishes divides downloads draws drops emits
    enables encodes encrypts enforces ensures enters enumerates escapes establishes estimates evaluates evicts
    executes expands explains exports exposes extends extracts fails fetches fills filters finds finishes fits
    flattens flushes folds follows formats forwards gathers generates gets gives grants groups hands hashes hides
    holds identifies ignores implements imports includes increments indexes indicates infers initializes inserts
    inspects installs interpolates interprets invalidates iterates joins keeps launches leaves lets limits lists
    loads locates locks logs looks lowers maintains makes marks matches measures merges migrates moves multiplies
    normalizes notifies opens orders overrides overwrites pads paints parses passes pauses performs picks polls pops
    postpones predicts prefers prepares prepends preserves prevents prints processes produces promotes propagates
    provides prunes publishes puts queries ranks reads rebuilds receives recognizes reconnects reconstructs records
    redirects reduces refreshes refuses registers rejects releases reloads removes renames renders renews reopens
    repairs repeats replaces replays reports represents requires reserves resets resolves responds restarts restores
    restricts resumes retains retries retrieves returns reuses reverses reverts revokes rewrites rotates rounds runs
    saves scans schedules scores searches seeds seeks selects sends separates serializes serves sets shifts shortens
    shows signs simulates skips sleeps sorts specifies splits spreads starts states stops stores strips subtracts
    suggests summarizes sums supports swaps switches takes terminates throttles totals tracks transforms translates
    trims truncates tries turns unescapes unlocks unpacks updates uploads uses validates verifies visits waits wakes
    walks warns weighs widens withdraws wraps writes yields
";

#[cfg(test)]
mod tests;
