//! Writes JSON directly into the answer's bytes, without an intermediate tree.

use serde::Serialize;
use serde_json::{Map, Value};

/// A JSON value that is written into the answer.
pub trait Json {
    /// Appends the value.
    ///
    /// # Errors
    /// Returns an error if the value cannot be expressed in JSON. `out` is then truncated to its former length.
    fn write(&self, out: &mut Vec<u8>) -> Result<(), serde_json::Error>;
}

/// Serialised JSON: one complete value, not checked again.
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
    // Neither a string nor a vector can fail here; if one did, the answer must still be JSON.
    if serde_json::to_writer(&mut *out, text).is_err() {
        out.truncate(start);
        out.extend_from_slice(b"\"\"");
    }
}

/// Appends `,"name":`; names are constants that need no escapes.
pub(crate) fn member(out: &mut Vec<u8>, name: &str) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
}

/// Appends the members of a map, with a comma before each unless `out` ends in `{`.
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
