//! Tests of connections that stay open without a request: the service ends each of them, and answers earlier requests.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use reqwest::Method;
use runtime::clock;
use storage::{Options, Store};

use crate::harness::{Harness, SHARED, Setup, send};

/// Returns an address at which no process listens.
pub(crate) fn nobody() -> SocketAddr {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap()
}

/// Returns what the service sends until it closes, while the reader still waits.
fn until_closed(request: &str) -> String {
    let mut stream = TcpStream::connect(SHARED.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(25))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap_or_else(|error| panic!("not closed: {request:?}: {error}"));
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn server_wide_options_is_answered() {
    let answer = SHARED.raw(b"OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 204") && answer.to_lowercase().contains("allow: get"), "{answer}");
}

#[test]
fn unfinished_requests_are_cut_off() {
    let silent = "GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    let second = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nX-Y: ";
    let refused = "POST /api/v1/resorts HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab";
    let late = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Transfer-Encoding: chunked\r\n\r\n5\r\nab";
    let held = [(silent, "200"), (second, "200"), (refused, "405"), (late, "408")];
    let readers = held.map(|(request, status)| {
        std::thread::spawn(move || {
            let answer = until_closed(request);
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
        })
    });
    for reader in readers {
        reader.join().unwrap();
    }
}

#[test]
fn pipelined_requests_stay_in_order() {
    let ahead = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".repeat(40);
    let answer =
        until_closed(&format!("{ahead}GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
    assert_eq!(answer.matches("HTTP/1.1 200").count(), 40);
    assert_eq!(answer.matches("HTTP/1.1 404").count(), 1);
}

#[test]
fn body_of_empty_lines_is_read() {
    let body = format!("{}{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}}", "\r\n\r\n".repeat(2_000));
    let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: application/json, \
        text/event-stream\r\nContent-Type: application/json";
    let answer = until_closed(&format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()));
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("\"result\":{}"), "{answer}");
}

#[test]
fn slowly_read_answer_is_complete() {
    let mut stream = TcpStream::connect(SHARED.address).unwrap();
    let request = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let mut part = [0; 1_000];
    loop {
        match stream.read(&mut part).unwrap() {
            0 => break,
            length => answer.extend_from_slice(&part[..length]),
        }
        std::thread::yield_now();
    }
    let text = String::from_utf8(answer).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    assert_eq!(length.parse::<usize>().unwrap(), body.len());
    serde_json::from_str::<serde_json::Value>(body).unwrap();
}

#[test]
fn answer_has_the_id_of_its_trace() {
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let answer = SHARED.get_with("/nothing", &[("traceparent", parent)]);
    assert_eq!(answer.header("x-request-id"), "0af7651916cd43dd8448eb211c80319c");
    assert_eq!(answer.json()["requestId"], "0af7651916cd43dd8448eb211c80319c");
}

#[test]
fn counters_are_local_only() {
    assert_eq!(SHARED.get("/metrics").status, 200);
    for header in [
        ("x-forwarded-for", "203.0.113.9"),
        ("x-real-ip", "203.0.113.9"),
        ("forwarded", "for=203.0.113.9"),
        ("via", "1.1 proxy"),
        ("host", "snow.example.org"),
    ] {
        assert_eq!(SHARED.get_with("/metrics", &[header]).status, 404, "{header:?}");
    }
    for path in ["/metrics", "/readyz"] {
        let answer = SHARED.get(path);
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, ""), "{path}");
    }
    let trusted_proxies = Some("127.0.0.1".to_owned());
    let setup = Setup { upstream: Some(nobody()), trusted_proxies, ..Setup::few("behind-a-proxy") };
    let behind = Harness::start(setup);
    assert_eq!(behind.get("/metrics").status, 404, "a proxy that adds no header");
}

/// Takes the write lock of a SQLite file as another process would, until the returned value is dropped.
fn locked(file: &Path) -> mpsc::Sender<()> {
    let (locked, is_locked) = mpsc::channel();
    let (unlock, unlocked) = mpsc::channel::<()>();
    let location = file.to_str().unwrap().to_owned();
    std::thread::spawn(move || {
        let store = Store::open(&location, &Options::default(), clock::now()).unwrap();
        let kept = store.run_blocking(move |_| {
            locked.send(()).unwrap();
            let _ = unlocked.recv();
            Ok(())
        });
        kept.unwrap();
    });
    is_locked.recv().unwrap();
    unlock
}

#[test]
fn write_readiness_follows_the_database() {
    let setup = Setup { upstream: Some(nobody()), ..Setup::few("for-writes") };
    let file = setup.folder.join("snow-conditions.sqlite");
    let harness = Harness::start(setup);
    let status = |path: &str| harness.get(path).status;
    assert_eq!((status("/readyz?for=writes"), status("/readyz")), (200, 200));
    // Another process holds the write lock of the file; reads are not affected.
    let unlock = locked(&file);
    let begun = clock::monotonic();
    while status("/readyz?for=writes") == 200 {
        assert!(begun.elapsed() < Duration::from_secs(20), "writes hang, and it does not say so");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(harness.get("/readyz?for=writes").text().contains("writes to the database do not succeed"));
    assert_eq!((status("/readyz"), status("/api/v1/resorts/zermatt")), (200, 200), "reads go on");
    drop(unlock);
    while status("/readyz?for=writes") != 200 {
        assert!(begun.elapsed() < Duration::from_secs(40), "writes get through again");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn admin_routes_stay_on_the_admin_address() {
    let admin = nobody();
    let setup = Setup { upstream: Some(nobody()), admin: Some(admin), ..Setup::few("admin") };
    let harness = Harness::start(setup);
    let degraded = harness.wait_until(|ready| ready["status"] == "degraded");
    let of_operator = |path: &str| send(Method::GET, &format!("http://{admin}{path}"), &[], &[]);
    assert_eq!((harness.get("/metrics").status, of_operator("/metrics").status), (404, 200));
    assert!(of_operator("/metrics").text().contains("snow_http_connections "));
    let words = |ready: &serde_json::Value| ready["lanes"]["open-meteo"]["lastFailure"].to_string();
    let (told, whole) = (words(&degraded), words(&of_operator("/readyz").json()));
    assert_eq!(told, "\"cannot connect\"");
    assert!(whole.contains("cannot connect: "), "{whole}");
    assert_eq!(of_operator("/api/v1/resorts").status, 404);
}
