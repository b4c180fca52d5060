//! Tests with the official Rust client in both eras: list, call, read and an error each. Usage: rmcp-check URL
//! discover|initialize

use std::error::Error;

use rmcp::ServiceError;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, Implementation, ProtocolVersion,
    ReadResourceRequestParams,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt};
use rmcp::transport::StreamableHttpClientTransport;
use serde_json::{Map, Value, json};

type Check = Result<(), Box<dyn Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Check {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().ok_or("no URL")?;
    let modern = arguments.next().as_deref() == Some("discover");
    tokio::time::timeout(std::time::Duration::from_secs(60), check(&url, modern)).await?
}

async fn check(url: &str, modern: bool) -> Check {
    let lifecycle = if modern {
        ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::LATEST] }
    } else {
        ClientLifecycleMode::Initialize
    };
    let client = ClientConfig::new(ClientCapabilities::default(), Implementation::new("check", "1.0.0"))
        .serve_with_lifecycle(StreamableHttpClientTransport::from_uri(url), lifecycle)
        .await?;
    let tools = client.list_all_tools().await?;
    ensure(tools.iter().any(|tool| tool.name == "get_conditions"), "tools/list lacks get_conditions")?;
    println!("   {} tools", tools.len());

    let result = client.call_tool(call("get_conditions", json!({ "slug": "zermatt" }))).await?;
    ensure(result.is_error != Some(true), "get_conditions failed")?;
    let credit = result.structured_content.as_ref().and_then(|content| content.pointer("/credits/service/text"));
    let credit = credit.and_then(Value::as_str).ok_or("no credit in the structured content")?;
    ensure(text(&result).contains(credit), "no credit in the text")?;

    let bad = call("get_weather_forecast", json!({ "slug": "zermatt", "band": "moon" }));
    let refused = client.call_tool(bad).await?;
    ensure(refused.is_error == Some(true) && text(&refused).contains("band"), "a bad argument is not refused")?;

    match client.call_tool(call("no_such_tool", json!({}))).await {
        Err(ServiceError::McpError(error)) if error.code.0 == -32602 => {}
        other => return Err(format!("unknown tool: {other:?}").into()),
    }
    if client.peer_info().is_some_and(|info| info.capabilities.resources.is_some()) {
        let resources = client.list_all_resources().await?;
        for resource in &resources {
            let read = client.read_resource(ReadResourceRequestParams::new(resource.uri.clone())).await?;
            ensure(!read.contents.is_empty(), "a resource without contents")?;
        }
        println!("   {} resources read", resources.len());
    }
    client.cancel().await?;
    Ok(())
}

fn call(name: &'static str, arguments: Value) -> CallToolRequestParams {
    let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
    CallToolRequestParams::new(name).with_arguments(arguments)
}

/// Returns the concatenated texts of a result.
fn text(result: &CallToolResult) -> String {
    result.content.iter().filter_map(|part| part.as_text()).map(|part| part.text.as_str()).collect()
}

fn ensure(holds: bool, otherwise: &'static str) -> Check {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}
