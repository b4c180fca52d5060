//! Replaces what sets of resorts have no answer to: past winters that are not on record, rankings of zeros, and towns
//! without a resort near them.

use ask::{Feature, GroupName, SetQuestion, Topic};
use conditions_core::time::Timestamp;
use serde_json::Value;
use world::View;
use world::credits::SourceFamilies;

use super::members::{chosen, is_of_winters, snow_of_days};
use super::{Answers, Called, DisplayForm, FORECAST, PRESENT, SIGNAL, amount, called, rank};
use crate::asking::compose::ComposedAnswer;
use crate::asking::evidence::TextPiece;
use crate::asking::run;
use crate::asking::speaker::AnswerWriter;

/// Days ahead of a period for which the forecast of the coming week says something.
const SOON: i64 = 14;

/// Returns the topics that have an answer: instead of past winters that no resort has, the snow of today, and for the
/// days after the forecast the coming week.
pub(super) fn topics(view: &View<'_>, set: &SetQuestion) -> Vec<Topic> {
    let mut topics: Vec<Topic> = Vec::new();
    let is_soon = set.when.span.is_some_and(|span| (span.first - set.today).num_days() < SOON);
    for topic in &set.topics {
        let is_lacking = without_winters(view, set, *topic).is_some();
        let own = if is_lacking { Topic::Depth } else { *topic };
        let week = (is_lacking && is_soon).then_some(Topic::Week);
        for own in std::iter::once(own).chain(week) {
            if !topics.contains(&own) {
                topics.push(own);
            }
        }
    }
    topics
}

/// Returns the sentence for sets in which no resort has past winters.
pub(super) fn without_winters(view: &View<'_>, set: &SetQuestion, topic: Topic) -> Option<&'static str> {
    let Topic::Operation(operation) = topic else { return None };
    let is_set = |group: &ask::Group| group.name != GroupName::Resort;
    if !is_of_winters(operation) || !set.groups.iter().any(is_set) {
        return None;
    }
    let has_winters = |at: usize| view.at(at).is_some_and(|seen| rank(&seen, set, topic).is_some());
    let members = set.groups.iter().flat_map(|group| chosen_in(view, set, group, topic));
    if members.into_iter().any(has_winters) {
        return None;
    }
    Some(match operation {
        SIGNAL if set.features.contains(&ask::Feature::LaNina) => "set nina unknown",
        SIGNAL => "set enso unknown",
        _ => "set no winters",
    })
}

/// Returns the answer that has the present state of the Pacific, for sets without an effect on record.
pub(super) fn signal(view: &View<'_>, set: &SetQuestion, now: Timestamp) -> Option<Called> {
    let topic = Topic::Operation(SIGNAL);
    without_winters(view, set, topic).filter(|_| set.topics.contains(&topic))?;
    let at = *chosen_in(view, set, set.groups.first()?, topic).first()?;
    let reading = set.reading(SIGNAL, at, &view.at(at)?.resort().slug);
    run(view, &reading, now).ok().map(|(value, _)| (reading, value))
}

/// Writes that no resort is within the longest drive from a town.
pub(super) fn none_near(view: &View<'_>, set: &SetQuestion, now: Timestamp) -> Option<ComposedAnswer> {
    let town = set.groups.iter().find(|group| matches!(group.name, GroupName::Near(_)))?;
    let mut reading = set.reading(PRESENT, 0, "");
    reading.resorts.clear();
    reading.arguments.clear();
    let mut speaker = AnswerWriter::new(view, &reading, &Value::Null, now);
    let is_of_distance =
        matches!(town.name, GroupName::Near(near) if near.minutes.is_none() && near.km.is_some());
    let key = if is_of_distance { "near none distance" } else { "near none" };
    speaker.write(key, &[("town", &TextPiece::words(&town.written))]);
    Some(speaker.written(SourceFamilies::CATALOGUE))
}

/// Returns the resorts of a group that an answer names in a topic.
pub(super) fn chosen_in(view: &View<'_>, set: &SetQuestion, group: &ask::Group, topic: Topic) -> Vec<usize> {
    chosen(view, set, group, topic).members
}

/// Adds the depths, if no snow is forecast in the sets on the requested days.
pub(super) fn add_depth(
    view: &View<'_>,
    set: &SetQuestion,
    answers: &mut Vec<Answers>,
    now: Timestamp,
    carries: &mut SourceFamilies,
) {
    let [only] = answers.as_slice() else { return };
    let is_choice = set.groups.iter().any(|group| group.name != GroupName::Resort);
    let falls = |(_, value): &Called| snow_of_days(value, set).is_none_or(|snow| snow > 0.0);
    if !is_choice || !is_of_snow(set, only) || only.groups.iter().flatten().any(falls) {
        return;
    }
    let chosen = set.groups.iter().map(|group| chosen_in(view, set, group, Topic::Depth));
    let groups = chosen.map(|members| called(view, set, (Topic::Depth, &members), now, carries)).collect();
    answers.push(Answers { topic: Topic::Depth, groups });
}

/// Returns whether an answer is the snow of a forecast, and not its weather.
pub(super) fn is_of_snow(set: &SetQuestion, answers: &Answers) -> bool {
    answers.topic == Topic::Operation(FORECAST)
        && ![Feature::Temperature, Feature::Wind, Feature::Rain, Feature::Cloud]
            .into_iter()
            .any(|feature| set.features.contains(&feature))
}

pub(super) fn is_ahead(topic: Topic) -> bool {
    matches!(topic, Topic::Week | Topic::Operation(FORECAST))
}

/// Returns whether no resort of a ranking has snow.
pub(super) fn is_without_snow(set: &SetQuestion, answer: &Answers) -> bool {
    let is_of_snow = matches!(answer.topic, Topic::Depth | Topic::NewSnow);
    let shown = DisplayForm::new(set, answer.topic);
    is_of_snow
        && !set.is_comparison
        && set.groups.iter().any(|group| group.name != GroupName::Resort)
        && answer.groups.iter().flatten().all(|one| amount(&shown, one).is_none_or(|own| own <= 0.0))
}
