//! Reader of answers: members of this version are parsed into types, and additions of newer minor versions are kept as
//! JSON.

use conditions_core::time::Timestamp;
use serde::Deserialize as _;
use serde_json::{Map, Value};

use crate::envelope::OwnedEnvelope;

/// A parsed answer, with the additions of newer versions.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// All members of this version of the contract.
    pub envelope: OwnedEnvelope,
    /// Members and words that this version does not list, in the order of the answer. Empty for an answer of this
    /// version or an older one.
    pub additions: Vec<Addition>,
}

/// A member or word of a newer minor version.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Addition {
    /// JSON pointer into the answer. If it points to a word, the typed envelope has `Other` or `Unknown` there.
    pub pointer: String,
    /// Value of the member, or the word.
    pub value: Value,
}

/// The reason why an answer cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes are not JSON.
    #[error("not JSON: {0}")]
    Json(#[source] serde_json::Error),
    /// The answer has another MAJOR version, or no version.
    #[error("schemaVersion is {found}; this reader knows versions 1.x")]
    Version {
        /// Value of `schemaVersion`; `null` if it is missing.
        found: Value,
    },
    /// A required member is missing, or a value has another type than in the contract.
    #[error("not an envelope of the contract: {0}")]
    Shape(#[source] serde_json::Error),
}

/// Reads an envelope of this or any other minor version.
///
/// # Errors
/// Returns an error if the bytes are not JSON, the MAJOR version differs, a required member is missing, or a value has
/// another type.
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
    /// Serialises the answer with its additions, for forwarding.
    ///
    /// # Errors
    /// Returns an error if an envelope cannot be serialised; no such case is known.
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

/// Records the values of `given` that are missing in `understood`, its typed form.
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
            // An optional member is written only if it has a value.
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

/// Returns whether two texts are the same time with another offset or other decimals.
fn same_instant(one: &str, other: &str) -> bool {
    Timestamp::parse(one).is_some_and(|at| Some(at) == Timestamp::parse(other))
}

/// Escapes a name for a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn unescaped(name: &str) -> String {
    name.replace("~1", "/").replace("~0", "~")
}
