//! AlpineBits DestinationData, the member `snowCondition` of areas, slopes and parks: one resource or a list of them,
//! as a server of that interface sends it.
//!
//! Depths are centimetres. `baseSnow` counts for the base; a range without it states two numbers, so none is published.
//! `latestStorm` has no time, and `groomed` and `snowMaking` have no field here: they are ignored.

use conditions_core::time::Timestamp;
use serde_json::Value;

use crate::entry::{Entry, RawValue, Units};
use crate::problem::Problem;
use crate::report::{Field, Report};

/// Parses the report in a document; `None` if it is not an AlpineBits document.
///
/// # Errors
/// Returns every problem, also for a document without a snow condition.
pub fn read(body: &[u8], now: Timestamp) -> Option<Result<Report, Vec<Problem>>> {
    let document: Value = serde_json::from_slice(body).ok()?;
    let data = document.get("data").unwrap_or(&document);
    let resources: Vec<&Value> = match data {
        Value::Array(all) => all.iter().collect(),
        one => vec![one],
    };
    if !resources.iter().any(|resource| resource.get("attributes").is_some_and(Value::is_object)) {
        return None;
    }
    let stated: Vec<&Value> = resources
        .iter()
        .filter_map(|resource| resource.get("attributes")?.get("snowCondition").filter(|one| one.is_object()))
        .collect();
    let one = |message: &str| Some(Err(vec![Problem::new("snowCondition", message)]));
    match stated.as_slice() {
        [] => one("is null or missing: nothing is reported"),
        [condition] => Some(entered(condition, now)),
        _ => one("is stated more than once; send one resource at a time"),
    }
}

fn entered(condition: &Value, now: Timestamp) -> Result<Report, Vec<Problem>> {
    let mut entry = Entry::new(Units::Cm, now);
    for (name, field) in [("baseSnow", Field::DepthBase), ("snowOverNight", Field::NewSnow24h)] {
        match condition.get(name) {
            None | Some(Value::Null) => {}
            Some(Value::Number(number)) => {
                entry.set(field, RawValue::Number(number.as_f64().unwrap_or(f64::NAN)))
            }
            Some(_) => entry.problem(name, "must be a number of centimetres"),
        }
    }
    match condition.get("primarySurface") {
        None | Some(Value::Null) => {}
        Some(Value::String(word)) => entry.set(Field::Surface, RawValue::Text(word)),
        Some(_) => entry.problem("primarySurface", "must be a code"),
    }
    match condition.get("obtainedIn") {
        None | Some(Value::Null) => {}
        Some(Value::String(at)) => entry.set(Field::ObservedAt, RawValue::Text(at)),
        Some(_) => entry.problem("obtainedIn", "must be a time with an offset"),
    }
    entry.finish()
}

#[cfg(test)]
mod tests;
