//! The Model Context Protocol, from bytes to bytes: every live revision on one stateless endpoint. The crate knows
//! neither tools nor web frameworks nor clocks.
//!
//! Build [`Lists`] and [`Endpoint`] once. [`Endpoint::open`] takes the three headers and the body of a POST and answers
//! all that it can. [`Exchange::ask`] returns the calls that only the application can answer, and [`Exchange::finish`]
//! returns status and body. The application may wait between `ask` and the reply.
//!
//! ```
//! use std::sync::Arc;
//! use mcp_protocol::{Ask, Endpoint, Hints, Info, Lists, RawJson, Request, Response, Tool, ToolAnnotations, ToolResult};
//!
//! fn endpoint() -> Result<Endpoint, mcp_protocol::DescriptionError> {
//!     let looks = ToolAnnotations { read_only: true, destructive: false, idempotent: true, open_world: false };
//!     let arguments = serde_json::json!({"type": "object", "properties": {"resort": {"type": "string"}}});
//!     let tool = Tool::new("get_depth", "Snow depth", looks, arguments)
//!         .with_description("Depth of the snow at a resort, in centimetres.");
//!     let lists = Arc::new(Lists::new(&[tool], &[], Hints::default())?);
//!     Endpoint::new(&Info::new("snow", "1"), lists)
//! }
//!
//! fn answer(endpoint: &Endpoint, request: &Request<'_>) -> Response {
//!     let mut exchange = endpoint.open(request);
//!     while let Some(ask) = exchange.ask() {
//!         match ask {
//!             Ask::Call(call) if call.name == "get_depth" => {
//!                 let data = RawJson(br#"{"depthCm": 120}"#);
//!                 call.reply(&ToolResult { text: "120 cm", structured: Some(&data), ..ToolResult::default() });
//!             }
//!             Ask::Call(call) => call.unknown(),
//!             Ask::Read(read) => read.unknown(),
//!         }
//!     }
//!     exchange.finish()
//! }
//!
//! let body = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_depth"}}"#;
//! let response = answer(&endpoint()?, &Request { body, ..Request::default() });
//! assert_eq!(response.status, 200);
//! # Ok::<(), mcp_protocol::DescriptionError>(())
//! ```
//!
//! For programs that transport a client's messages to such an endpoint, [`client`] classifies messages, builds the
//! headers that repeat them, and matches answers to requests.
//!
//! The caller is responsible for the path, for allowing only POST, and for checking the host, the origin, the media
//! types, the size of the body and the time it may take. [`Response::refusal`] builds the answer to a rejected request;
//! [`Response::event`] frames an answer for clients that accept only a stream.
//!
//! The protocol adds revisions and members of descriptions, so [`Revision`], [`Tool`], [`Resource`] and [`Info`] are
//! `#[non_exhaustive]`: construct a description with `new` and add optional members with `with_…`.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs)]

pub mod client;
mod endpoint;
mod era;
mod exchange;
mod fault;
mod header;
mod info;
mod lists;
mod params;
mod resource;
mod response;
mod result;
mod revision;
mod rpc;
mod tool;
mod write;

pub use endpoint::Endpoint;
pub use era::Request;
pub use exchange::{Ask, Call, Exchange, LARGEST_BATCH, LARGEST_BATCH_ANSWER, ResourceRead};
pub use fault::{
    HEADER_MISMATCH, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR,
    UNSUPPORTED_VERSION,
};
pub use info::{Hints, Icon, Info, Scope};
pub use lists::Lists;
pub use resource::{Contents, Resource, ResourceAnnotations, Role};
pub use response::Response;
pub use result::{RenderedResult, ToolResult};
pub use revision::{Revision, Rules, StructuredContent};
pub use tool::{DescriptionError, Tool, ToolAnnotations};
pub use write::{Json, RawJson, TypedValue};

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
