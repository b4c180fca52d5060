//! A small write connector on loopback, correct or with one fault.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value, json};
use tokio::net::TcpListener;

use super::honest::json_out;
use super::{Outcome, Request, Response, converse};
use crate::client::Client;
use crate::results::Results;
use crate::write;

/// A fault of the write connector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quirk {
    None,
    OpenToAll,
    NoTools,
    AlwaysPublishes,
    NeverPublishes,
    TakesScores,
    IgnoresUnknown,
    HalfTaken,
    TakesSlugs,
    TakesOldRevisions,
    TakesAnySeason,
    TakesMarkup,
    TakesInnerAddresses,
    CannotUndo,
}

/// Every fault, with the rule that must find it.
pub(super) const ALL: &[(&str, &str, Quirk)] = &[
    ("honest write connector", "", Quirk::None),
    ("edits without a key", "write/key-wanted", Quirk::OpenToAll),
    ("a write connector without its tools", "write/answers", Quirk::NoTools),
    ("published without request", "write/publish-flag", Quirk::AlwaysPublishes),
    ("reported as published but withheld", "write/publish-flag", Quirk::NeverPublishes),
    ("a score that can be edited", "write/no-scores", Quirk::TakesScores),
    ("a score that is silently ignored", "write/no-scores", Quirk::IgnoresUnknown),
    ("a rejected edit, partly applied", "write/no-scores", Quirk::HalfTaken),
    ("another resort by its slug", "write/scope", Quirk::TakesSlugs),
    ("an edit of an old revision", "write/revision", Quirk::TakesOldRevisions),
    ("a season that ends before it begins", "write/refuses-nonsense", Quirk::TakesAnySeason),
    ("markup in a text", "write/plain-text", Quirk::TakesMarkup),
    ("a webcam on an internal network", "write/public-url", Quirk::TakesInnerAddresses),
    ("an undo that does nothing", "write/undo", Quirk::CannotUndo),
];

const KEY: &str = "selftest-write";
const FIELDS: [&str; 6] =
    ["summary", "description", "apresSki", "webcamPageUrl", "seasonOpening", "seasonClosing"];

#[derive(Debug)]
struct Editor {
    quirk: Quirk,
    /// Every published content, newest last; the revision is the number of earlier ones.
    past: Mutex<Vec<Map<String, Value>>>,
}

/// Checks one such connector.
pub(super) async fn one(fault: &'static str, rule: &'static str, quirk: Quirk) -> Result<Outcome, String> {
    let failed = |error: std::io::Error| format!("loopback: {error}");
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let editor = Arc::new(Editor { quirk, past: Mutex::new(vec![Map::new()]) });
    let server = tokio::spawn(serve(listener, editor));
    let client = Client::new(&format!("http://{address}"), None)?;
    let mut verdict = Results::default();
    write::check_write_connector(&client, KEY, &mut verdict).await;
    server.abort();
    Ok(Outcome { fault, rule, broken: verdict.found.iter().map(|found| found.finding.rule).collect() })
}

async fn serve(listener: TcpListener, editor: Arc<Editor>) {
    while let Ok((stream, _)) = listener.accept().await {
        let editor = Arc::clone(&editor);
        tokio::spawn(async move {
            // A client that disconnects is ignored.
            let _ = converse(stream, |request| editor.answer(request)).await;
        });
    }
}

impl Editor {
    fn answer(&self, request: &Request) -> Response {
        if self.quirk != Quirk::OpenToAll && request.header("authorization") != format!("Bearer {KEY}") {
            return json_out(401, &json!({ "error": "unauthorized" }));
        }
        let params = &request.body["params"];
        let result = match (request.body["method"].as_str(), params["name"].as_str()) {
            (Some("tools/list"), _) if self.quirk == Quirk::NoTools => json!({ "tools": [] }),
            (Some("tools/list"), _) => tools(),
            (Some("tools/call"), Some("get_resort_editable_content")) => self.read(),
            (Some("tools/call"), _) => match self.edit(&params["arguments"]) {
                Ok(done) => json!({ "structuredContent": done, "content": [] }),
                Err(text) => json!({ "isError": true, "content": [{ "type": "text", "text": text }] }),
            },
            _ => Value::Null,
        };
        json_out(200, &json!({ "jsonrpc": "2.0", "id": 1, "result": result }))
    }

    fn read(&self) -> Value {
        let past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        let content = past.last().cloned().unwrap_or_default();
        json!({ "structuredContent": { "revision": past.len() - 1, "content": content }, "content": [] })
    }

    fn edit(&self, arguments: &Value) -> Result<Value, String> {
        let mut past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        let is = |quirk| self.quirk == quirk;
        if arguments.get("slug").is_some() && !is(Quirk::TakesSlugs) {
            return Err("slug is unknown".to_owned());
        }
        if arguments["revision"] != past.len() - 1 && !is(Quirk::TakesOldRevisions) {
            return Err("the revision is old".to_owned());
        }
        let mut content = past.last().cloned().unwrap_or_default();
        if arguments["undo"] == true {
            if !is(Quirk::CannotUndo) {
                content = past.get(past.len().wrapping_sub(2)).cloned().unwrap_or_default();
            }
        } else {
            for (field, value) in arguments["edits"].as_object().into_iter().flatten() {
                match self.refusal(field, value) {
                    Some(_) if is(Quirk::IgnoresUnknown) => {}
                    Some(why) => {
                        if is(Quirk::HalfTaken) {
                            content.insert("summary".to_owned(), json!("half"));
                            past.push(content);
                        }
                        return Err(why);
                    }
                    None if value.is_null() => drop(content.remove(field)),
                    None => drop(content.insert(field.clone(), value.clone())),
                }
            }
            let day = |field: &str| content.get(field).map(Value::to_string);
            if day("seasonClosing") < day("seasonOpening") && !is(Quirk::TakesAnySeason) {
                return Err("seasonClosing must be after seasonOpening".to_owned());
            }
        }
        let publishes = arguments["publish"] == true && !is(Quirk::NeverPublishes);
        if publishes || is(Quirk::AlwaysPublishes) {
            past.push(content);
        }
        Ok(json!({ "revision": past.len() - 1 }))
    }

    fn refusal(&self, field: &str, value: &Value) -> Option<String> {
        let text = value.as_str().unwrap_or_default();
        if !FIELDS.contains(&field) {
            return (self.quirk != Quirk::TakesScores).then(|| format!("{field} cannot be edited"));
        }
        let is_wrong = match field {
            "webcamPageUrl" => self.quirk != Quirk::TakesInnerAddresses && !text.starts_with("https://www."),
            _ => self.quirk != Quirk::TakesMarkup && (text.len() > 4000 || text.contains(['<', '\u{202e}'])),
        };
        is_wrong.then(|| format!("{field} is not taken"))
    }
}

fn tools() -> Value {
    let edit = json!({ "type": "object", "properties": { "publish": { "type": "boolean" } } });
    json!({ "tools": [
        { "name": "get_resort_editable_content", "inputSchema": { "type": "object" } },
        { "name": "update_resort_content", "inputSchema": edit },
    ] })
}
