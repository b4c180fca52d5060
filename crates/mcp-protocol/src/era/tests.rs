//! Tests the order of the checks: every fault separately, and which one is reported if there are several.

use super::Request;
use crate::fault::{HEADER_MISMATCH, INVALID_PARAMS, UNSUPPORTED_VERSION};
use crate::revision::Revision;
use crate::rpc::Message;

const NEW: &str = "2026-07-28";

#[derive(Clone)]
struct Sent {
    version: Option<&'static str>,
    method: Option<&'static str>,
    name: Option<&'static str>,
    body: String,
}

impl Sent {
    fn read(&self) -> Result<Revision, (u16, i32)> {
        let bytes = |text: Option<&'static str>| text.map(str::as_bytes);
        let request = Request {
            protocol_version: bytes(self.version),
            method: bytes(self.method),
            name: bytes(self.name),
            body: self.body.as_bytes(),
        };
        let message = Message::read(&self.body).unwrap();
        request.revision(&message).map_err(|fault| (fault.status, fault.code))
    }
}

/// Returns a request without headers; `meta` lists the members of `_meta` without the prefix of their keys.
fn plain(method: &str, name: Option<&str>, meta: &[(&str, &str)]) -> Sent {
    let meta: Vec<String> =
        meta.iter().map(|(key, value)| format!("\"io.modelcontextprotocol/{key}\":{value}")).collect();
    let member = if method == "resources/read" { "uri" } else { "name" };
    let name = name.map(|name| format!(",\"{member}\":\"{name}\"")).unwrap_or_default();
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"_meta":{{{}}}{name}}}}}"#,
        meta.join(",")
    );
    Sent { version: None, method: None, name: None, body }
}

const FULL: [(&str, &str); 2] = [("protocolVersion", "\"2026-07-28\""), ("clientCapabilities", "{}")];

fn described(method: &'static str) -> Sent {
    Sent { version: Some(NEW), method: Some(method), ..plain(method, None, &FULL) }
}

fn call(header: Option<&'static str>, name: &'static str) -> Sent {
    let plain = plain("tools/call", Some(name), &FULL);
    Sent { version: Some(NEW), method: Some("tools/call"), name: header, ..plain }
}

#[test]
fn a_correct_request_of_the_new_era() {
    for method in ["tools/list", "server/discover", "ping", "initialize", "made/up"] {
        assert_eq!(described(method).read(), Ok(Revision::V2026_07_28), "{method}");
    }
    let spaced =
        Sent { version: Some(" \t2026-07-28 "), method: Some(" tools/list "), ..described("tools/list") };
    assert_eq!(spaced.read(), Ok(Revision::V2026_07_28));
}

#[test]
fn header_alone_shows_old_era() {
    let cases = [
        (None, Revision::Unstated),
        (Some("2024-11-05"), Revision::V2025_03_26),
        (Some("2025-03-26"), Revision::V2025_03_26),
        (Some("2025-06-18"), Revision::V2025_06_18),
        (Some(" 2025-11-25"), Revision::V2025_11_25),
    ];
    for (version, revision) in cases {
        assert_eq!(Sent { version, ..plain("tools/list", None, &[]) }.read(), Ok(revision), "{version:?}");
    }
    for version in [Some("1900-01-01"), Some(""), Some("draft"), Some("2025-11-25, 2025-06-18")] {
        let sent = Sent { version, ..plain("tools/list", None, &[]) };
        assert_eq!(sent.read(), Err((400, UNSUPPORTED_VERSION)), "{version:?}");
    }
}

#[test]
fn initialize_without_meta_is_old_era() {
    for version in [None, Some("2025-06-18"), Some(NEW)] {
        assert!(Sent { version, ..plain("initialize", None, &[]) }.read().is_ok(), "{version:?}");
    }
    let unknown = Sent { version: Some("1900-01-01"), ..plain("initialize", None, &[]) };
    assert_eq!(unknown.read(), Err((400, UNSUPPORTED_VERSION)));
}

#[test]
fn faults_of_the_new_era_in_their_order() {
    let list = described("tools/list");
    let with = |meta: &[(&str, &str)]| Sent { body: plain("tools/list", None, meta).body, ..list.clone() };
    let cases = [
        // Only the header or the method shows the new era.
        (with(&[]), INVALID_PARAMS),
        (plain("server/discover", None, &[]), INVALID_PARAMS),
        (Sent { version: Some("2027-01-01"), ..with(&[]) }, INVALID_PARAMS),
        (with(&[("protocolVersion", "7"), ("clientCapabilities", "{}")]), INVALID_PARAMS),
        (with(&[("protocolVersion", "null"), ("clientCapabilities", "{}")]), INVALID_PARAMS),
        // A header that is missing or different comes before an unknown version.
        (Sent { version: None, ..list.clone() }, HEADER_MISMATCH),
        (Sent { version: Some("2025-11-25"), ..list.clone() }, HEADER_MISMATCH),
        (with(&[("protocolVersion", "\"2027-01-01\"")]), HEADER_MISMATCH),
        // An unknown version comes before missing capabilities.
        (
            Sent { version: Some("2027-01-01"), ..with(&[("protocolVersion", "\"2027-01-01\"")]) },
            UNSUPPORTED_VERSION,
        ),
        (
            Sent { version: Some("2025-11-25"), ..with(&[("protocolVersion", "\"2025-11-25\"")]) },
            UNSUPPORTED_VERSION,
        ),
        // Missing capabilities come before missing headers.
        (Sent { method: None, ..with(&FULL[..1]) }, INVALID_PARAMS),
        (with(&[FULL[0], ("clientCapabilities", "[]")]), INVALID_PARAMS),
        (with(&[FULL[0], ("clientCapabilities", "null")]), INVALID_PARAMS),
        (Sent { method: None, ..list.clone() }, HEADER_MISMATCH),
        (Sent { method: Some("Tools/List"), ..list.clone() }, HEADER_MISMATCH),
        (Sent { method: Some("tools/call"), ..list.clone() }, HEADER_MISMATCH),
    ];
    for (sent, code) in cases {
        assert_eq!(sent.read(), Err((400, code)), "{:?} {}", sent.version, sent.body);
    }
}

#[test]
fn the_name_header_repeats_the_name() {
    for header in ["get_depth", " get_depth\t", "=?base64?Z2V0X2RlcHRo?="] {
        assert_eq!(call(Some(header), "get_depth").read(), Ok(Revision::V2026_07_28), "{header}");
    }
    for header in [None, Some("Get_depth"), Some(""), Some("get depth"), Some("=?base64?Z2V0?=")] {
        assert_eq!(call(header, "get_depth").read(), Err((400, HEADER_MISMATCH)), "{header:?}");
    }
    assert!(call(Some("=?base64?4p2E?="), "❄").read().is_ok());
    assert_eq!(call(Some("❄"), "❄").read(), Err((400, HEADER_MISMATCH)));
    let read = plain("resources/read", Some("ui://a"), &FULL);
    let read = Sent { version: Some(NEW), method: Some("resources/read"), ..read };
    assert!(Sent { name: Some("ui://a"), ..read.clone() }.read().is_ok());
    assert_eq!(read.read(), Err((400, HEADER_MISMATCH)));
}

#[test]
fn missing_name_is_reported_by_method() {
    assert!(described("tools/call").read().is_ok());
    let sent = Sent { name: Some("x"), ..described("tools/call") };
    assert_eq!(sent.read(), Err((400, HEADER_MISMATCH)));
    let unneeded = Sent { name: Some("x"), ..described("tools/list") };
    assert!(unneeded.read().is_ok());
}
