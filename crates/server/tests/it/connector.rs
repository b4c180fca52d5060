//! Tests of the tool connector over HTTP: both eras on one address, agreement with REST, and every rejection.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Harness, Reply, Setup};

const JSON: (&str, &str) = ("content-type", "application/json");
const MODERN: &str = "2026-07-28";

fn service() -> Harness {
    let service = Harness::start(Setup {
        only: vec!["alta".to_owned(), "zermatt".to_owned()],
        ..Setup::new("connector")
    });
    service.wait_for(2);
    service
}

fn rpc(method: &str, params: &Value) -> Vec<u8> {
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }).to_string().into_bytes()
}

fn legacy(service: &Harness, method: &str, params: &Value) -> Reply {
    service.post("/mcp", &[JSON, ("mcp-protocol-version", "2025-11-25")], &rpc(method, params))
}

fn modern(service: &Harness, method: &str, mut params: Value) -> Reply {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let name = params.get("name").or_else(|| params.get("uri")).and_then(Value::as_str).unwrap_or_default();
    let mut headers = vec![JSON, ("mcp-protocol-version", MODERN), ("mcp-method", method)];
    if !name.is_empty() {
        headers.push(("mcp-name", name));
    }
    service.post("/mcp", &headers, &rpc(method, &params))
}

#[test]
fn eras_and_rest_agree() {
    let service = service();
    let call = json!({ "name": "get_resort", "arguments": { "slug": "alta" } });
    let old = legacy(&service, "tools/call", &call);
    let new = modern(&service, "tools/call", call);
    assert_eq!((old.status, new.status), (200, 200), "{} {}", old.text(), new.text());
    assert_eq!(old.header("content-type"), "application/json");
    assert_eq!(old.header("mcp-session-id"), "");
    let (old, new) = (old.json(), new.json());
    assert!(old["result"].get("resultType").is_none());
    assert_eq!(new["result"]["resultType"], "complete");
    for answer in [&old, &new] {
        assert_eq!(answer["id"], 7);
        let data = &answer["result"]["structuredContent"]["data"];
        let rest = service.get("/api/v1/resorts/alta").json();
        // At most one resolution in between.
        assert_eq!(data["slug"], rest["data"]["slug"]);
        assert_eq!(data["conditions"]["displayDepthCm"], rest["data"]["conditions"]["displayDepthCm"]);
        assert!(answer["result"]["structuredContent"]["credits"]["service"]["url"].is_string());
    }
}

#[test]
fn handshake_and_lists_work() {
    let service = service();
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let hello = service.post("/mcp", &[JSON], &rpc("initialize", &hello)).json();
    assert_eq!(hello["result"]["protocolVersion"], "2025-06-18");
    let started = service.post("/mcp", &[JSON], br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    assert_eq!((started.status, started.body.len()), (202, 0));
    assert_eq!(legacy(&service, "ping", &json!({})).json()["result"], json!({}));
    let discovered = modern(&service, "server/discover", json!({})).json();
    assert_eq!(discovered["result"]["instructions"], hello["result"]["instructions"]);
    let tools = modern(&service, "tools/list", json!({}));
    assert!(tools.body.len() <= 60 * 1024, "{} bytes", tools.body.len());
    let tools = tools.json();
    assert_eq!(tools["result"]["tools"].as_array().unwrap().len(), operations::tools().count());
    assert_eq!(tools["result"]["cacheScope"], "public");
}

/// Lists and reads every resource at every revision, and compares the two.
#[test]
fn resources_are_read_at_every_revision() {
    let service = service();
    let older = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
    assert_eq!(operations::RESOURCES.len(), 12);
    for revision in older.into_iter().chain([MODERN]) {
        let at = |method: &str, params: Value| match revision {
            MODERN => modern(&service, method, params),
            // The first revision has no header; it is agreed on at `initialize` and not named again.
            "2024-11-05" => service.post("/mcp", &[JSON], &rpc(method, &params)),
            named => service.post("/mcp", &[JSON, ("mcp-protocol-version", named)], &rpc(method, &params)),
        };
        let listed = at("resources/list", json!({})).json()["result"]["resources"].clone();
        let uris: Vec<&str> =
            listed.as_array().unwrap().iter().map(|one| one["uri"].as_str().unwrap()).collect();
        assert_eq!(uris, operations::RESOURCES.iter().map(|one| one.uri).collect::<Vec<_>>(), "{revision}");
        for one in operations::RESOURCES {
            let told = format!("{} at {revision}", one.uri);
            let read = at("resources/read", json!({ "uri": one.uri }));
            assert_eq!(read.status, 200, "{told}: {}", read.text());
            let result = &read.json()["result"];
            let [contents] = result["contents"].as_array().unwrap().as_slice() else {
                panic!("{told}: {result}")
            };
            assert_eq!((&contents["uri"], &contents["mimeType"]), (&json!(one.uri), &json!(one.mime_type())));
            let text = contents["text"].as_str().unwrap();
            match one.mime_type() {
                "application/json" => {
                    let data: Value = serde_json::from_str(text).unwrap();
                    assert!(data.to_string().contains("\"credits\""), "{told} lacks the credit");
                }
                _ => assert!(text.contains("</html>"), "{told}"),
            }
            assert_eq!(result["ttlMs"].is_null(), revision != MODERN, "{told}");
        }
        let absent = at("resources/read", json!({ "uri": "service://no-such-resource" })).json();
        let code = if revision == MODERN { -32602 } else { -32002 };
        assert_eq!(absent["error"]["code"], code, "{revision}");
    }
}

#[test]
fn resort_has_its_own_connector() {
    let service = service();
    let call = rpc("tools/call", &json!({ "name": "get_conditions" }));
    let own = service.post("/mcp/r/zermatt", &[JSON], &call).json();
    assert_eq!(own["result"]["structuredContent"]["data"]["slug"], "zermatt");
    let list = rpc("tools/list", &json!({}));
    let media = service.post("/mcp/t/media", &[JSON], &list).json();
    let names =
        media["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap());
    let expected = ["search_resorts", "get_webcam_status", "get_resort_photos", "get_powder_reels"];
    assert_eq!(names.collect::<Vec<_>>(), expected);
    let unknown = service.post("/mcp/t/media,roads", &[JSON], &list);
    assert_eq!(unknown.status, 404);
    assert!(unknown.json()["error"]["message"].as_str().unwrap().starts_with("`roads` is not a topic"));
    let unknown = service.post("/mcp/r/atlantis", &[JSON], &call);
    assert_eq!((unknown.status, unknown.json()["error"]["code"].as_i64()), (404, Some(-32600)));
}

#[test]
fn only_post_is_allowed() {
    let service = service();
    for method in [Method::GET, Method::DELETE, Method::PUT] {
        let refused = service.send(method, "/mcp", &[]);
        assert_eq!((refused.status, refused.header("allow")), (405, "POST, OPTIONS"));
    }
    let asked = service.send(Method::OPTIONS, "/mcp", &[("origin", "https://claude.ai")]);
    assert_eq!((asked.status, asked.header("access-control-allow-origin")), (204, "*"));
    assert!(asked.header("access-control-allow-headers").contains("mcp-protocol-version"));
    assert!(asked.header("access-control-allow-credentials").is_empty());
    assert_eq!(service.post("/mcp/", &[JSON], b"{}").status, 404);
}

#[test]
fn invalid_requests_are_rejected() {
    let service = service();
    let ping = rpc("ping", &json!({}));
    let status = |headers: &[(&str, &str)], body: &[u8]| service.post("/mcp", headers, body).status;
    assert_eq!(status(&[JSON, ("host", "evil.example.com")], &ping), 403);
    assert_eq!(status(&[JSON, ("origin", "https://evil.example.com")], &ping), 403);
    assert_eq!(status(&[JSON, ("origin", "null")], &ping), 403);
    assert_eq!(status(&[JSON, ("origin", "http://localhost:6274")], &ping), 200);
    assert_eq!(status(&[("content-type", "text/plain")], &ping), 415);
    assert_eq!(status(&[("content-type", "application/json; charset=utf-8")], &ping), 200);
    let packed = service.post("/mcp", &[JSON, ("content-encoding", "gzip")], &ping);
    assert!(packed.status == 415 && packed.text().contains("Content-Encoding"), "{}", packed.text());
    assert_eq!(status(&[JSON, ("content-encoding", "Identity")], &ping), 200);
    let token = service.post("/mcp", &[JSON, ("authorization", "Bearer nobody-issued-this")], &ping);
    assert_eq!((token.status, token.header("www-authenticate")), (401, "Bearer error=\"invalid_token\""));
    let large = vec![b' '; 256 * 1024 + 1];
    assert_eq!(status(&[JSON], &large), 413);
    for (body, code) in [
        (&b"{"[..], -32700),
        (b"\xff", -32700),
        (b"1", -32600),
        (b"{}", -32600),
        (br#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
        (br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
    ] {
        let refused = service.post("/mcp", &[JSON], body);
        assert_eq!((refused.status, &refused.json()["error"]["code"]), (400, &code.into()), "{body:?}");
        // A known id is returned, and never null.
        assert_eq!(refused.json().get("id").is_some(), body.starts_with(br#"{"jsonrpc":"1.0","id":1"#));
    }
    let deep = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
    assert_eq!(status(&[JSON], &deep), 400);
    assert_eq!(legacy(&service, "tools/fly", &json!({})).json()["error"]["code"], -32601);
    let unknown = modern(&service, "tools/fly", json!({}));
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (404, &(-32601).into()));
    let disagreeing = [JSON, ("mcp-protocol-version", MODERN), ("mcp-method", "tools/list")];
    let refused =
        service.post("/mcp", &disagreeing, &rpc("tools/call", &json!({ "name": "get_resort_info" })));
    assert_eq!(refused.status, 400);
}

#[test]
fn event_stream_client_gets_one_event() {
    let service = service();
    let ping = rpc("ping", &json!({}));
    let event = service.post("/mcp", &[JSON, ("accept", "text/event-stream")], &ping);
    assert_eq!(event.header("content-type"), "text/event-stream");
    let text = event.text();
    let data =
        text.strip_prefix("event: message\ndata: ").and_then(|rest| rest.strip_suffix("\n\n")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(data).unwrap()["result"], json!({}));
    for accept in ["*/*", "application/json", "application/json, text/event-stream", "text/html"] {
        let reply = service.post("/mcp", &[JSON, ("accept", accept)], &ping);
        assert_eq!(reply.header("content-type"), "application/json", "{accept}");
    }
}

/// Sends half a request and closes the connection, many times, while other requests are served.
#[test]
fn silent_clients_block_no_others() {
    let service = service();
    let head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{";
    let silent: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = TcpStream::connect(service.address).unwrap();
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    for stream in silent.iter().take(100) {
        let _ = stream.shutdown(std::net::Shutdown::Both);
    }
    assert_eq!(legacy(&service, "ping", &json!({})).status, 200);
    // A silent client gets an answer in the end.
    let mut last = silent.into_iter().next_back().unwrap();
    last.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut answer = Vec::new();
    let _ = last.read_to_end(&mut answer);
    assert!(
        String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 408"),
        "{}",
        String::from_utf8_lossy(&answer)
    );
}

#[test]
fn rate_limit_is_enforced() {
    let service =
        Harness::start(Setup { mcp_per_minute: 3, only: vec!["alta".to_owned()], ..Setup::new("limited") });
    service.wait_for(1);
    let ping = rpc("ping", &json!({}));
    for _ in 0..3 {
        assert_eq!(service.post("/mcp", &[JSON], &ping).status, 200);
    }
    let refused = service.post("/mcp", &[JSON], &ping);
    assert_eq!(refused.status, 429);
    assert!((1..=60).contains(&refused.header("retry-after").parse::<u64>().unwrap()));
    // Without a configured proxy, a caller cannot pretend another address.
    assert_eq!(service.post("/mcp", &[JSON, ("x-forwarded-for", "9.9.9.9")], &ping).status, 429);
    assert_eq!(service.get("/healthz").status, 200);
}
