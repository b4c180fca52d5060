//! Validates answers against the official schema of their revision. `MCP_SCHEMAS` names a folder with one schema per
//! revision, as `<revision>.json` or `<revision>/schema.json`; without it the test is skipped and says so.

use std::path::{Path, PathBuf};

use jsonschema::Validator;
use mcp_protocol::Revision;
use serde_json::{Value, json};

use crate::server::{CARD, Sent, TOOL};
use crate::support::endpoint;

struct Schema {
    document: Value,
    definitions: &'static str,
}

impl Schema {
    fn read(folder: &Path, name: &str) -> Self {
        let places: [PathBuf; 2] =
            [folder.join(format!("{name}.json")), folder.join(name).join("schema.json")];
        let text = places.iter().find_map(|place| std::fs::read_to_string(place).ok());
        let text = text.unwrap_or_else(|| panic!("no schema of {name} in {}", folder.display()));
        let document: Value = serde_json::from_str(&text).unwrap();
        let definitions = if document.get("$defs").is_some() { "$defs" } else { "definitions" };
        Self { document, definitions }
    }

    fn has(&self, definition: &str) -> bool {
        self.document[self.definitions].get(definition).is_some()
    }

    fn of(&self, definition: &str) -> Validator {
        assert!(self.has(definition), "{definition}");
        let mut document = self.document.clone();
        document["$ref"] = json!(format!("#/{}/{definition}", self.definitions));
        jsonschema::validator_for(&document).unwrap()
    }
}

fn assert_valid(validator: &Validator, value: &Value, what: &str) {
    let faults: Vec<String> = validator.iter_errors(value).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{what}: {faults:?}\n{value:#}");
}

/// Requests and the definition of their result.
fn goldens() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("initialize", json!({"protocolVersion": "", "capabilities": {}}), "InitializeResult"),
        ("ping", json!({}), "EmptyResult"),
        ("server/discover", json!({}), "DiscoverResult"),
        ("tools/list", json!({}), "ListToolsResult"),
        ("tools/call", json!({"name": TOOL, "arguments": {"a": 1}}), "CallToolResult"),
        ("tools/call", json!({"name": TOOL, "arguments": {"a": "wrong"}}), "CallToolResult"),
        ("resources/list", json!({}), "ListResourcesResult"),
        ("resources/templates/list", json!({}), "ListResourceTemplatesResult"),
        ("resources/read", json!({"uri": CARD}), "ReadResourceResult"),
    ]
}

#[test]
fn answers_match_official_schemas() {
    let Some(folder) = std::env::var_os("MCP_SCHEMAS") else {
        println!("not compared: MCP_SCHEMAS does not name a folder with the official schemas");
        return;
    };
    let endpoint = endpoint();
    for revision in Revision::ALL {
        let rules = revision.rules();
        let schema = Schema::read(Path::new(&folder), rules.name);
        let error = schema.of(if schema.has("JSONRPCErrorResponse") {
            "JSONRPCErrorResponse"
        } else {
            "JSONRPCError"
        });
        let response = schema.of("JSONRPCResponse");
        for (method, mut params, definition) in goldens() {
            if method == "initialize" {
                params["protocolVersion"] = json!(rules.name);
            }
            let (_, body) = Sent::at(revision, method, params).answer(&endpoint);
            let exists = match method {
                "initialize" | "ping" => rules.handshake,
                "server/discover" => rules.self_described,
                _ => true,
            };
            if exists {
                assert_valid(&response, &body, method);
                assert_valid(&schema.of(definition), &body["result"], method);
            } else {
                assert_valid(&error, &body, method);
            }
        }
        for (method, params) in [
            ("made/up", json!({})),
            ("tools/call", json!({"name": "none"})),
            ("resources/read", json!({"uri": "no:ne"})),
            ("tools/list", json!({"cursor": "x"})),
        ] {
            assert_valid(&error, &Sent::at(revision, method, params).answer(&endpoint).1, method);
        }
    }
}

#[test]
fn new_era_errors_match_schemas() {
    let Some(folder) = std::env::var_os("MCP_SCHEMAS") else {
        println!("not compared: MCP_SCHEMAS does not name a folder with the official schemas");
        return;
    };
    let schema = Schema::read(Path::new(&folder), "2026-07-28");
    let endpoint = endpoint();
    let unknown =
        Sent { version: Some(b"1900-01-01".to_vec()), ..Sent::at(Revision::Unstated, "ping", json!({})) };
    assert_valid(&schema.of("UnsupportedProtocolVersionError"), &unknown.answer(&endpoint).1, "version");
    let mismatch =
        Sent { name: None, ..Sent::at(Revision::V2026_07_28, "tools/call", json!({"name": TOOL})) };
    assert_valid(&schema.of("HeaderMismatchError"), &mismatch.answer(&endpoint).1, "header");
    for body in ["", "1", "[]"] {
        assert_valid(&schema.of("JSONRPCErrorResponse"), &Sent::bare(body).answer(&endpoint).1, body);
    }
}
