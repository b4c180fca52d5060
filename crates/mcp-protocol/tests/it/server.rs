//! A synthetic server, correct requests of every revision, and the check of a response. Shared with the long run in
//! `examples`.

use std::sync::Arc;

use mcp_protocol::{
    Ask, Contents, DescriptionError, Endpoint, Hints, Icon, Info, Lists, RawJson, Request, Resource,
    ResourceAnnotations, Response, Revision, Role, Scope, Tool, ToolAnnotations, ToolResult,
};
use serde_json::{Map, Value, json};

pub(crate) const TOOL: &str = "get_depth";
pub(crate) const CARD: &str = "ui://depth";

fn map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn icon() -> Icon {
    Icon {
        src: "https://snow.example/i.png".into(),
        mime_type: Some("image/png".into()),
        sizes: vec!["any".into()],
    }
}

fn tool() -> Tool {
    let looks = ToolAnnotations { read_only: true, destructive: false, idempotent: true, open_world: true };
    let arguments = json!({"type": "object", "properties": {"resort": {"type": "string"}}});
    Tool::new(TOOL, "Snow depth", looks, arguments)
        .with_description("Depth of the snow, in centimetres. Synthetic.")
        .with_output_schema(json!({"type": "object", "properties": {"echo": {"type": "object"}}}))
        .with_icons(vec![icon()])
        .with_meta(map(json!({"ui": {"resourceUri": CARD}})))
        .with_extra(map(json!({"securitySchemes": [{"type": "noauth"}]})))
}

fn card() -> Resource {
    Resource::new(CARD, "depth")
        .with_title("Depth card")
        .with_description("Shows a depth.")
        .with_mime_type("text/html;profile=mcp-app")
        .with_size(8)
        .with_annotations(ResourceAnnotations {
            audience: vec![Role::User],
            priority: Some(0.5),
            last_modified: Some("2026-11-01T00:00:00Z".into()),
        })
        .with_icons(vec![icon()])
        .with_meta(map(json!({"note": "synthetic"})))
}

/// Returns a server with one resource and one tool, which answers with its own arguments.
pub(crate) fn endpoint() -> Result<Endpoint, DescriptionError> {
    let hints = Hints::new(3_600_000, Scope::Public);
    let info = Info::new("snow", "1.0.0")
        .with_title("Snow")
        .with_description("Synthetic snow.")
        .with_website_url("https://snow.example")
        .with_icons(vec![icon()])
        .with_instructions("Say that it is synthetic.")
        .with_extensions(map(json!({"io.modelcontextprotocol/ui": {}})))
        .with_hints(hints);
    Endpoint::new(&info, Arc::new(Lists::new(&[tool()], &[card()], hints)?))
}

/// Answers a request as an application would.
pub(crate) fn answer(endpoint: &Endpoint, request: &Request<'_>) -> Response {
    let mut exchange = endpoint.open(request);
    while let Some(ask) = exchange.ask() {
        match ask {
            Ask::Call(call) if call.name == TOOL => {
                // As in any application: not every escape is valid Unicode.
                let Ok(arguments) = serde_json::from_str::<Value>(call.arguments) else {
                    call.reply(&ToolResult { text: "unreadable", is_error: true, ..ToolResult::default() });
                    continue;
                };
                let echo = json!({"echo": arguments}).to_string();
                let text = format!("echo of {} bytes", call.arguments.len());
                let is_error = call.arguments.contains("wrong");
                let meta = map(json!({"snow.example/note": "synthetic"}));
                let structured = RawJson(echo.as_bytes());
                let result =
                    ToolResult { text: &text, structured: Some(&structured), is_error, meta: Some(&meta) };
                call.reply(&result);
            }
            Ask::Call(call) if call.name == "impossible" => {
                // Revisions do not allow a result without the value that the tool promises.
                call.reply(&ToolResult {
                    text: "x",
                    structured: Some(&RawJson(b"")),
                    ..ToolResult::default()
                });
            }
            Ask::Call(call) if call.name == "broken" => call.failed(),
            Ask::Call(call) if call.name == "forgotten" => {}
            Ask::Call(call) => call.unknown(),
            Ask::Read(read) if read.uri == CARD => {
                let meta = map(json!({"ui": {"prefersBorder": true}}));
                let hints = Hints::new(60_000, Scope::Public);
                let mime_type = "text/html;profile=mcp-app";
                read.reply(&Contents { mime_type, text: "<p>❄</p>", meta: Some(&meta), hints });
            }
            Ask::Read(read) if read.uri == "broken:" => read.failed(),
            Ask::Read(read) => read.unknown(),
        }
    }
    exchange.finish()
}

/// Headers and body of a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sent {
    pub(crate) version: Option<Vec<u8>>,
    pub(crate) method: Option<Vec<u8>>,
    pub(crate) name: Option<Vec<u8>>,
    pub(crate) body: Vec<u8>,
}

impl Sent {
    /// Returns a correct request of a revision.
    pub(crate) fn at(revision: Revision, method: &str, params: Value) -> Self {
        let version = (revision != Revision::Unstated).then(|| revision.rules().name.into());
        if !revision.rules().self_described {
            let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
            return Self { version, body: body.to_string().into_bytes(), ..Self::default() };
        }
        let mut params = params;
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": revision.rules().name,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let name = params.get("name").or(params.get("uri")).and_then(Value::as_str).map(|name| name.into());
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        Self { version, method: Some(method.into()), name, body: body.to_string().into_bytes() }
    }

    /// Returns a body without headers.
    pub(crate) fn bare(body: impl Into<Vec<u8>>) -> Self {
        Self { body: body.into(), ..Self::default() }
    }

    pub(crate) fn request(&self) -> Request<'_> {
        Request {
            protocol_version: self.version.as_deref(),
            method: self.method.as_deref(),
            name: self.name.as_deref(),
            body: &self.body,
        }
    }
}

/// Returns what is wrong with a response, whatever the request was.
pub(crate) fn fault_of(response: &Response) -> Option<String> {
    let Some(body) = &response.body else {
        return (response.status != 202).then(|| format!("{} without a body", response.status));
    };
    if ![200, 400, 404].contains(&response.status) {
        return Some(format!("status {}", response.status));
    }
    match serde_json::from_slice(body) {
        Err(error) => Some(format!("not JSON: {error}")),
        Ok(Value::Array(messages)) if !messages.is_empty() && response.status == 200 => {
            messages.iter().find_map(fault_of_message)
        }
        Ok(message) => fault_of_message(&message),
    }
}

fn fault_of_message(message: &Value) -> Option<String> {
    const CODES: [i64; 8] = [-32700, -32600, -32601, -32602, -32603, -32002, -32020, -32022];
    let id_fits = message.get("id").is_none_or(|id| id.is_string() || id.is_number());
    let code = message.pointer("/error/code").and_then(Value::as_i64);
    let error_fits =
        code.is_some_and(|code| CODES.contains(&code)) && message["error"]["message"].is_string();
    let result_fits = message.get("id").is_some() && message.get("result").is_some_and(Value::is_object);
    let fits = message["jsonrpc"] == "2.0" && id_fits && error_fits != result_fits;
    (!fits).then(|| format!("not a response: {message}"))
}
