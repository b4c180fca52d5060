//! Lists of what is open: lifts, runs and statuses of the resorts of sets.

use ask::{SetQuestion, Topic};

use super::{Answers, Called};
use crate::asking::speaker::AnswerWriter;

/// Places of the status and of the open lifts and runs in the answer about the present state of a resort.
const STATUS: &str = "/data/conditions/status/value";
pub(super) const LIFTS: &str = "/data/conditions/lifts/value/open";
pub(super) const RUNS: &str = "/data/conditions/runs/value/open";

/// Writes that a list of lifts, runs or statuses is not of all resorts of its sets. A ranking says so by its words.
pub(super) fn others(speaker: &mut AnswerWriter<'_>, set: &SetQuestion, answers: &Answers) {
    if is_cut(set, answers) && reports_any(answers) {
        speaker.write("set more", &[]);
    }
}

/// Returns whether a list of lifts, runs or statuses is not of all resorts of its sets.
pub(super) fn is_cut(set: &SetQuestion, answers: &Answers) -> bool {
    let is_list = matches!(answers.topic, Topic::Lifts | Topic::Runs | Topic::Status);
    let is_cut = |(group, named): (&ask::Group, &Vec<Called>)| group.members.len() > named.len();
    is_list && set.groups.iter().zip(&answers.groups).any(is_cut)
}

/// Returns whether a named resort is open, or reports a number of lifts or runs. The named ones have the highest values.
pub(super) fn reports_any(answers: &Answers) -> bool {
    let of =
        |at: &'static str| answers.groups.iter().flatten().filter_map(move |(_, value)| value.pointer(at));
    match answers.topic {
        Topic::Status => of(STATUS).any(|status| status.as_str() == Some("OPEN")),
        Topic::Runs => of(RUNS).any(|open| !open.is_null()),
        _ => of(LIFTS).any(|open| !open.is_null()),
    }
}

/// Writes which resorts are open; if none is, those of a longer list are examples.
pub(super) fn statuses<'a>(speaker: &mut AnswerWriter<'a>, answers: &'a Answers, is_cut: bool) {
    let mut rows = Vec::new();
    for (reading, value) in answers.groups.iter().flatten() {
        speaker.turn(reading, value);
        let Some(name) = speaker.name_at("/data") else { continue };
        let status = speaker.cite_word("status", STATUS).unwrap_or_else(|| speaker.words("unknown"));
        rows.extend(speaker.phrase("named amount", &[("name", &name), ("amount", &status)]));
    }
    let is_any_open = reports_any(answers);
    let rows = speaker.list(&rows);
    if !is_any_open && is_cut {
        return speaker.write("set none open there", &[("rows", &rows)]);
    }
    if !is_any_open {
        speaker.write("set none open", &[]);
    }
    speaker.write("set status", &[("rows", &rows)]);
}
