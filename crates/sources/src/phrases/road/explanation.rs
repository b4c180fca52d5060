//! Free text in which an agency explains a report. It never states a level; it can only contradict one.

use roads::Level;

use super::lexicon::words;
use super::{PhraseReading, Restrictions, read};

/// Maximum number of characters of an explanation that are read.
const MOST: usize = 4_000;

/// Words for a closure. "Close" counts unless it precedes "to".
const CLOSES: [&str; 7] = ["closed", "closure", "close", "closing", "impassable", "blocked", "shut"];
/// Words for stopped traffic.
const STOPS: [&str; 4] = ["stopped", "held", "halted", "stop"];
/// Words for a reopened road, and words that place the reopening in the future.
const REOPENED: [&str; 3] = ["reopened", "lifted", "cleared"];
const OPEN: [(&str, &str); 4] = [("now", "open"), ("open", "again"), ("is", "open"), ("are", "open")];
/// Words for a past closure, used if another sentence says that the road is open.
const PAST: [&str; 5] = ["was", "were", "had", "earlier", "previously"];
const NOT_YET: [&str; 14] = [
    "will",
    "until",
    "not",
    "when",
    "once",
    "expected",
    "scheduled",
    "may",
    "might",
    "could",
    "should",
    "before",
    "if",
    "be",
];
/// Phrases for the end of reporting on a road.
const NO_NEWS: [&str; 17] = [
    "no information",
    "no current information",
    "no road information",
    "information is not available",
    "no report",
    "no current report",
    "no update",
    "no current update",
    "not reported",
    "not being reported",
    "not updated",
    "not monitored",
    "not currently reported",
    "no longer reported",
    "no longer updated",
    "unavailable",
    "not available",
];
/// Words for reporting, and words for its end.
const REPORTS: [&str; 6] = ["report", "reported", "reporting", "update", "updated", "information"];
const ENDS: [&str; 9] =
    ["end", "ended", "ceased", "discontinued", "suspended", "finished", "concluded", "resume", "stopped"];

/// Returns whether an explanation contradicts a level. A closure or the end of reporting contradicts every level except
/// "closed"; required chains or tyres contradict a level that requires none.
pub(crate) fn contradicts(explanation: &str, level: Level) -> bool {
    let head: String = explanation.chars().take(MOST).collect();
    let sentences: Vec<(&str, Vec<String>)> =
        head.split_inclusive(['.', ';', '!', '\n']).map(|sentence| (sentence, words(sentence))).collect();
    let is_open_again = sentences.iter().any(|(_, words)| reopened(words));
    let denied = |(sentence, words): &(&str, Vec<String>)| denies(sentence, words, is_open_again, level);
    level != Level::Closed && sentences.iter().any(denied)
}

/// Returns whether a sentence contradicts a level. `is_open_again` means that another sentence reports the reopening.
fn denies(sentence: &str, words: &[String], is_open_again: bool, level: Level) -> bool {
    if words.is_empty() {
        return false;
    }
    // A sentence that reads as a restriction gives its exact requirement.
    match read(sentence, &Restrictions) {
        PhraseReading::Nothing => return false,
        PhraseReading::Level(demanded) => return demanded == Level::Closed || demands_more(demanded, level),
        PhraseReading::Unread { .. } => {}
    }
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let text = words.join(" ");
    let says = |phrase: &&str| format!(" {text} ").contains(&format!(" {phrase} "));
    let is_unreported = NO_NEWS.iter().any(says) || (has(&REPORTS) && has(&ENDS));
    is_unreported || is_closed(words, is_open_again) || (level < Level::TractionRequired && is_demand(words))
}

/// Returns whether an explanation's requirement contradicts a level, which it does if the level requires nothing.
fn demands_more(demanded: Level, level: Level) -> bool {
    level < Level::TractionRequired && demanded > level
}

/// Returns whether a sentence says that a road has reopened, and not that it will.
fn reopened(words: &[String]) -> bool {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let is_open = words.windows(2).any(|pair| {
        let [first, second] = pair else { return false };
        OPEN.contains(&(first.as_str(), second.as_str()))
    });
    (has(&REOPENED) || is_open) && !has(&NOT_YET)
}

/// Returns whether a sentence reports a closure that is current: neither lifted in the sentence, nor past in its own
/// words and lifted in another.
fn is_closed(words: &[String], is_open_again: bool) -> bool {
    let closes = |(at, word): (usize, &String)| {
        let next = words.get(at + 1).map(String::as_str);
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map(String::as_str);
        CLOSES.contains(&word.as_str())
            && !(word == "close" && next == Some("to"))
            && !matches!(before, Some("not" | "no"))
    };
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let is_stopped = has(&["traffic"]) && has(&STOPS);
    let is_past = reopened(words) || (is_open_again && has(&PAST));
    (is_stopped || words.iter().enumerate().any(closes)) && !is_past
}

/// Returns whether a sentence mentions chains or tyres that are required.
fn is_demand(words: &[String]) -> bool {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    has(&["chain", "traction", "tire"])
        && has(&["required", "mandatory", "must", "law", "requirement"])
        && !has(&["no", "not", "without"])
}
