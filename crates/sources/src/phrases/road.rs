//! Reads the texts of road agencies about chains, tyres and closures.
//!
//! A phrase is a level only if each of its words is known and together they match one of the patterns below. Negations
//! are not known words: "no chains required" is not understood, and neither is a requirement for vehicles that are not
//! described here. Requirements only for lorries are understood and state no level, because a level is about cars.
//! Colorado's numbers for its chain laws have changed over the years and are not read; the names of the laws are.

use roads::{Level, UnknownReason};

use self::lexicon::{Symbol, symbols};
use super::{Meaning, PhraseReading, Vocabulary, read};

mod explanation;
mod lexicon;
mod surface;

pub(crate) use explanation::contradicts;

/// Vocabulary of a member that states a requirement.
struct Restrictions;

/// Vocabulary of texts that describe the road and may contain requirements.
struct Conditions;

/// Returns the level of an agency's restriction, unless its explanation contradicts it: a closure, a requirement or the
/// end of reporting in one member outweighs a lower level in another.
///
/// # Errors
/// Returns an error if no level is stated, if a part of the text was not understood, or if the explanation contradicts
/// the level.
pub(crate) fn stated_level(words: &str, explanation: &str) -> Result<Level, UnknownReason> {
    match read(words, &Restrictions) {
        PhraseReading::Level(level) if !contradicts(explanation, level) => Ok(level),
        PhraseReading::Level(_) | PhraseReading::Nothing | PhraseReading::Unread { .. } => {
            Err(UnknownReason::NotReported)
        }
    }
}

/// Returns the requirement contained in descriptions of a road's condition; `None` if they only describe it.
pub(crate) fn demanded(conditions: &str) -> Option<Result<Level, UnknownReason>> {
    match read(conditions, &Conditions) {
        PhraseReading::Level(level) => Some(Ok(level)),
        PhraseReading::Nothing => None,
        PhraseReading::Unread { understood, remainder } => {
            let may_demand = understood.is_some() || lexicon::mentions_demand(&remainder);
            may_demand.then_some(Err(UnknownReason::NotReported))
        }
    }
}

impl Vocabulary for Restrictions {
    type Level = Level;

    const STRICTEST: Level = Level::Closed;

    fn meaning(&self, phrase: &str) -> Meaning<Level> {
        symbols(phrase).map_or(Meaning::Unknown, |symbols| meaning(&symbols))
    }

    fn continues(&self, phrase: &str) -> bool {
        lexicon::continues(phrase)
    }
}

impl Vocabulary for Conditions {
    type Level = Level;

    const STRICTEST: Level = Restrictions::STRICTEST;

    fn meaning(&self, phrase: &str) -> Meaning<Level> {
        if surface::describes(phrase) { Meaning::Aside } else { Restrictions.meaning(phrase) }
    }

    fn continues(&self, phrase: &str) -> bool {
        Restrictions.continues(phrase)
    }
}

/// Returns the meaning of the words of a phrase, each as its symbol.
fn meaning(symbols: &[Symbol]) -> Meaning<Level> {
    use Symbol::{
        Advised, Awd, Cause, Chain, Closed, Everyone, Except, Include, Law, NoRestriction, Number, Or,
        Passenger, Place, Required, Traction, Truck,
    };
    if symbols.contains(&Truck) {
        return of_trucks(symbols);
    }
    let closes = symbols.iter().position(|symbol| *symbol == Closed);
    if let Some(at) = closes {
        let (before, after) = symbols.split_at(at);
        let head = before.iter().all(|symbol| matches!(symbol, Place | Number | Cause));
        let tail = after.iter().all(|symbol| matches!(symbol, Closed | Place | Number | Cause | Everyone));
        return if head && tail { Meaning::Level(Level::Closed) } else { Meaning::Unknown };
    }
    let said: Vec<Symbol> =
        symbols.iter().copied().filter(|symbol| !matches!(symbol, Everyone | Cause)).collect();
    Meaning::Level(match said.as_slice() {
        [] if symbols.contains(&Everyone) => return Meaning::Aside,
        [NoRestriction] => Level::NoRestriction,
        [Traction, Advised]
        | [Advised, Traction]
        | [Traction, Or, Chain, Advised]
        | [Chain, Or, Traction, Advised] => Level::TractionAdvised,
        [Traction, Required]
        | [Required, Traction]
        | [Traction, Or, Chain, Required]
        | [Chain, Or, Traction, Required]
        | [Required, Chain, Or, Traction]
        | [Required, Traction, Or, Chain]
        | [Traction, Law]
        | [Passenger, Traction, Law] => Level::TractionRequired,
        [Chain, Required, Except, Awd]
        | [Required, Chain, Except, Awd]
        | [Chain, Required, Except, Awd, Traction]
        | [Required, Chain, Except, Awd, Traction] => Level::ChainsUnlessAwd,
        [Chain, Required]
        | [Required, Chain]
        | [Chain, Required, Include, Awd]
        | [Required, Chain, Include, Awd]
        | [Chain, Required, Passenger]
        | [Passenger, Chain, Law] => Level::ChainsRequired,
        _ => return Meaning::Unknown,
    })
}

/// Returns the meaning of a phrase about lorries and loads: it is understood if it has one predicate and no other
/// subject.
fn of_trucks(symbols: &[Symbol]) -> Meaning<Level> {
    use Symbol::{Advised, Cause, Chain, Closed, Law, Or, Place, Prohibited, Required, Traction, Truck};
    let is_predicate = |symbol: &&Symbol| matches!(symbol, Advised | Closed | Law | Prohibited | Required);
    let of_one = symbols.iter().filter(is_predicate).count() == 1;
    let known = symbols.iter().all(|symbol| {
        is_predicate(&symbol) || matches!(symbol, Cause | Chain | Or | Place | Traction | Truck)
    });
    if of_one && known { Meaning::Aside } else { Meaning::Unknown }
}

#[cfg(test)]
mod tests;
