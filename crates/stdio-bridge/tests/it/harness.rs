//! A server that follows a script, and a client on pipes. Answers are synthetic and in the real form of the protocol.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;
use stdio_bridge::{Remote, RetryPolicy};

/// A request as the server saw it.
#[derive(Debug, Clone)]
pub(crate) struct RecordedRequest {
    /// Headers, with names in lower case.
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: Value,
}

impl RecordedRequest {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    pub(crate) fn method(&self) -> &str {
        self.body["method"].as_str().unwrap_or_default()
    }
}

/// The reaction of the server.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, &'static str)>,
    pub(crate) body: String,
    pub(crate) after: Duration,
    /// Whether the body is shorter than announced.
    pub(crate) broken: bool,
}

impl Reply {
    pub(crate) fn json(status: u16, body: impl Into<String>) -> Self {
        let headers = vec![("Content-Type", "application/json")];
        Self { status, headers, body: body.into(), after: Duration::ZERO, broken: false }
    }

    /// Returns an answer that contains a part of the request.
    pub(crate) fn echo(asked: &RecordedRequest) -> Self {
        let (id, params) = (&asked.body["id"], &asked.body["params"]);
        Self::json(200, format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"echo":{params}}}}}"#))
    }

    pub(crate) fn with(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.retain(|(other, _)| *other != name);
        self.headers.push((name, value));
        self
    }

    pub(crate) fn after(self, millis: u64) -> Self {
        Self { after: Duration::from_millis(millis), ..self }
    }
}

/// A server on its own port.
pub(crate) struct Server {
    pub(crate) url: String,
    asked: Arc<Mutex<Vec<RecordedRequest>>>,
}

impl Server {
    /// Starts a server. `script` gets the number of the request, from 0, and the request.
    pub(crate) fn start(script: impl Fn(usize, &RecordedRequest) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}/mcp", listener.local_addr().expect("bound"));
        let asked: Arc<Mutex<Vec<RecordedRequest>>> = Arc::default();
        let (script, seen) = (Arc::new(script), Arc::clone(&asked));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (script, seen) = (Arc::clone(&script), Arc::clone(&seen));
                thread::spawn(move || serve(stream, &*script, &seen));
            }
        });
        Self { url, asked }
    }

    pub(crate) fn asked(&self) -> Vec<RecordedRequest> {
        self.asked.lock().expect("whole").clone()
    }
}

fn serve(
    stream: TcpStream,
    script: &dyn Fn(usize, &RecordedRequest) -> Reply,
    seen: &Mutex<Vec<RecordedRequest>>,
) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut headers = HashMap::new();
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_ascii_lowercase(), value.to_owned());
    }
    let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    let asked = RecordedRequest { headers, body: serde_json::from_slice(&body).ok()? };
    let number = {
        let mut seen = seen.lock().expect("whole");
        seen.push(asked.clone());
        seen.len() - 1
    };
    let reply = script(number, &asked);
    thread::sleep(reply.after);
    let mut head = format!("HTTP/1.1 {} X\r\nConnection: close\r\n", reply.status);
    for (name, value) in &reply.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let length = reply.body.len() + usize::from(reply.broken);
    head.push_str(&format!("Content-Length: {length}\r\n\r\n{}", reply.body));
    (&stream).write_all(head.as_bytes()).ok()
}

/// A bridge in this process, with both ends.
pub(crate) struct Bridge {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    running: JoinHandle<()>,
}

/// Pauses short enough for a test.
pub(crate) const HASTY: RetryPolicy = RetryPolicy {
    repeats: 2,
    first_pause: Duration::from_millis(5),
    longest_pause: Duration::from_secs(2),
    connect: Duration::from_secs(5),
    silence: Duration::from_secs(5),
};

impl Bridge {
    pub(crate) fn to(url: &str, token: Option<&str>) -> Self {
        let remote = Remote::new(url, token, HASTY, false).expect("an address");
        let (inner_input, input) = std::io::pipe().expect("a pipe");
        let (output, inner_output) = std::io::pipe().expect("a pipe");
        let running = thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(stdio_bridge::run(BufReader::new(inner_input), inner_output, remote));
        });
        Self { input, output: BufReader::new(output), running }
    }

    pub(crate) fn write(&mut self, line: &str) {
        self.input.write_all(line.as_bytes()).and_then(|()| self.input.write_all(b"\n")).expect("open");
    }

    /// Returns the next line.
    pub(crate) fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("open");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    pub(crate) fn ask(&mut self, line: &str) -> Value {
        self.write(line);
        self.read()
    }

    /// Ends the input, waits for the bridge to end and returns the remaining output.
    pub(crate) fn end(self) -> Vec<Value> {
        let Self { input, output, running } = self;
        drop(input);
        let lines =
            output.lines().map(|line| serde_json::from_str(&line.expect("text")).expect("JSON")).collect();
        running.join().expect("no panic");
        lines
    }
}

/// Returns a request without parameters.
pub(crate) fn request(id: u32, method: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#)
}

/// Returns the result of `work` and its duration.
#[expect(clippy::disallowed_methods, reason = "a pause is measured, no rule depends on it")]
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let given = work();
    (given, start.elapsed())
}
