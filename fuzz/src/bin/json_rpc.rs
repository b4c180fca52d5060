//! Fuzzes messages of the tool connector, with and without the headers of the newer era, which the first byte selects.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mcp_protocol::{Endpoint, Request};

#[path = "../../../crates/mcp-protocol/tests/it/server.rs"]
#[expect(dead_code, reason = "the tests use all of it")]
mod server;

static ENDPOINT: LazyLock<Option<Endpoint>> = LazyLock::new(|| server::endpoint().ok());
const VERSIONS: [Option<&[u8]>; 6] = [
    None,
    Some(b"2024-11-05"),
    Some(b"2025-03-26"),
    Some(b"2025-06-18"),
    Some(b"2025-11-25"),
    Some(b"2026-07-28"),
];

fuzz_target!(|bytes: &[u8]| {
    let (Some(endpoint), Some((which, body))) = (&*ENDPOINT, bytes.split_first()) else { return };
    let protocol_version = VERSIONS[usize::from(*which) % VERSIONS.len()];
    let method: Option<&[u8]> = (which & 0x40 != 0).then_some(b"tools/call");
    let name: Option<&[u8]> = (which & 0x80 != 0).then_some(b"get_depth");
    let response = server::answer(endpoint, &Request { protocol_version, method, name, body });
    assert_eq!(server::fault_of(&response), None);
});
