//! Rules for the shape of an envelope: one traversal of a table of members; each kind of problem is a rule.

use serde_json::Value;

use super::json::{day, is_timestamp};
use super::{Check, Problem, Rule, Severity};

mod table;

use table::{ENVELOPE, Kind, Member};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "shape/required",
        clause: "Conditions response envelope, meta, data: \"Required members\"",
        severity: Severity::Error,
        checks: "every required member of the tables is present",
        fix: "publish the member; an unknown value is null, not absent",
        check: Check::Shape(Problem::Missing),
    },
    Rule {
        id: "shape/closed",
        clause: "Conditions response envelope: \"No properties other than those listed are allowed\"",
        severity: Severity::Error,
        checks: "no object has a member that the tables do not list",
        fix: "remove it, or publish it at another endpoint",
        check: Check::Shape(Problem::Extra),
    },
    Rule {
        id: "shape/type",
        clause: "Resources and their fields: column \"Type\"",
        severity: Severity::Error,
        checks: "every member has its type, and null only if null is allowed",
        fix: "publish the type of the table; numbers are JSON numbers, not strings",
        check: Check::Shape(Problem::Type),
    },
    Rule {
        id: "shape/word",
        clause: "fieldSource, fieldFreshness, data, measuredNow: the enumerations; peak: windowDays \"always 7\"",
        severity: Severity::Error,
        checks: "words and constants are listed in the contract",
        fix: "map other words to one of the contract's",
        check: Check::Shape(Problem::Word),
    },
    Rule {
        id: "shape/date-time",
        clause: "Resources and their fields: \"string (date-time)\", \"string, date\"",
        severity: Severity::Error,
        checks: "timestamps are RFC 3339 and days are ISO dates",
        fix: "write 2026-01-10T12:00:00Z and 2026-01-10",
        check: Check::Shape(Problem::Time),
    },
    Rule {
        id: "shape/range",
        clause: "Field envelope: confidence \"0 to 1 inclusive\"; lifts, runs, stationCount, ageMinutes: counts",
        severity: Severity::Error,
        checks: "confidences are from 0 to 1, counts and ages are not negative",
        fix: "clamp the confidence; publish null for an unknown count",
        check: Check::Shape(Problem::Range),
    },
];

/// A problem with the shape.
pub(super) struct ShapeProblem {
    pub(super) kind: Problem,
    pub(super) path: String,
    pub(super) found: String,
    pub(super) expected: String,
}

/// The path to a value, formatted only for a problem.
struct Trail<'a> {
    above: Option<&'a Trail<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Root,
    Name(&'a str),
    Nth(usize),
}

impl Trail<'_> {
    fn pointer(&self) -> String {
        let above = self.above.map(Trail::pointer).unwrap_or_default();
        match self.step {
            Step::Root => above,
            Step::Name(name) => format!("{above}/{}", name.replace('~', "~0").replace('/', "~1")),
            Step::Nth(nth) => format!("{above}/{nth}"),
        }
    }
}

/// Returns every problem with the shape of an envelope.
pub(super) fn problems(envelope: &Value) -> Vec<ShapeProblem> {
    let mut walk = Walk { wrong: Vec::new() };
    walk.value(envelope, &ENVELOPE, &Trail { above: None, step: Step::Root });
    walk.wrong
}

struct Walk {
    wrong: Vec<ShapeProblem>,
}

impl Walk {
    fn note(&mut self, kind: Problem, trail: &Trail<'_>, found: impl ToString, expected: impl ToString) {
        let (found, expected) = (found.to_string(), expected.to_string());
        self.wrong.push(ShapeProblem { kind, path: trail.pointer(), found, expected });
    }

    fn value(&mut self, value: &Value, kind: &Kind, trail: &Trail<'_>) {
        match (kind, value) {
            (Kind::Object(members), Value::Object(_)) => self.object(value, members, trail),
            (Kind::Field(members), Value::Object(_)) => self.object(value, members, trail),
            (Kind::List(of), Value::Array(items)) => {
                for (nth, item) in items.iter().enumerate() {
                    self.value(item, of, &Trail { above: Some(trail), step: Step::Nth(nth) });
                }
            }
            (Kind::Text, Value::String(_)) | (Kind::Number, Value::Number(_)) => {}
            (Kind::Instant, Value::String(text)) if is_timestamp(text) => {}
            (Kind::Instant, Value::String(_)) => {
                self.note(Problem::Time, trail, value, "an RFC 3339 instant")
            }
            (Kind::Day, Value::String(_)) if day(value).is_some() => {}
            (Kind::Day, Value::String(_)) => self.note(Problem::Time, trail, value, "a date, YYYY-MM-DD"),
            (Kind::Words(words), Value::String(text)) if words.contains(&text.as_str()) => {}
            (Kind::Words(words), Value::String(_)) => {
                self.note(Problem::Word, trail, value, words.join(", "))
            }
            (Kind::Whole { least }, Value::Number(number)) => {
                let number = number.as_f64().unwrap_or(f64::NAN);
                if number.fract() != 0.0 {
                    self.note(Problem::Type, trail, value, "a whole number");
                } else if least.is_some_and(|least| number < least) {
                    self.note(Problem::Range, trail, value, "0 or more");
                }
            }
            (Kind::Exactly(constant), Value::Number(number)) => {
                if number.as_f64() != Some(*constant) {
                    self.note(Problem::Word, trail, value, constant);
                }
            }
            (Kind::Share, Value::Number(number)) => {
                if !number.as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)) {
                    self.note(Problem::Range, trail, value, "0 to 1");
                }
            }
            _ => self.note(Problem::Type, trail, type_of(value), kind.as_str()),
        }
    }

    fn object(&mut self, value: &Value, members: &[Member], trail: &Trail<'_>) {
        let Some(object) = value.as_object() else { return };
        let mut known = 0;
        for member in members {
            let below = Trail { above: Some(trail), step: Step::Name(member.name) };
            match object.get(member.name) {
                None if member.optional => {}
                None => self.note(Problem::Missing, &below, "nothing", format!("`{}`", member.name)),
                Some(Value::Null) if member.nullable => known += 1,
                Some(found) => {
                    known += 1;
                    self.value(found, member.kind, &below);
                }
            }
        }
        if known == object.len() {
            return;
        }
        for name in object.keys().filter(|name| !members.iter().any(|member| member.name == **name)) {
            let below = Trail { above: Some(trail), step: Step::Name(name) };
            self.note(Problem::Extra, &below, format!("`{name}`"), "no such member");
        }
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
