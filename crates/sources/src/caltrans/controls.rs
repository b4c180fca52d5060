//! A chain control: the requirement in effect at a checkpoint, and since when.

use roads::{Control, Level, UnknownReason};

use super::record::{Record, pacific};
use crate::error::{Kind, excerpt};
use crate::phrases::road;

/// Maximum length of a text; longer ones are cut.
const LONGEST_WORDS: usize = 200;

pub(super) fn read(record: &Record) -> Result<Control, Kind> {
    let said = record.text("statusDescription").or_else(|| record.text("status"));
    let since = record.text("statusDate").zip(record.text("statusTime"));
    Ok(Control {
        id: record.id()?,
        spot: record.spot()?,
        stated: stated_level(record),
        said: said.map(|said| excerpt(said, LONGEST_WORDS)).map(Into::into),
        since: since.and_then(|(date, time)| pacific(date, time)),
        as_of: None,
        holds_ms: Some(Control::REPEATED_MS),
    })
}

fn stated_level(record: &Record) -> Result<Level, UnknownReason> {
    if record.in_service() != Some(true) {
        return Err(UnknownReason::OutOfService);
    }
    // Without its own time the record cannot be shown to belong to the file's last update.
    if record.written_at().is_none() {
        return Err(UnknownReason::NoTime);
    }
    let level = record.text("status").and_then(level).ok_or(UnknownReason::NotReported)?;
    // "R-0" together with the description of a closure does not mean all clear.
    let is_denied = record.text("statusDescription").is_some_and(|words| road::contradicts(words, level));
    if is_denied { Err(UnknownReason::NotReported) } else { Ok(level) }
}

/// Parses a level: `R-1`, also spelt `R1` and `r-1`. One district writes a longitude there.
fn level(word: &str) -> Option<Level> {
    match word.to_ascii_uppercase().replace(['-', ' '], "").as_str() {
        "R0" => Some(Level::NoRestriction),
        "R1" => Some(Level::TractionRequired),
        "R2" => Some(Level::ChainsUnlessAwd),
        "R3" => Some(Level::ChainsRequired),
        _ => None,
    }
}
