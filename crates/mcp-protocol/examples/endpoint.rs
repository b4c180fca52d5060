//! A tool connector over the synthetic answers of `docs/examples`: three requests of a client and the endpoint's
//! responses. Run it with `cargo run -p mcp-protocol --example endpoint`. A web server passes headers and body in the
//! same way.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;
use std::sync::Arc;

use mcp_protocol::{
    Ask, Call, Endpoint, Hints, Info, Lists, RawJson, Request, Tool, ToolAnnotations, ToolResult,
};
use serde_json::{Value, json};

/// Answers of the tool, by resort.
const CONDITIONS: [(&str, &str); 2] = [
    ("alta", include_str!("../../../docs/examples/full.json")),
    ("zermatt", include_str!("../../../docs/examples/model-only.json")),
];

const REQUESTS: [&str; 3] = [
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"example","version":"1"}}}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"get_conditions","arguments":{"slug":"alta"}}}"#,
];

/// Maximum number of printed characters of a response.
const SHOWN: usize = 400;

fn endpoint() -> Result<Endpoint, Box<dyn Error>> {
    let looks = ToolAnnotations { read_only: true, destructive: false, idempotent: true, open_world: false };
    let slug = json!({"type": "string", "description": "The resort, such as alta."});
    let arguments = json!({"type": "object", "properties": {"slug": slug}, "required": ["slug"]});
    let tool = Tool::new("get_conditions", "Snow conditions", looks, arguments)
        .with_description("Snow conditions of a resort. Synthetic.");
    let lists = Arc::new(Lists::new(&[tool], &[], Hints::default())?);
    Ok(Endpoint::new(&Info::new("example", "1.0.0").with_title("Synthetic snow"), lists)?)
}

fn reply(call: Call<'_, '_>) {
    let arguments: Value = serde_json::from_str(call.arguments).unwrap_or_default();
    let slug = arguments["slug"].as_str().unwrap_or_default();
    match CONDITIONS.iter().find(|(known, _)| *known == slug) {
        Some((_, json)) => {
            let data = RawJson(json.as_bytes());
            call.reply(&ToolResult { text: json, structured: Some(&data), ..ToolResult::default() });
        }
        None => call.reply(&ToolResult {
            text: "no such resort: give alta or zermatt",
            is_error: true,
            ..ToolResult::default()
        }),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let endpoint = endpoint()?;
    for body in REQUESTS {
        let mut exchange = endpoint.open(&Request { body: body.as_bytes(), ..Request::default() });
        while let Some(ask) = exchange.ask() {
            match ask {
                Ask::Call(call) if call.name == "get_conditions" => reply(call),
                Ask::Call(call) => call.unknown(),
                Ask::Read(read) => read.unknown(),
            }
        }
        let response = exchange.finish();
        let text = String::from_utf8(response.body.unwrap_or_default())?;
        let start: String = text.chars().take(SHOWN).collect();
        println!(
            "> {body}\n< {} {start}{}\n",
            response.status,
            if start.len() < text.len() { "…" } else { "" }
        );
    }
    Ok(())
}
