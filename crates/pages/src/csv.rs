//! Tables as files for spreadsheets: the rows of an operation's answer, flattened. A null is an empty cell, never 0,
//! and every row contains the credit.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::text::is_formula;
use operations::charts::season::{newest_depth, newest_depth_by_band};
use operations::operation::Operation;
use operations::ops::{
    compare_forecasts, compare_resorts, find_resorts_by_criteria, get_hourly_weather, get_ml_trends,
    get_monthly_snow, get_snow_history, get_storm_watch, get_weather_forecast,
};
use operations::{AnyOperation, OpError};
use serde_json::{Map, Value};

use crate::ask::Ask;
use crate::file::File;

const MEDIA_TYPE: &str = "text/csv; charset=utf-8; header=present";
/// Path prefix of the tables of one resort.
const OF_RESORT: &str = "/csv/v1/resorts/";

/// Returns the address of a resort's table.
pub(crate) fn of_resort(slug: &str, table: &str) -> String {
    format!("{OF_RESORT}{slug}/{table}.csv")
}

macro_rules! tables {
    ($($path:literal, [$($query:literal),*], $operation:ident, $pointer:literal;)*) => {
        /// Every table: its address, its query parameters, the operation, and the pointer to the rows in the answer.
        pub(crate) const TABLES: &[File] = &[
            File { path: "/csv/v1/resorts/{slug}/season.csv", query: &[], media_type: MEDIA_TYPE, is_shown_elsewhere: false, make: season, refuse: None },
            $(File {
                path: $path,
                query: &[$($query),*],
                media_type: MEDIA_TYPE, is_shown_elsewhere: false,
                make: |ask| made(ask, &$operation::Op, $pointer, &[$($query),*]),
                refuse: None,
            }),*
        ];
    };
}

tables! {
    "/csv/v1/resorts/{slug}/forecast.csv", ["band", "days"], get_weather_forecast, "/data/days";
    "/csv/v1/resorts/{slug}/hours.csv", ["hours"], get_hourly_weather, "/data/hours";
    "/csv/v1/resorts/{slug}/models.csv", ["days"], compare_forecasts, "/data/models";
    "/csv/v1/resorts/{slug}/history.csv", [], get_snow_history, "/data/seasons";
    "/csv/v1/resorts/{slug}/months.csv", [], get_monthly_snow, "/data/months";
    "/csv/v1/storms.csv", ["region", "limit"], get_storm_watch, "/data/events";
    "/csv/v1/rankings.csv", ["sort", "region", "country", "pass", "limit", "offset"], find_resorts_by_criteria, "/data";
    "/csv/v1/compare.csv", ["slugs"], compare_resorts, "/data/resorts";
    "/csv/v1/accuracy.csv", ["region", "days", "limit", "offset"], get_ml_trends, "/data/accuracy";
}

/// Fixed arguments of an operation.
const GIVEN: [(&str, &str, &str); 1] = [("get_ml_trends", "dataset", "model_accuracy")];

fn made<O: Operation>(
    ask: &Ask<'_>,
    operation: &O,
    pointer: &str,
    query: &[&str],
) -> Result<String, OpError> {
    let meta = AnyOperation::meta(operation);
    let path = ask.arguments.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let given = GIVEN.iter().filter(|(name, ..)| *name == meta.name).map(|(_, name, value)| (*name, *value));
    let asked = query.iter().filter_map(|name| Some((*name, ask.given(name)?)));
    let pairs: Vec<(&str, &str)> = path.chain(given).chain(asked).collect();
    let answer = AnyOperation::answer(operation, &ask.view, &pairs, ask.now)?;
    let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
    let rows = answer.pointer(pointer).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    Ok(written(rows, &credit(ask)))
}

/// Returns the credit for every row, because a file is passed on without its page.
fn credit(ask: &Ask<'_>) -> String {
    let service = ask.view.service();
    let note = if service.synthetic { "; synthetic data, simulated for a demonstration" } else { "" };
    format!("{}{note}", service.credits.service.text)
}

/// Renders the newest winter day by day: the reanalysis' own depth with its norm, and the modelled depth at three
/// elevations.
fn season(ask: &Ask<'_>) -> Result<String, OpError> {
    let seen = ask.view.resort(ask.given("slug").unwrap_or_default())?;
    let mut rows: BTreeMap<NaiveDate, Map<String, Value>> = BTreeMap::new();
    let mut put = |date: NaiveDate, name: &str, cm: Option<f64>| {
        rows.entry(date).or_default().insert(name.to_owned(), cm.into());
    };
    for day in newest_depth(seen.winters()).into_iter().flat_map(|(_, days)| days) {
        put(day.date, "depthCm", day.cm);
        for (name, cm) in [
            ("normP10Cm", day.norm.map(|norm| norm.p10)),
            ("normMedianCm", day.norm.map(|norm| norm.median)),
            ("normP90Cm", day.norm.map(|norm| norm.p90)),
        ] {
            put(day.date, name, cm);
        }
    }
    for day in newest_depth_by_band(seen.winters()).into_iter().flat_map(|(_, days)| days) {
        for (name, cm) in ["modelledBaseCm", "modelledMidCm", "modelledSummitCm"].into_iter().zip(day.cm) {
            put(day.date, name, cm);
        }
    }
    let dated = |(date, members): (NaiveDate, Map<String, Value>)| {
        let date = std::iter::once(("date".to_owned(), Value::from(date.to_string())));
        Value::Object(date.chain(members).collect())
    };
    let rows: Vec<Value> = rows.into_iter().map(dated).collect();
    Ok(written(&rows, &credit(ask)))
}

/// Writes rows under all columns that occur, in order of first appearance.
fn written(rows: &[Value], credit: &str) -> String {
    let flat: Vec<Vec<(String, String)>> = rows
        .iter()
        .map(|row| {
            let mut cells = Vec::new();
            flatten("", row, &mut cells);
            cells
        })
        .collect();
    let mut heads: Vec<&str> = Vec::new();
    for (name, _) in flat.iter().flatten() {
        if !heads.contains(&name.as_str()) {
            heads.push(name);
        }
    }
    let mut out: String = heads.iter().map(|head| quoted(head) + ",").collect();
    out.push_str("credit\r\n");
    for row in &flat {
        for head in &heads {
            let cell = row.iter().find(|(name, _)| name == head).map_or("", |(_, text)| text.as_str());
            out.push_str(&quoted(cell));
            out.push(',');
        }
        out.push_str(&quoted(credit));
        out.push_str("\r\n");
    }
    out
}

/// Collects the scalars of a value, named by their paths; lists of scalars share one cell, other lists are left out.
fn flatten(name: &str, value: &Value, cells: &mut Vec<(String, String)>) {
    match value {
        Value::Object(members) => {
            for (member, value) in members {
                let name = if name.is_empty() { member.clone() } else { format!("{name}.{member}") };
                flatten(&name, value, cells);
            }
        }
        Value::Array(values) => {
            if !values.iter().any(|value| value.is_object() || value.is_array()) {
                let all: Vec<String> = values.iter().map(scalar).collect();
                cells.push((name.to_owned(), all.join(";")));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            cells.push((name.to_owned(), scalar(value)));
        }
    }
}

/// Formats a scalar. A text that a spreadsheet would take for a formula begins with an apostrophe.
fn scalar(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if is_formula(text) => format!("'{text}"),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests;
