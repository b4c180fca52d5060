//! A minimal HTTP client for the service: one keep-alive connection, a body in and a body out.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Timeout of an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// A connection to the service, opened when it is needed.
pub(crate) struct Client {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
    /// Value of `X-Forwarded-For`.
    forwarded: Option<String>,
    /// Value of `Idempotency-Key`.
    pub(crate) once: Option<String>,
}

pub(crate) struct Answer {
    /// Status code.
    pub(crate) status: u16,
    /// Whether it says when to try again.
    pub(crate) retry_after: bool,
    /// Body; null if it is not JSON.
    pub(crate) body: Value,
}

impl Client {
    pub(crate) const fn new(address: SocketAddr) -> Self {
        Self { address, stream: None, forwarded: None, once: None }
    }

    /// Returns a client whose requests claim to come from another address.
    pub(crate) fn forwarded(self, forged: String) -> Self {
        Self { forwarded: Some(forged), ..self }
    }

    /// Sends one request. After an error it is unknown whether the service executed it.
    pub(crate) fn send(
        &mut self,
        method: &str,
        path: &str,
        bearer: Option<&str>,
        body: Option<&Value>,
    ) -> std::io::Result<Answer> {
        let outcome = self.exchange(method, path, bearer, body);
        if outcome.is_err() {
            self.stream = None;
        }
        outcome
    }

    fn exchange(
        &mut self,
        method: &str,
        path: &str,
        bearer: Option<&str>,
        body: Option<&Value>,
    ) -> std::io::Result<Answer> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let mut request = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address);
        if let Some(bearer) = bearer {
            request.push_str(&format!("authorization: Bearer {bearer}\r\n"));
        }
        if let Some(forwarded) = &self.forwarded {
            request.push_str(&format!("x-forwarded-for: {forwarded}\r\n"));
        }
        if let Some(once) = &self.once {
            request.push_str(&format!("idempotency-key: {once}\r\n"));
        }
        if !body.is_empty() {
            request.push_str("content-type: application/json\r\n");
        }
        request.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        let stream = match &mut self.stream {
            Some(stream) => stream,
            none => {
                let stream = TcpStream::connect_timeout(&self.address, PATIENCE)?;
                stream.set_read_timeout(Some(PATIENCE))?;
                stream.set_nodelay(true)?;
                none.insert(BufReader::new(stream))
            }
        };
        stream.get_mut().write_all(request.as_bytes())?;
        let (answer, is_last) = read(stream)?;
        if is_last {
            self.stream = None;
        }
        Ok(answer)
    }
}

/// Reads one answer, and whether the service closes the connection after it.
fn read(stream: &mut BufReader<TcpStream>) -> std::io::Result<(Answer, bool)> {
    let broken = || std::io::Error::new(std::io::ErrorKind::InvalidData, "not an answer");
    let mut line = String::new();
    if stream.read_line(&mut line)? == 0 {
        return Err(std::io::Error::new(std::io::ErrorKind::UnexpectedEof, "closed without an answer"));
    }
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or_else(broken)?;
    let (mut length, mut retry_after, mut is_last) = (0, false, false);
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err(broken());
        }
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().map_err(|_| broken())?,
            "retry-after" => retry_after = true,
            "connection" => is_last = value.trim().eq_ignore_ascii_case("close"),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    Ok((Answer { status, retry_after, body }, is_last))
}
