//! A chain control: what is in effect at a checkpoint, and since when.

use roads::{Control, Level, UnknownReason};

use super::record::{Record, pacific};
use crate::error::{Kind, excerpt};
use crate::phrases::road;

/// Longer words are cut.
const LONGEST_WORDS: usize = 200;

/// Reads a record.
pub(super) fn read(record: &Record) -> Result<Control, Kind> {
    let said = record.text("statusDescription").or_else(|| record.text("status"));
    let since = record.text("statusDate").zip(record.text("statusTime"));
    Ok(Control {
        id: record.id()?,
        spot: record.spot()?,
        stated: stated(record),
        said: said.map(|said| excerpt(said, LONGEST_WORDS)).map(Into::into),
        since: since.and_then(|(date, time)| pacific(date, time)),
        as_of: None,
        holds_ms: Some(Control::REPEATED_MS),
    })
}

fn stated(record: &Record) -> Result<Level, UnknownReason> {
    if record.in_service() != Some(true) {
        return Err(UnknownReason::OutOfService);
    }
    // Without a time of its own nothing tells that the record belongs to the file's last writing.
    if record.written_at().is_none() {
        return Err(UnknownReason::NoTime);
    }
    let level = record.text("status").and_then(level).ok_or(UnknownReason::NotReported)?;
    // "R-0" beside the description of a closure is not all clear.
    let is_denied = record.text("statusDescription").is_some_and(|words| road::contradicts(words, level));
    if is_denied { Err(UnknownReason::NotReported) } else { Ok(level) }
}

/// The level of a word: `R-1`, also spelt `R1` and `r-1`; one district writes a longitude there.
fn level(word: &str) -> Option<Level> {
    match word.to_ascii_uppercase().replace(['-', ' '], "").as_str() {
        "R0" => Some(Level::NoRestriction),
        "R1" => Some(Level::TractionRequired),
        "R2" => Some(Level::ChainsUnlessAwd),
        "R3" => Some(Level::ChainsRequired),
        _ => None,
    }
}
