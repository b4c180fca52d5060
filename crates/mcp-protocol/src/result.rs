//! Writes results from typed values directly into the answer, in the form of each revision.

use serde_json::{Map, Value};

use crate::resource::Contents;
use crate::revision::{Rules, StructuredContent};
use crate::rpc::Id;
use crate::write::{Json, RawJson, member, members, string};

/// The result of a tool. Text and structured content are each complete, because clients show one or the other.
#[derive(Clone, Copy, Default)]
pub struct ToolResult<'a> {
    /// Text for reading; the only part that is shown of a failure.
    pub text: &'a str,
    /// The same content as data: a JSON object.
    pub structured: Option<&'a dyn Json>,
    /// Whether the call failed. Invalid arguments are reported this way.
    pub is_error: bool,
    /// `_meta` for clients' extensions.
    pub meta: Option<&'a Map<String, Value>>,
}

/// A tool's result for repeated use: its text is escaped once, and each reply copies bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedResult {
    /// The member `content`.
    content: Vec<u8>,
    structured: Vec<u8>,
}

impl RenderedResult {
    /// Renders the result with this text and, as data, this JSON object.
    #[must_use]
    pub fn new(text: &str, structured: RawJson<'_>) -> Self {
        let mut content = Vec::new();
        words(&mut content, text);
        Self { content, structured: structured.0.to_vec() }
    }

    /// Returns its size in bytes, for limiting a cache.
    #[must_use]
    pub fn size(&self) -> usize {
        self.content.len() + self.structured.len()
    }
}

/// Opens an answer up to its result's first member.
pub(crate) fn open(out: &mut Vec<u8>, id: Id<'_>) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id.0.as_bytes());
    out.extend_from_slice(b",\"result\":{");
}

/// Closes what [`open`] opened.
pub(crate) fn close(out: &mut Vec<u8>) {
    out.extend_from_slice(b"}}");
}

/// Writes the members that a revision requires in every result, and the result's own `_meta`, with a trailing comma
/// because further members follow.
pub(crate) fn preamble(
    out: &mut Vec<u8>,
    rules: &Rules,
    stamp: &[u8],
    meta: Option<&Map<String, Value>>,
) -> Result<(), serde_json::Error> {
    let start = out.len();
    if rules.result_type {
        out.extend_from_slice(b"\"resultType\":\"complete\",\"_meta\":{");
        out.extend_from_slice(stamp);
    } else if meta.is_some() {
        out.extend_from_slice(b"\"_meta\":{");
    }
    if let Some(meta) = meta {
        members(out, meta)?;
    }
    if out.len() > start {
        out.extend_from_slice(b"},");
    }
    Ok(())
}

/// Writes the members of a tool's result. Returns `false` if the revision does not allow the structured content.
pub(crate) fn tool(
    out: &mut Vec<u8>,
    rules: &Rules,
    stamp: &[u8],
    result: &ToolResult<'_>,
) -> Result<bool, serde_json::Error> {
    preamble(out, rules, stamp, result.meta)?;
    words(out, result.text);
    if !structured(out, rules, result.structured)? {
        return Ok(false);
    }
    if result.is_error {
        out.extend_from_slice(b",\"isError\":true");
    }
    Ok(true)
}

/// Writes the members of a rendered result, like [`tool`].
pub(crate) fn written(
    out: &mut Vec<u8>,
    rules: &Rules,
    stamp: &[u8],
    result: &RenderedResult,
) -> Result<bool, serde_json::Error> {
    preamble(out, rules, stamp, None)?;
    out.extend_from_slice(&result.content);
    structured(out, rules, Some(&RawJson(&result.structured)))
}

fn words(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(b"\"content\":[{\"type\":\"text\",\"text\":");
    string(out, text);
    out.extend_from_slice(b"}]");
}

/// Writes the structured content if the revision supports it.
fn structured(out: &mut Vec<u8>, rules: &Rules, data: Option<&dyn Json>) -> Result<bool, serde_json::Error> {
    let Some(data) = data.filter(|_| rules.structured != StructuredContent::Unknown) else { return Ok(true) };
    member(out, "structuredContent");
    let start = out.len();
    data.write(out)?;
    let written = out.get(start..).unwrap_or_default();
    let object = matches!(written, [b'{', .., b'}']);
    Ok(!written.is_empty() && (rules.structured != StructuredContent::Object || object))
}

/// Writes the members of a resource's result.
pub(crate) fn contents(
    out: &mut Vec<u8>,
    rules: &Rules,
    stamp: &[u8],
    uri: &str,
    contents: &Contents<'_>,
) -> Result<(), serde_json::Error> {
    preamble(out, rules, stamp, None)?;
    out.extend_from_slice(b"\"contents\":[");
    serde_json::to_writer(&mut *out, &contents.wire(rules, uri))?;
    out.push(b']');
    if rules.cache_hints {
        contents.hints.write(out);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
