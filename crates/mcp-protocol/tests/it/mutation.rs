//! Correct requests and their mutations. Shared with the long run in `examples`.

use mcp_protocol::Revision;
use serde_json::{Value, json};

use crate::server::{CARD, Sent, TOOL};

/// Pieces that have a meaning in some place.
const PIECES: [&str; 24] = [
    "null",
    "{}",
    "[]",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\\",
    ",",
    "0",
    "-1",
    "1e999",
    "\\ud800",
    "\u{0}",
    "é",
    "\"_meta\":5,",
    "\"id\":1,",
    "\"method\":\"ping\",",
    "2025-03-26",
    "2026-07-28",
    "2099-01-01",
    "tools/call",
    "=?base64?YQ==?=",
];

/// Returns one correct request of every kind at every revision.
pub(crate) fn correct() -> Vec<Sent> {
    let mut all = Vec::new();
    for revision in Revision::ALL {
        for (method, params) in [
            ("initialize", json!({"protocolVersion": "2025-06-18", "capabilities": {}})),
            ("ping", json!({})),
            ("server/discover", json!({})),
            ("tools/list", json!({})),
            (
                "tools/call",
                json!({"name": TOOL, "arguments": {"resort": "x", "deep": [[{"a": [1.5, "é"]}]]}}),
            ),
            ("resources/list", json!({})),
            ("resources/read", json!({"uri": CARD})),
            ("resources/templates/list", json!({})),
            ("notifications/initialized", json!({})),
            ("prompts/list", json!({})),
        ] {
            let single = Sent::at(revision, method, params);
            let batch = [b"[", single.body.as_slice(), b",", single.body.as_slice(), b"]"].concat();
            all.push(Sent { body: batch, ..single.clone() });
            all.push(single);
        }
    }
    all
}

/// Mutates a request as the numbers say.
pub(crate) fn broken(mut sent: Sent, steps: &[(u8, u16, u16)]) -> Sent {
    for (kind, place, what) in steps {
        let (place, what) = (usize::from(*place), usize::from(*what));
        let piece = PIECES[what % PIECES.len()].as_bytes();
        match kind % 18 {
            0 => splice(&mut sent.body, place, 1, &[what.to_le_bytes()[0]]),
            1 => splice(&mut sent.body, place, what % 40, b""),
            2 | 3 => splice(&mut sent.body, place, 0, piece),
            4 => splice(&mut sent.body, place, what % 12, piece),
            5 => sent.body.truncate(place % (sent.body.len() + 1)),
            6 => {
                let header = [&mut sent.version, &mut sent.method, &mut sent.name].into_iter().nth(place % 3);
                if let Some(header) = header {
                    *header = (what % 5 != 0).then(|| piece.to_vec());
                }
            }
            7 => {
                if let Some(name) = &mut sent.name {
                    splice(name, place, 1, &[what.to_le_bytes()[0]]);
                }
            }
            8 => {
                let copy = sent.body.clone();
                splice(&mut sent.body, place, 0, &copy);
            }
            _ => graft(&mut sent.body, place, what),
        }
        sent.body.truncate(1 << 16);
    }
    sent
}

fn splice(bytes: &mut Vec<u8>, place: usize, gone: usize, new: &[u8]) {
    let start = place % (bytes.len() + 1);
    let end = (start + gone).min(bytes.len());
    bytes.splice(start..end, new.iter().copied());
}

/// Replaces a value with another one, so that the body stays JSON.
fn graft(body: &mut Vec<u8>, place: usize, what: usize) {
    let Ok(mut tree) = serde_json::from_slice::<Value>(body) else { return };
    let values = [
        json!(null),
        json!({}),
        json!([]),
        json!(""),
        json!("2025-03-26"),
        json!("2026-07-28"),
        json!(-1),
        json!(0.5),
        json!(true),
        json!("tools/list"),
        json!("server/discover"),
        json!("initialize"),
        json!(TOOL),
        json!([[1], {}]),
        json!({"_meta": {}, "name": "x"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "ping"}),
    ];
    let mut left = place % size(&tree);
    if let Some(node) = nth(&mut tree, &mut left) {
        *node = values[what % values.len()].clone();
    }
    *body = tree.to_string().into_bytes();
}

fn size(tree: &Value) -> usize {
    match tree {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(size).sum::<usize>(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 1,
    }
}

fn nth<'v>(tree: &'v mut Value, left: &mut usize) -> Option<&'v mut Value> {
    if *left == 0 {
        return Some(tree);
    }
    *left -= 1;
    match tree {
        Value::Array(items) => items.iter_mut().find_map(|item| nth(item, left)),
        Value::Object(members) => members.values_mut().find_map(|member| nth(member, left)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}
