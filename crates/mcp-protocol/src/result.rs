//! Results, from typed values straight into the answer: what each revision's result holds, in one pass.

use serde_json::{Map, Value};

use crate::resource::Contents;
use crate::revision::{Rules, Structured};
use crate::rpc::Id;
use crate::write::{Json, member, members, string};

/// What a tool answers. Text and structured content each stand alone: clients show one or the other.
#[derive(Clone, Copy, Default)]
pub struct ToolResult<'a> {
    /// For reading; the only thing that is shown of a failure.
    pub text: &'a str,
    /// The same as data: a JSON object.
    pub structured: Option<&'a dyn Json>,
    /// The call did not do what was asked. Wrong arguments are told this way.
    pub is_error: bool,
    /// For clients' extensions.
    pub meta: Option<&'a Map<String, Value>>,
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

/// The members that a revision wants in every result, and the result's own `_meta`; with a comma, since the members
/// of the result follow.
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

/// The members of a tool's result. `false` when the structured content is not what the revision allows.
pub(crate) fn tool(
    out: &mut Vec<u8>,
    rules: &Rules,
    stamp: &[u8],
    result: &ToolResult<'_>,
) -> Result<bool, serde_json::Error> {
    preamble(out, rules, stamp, result.meta)?;
    out.extend_from_slice(b"\"content\":[{\"type\":\"text\",\"text\":");
    string(out, result.text);
    out.extend_from_slice(b"}]");
    if let Some(structured) = result.structured.filter(|_| rules.structured != Structured::Unknown) {
        member(out, "structuredContent");
        let start = out.len();
        structured.write(out)?;
        let written = out.get(start..).unwrap_or_default();
        let object = matches!(written, [b'{', .., b'}']);
        if written.is_empty() || (rules.structured == Structured::Object && !object) {
            return Ok(false);
        }
    }
    if result.is_error {
        out.extend_from_slice(b",\"isError\":true");
    }
    Ok(true)
}

/// The members of a resource's result.
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
