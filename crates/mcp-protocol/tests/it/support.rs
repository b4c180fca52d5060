//! The synthetic server as the tests see it.

use mcp_protocol::Endpoint;
use serde_json::Value;

use crate::server::{self, Sent};

pub(crate) fn endpoint() -> Endpoint {
    server::endpoint().unwrap()
}

impl Sent {
    /// Returns status and body; null without a body.
    pub(crate) fn answer(&self, endpoint: &Endpoint) -> (u16, Value) {
        let response = server::answer(endpoint, &self.request());
        let body = response.body.map_or(Value::Null, |body| serde_json::from_slice(&body).unwrap());
        (response.status, body)
    }
}
