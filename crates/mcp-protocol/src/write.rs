//! JSON straight into the answer's bytes, without a tree in between.

use serde::Serialize;
use serde_json::{Map, Value};

/// A JSON value that writes itself into the answer.
pub trait Json {
    /// Appends the value.
    ///
    /// # Errors
    /// When the value cannot be expressed in JSON. What was appended is then taken back.
    fn write(&self, out: &mut Vec<u8>) -> Result<(), serde_json::Error>;
}

/// JSON that is ready: one complete value, not checked again.
#[derive(Debug, Clone, Copy)]
pub struct RawJson<'a>(pub &'a [u8]);

impl Json for RawJson<'_> {
    fn write(&self, out: &mut Vec<u8>) -> Result<(), serde_json::Error> {
        out.extend_from_slice(self.0.trim_ascii());
        Ok(())
    }
}

/// A value to serialise.
#[derive(Debug, Clone, Copy)]
pub struct TypedValue<'a, T>(pub &'a T);

impl<T: Serialize> Json for TypedValue<'_, T> {
    fn write(&self, out: &mut Vec<u8>) -> Result<(), serde_json::Error> {
        serde_json::to_writer(out, self.0)
    }
}

/// Appends a string.
pub(crate) fn string(out: &mut Vec<u8>, text: &str) {
    let start = out.len();
    // Neither a string nor a vector can refuse; were it otherwise, the answer must still be JSON.
    if serde_json::to_writer(&mut *out, text).is_err() {
        out.truncate(start);
        out.extend_from_slice(b"\"\"");
    }
}

/// Appends `,"name":`; names are ours and need no escapes.
pub(crate) fn member(out: &mut Vec<u8>, name: &str) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
}

/// Appends the members of a map, each with a comma before it when `out` does not end in `{`.
pub(crate) fn members(out: &mut Vec<u8>, map: &Map<String, Value>) -> Result<(), serde_json::Error> {
    for (name, value) in map {
        if out.last() != Some(&b'{') {
            out.push(b',');
        }
        string(out, name);
        out.push(b':');
        serde_json::to_writer(&mut *out, value)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
