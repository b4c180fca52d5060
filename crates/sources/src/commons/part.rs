//! One response of a search: the files it contains, what it adds to each, and how the search continues.

use serde_json::Value;

use super::file::File;
use super::{LANE, MOST_FILES};
use crate::error::{FaultPosition, Kind, ParseError, Refusal, excerpt, note};
use crate::json_cut::Raw;

/// Maximum number of continuation members, and maximum characters of each.
const MOST_MEMBERS: usize = 8;
const LONGEST_MEMBER: usize = 500;

#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The files in the response, in the upstream's order.
    pub files: Vec<File>,
    /// The parameters to add to the request for more facts about the same files; empty when the facts are complete.
    pub goes_on: Vec<(String, String)>,
    /// The errors of the unreadable parts.
    pub faults: Vec<ParseError>,
}

/// Reads a response, in either form of the API.
///
/// # Errors
/// Returns an error if it is incomplete, or an error response.
pub fn read(body: &[u8]) -> Result<Part, ParseError> {
    let fault = |kind| ParseError { lane: LANE, at: FaultPosition::Body, kind };
    let answer: Value = Raw::document(LANE, body)?
        .parse()
        .map_err(|error| fault(if error.is_eof() { Kind::Truncated } else { malformed(&error) }))?;
    if let Some(error) = answer.get("error") {
        return Err(fault(refusal(error)));
    }
    // A search without results has no `query` member.
    let pages = &answer["query"]["pages"];
    let mut part = Part { files: Vec::new(), goes_on: Vec::new(), faults: Vec::new() };
    let pages: Vec<&Value> = match pages {
        Value::Array(list) => list.iter().collect(),
        Value::Object(by_id) => by_id.values().collect(),
        Value::Null if is_whole(&answer) || answer.get("continue").is_some() => Vec::new(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            return Err(fault(Kind::Malformed("no list of pages".to_owned())));
        }
    };
    for (index, page) in pages.into_iter().take(MOST_FILES).enumerate() {
        match File::read(page) {
            Some(file) => part.files.push(file),
            None => note(
                &mut part.faults,
                [ParseError {
                    lane: LANE,
                    at: FaultPosition::Row(index),
                    kind: Kind::Malformed("a page without identifier and title".to_owned()),
                }],
            ),
        }
    }
    part.files.sort_by_key(|file| file.index);
    if !is_whole(&answer) {
        part.goes_on = goes_on(&answer);
        if part.goes_on.is_empty() {
            return Err(fault(Kind::Malformed("neither whole nor with a next part".to_owned())));
        }
    }
    Ok(part)
}

/// Returns whether the facts about the files are complete. The continuation then leads to further files.
fn is_whole(answer: &Value) -> bool {
    !matches!(answer.get("batchcomplete"), None | Some(Value::Null | Value::Bool(false)))
}

fn goes_on(answer: &Value) -> Vec<(String, String)> {
    let members = answer["continue"].as_object().into_iter().flatten().take(MOST_MEMBERS);
    let read = members.filter_map(|(name, value)| {
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
        };
        let is_name =
            !name.is_empty() && name.len() <= 40 && name.bytes().all(|byte| byte.is_ascii_lowercase());
        (is_name && value.len() <= LONGEST_MEMBER).then(|| (name.clone(), value))
    });
    read.collect()
}

fn refusal(error: &Value) -> Kind {
    let code = error["code"].as_str().unwrap_or_default();
    let refusal = match code {
        "maxlag" | "readonly" | "timeout" => Refusal::Overloaded,
        "ratelimited" => Refusal::Minute,
        _ if code.starts_with("internal_api_error") => Refusal::Overloaded,
        _ => Refusal::BadRequest,
    };
    let words = error["info"].as_str().unwrap_or(code);
    Kind::Refused { refusal, reason: excerpt(words, 200) }
}

fn malformed(error: &serde_json::Error) -> Kind {
    Kind::Malformed(excerpt(&error.to_string(), 200))
}
