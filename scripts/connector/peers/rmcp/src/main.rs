//! Serves one tool with the official Rust library: `rmcp-peer actix|axum FILE`, where FILE contains a tool's result.
//! Prints its address and serves it at `/mcp`, without sessions and as JSON, on one thread. Each caller gets a copy of
//! the result, the least that the library allows.

use std::error::Error;
use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;

use rmcp::ErrorData;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, JsonObject, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

type Outcome<T> = Result<T, Box<dyn Error>>;

const TOOL: &str = "search_resorts";

#[derive(Clone)]
struct Peer {
    result: Arc<CallToolResult>,
    schema: Arc<JsonObject>,
}

impl Peer {
    fn read(file: &str) -> Outcome<Self> {
        let mut result: CallToolResult = serde_json::from_slice(&std::fs::read(file)?)?;
        result.result_type = Some(rmcp::model::ResultType::COMPLETE);
        let schema = serde_json::json!({
            "type": "object", "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}}, "required": ["query"]
        });
        let schema = schema.as_object().cloned().unwrap_or_default();
        Ok(Self { result: Arc::new(result), schema: Arc::new(schema) })
    }

    fn call(&self, request: &CallToolRequestParams) -> Result<CallToolResponse, ErrorData> {
        let query = request.arguments.as_ref().and_then(|arguments| arguments.get("query")?.as_str());
        if request.name != TOOL || query.is_none() {
            return Err(ErrorData::invalid_params("a tool or a query is missing", None));
        }
        Ok((*self.result).clone().into())
    }
}

impl ServerHandler for Peer {
    fn get_info(&self) -> ServerConfig {
        let mut config = ServerConfig::default();
        config.capabilities = ServerCapabilities::builder().enable_tools().build();
        config
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.call(&request)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(vec![Tool::new(TOOL, "A peer's tool", Arc::clone(&self.schema))]))
    }
}

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(way), Some(file)) = (arguments.next(), arguments.next()) else {
        return Err("usage: rmcp-peer actix|axum FILE".into());
    };
    let peer = Peer::read(&file)?;
    match way.as_str() {
        "actix" => actix(peer),
        "axum" => axum_alone(peer),
        other => Err(format!("no such way: {other}").into()),
    }
}

fn actix(peer: Peer) -> Outcome<()> {
    use actix_web::{App, HttpServer, web};
    actix_web::rt::System::new().block_on(async {
        let service = rmcp_actix_web::transport::StreamableHttpService::builder()
            .service_factory(Arc::new(move || Ok(peer.clone())))
            .session_manager(Arc::new(LocalSessionManager::default()))
            .stateful_mode(false)
            .json_response(true)
            .build();
        let server = HttpServer::new(move || App::new().service(web::scope("/mcp").service(service.clone().scope())))
            .workers(1)
            .tcp_nodelay(true)
            .bind("127.0.0.1:0")?;
        say(server.addrs().first().copied())?;
        server.run().await?;
        Ok(())
    })
}

fn axum_alone(peer: Peer) -> Outcome<()> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let config = StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
        let service =
            StreamableHttpService::new(move || Ok(peer.clone()), Arc::new(LocalSessionManager::default()), config);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        say(listener.local_addr().ok())?;
        let served = axum::serve::ListenerExt::tap_io(listener, |stream| {
            let _ = stream.set_nodelay(true);
        });
        axum::serve(served, axum::Router::new().nest_service("/mcp", service)).await?;
        Ok(())
    })
}

fn say(address: Option<SocketAddr>) -> Outcome<()> {
    let mut out = std::io::stdout();
    writeln!(out, "{}", address.ok_or("no address")?)?;
    Ok(out.flush()?)
}
