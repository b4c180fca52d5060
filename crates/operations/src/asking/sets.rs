//! Answers questions about sets of resorts: the best of each set, its members by name, and which group is ahead.

use std::cmp::Ordering;

use ask::{GroupName, Near, Reading, SetQuestion, Topic};
use conditions_core::record::{Band, OperatingStatus};
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde_json::Value;
use world::credits::SourceFamilies;
use world::{View, VisibleResort};

use super::compose::ComposedAnswer;
use super::evidence::TextPiece;
use super::run;
use super::speaker::AnswerWriter;
use super::units::Unit;
use super::wording;
use crate::ranking::Measure;

mod fallbacks;
mod members;
mod operating;
mod shown;

use fallbacks::{
    add_depth, chosen_in, is_ahead, is_of_snow, is_without_snow, none_near, signal, topics, without_winters,
};
use members::{ChosenMembers, HOUR, chosen};
use operating::{is_cut, others, reports_any, statuses};
use shown::{DisplayForm, PastDays};

pub(super) use members::drive_minutes;

/// The operation that reports the snow, the lifts and the status of one resort.
const PRESENT: &str = "get_resort";

/// The operation that reports the forecast of one resort.
const FORECAST: &str = "get_weather_forecast";

/// The operation that reports the effect of El Niño on one resort.
const SIGNAL: &str = "get_elnino_signal";

/// A called operation with its answer.
type Called = (Reading, Value);

/// A topic with the answers for each group.
struct Answers {
    topic: Topic,
    groups: Vec<Vec<Called>>,
}

/// Writes the answer; `None` if the sets are empty.
pub(super) fn write(view: &View<'_>, set: &SetQuestion, now: Timestamp) -> Option<ComposedAnswer> {
    let mut carries = SourceFamilies::CATALOGUE;
    let mut answers: Vec<Answers> = Vec::new();
    let mut drive = None;
    for topic in topics(view, set) {
        let chosen: Vec<ChosenMembers> =
            set.groups.iter().map(|group| chosen(view, set, group, topic)).collect();
        drive = drive.or_else(|| chosen.iter().find_map(|one| one.minutes));
        let groups =
            chosen.iter().map(|one| called(view, set, (topic, &one.members), now, &mut carries)).collect();
        let answer = Answers { topic, groups };
        let looks_ahead = is_without_snow(set, &answer) && !set.topics.iter().copied().any(is_ahead);
        answers.push(answer);
        if looks_ahead && answers.iter().all(|one| one.topic != Topic::Week) {
            let chosen = set.groups.iter().map(|group| chosen_in(view, set, group, Topic::Week));
            let groups =
                chosen.map(|members| called(view, set, (Topic::Week, &members), now, &mut carries)).collect();
            answers.push(Answers { topic: Topic::Week, groups });
        }
    }
    add_depth(view, set, &mut answers, now, &mut carries);
    let hubs: Vec<Option<Called>> = set.groups.iter().map(|group| hub(view, set, &group.name, now)).collect();
    let signal = signal(view, set, now);
    let Some(first) = answers.iter().flat_map(|one| &one.groups).flatten().next() else {
        return none_near(view, set, now);
    };
    let mut speaker = AnswerWriter::new(view, &first.0, &first.1, now);
    near(&mut speaker, set, drive);
    if let Some((reading, value)) = &signal {
        speaker.turn(reading, value);
        wording::past::phase(&mut speaker);
    }
    if let Some(key) = set.topics.iter().find_map(|topic| without_winters(view, set, *topic)) {
        if set.when.is_beyond_forecasts(set.today) {
            speaker.write("beyond forecast", &[]);
        }
        speaker.write(key, &[]);
    }
    for answer in &answers {
        write_answer(&mut speaker, set, answer, &hubs);
    }
    let resorts =
        answers.iter().flat_map(|one| &one.groups).flatten().flat_map(|(reading, _)| reading.resorts.clone());
    let mut written = speaker.written(carries);
    for at in resorts {
        if !written.resorts.contains(&at) {
            written.resorts.push(at);
        }
    }
    written.arguments = set.groups.iter().filter_map(argument).collect();
    Some(written)
}

/// Returns the argument by which operations know a group.
fn argument(group: &ask::Group) -> Option<(&'static str, String)> {
    Some(match &group.name {
        GroupName::Hub(slug) => ("hub", slug.clone()),
        GroupName::State(name) => ("state", name.clone()),
        GroupName::Country(code) => ("country", (*code).to_owned()),
        GroupName::Region(word) => ("region", (*word).to_owned()),
        GroupName::Pass(id) => ("pass", id.clone()),
        GroupName::Resort | GroupName::Written | GroupName::Near(_) => return None,
    })
}

/// Calls the operation of a topic for resorts.
fn called(
    view: &View<'_>,
    set: &SetQuestion,
    (topic, members): (Topic, &[usize]),
    now: Timestamp,
    carries: &mut SourceFamilies,
) -> Vec<Called> {
    let operation = match topic {
        Topic::Operation(operation) => operation,
        _ => PRESENT,
    };
    let mut called: Vec<Called> = Vec::new();
    for at in members {
        let Some(seen) = view.at(*at) else { continue };
        let reading = set.reading(operation, *at, &seen.resort().slug);
        let Ok((value, own)) = run(view, &reading, now) else { continue };
        *carries = carries.and(own);
        // Resorts of one bulletin share its answer.
        let bulletin =
            |value: &Value| value.pointer("/data/bulletin/region").cloned().filter(|id| !id.is_null());
        let is_known = operation == "get_avalanche"
            && bulletin(&value).is_some()
            && called.iter().any(|(_, known)| bulletin(known) == bulletin(&value));
        if !is_known {
            called.push((reading, value));
        }
    }
    called.truncate(members::MOST_NAMED);
    called
}

/// Returns the answer that has a hub's name.
fn hub(view: &View<'_>, set: &SetQuestion, name: &GroupName, now: Timestamp) -> Option<Called> {
    let GroupName::Hub(slug) = name else { return None };
    let mut reading = set.reading("get_destination", 0, slug);
    reading.resorts.clear();
    run(view, &reading, now).ok().map(|(value, _)| (reading, value))
}

/// Writes the drive within which the resorts are: its hours, or that it is the requested drive or distance.
fn near(speaker: &mut AnswerWriter<'_>, set: &SetQuestion, minutes: Option<usize>) {
    const KEYS: [&str; 4] = ["near one", "near two", "near three", "near four"];
    let town = set.groups.iter().find(|group| matches!(group.name, GroupName::Near(_)));
    let key = match minutes {
        Some(minutes) if minutes.is_multiple_of(HOUR) => {
            (minutes / HOUR).checked_sub(1).and_then(|at| KEYS.get(at)).copied()
        }
        Some(_) => Some("near requested"),
        None => Some("near distance"),
    };
    if let (Some(town), Some(key)) = (town, key) {
        if let GroupName::Near(near) = town.name
            && let Some(other) = other_drive(near, minutes)
        {
            speaker.write(other, &[]);
        }
        let town = TextPiece::words(&town.written);
        speaker.write(key, &[("town", &town)]);
    }
}

/// Returns the sentence for a drive that is not the requested one.
fn other_drive(near: Near, minutes: Option<usize>) -> Option<&'static str> {
    let requested = usize::try_from(near.minutes?).ok()?;
    match minutes?.cmp(&requested) {
        Ordering::Less => Some("near nearer"),
        Ordering::Equal => None,
        Ordering::Greater => Some("near farther"),
    }
}

fn write_answer<'a>(
    speaker: &mut AnswerWriter<'a>,
    set: &SetQuestion,
    answers: &'a Answers,
    hubs: &'a [Option<Called>],
) {
    match answers.topic {
        Topic::Operation(_) => one_by_one(speaker, set, answers),
        Topic::Status => statuses(speaker, answers, is_cut(set, answers)),
        topic => {
            let mut form = display_form(set, topic, answers);
            if is_cut(set, answers) && !reports_any(answers) {
                form.compared = if topic == Topic::Runs { "set no runs there" } else { "set no lifts there" };
            }
            ranked(speaker, set, answers, (&form, hubs));
        }
    }
    if let Some(band) = set.band.filter(|_| lacks_band(set, answers)) {
        let place = speaker.words(&format!("band {band}"));
        speaker.write("depth unknown there", &[("band", &place)]);
    }
    others(speaker, set, answers);
    let is_of_week = answers.topic == Topic::Week;
    if is_of_week && set.when.span.is_some() {
        speaker.write("set week", &[]);
    }
}

/// Returns the form of a topic: with the depths of the requested band, if a resort has one.
fn display_form(set: &SetQuestion, topic: Topic, answers: &Answers) -> DisplayForm {
    let of_band = DisplayForm::of_band(set, topic);
    of_band.filter(|form| has_value(form, answers)).unwrap_or_else(|| DisplayForm::new(set, topic))
}

/// Returns whether the depths are not those of the requested band, because no resort has one there.
fn lacks_band(set: &SetQuestion, answers: &Answers) -> bool {
    DisplayForm::of_band(set, answers.topic).is_some_and(|form| !has_value(&form, answers))
}

fn has_value(form: &DisplayForm, answers: &Answers) -> bool {
    answers.groups.iter().flatten().any(|one| amount(form, one).is_some())
}

/// Returns the value that a topic shows.
fn amount(shown: &DisplayForm, (_, value): &Called) -> Option<f64> {
    value.pointer(shown.member).and_then(Value::as_f64)
}

/// Writes a ranking of one set, or groups side by side and the one that is ahead.
fn ranked<'a>(
    speaker: &mut AnswerWriter<'a>,
    set: &SetQuestion,
    answers: &'a Answers,
    (shown, hubs): (&DisplayForm, &'a [Option<Called>]),
) {
    let mut lines = Vec::new();
    for (nth, group) in answers.groups.iter().enumerate() {
        let rows: Vec<TextPiece> = group.iter().filter_map(|one| row(speaker, shown, one)).collect();
        if rows.is_empty() {
            continue;
        }
        let rows = speaker.list(&rows);
        let is_set = set.groups.get(nth).is_some_and(|group| group.name != GroupName::Resort);
        let label = if set.is_comparison && is_set { label(speaker, set, nth, hubs) } else { None };
        lines.push(match label {
            Some(name) => speaker.phrase("set group", &[("name", &name), ("rows", &rows)]).unwrap_or(rows),
            None => rows,
        });
    }
    let all: Vec<&Called> = answers.groups.iter().flatten().collect();
    let amounts: Vec<Option<f64>> = all.iter().map(|one| amount(shown, one)).collect();
    let most = amounts.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    let leaders = amounts.iter().filter(|amount| amount.is_some_and(|own| own >= most)).count();
    let lines = if set.is_comparison { speaker.lines(&lines) } else { speaker.list(&lines) };
    let band = set.band.map_or_else(|| TextPiece::words(""), |band| speaker.words(&format!("band {band}")));
    if !set.is_comparison {
        let key = if most > 0.0 {
            shown.ranked
        } else if most.is_finite() {
            shown.none
        } else {
            shown.compared
        };
        let empty = TextPiece::words("");
        return speaker.write(key, &[("rows", &lines), ("most", &empty), ("band", &band)]);
    }
    let leader = amounts.iter().position(|amount| amount.is_some_and(|own| own >= most));
    let ahead = leader.and_then(|at| all.get(at)).filter(|_| most > 0.0 && leaders == 1).and_then(
        |(reading, value)| {
            speaker.turn(reading, value);
            let name = speaker.name_at("/data")?;
            speaker.phrase("compared most", &[("name", &name)])
        },
    );
    let ahead = ahead.unwrap_or_else(|| TextPiece::words(""));
    speaker.write(shown.compared, &[("rows", &lines), ("most", &ahead), ("band", &band)]);
}

/// Writes a resort with its value.
fn row<'a>(
    speaker: &mut AnswerWriter<'a>,
    shown: &DisplayForm,
    (reading, value): &'a Called,
) -> Option<TextPiece> {
    speaker.turn(reading, value);
    let name = speaker.name_at("/data")?;
    let amount = speaker.cite_or_unknown(shown.member, shown.unit);
    let is_forecast = shown.compared == "compared forecast";
    let basis = match shown.member.strip_suffix("/value") {
        Some(field) if !is_forecast => speaker.listed_basis(&format!("{field}/source")),
        _ => TextPiece::words(""),
    };
    speaker.phrase("named amount basis", &[("name", &name), ("amount", &amount), ("basis", &basis)])
}

/// Returns the name of a set.
fn label<'a>(
    speaker: &mut AnswerWriter<'a>,
    set: &SetQuestion,
    nth: usize,
    hubs: &'a [Option<Called>],
) -> Option<TextPiece> {
    if let Some(Some((reading, value))) = hubs.get(nth) {
        speaker.turn(reading, value);
        return speaker.cite("/data/name", Unit::Text);
    }
    set.groups.get(nth).map(|group| TextPiece::words(&group.written))
}

/// Writes the answer about each resort, and for a forecast which one gets most snow.
fn one_by_one<'a>(speaker: &mut AnswerWriter<'a>, set: &SetQuestion, answers: &'a Answers) {
    for (reading, value) in answers.groups.iter().flatten() {
        speaker.turn(reading, value);
        wording::word(speaker, reading, None);
    }
    if !is_of_snow(set, answers) {
        return;
    }
    let totals: Vec<Option<f64>> =
        answers.groups.iter().flatten().map(|(_, value)| members::snow_of_days(value, set)).collect();
    let most = totals.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    let leaders: Vec<usize> =
        totals.iter().enumerate().filter(|(_, own)| **own == Some(most)).map(|(nth, _)| nth).collect();
    if most <= 0.0 && most.is_finite() {
        return speaker.write("set no snow then", &[]);
    }
    if let [only] = leaders[..]
        && totals.len() > 1
        && let Some((reading, value)) = answers.groups.iter().flatten().nth(only)
    {
        speaker.turn(reading, value);
        if let Some(name) = speaker.name_at("/data") {
            speaker.write("set most snow", &[("name", &name)]);
        }
    }
}

/// Returns the quantity that orders resorts in a topic; `None` if it is not reported.
fn rank(seen: &VisibleResort<'_>, set: &SetQuestion, topic: Topic) -> Option<i32> {
    let units = |measure: Measure| measure.value(seen).map(Tenths::units);
    let record = &seen.resolution().record;
    let whole = |count: Option<u32>| count.and_then(|count| i32::try_from(count).ok());
    match topic {
        Topic::Depth => units(Measure::Depth),
        Topic::NewSnow => match PastDays::new(set) {
            PastDays::One => units(Measure::Snowfall),
            PastDays::Two => seen.resolution().snowfall48h_cm.value.map(Tenths::units),
            PastDays::Seven => seen.resolution().snowfall7d_cm.value.map(Tenths::units),
        },
        Topic::Week => units(Measure::Next7d),
        Topic::Score => units(Measure::Score),
        Topic::Lifts => whole(record.lifts.value.and_then(|lifts| lifts.open)),
        Topic::Runs => whole(record.runs.value.and_then(|runs| runs.open)),
        Topic::Status => match record.status.value {
            Some(OperatingStatus::Open) => Some(2),
            Some(_) => Some(1),
            None => None,
        },
        Topic::Operation("get_resort_info") if set.features.contains(&ask::Feature::Elevation) => {
            seen.resort().summit_m
        }
        Topic::Operation(FORECAST) => members::snow_ahead(seen, set, Band::Mid),
        Topic::Operation(operation) if members::is_of_winters(operation) => {
            seen.winters().deepest_cm().map(|_| 1)
        }
        Topic::Operation(_) => Some(0),
    }
}
