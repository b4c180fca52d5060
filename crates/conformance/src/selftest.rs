//! Proof that the live checks can fail: a small server on loopback that first behaves correctly and then has one fault
//! after the other. Each fault must be found by the intended rule.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::future::join_all;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::client::Client;
use crate::run::{self, Plan};

mod editor;
mod faults;
mod honest;
mod hooks;

/// The parts of a request that the server needs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// Path and query.
    pub(crate) target: String,
    headers: Vec<(String, String)>,
    pub(crate) body: serde_json::Value,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    fn is_pro(&self) -> bool {
        self.header("authorization") == format!("Bearer {TOKEN}")
    }
}

/// An answer before it is written.
#[derive(Debug, Clone)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: String,
    /// Number of bytes promised in addition to those sent.
    pub(crate) missing: usize,
}

impl Response {
    /// Replaces a header.
    pub(crate) fn set(&mut self, name: &'static str, value: &str) {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value.to_owned()));
    }

    /// Edits the JSON of the body.
    pub(crate) fn edit(&mut self, change: impl FnOnce(&mut serde_json::Value)) {
        let mut body = serde_json::from_str(&self.body).unwrap_or_default();
        change(&mut body);
        self.body = body.to_string();
    }
}

/// A fault of the server.
pub(crate) struct Fault {
    name: &'static str,
    rule: &'static str,
    /// Applies the fault to an answer; the number counts earlier requests.
    spoil: fn(&Request, &mut Response, u64),
}

/// A fault and the rules that found it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Name of the fault; `honest` for none.
    pub fault: &'static str,
    /// Rule that must find it; empty for none.
    pub rule: &'static str,
    /// Rules that were reported as broken.
    pub broken: BTreeSet<&'static str>,
}

impl Outcome {
    /// Returns whether the intended rule found the fault, or nothing was found without a fault.
    #[must_use]
    pub fn is_right(&self) -> bool {
        if self.rule.is_empty() { self.broken.is_empty() } else { self.broken.contains(self.rule) }
    }
}

const TOKEN: &str = "selftest-pro";

/// Tries the correct server and every fault.
///
/// # Errors
/// Returns an error if the loopback address cannot be used, or the server cannot be checked at all.
pub async fn run() -> Result<Vec<Outcome>, String> {
    let mut tried = vec![one("honest", "", |_, _, _| {}).await?];
    for Fault { name, rule, spoil } in faults::ALL {
        tried.push(one(name, rule, *spoil).await?);
    }
    for (name, rule, quirk) in editor::ALL {
        tried.push(editor::one(name, rule, *quirk).await?);
    }
    // Webhooks need waiting, so they are all checked concurrently.
    let waiting = hooks::ALL.iter().map(|(name, rule, quirk)| hooks::one(name, rule, *quirk));
    tried.extend(join_all(waiting).await.into_iter().collect::<Result<Vec<_>, _>>()?);
    Ok(tried)
}

async fn one(
    fault: &'static str,
    rule: &'static str,
    spoil: fn(&Request, &mut Response, u64),
) -> Result<Outcome, String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(|error| format!("loopback: {error}"))?;
    let address = listener.local_addr().map_err(|error| format!("loopback: {error}"))?;
    let server = tokio::spawn(serve(listener, spoil));
    let client = Client::new(&format!("http://{address}"), None)?;
    let plan = Plan { token: Some(TOKEN.to_owned()), concurrency: 2, deep: 1, ..Plan::default() };
    let verdict = run::server(client, &plan, |_, _| {}).await;
    server.abort();
    let verdict = verdict.map_err(|run::CheckError(why)| format!("{fault}: {why}"))?;
    Ok(Outcome { fault, rule, broken: verdict.found.iter().map(|found| found.finding.rule).collect() })
}

async fn serve(listener: TcpListener, spoil: fn(&Request, &mut Response, u64)) {
    let count = Arc::new(AtomicU64::new(0));
    while let Ok((stream, _)) = listener.accept().await {
        let count = Arc::clone(&count);
        tokio::spawn(async move {
            // A client that disconnects is ignored.
            let respond = |request: &Request| {
                let mut out = honest::answer(request);
                spoil(request, &mut out, count.fetch_add(1, Ordering::Relaxed));
                out
            };
            let _ = converse(stream, respond).await;
        });
    }
}

/// Handles one request, sends one answer and closes the connection.
async fn converse(mut stream: TcpStream, respond: impl FnOnce(&Request) -> Response) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    let request = loop {
        if let Some(request) = parse(&bytes) {
            break request;
        }
        if stream.read_buf(&mut bytes).await? == 0 || bytes.len() > 1 << 22 {
            return Ok(());
        }
    };
    let out = respond(&request);
    let mut head = format!(
        "HTTP/1.1 {} -\r\ncontent-length: {}\r\nconnection: close\r\n",
        out.status,
        out.body.len() + out.missing
    );
    for (name, value) in &out.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(out.body.as_bytes()).await?;
    stream.shutdown().await
}

/// Parses a complete request; `None` if a part is missing.
fn parse(bytes: &[u8]) -> Option<Request> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.split("\r\n");
    let mut words = lines.next()?.split(' ');
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let request = Request {
        method: words.next()?.to_owned(),
        target: words.next()?.to_owned(),
        headers,
        ..Request::default()
    };
    let length: usize = request.header("content-length").parse().unwrap_or(0);
    let body = body.get(..length)?;
    Some(Request { body: serde_json::from_str(body).unwrap_or_default(), ..request })
}

#[cfg(test)]
mod tests;
