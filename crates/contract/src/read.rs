//! Reading an answer: what this version lists becomes typed, what a newer minor version added is kept beside it.

use conditions_core::time::Timestamp;
use serde::Deserialize as _;
use serde_json::{Map, Value};

use crate::envelope::OwnedEnvelope;

/// An envelope as it was received.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// Everything that this version of the contract lists.
    pub envelope: OwnedEnvelope,
    /// What it does not list, in the order of the answer; empty for an answer of this version or an older one.
    pub additions: Vec<Addition>,
}

/// A member or a word of a newer minor version.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Addition {
    /// JSON pointer into the answer. Where it leads to a word, the typed envelope has `Other` or `Unknown` there.
    pub pointer: String,
    /// The member's value, or the word.
    pub value: Value,
}

/// Why bytes are no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Not JSON at all.
    #[error("not JSON: {0}")]
    Json(#[source] serde_json::Error),
    /// Of another MAJOR version, or of none.
    #[error("schemaVersion is {found}; this reader knows versions 1.x")]
    Version {
        /// What stands at `schemaVersion`; `null` where nothing does.
        found: Value,
    },
    /// A required member is missing, or a value has another type than the contract's.
    #[error("not an envelope of the contract: {0}")]
    Shape(#[source] serde_json::Error),
}

/// Reads an envelope of this version or of any other minor version.
///
/// # Errors
/// Not JSON, another MAJOR version, a required member missing, or a value of another type.
pub fn read(json: &[u8]) -> Result<Answer, ReadError> {
    let given: Value = serde_json::from_slice(json).map_err(ReadError::Json)?;
    let version = given.get("schemaVersion");
    if version.and_then(Value::as_str).is_none_or(|version| !version.starts_with("1.")) {
        return Err(ReadError::Version { found: version.cloned().unwrap_or_default() });
    }
    let envelope = OwnedEnvelope::deserialize(&given).map_err(ReadError::Shape)?;
    let understood = serde_json::to_value(&envelope).map_err(ReadError::Shape)?;
    let mut additions = Vec::new();
    compare(&given, &understood, &mut String::new(), &mut additions);
    Ok(Answer { envelope, additions })
}

impl Answer {
    /// The answer as JSON with its additions, for passing it on.
    ///
    /// # Errors
    /// None that is known: every part of an envelope can be written.
    pub fn to_json(&self) -> Result<Value, serde_json::Error> {
        let mut json = serde_json::to_value(&self.envelope)?;
        for Addition { pointer, value } in &self.additions {
            let Some((parent, name)) = pointer.rsplit_once('/') else { continue };
            match json.pointer_mut(parent) {
                Some(Value::Object(members)) => drop(members.insert(unescaped(name), value.clone())),
                Some(Value::Array(items)) => {
                    if let Some(item) = name.parse().ok().and_then(|at: usize| items.get_mut(at)) {
                        *item = value.clone();
                    }
                }
                _ => {}
            }
        }
        Ok(json)
    }
}

/// Notes what stands in `given` and is not told by `understood`, which was made of it.
fn compare(given: &Value, understood: &Value, pointer: &mut String, additions: &mut Vec<Addition>) {
    match (given, understood) {
        (Value::Object(given), Value::Object(understood)) => members(given, understood, pointer, additions),
        (Value::Array(given), Value::Array(understood)) => {
            for (at, (given, understood)) in given.iter().zip(understood).enumerate() {
                below(pointer, &at.to_string(), |pointer| compare(given, understood, pointer, additions));
            }
        }
        (Value::String(word), Value::String(read)) if word != read && !same_instant(word, read) => {
            additions.push(Addition { pointer: pointer.clone(), value: given.clone() });
        }
        _ => {}
    }
}

fn members(
    given: &Map<String, Value>,
    understood: &Map<String, Value>,
    pointer: &mut String,
    additions: &mut Vec<Addition>,
) {
    for (name, value) in given {
        below(pointer, &escaped(name), |pointer| match understood.get(name) {
            Some(read) => compare(value, read, pointer, additions),
            // An optional member is written only when it has a value.
            None if value.is_null() => {}
            None => additions.push(Addition { pointer: pointer.clone(), value: value.clone() }),
        });
    }
}

fn below(pointer: &mut String, name: &str, visit: impl FnOnce(&mut String)) {
    let length = pointer.len();
    pointer.push('/');
    pointer.push_str(name);
    visit(pointer);
    pointer.truncate(length);
}

/// The same instant in another spelling: another offset, other decimals.
fn same_instant(one: &str, other: &str) -> bool {
    Timestamp::parse(one).is_some_and(|at| Some(at) == Timestamp::parse(other))
}

/// A name as a JSON pointer spells it.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn unescaped(name: &str) -> String {
    name.replace("~1", "/").replace("~0", "~")
}
