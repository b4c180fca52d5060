//! A copy of the bytes that a receiver sends over HTTP/1. hyper reports nothing of a response whose head it rejects
//! (contradicting lengths, too many lines, a connection that ends early), but a status line that has arrived counts.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Maximum size of a response head, in bytes.
pub const LARGEST_HEAD: usize = 16 << 10;
/// Maximum number of copied bytes: a head, and as much of a body as an owner can see.
const MOST: usize = LARGEST_HEAD + (4 << 10);

/// The bytes that have arrived over a connection since the last request.
#[derive(Debug, Clone, Default)]
pub struct ReceivedBytes(Arc<Mutex<Vec<u8>>>);

/// A response of which at least the status line has arrived.
#[derive(Debug, PartialEq, Eq)]
pub struct Partial {
    pub status: u16,
    /// Value of `Retry-After`.
    pub retry_after: Option<String>,
    /// Bytes after the head, as sent.
    pub body: Vec<u8>,
}

impl ReceivedBytes {
    /// Clears the previous response.
    pub fn clear(&self) {
        self.lock().clear();
    }

    /// Parses the last status line that is not informational.
    pub fn answer(&self) -> Option<Partial> {
        parse(&self.lock())
    }

    fn record(&self, bytes: &[u8]) {
        let mut received = self.lock();
        let room = MOST.saturating_sub(received.len());
        received.extend(bytes.iter().take(room));
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Parses a response leniently: a complete status line is enough.
fn parse(mut bytes: &[u8]) -> Option<Partial> {
    loop {
        let (line, mut rest) = split_line(bytes)?;
        let status = status(line)?;
        let mut retry_after = None;
        let is_whole = loop {
            let Some((line, after)) = split_line(rest) else { break false };
            rest = after;
            if line.is_empty() {
                break true;
            }
            retry_after = retry_after.or_else(|| value_of(line, "retry-after"));
        };
        // 101 is final: no delivery requests another protocol.
        if matches!(status, 100 | 102..=199) {
            bytes = if is_whole { rest } else { return None };
            continue;
        }
        let body = if is_whole { rest.to_vec() } else { Vec::new() };
        return Some(Partial { status, retry_after, body });
    }
}

/// Splits off the first line without its line ending; returns `None` if the line has no end yet.
fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (line, rest) = (bytes.get(..end)?, bytes.get(end + 1..)?);
    Some((line.strip_suffix(b"\r").unwrap_or(line), rest))
}

fn status(line: &[u8]) -> Option<u16> {
    let rest = line.strip_prefix(b"HTTP/1.1 ").or_else(|| line.strip_prefix(b"HTTP/1.0 "))?;
    let code = rest.split(|byte| *byte == b' ').next()?;
    let is_code = code.len() == 3 && code.iter().all(u8::is_ascii_digit);
    let code: u16 = std::str::from_utf8(code).ok().filter(|_| is_code)?.parse().ok()?;
    (code >= 100).then_some(code)
}

fn value_of(line: &[u8], name: &str) -> Option<String> {
    let (given, value) = std::str::from_utf8(line).ok()?.split_once(':')?;
    given.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
}

/// A stream whose incoming bytes are copied.
pub struct RecordedStream<S> {
    stream: S,
    received: ReceivedBytes,
    /// Whether the receiver has stopped accepting bytes.
    is_deaf: bool,
}

impl<S> RecordedStream<S> {
    pub fn new(stream: S) -> (Self, ReceivedBytes) {
        let received = ReceivedBytes::default();
        (Self { stream, received: received.clone(), is_deaf: false }, received)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for RecordedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        self.received.record(buffer.filled().get(before..).unwrap_or_default());
        Poll::Ready(Ok(()))
    }
}

/// A receiver may answer and close before it has read the whole request. A write that fails therefore counts as done:
/// received bytes are still read, and reading ends with the connection.
impl<S: AsyncWrite + Unpin> AsyncWrite for RecordedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        if !self.is_deaf {
            match ready!(Pin::new(&mut self.stream).poll_write(context, bytes)) {
                Ok(written) => return Poll::Ready(Ok(written)),
                Err(_) => self.is_deaf = true,
            }
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        if !self.is_deaf && ready!(Pin::new(&mut self.stream).poll_flush(context)).is_err() {
            self.is_deaf = true;
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests;
