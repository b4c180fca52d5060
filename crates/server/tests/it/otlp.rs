//! Spans of the program, received by a collector in this process and decoded with OpenTelemetry's own types.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as AnyValue;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(60);
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// A request that a listener of this test received.
struct Received {
    path: String,
    traceparent: Option<String>,
    body: Vec<u8>,
}

/// Listens and answers every request with 200.
fn listen() -> (SocketAddr, Receiver<Received>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let sender = sender.clone();
            thread::spawn(move || serve(stream, &sender));
        }
    });
    (address, receiver)
}

fn serve(stream: TcpStream, sender: &Sender<Received>) {
    let mut stream = BufReader::new(stream);
    while let Some(received) = receive(&mut stream) {
        stream.get_mut().write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
        if sender.send(received).is_err() {
            return;
        }
    }
}

fn receive(stream: &mut BufReader<TcpStream>) -> Option<Received> {
    let mut line = String::new();
    stream.read_line(&mut line).ok().filter(|length| *length > 0)?;
    let path = line.split(' ').nth(1)?.to_owned();
    let (mut length, mut traceparent) = (0, None);
    loop {
        line.clear();
        stream.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "traceparent" => traceparent = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some(Received { path, traceparent, body })
}

/// The spans that arrived at the collector.
struct Collected {
    coming: Receiver<Received>,
    spans: Vec<Span>,
    services: Vec<String>,
}

impl Collected {
    /// Waits for a span.
    fn wait_for(&mut self, is_it: impl Fn(&Span) -> bool) -> Span {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(span) = self.spans.iter().find(|span| is_it(span)) {
                return span.clone();
            }
            let left = until.saturating_duration_since(Instant::now());
            let received = self.coming.recv_timeout(left).expect("the span did not arrive");
            assert_eq!(received.path, "/v1/traces");
            let batch = ExportTraceServiceRequest::decode(received.body.as_slice()).unwrap();
            for one in batch.resource_spans {
                let attributes = one.resource.unwrap().attributes;
                self.services.extend(attributes.iter().filter(|one| one.key == "service.name").filter_map(
                    |one| match one.value.as_ref()?.value.as_ref()? {
                        AnyValue::StringValue(name) => Some(name.clone()),
                        _ => None,
                    },
                ));
                self.spans.extend(one.scope_spans.into_iter().flat_map(|scope| scope.spans));
            }
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn attribute(span: &Span, key: &str) -> Option<String> {
    let found = span.attributes.iter().find(|one| one.key == key)?;
    match found.value.as_ref()?.value.as_ref()? {
        AnyValue::StringValue(text) => Some(text.clone()),
        AnyValue::IntValue(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The program, killed when dropped.
struct Program {
    child: Child,
    address: SocketAddr,
    folder: std::path::PathBuf,
}

impl Program {
    fn start(collector: SocketAddr) -> Self {
        let folder = std::env::temp_dir().join(format!("snow-otlp-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let log = std::fs::File::create(folder.join("log")).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_snow-conditions"))
            .arg("--data-dir")
            .arg(&folder)
            .args(["--bind", &address.to_string(), "--webhook-development", "--log-format", "json", "demo"])
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", format!("http://{collector}"))
            .env("OTEL_SERVICE_NAME", "snow-under-test")
            .env("OTEL_BSP_SCHEDULE_DELAY", "100")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        let program = Self { child, address, folder };
        let until = Instant::now() + PATIENCE;
        while program.get("/api/v1/resorts?limit=1").0 != 200 {
            assert!(Instant::now() < until, "{}", program.log());
            thread::sleep(Duration::from_millis(100));
        }
        program
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap()
    }

    fn get(&self, path: &str) -> (u16, Value) {
        self.send("GET", path, &[], "")
    }

    fn post(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> (u16, Value) {
        let text = if body.is_null() { String::new() } else { body.to_string() };
        self.send("POST", path, headers, &text)
    }

    fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, Value) {
        let Ok(mut stream) = TcpStream::connect(self.address) else { return (0, Value::Null) };
        let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             accept: application/json\r\n{more}content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let mut answer = String::new();
        if stream.write_all(request.as_bytes()).is_err() || stream.read_to_string(&mut answer).is_err() {
            return (0, Value::Null);
        }
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, serde_json::from_str(body).unwrap_or_default())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn collector_receives_spans_and_receivers_their_trace() {
    let (collector, coming) = listen();
    let program = Program::start(collector);
    let mut collected = Collected { coming, spans: Vec::new(), services: Vec::new() };

    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "get_conditions", "arguments": { "slug": "zermatt" } } });
    let parent = format!("00-{TRACE}-00f067aa0ba902b7-01");
    let (status, _) = program.post("/mcp", &[("traceparent", &parent)], &call);
    assert_eq!(status, 200);
    let call = collected.wait_for(|span| span.name == "connector call");
    assert_eq!(
        (hex(&call.trace_id).as_str(), attribute(&call, "connector.tool").as_deref()),
        (TRACE, Some("get_conditions"))
    );
    let request = collected.wait_for(|span| span.name == "connector request");
    assert_eq!(
        (&call.parent_span_id, hex(&request.parent_span_id).as_str()),
        (&request.span_id, "00f067aa0ba902b7")
    );
    assert!(collected.services.iter().all(|name| name == "snow-under-test"), "{:?}", collected.services);

    let (receiver, deliveries) = listen();
    let wanted = json!({ "url": format!("http://{receiver}/"), "events": ["powder-alert"] });
    let (status, made) = program.post("/api/v1/webhooks", &[], &wanted);
    assert_eq!(status, 201, "{made}");
    let (id, secret) = (made["data"]["id"].as_str().unwrap(), made["data"]["secret"].as_str().unwrap());
    let owner = format!("Bearer {secret}");
    let (status, _) =
        program.post(&format!("/api/v1/webhooks/{id}/test"), &[("authorization", &owner)], &Value::Null);
    assert_eq!(status, 202);
    let delivered = deliveries.recv_timeout(PATIENCE).unwrap().traceparent.expect("a traceparent");
    let attempt = collected.wait_for(|span| span.name == "webhook attempt");
    assert_eq!(delivered, format!("00-{}-{}-01", hex(&attempt.trace_id), hex(&attempt.span_id)));
    assert_eq!(attribute(&attempt, "webhook.subscription").as_deref(), Some(id));
    assert_eq!(attribute(&attempt, "http.response.status_code").as_deref(), Some("200"));

    let round = collected.wait_for(|span| span.name == "ingest round");
    assert!(attribute(&round, "ingest.lane").is_some() && attribute(&round, "ingest.calls").is_some());

    let log = program.log();
    let line = |path: &str| {
        let mut lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines.find(|line| line["target"] == "access" && line["path"] == path).unwrap()
    };
    assert_eq!(line("/mcp")["trace"], TRACE);
    // Reads do not make spans.
    assert_eq!(line("/api/v1/resorts")["trace"], Value::Null);
}
