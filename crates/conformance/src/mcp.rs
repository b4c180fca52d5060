//! Checks the tool connector: both openings, the tools, the credit rule, and agreement with REST.

use crate::rules::{Subject, ToolResult};
use serde_json::{Value, json};

use crate::client::{Client, Failure, Reply, segment};
use crate::live::finding;
use crate::results::Results;

const PATH: &str = "/mcp";
const ACCEPT: (&str, &str) = ("accept", "application/json, text/event-stream");
const MODERN: &str = "2026-07-28";
const LEGACY: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];

/// Checks the connector and compares it with the envelope from REST.
pub(crate) async fn check_connector(client: &Client, slug: &str, envelope: &Value, verdict: &mut Results) {
    let mut visit = Visit {
        client,
        verdict,
        service: envelope.pointer("/meta/source").and_then(Value::as_str).unwrap_or(""),
    };
    if let Err(failure) = visit.all(slug).await {
        verdict.add(PATH, [finding("connector/answers", "", failure, "a complete answer")]);
    }
}

struct Visit<'a> {
    client: &'a Client,
    verdict: &'a mut Results,
    service: &'a str,
}

/// Results of one tool by both openings, with the answer of REST at that time.
#[derive(Default)]
struct CallResults {
    results: [Option<Value>; 2],
    rest: Option<Value>,
}

/// Returns the data of an answer of REST.
fn data(answer: Option<&Value>) -> Option<&Value> {
    answer?.get("data")
}

impl Visit<'_> {
    fn broken(&mut self, about: &str, rule: &'static str, found: impl ToString, expected: impl ToString) {
        self.verdict.add(about, [finding(rule, "", found, expected)]);
    }

    async fn all(&mut self, slug: &str) -> Result<(), Failure> {
        self.verdict.subjects += 1;
        let Some(opening) = self.legacy("initialize", initialize(LEGACY[0])).await? else { return Ok(()) };
        let discovered = self.modern("server/discover", json!({})).await?;
        self.eras(&opening, discovered.as_ref()).await?;
        self.credit_rule(&opening, discovered.as_ref());
        let tools = self.legacy("tools/list", json!({})).await?.unwrap_or_default();
        let modern = self.modern("tools/list", json!({})).await?.unwrap_or_default();
        if names(&tools) != names(&modern) {
            let (old, new) = (names(&tools).len(), names(&modern).len());
            self.broken(
                "tools/list",
                "connector/both-eras",
                format_args!("{old} tools and {new}"),
                "the same tools",
            );
        }
        self.calls(&tools, slug).await?;
        self.transport().await
    }

    /// Sends a legacy request and returns its result. Adds a finding if there is none.
    async fn legacy(&mut self, method: &str, params: Value) -> Result<Option<Value>, Failure> {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let version = ("mcp-protocol-version", LEGACY[0]);
        let headers: &[_] = if method == "initialize" { &[ACCEPT] } else { &[ACCEPT, version] };
        let reply = self.client.post(PATH, headers, &body).await?;
        Ok(self.result(method, &reply))
    }

    /// Sends a modern request and returns its result.
    async fn modern(&mut self, method: &str, mut params: Value) -> Result<Option<Value>, Failure> {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let name = params.get("name").and_then(Value::as_str).map(str::to_owned);
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let mut headers = vec![ACCEPT, ("mcp-protocol-version", MODERN), ("mcp-method", method)];
        headers.extend(name.as_deref().map(|name| ("mcp-name", name)));
        let reply = self.client.post(PATH, &headers, &body).await?;
        Ok(self.result(&format!("{method} of {MODERN}"), &reply))
    }

    fn result(&mut self, about: &str, reply: &Reply) -> Option<Value> {
        if !reply.header("mcp-session-id").is_empty() {
            self.broken(about, "connector/stateless", "a session id", "none");
        }
        let message = message(reply);
        let result = message.as_ref().and_then(|message| message.get("result")).cloned();
        if result.is_none() {
            let found =
                message.map_or_else(|| "no JSON-RPC message".to_owned(), |message| message.to_string());
            let found = format!("status {}, {found}", reply.status);
            self.broken(about, "connector/answers", found, "a result");
        }
        result
    }

    /// Checks that each legacy revision is accepted and the modern one is offered.
    async fn eras(&mut self, opening: &Value, discovered: Option<&Value>) -> Result<(), Failure> {
        let agreed =
            |result: &Value| result.get("protocolVersion").and_then(Value::as_str).map(str::to_owned);
        let mut said = vec![(LEGACY[0], agreed(opening))];
        for revision in &LEGACY[1..] {
            let result = self.legacy("initialize", initialize(revision)).await?;
            said.push((revision, result.as_ref().and_then(agreed)));
        }
        for (asked, agreed) in said {
            if agreed.as_deref() != Some(asked) {
                self.broken("initialize", "connector/both-eras", agreed.unwrap_or_default(), asked);
            }
        }
        let offered =
            discovered.and_then(|result| result.get("supportedVersions")).cloned().unwrap_or_default();
        if !offered.as_array().is_some_and(|all| all.iter().any(|one| one == MODERN)) {
            self.broken("server/discover", "connector/both-eras", offered, MODERN);
        }
        Ok(())
    }

    fn credit_rule(&mut self, opening: &Value, discovered: Option<&Value>) {
        let credit = format!("Data by {}", self.service);
        let text = |result: &Value| {
            result.get("instructions").and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let first = text(opening);
        if !first.contains(&credit) || !first.contains("http") {
            self.broken("initialize", "connector/instructions-credit", &first, &credit);
        }
        if discovered.is_some_and(|result| text(result) != first) {
            let expected = "the instructions of initialize";
            self.broken("server/discover", "connector/instructions-credit", "other instructions", expected);
        }
    }

    async fn calls(&mut self, tools: &Value, slug: &str) -> Result<(), Failure> {
        let detail = format!("/api/v1/resorts/{}", segment(slug));
        for (name, path) in [("get_conditions", format!("{detail}/conditions")), ("get_resort", detail)] {
            let Some(tool) = tool_of(tools, name) else {
                // The specification names get_resort; get_conditions is specific to this project.
                if name == "get_resort" {
                    self.broken("tools/list", "connector/answers", "no tool get_resort", "get_resort");
                }
                continue;
            };
            let params = json!({ "name": name, "arguments": { "slug": slug } });
            let called = self.called(&path, &params).await?;
            let about = [format!("tool {name}"), format!("tool {name} of {MODERN}")];
            for (about, result) in about.iter().zip(&called.results) {
                let Some(result) = result else { continue };
                let (service, rest) = (self.service, called.rest.as_ref());
                self.verdict.check(about, &Subject::Tool(ToolResult { result, service, rest }));
            }
            if let [Some(result), _] = &called.results {
                self.output(&about[0], tool, result);
            }
        }
        if let Some(tool) = tool_of(tools, "search_resorts") {
            let params = json!({ "name": "search_resorts", "arguments": { "query": slug } });
            if let Some(result) = self.legacy("tools/call", params).await? {
                let tool_result = ToolResult { result: &result, service: self.service, rest: None };
                self.verdict.check("tool search_resorts", &Subject::Tool(tool_result));
                self.output("tool search_resorts", tool, &result);
            }
        }
        let nobody = json!({ "name": "get_resort", "arguments": { "slug": "no-resort-has-this-slug-7f3a" } });
        if let Some(result) = self.legacy("tools/call", nobody).await? {
            let said = result.pointer("/content/0/text").and_then(Value::as_str).unwrap_or("");
            if result.get("isError") != Some(&Value::Bool(true)) || said.is_empty() {
                self.broken("tool get_resort", "connector/input-fault", result, "isError and a text");
            }
        }
        Ok(())
    }

    /// Calls a tool by both openings between two REST requests for the same record. A server may publish in
    /// between, also twice with one resolution time, so different answers of REST are requested again.
    async fn called(&mut self, path: &str, params: &Value) -> Result<CallResults, Failure> {
        let mut called = CallResults::default();
        let mut before = self.client.get(path, &[]).await?.json().ok();
        for _ in 0..3 {
            called.results = [
                self.legacy("tools/call", params.clone()).await?,
                self.modern("tools/call", params.clone()).await?,
            ];
            let after = self.client.get(path, &[]).await?.json().ok();
            if data(before.as_ref()) == data(after.as_ref()) {
                called.rest = after;
                return Ok(called);
            }
            before = after;
        }
        self.verdict.left_out.push(format!("{path}: changes constantly; not compared with the connector"));
        Ok(called)
    }

    fn output(&mut self, about: &str, tool: &Value, result: &Value) {
        let Some(schema) = tool.get("outputSchema") else { return };
        let structured = result.get("structuredContent").unwrap_or(&Value::Null);
        let findings: Vec<_> = match jsonschema::validator_for(schema) {
            Err(error) => vec![finding("connector/output-schema", "/outputSchema", error, "a JSON Schema")],
            Ok(validator) => validator
                .iter_errors(structured)
                .take(3)
                .map(|error| {
                    let path = format!("/structuredContent{}", error.instance_path());
                    finding("connector/output-schema", &path, &error, "valid by the tool's outputSchema")
                })
                .collect(),
        };
        self.verdict.add(about, findings);
    }

    async fn transport(&mut self) -> Result<(), Failure> {
        let reply = self.client.get(PATH, &[ACCEPT]).await?;
        if reply.status != 405 {
            self.broken("GET /mcp", "connector/stateless", format_args!("status {}", reply.status), 405);
        }
        let body =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize(LEGACY[0]) });
        let reply = self.client.post("/mcp/", &[ACCEPT], &body).await?;
        if message(&reply).is_some_and(|message| message.get("result").is_some()) {
            self.broken("POST /mcp/", "connector/stateless", "a result", "not the endpoint");
        }
        Ok(())
    }
}

fn initialize(revision: &str) -> Value {
    json!({
        "protocolVersion": revision,
        "capabilities": {},
        "clientInfo": { "name": "snow-conformance", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// Returns the JSON-RPC message of a reply: plain, or in the first event with data.
pub(crate) fn message(reply: &Reply) -> Option<Value> {
    if reply.media_type() != "text/event-stream" {
        return reply.json().ok();
    }
    let text = String::from_utf8_lossy(&reply.body);
    text.lines().find_map(|line| serde_json::from_str(line.strip_prefix("data:")?.trim()).ok())
}

fn tool_of<'t>(tools: &'t Value, name: &str) -> Option<&'t Value> {
    tools.get("tools")?.as_array()?.iter().find(|tool| tool.get("name").is_some_and(|known| known == name))
}

fn names(tools: &Value) -> Vec<&str> {
    let tools = tools.get("tools").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    tools.iter().filter_map(|tool| tool.get("name")?.as_str()).collect()
}
