//! Answers how long the drive from a town to a resort is, as estimated from the distance.

use ask::{DriveQuestion, Locale, Reading};
use conditions_core::time::Timestamp;
use serde_json::Value;
use world::View;
use world::credits::SourceFamilies;

use super::compose::ComposedAnswer;
use super::evidence::TextPiece;
use super::pass_roads::reading;
use super::sets::drive_minutes;
use super::speaker::AnswerWriter;

/// Sentences by the started hours of the drive.
const KEYS: [&str; 8] = [
    "drive one",
    "drive two",
    "drive three",
    "drive four",
    "drive five",
    "drive six",
    "drive seven",
    "drive eight",
];

/// Writes the answer; `None` if the position of the town is unknown.
pub(super) fn write(
    view: &View<'_>,
    drive: &DriveQuestion,
    locale: Locale,
    now: Timestamp,
) -> Option<ComposedAnswer> {
    let seen = view.at(drive.resort)?;
    let hours = (drive_minutes(drive.town, &seen)? + 30) / 60;
    let resorts = vec![drive.resort];
    let reading = Reading { resorts, ..reading(view, drive.resort, locale)? };
    let mut speaker = AnswerWriter::new(view, &reading, &Value::Null, now);
    let name = speaker.resort_name();
    let town = TextPiece::words(&drive.written);
    let key = KEYS.get(hours.saturating_sub(1)).copied().unwrap_or("drive more");
    speaker.write(key, &[("name", &name), ("town", &town)]);
    let mut answer = speaker.written(SourceFamilies::CATALOGUE);
    answer.resorts = vec![drive.resort];
    Some(answer)
}
