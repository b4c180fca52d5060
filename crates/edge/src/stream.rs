//! The byte stream of a connection, which reports its activity to the [`Connection`].
//!
//! While an answer waits for its reader nothing more is read, so pipelined requests pile up at their sender. The
//! framework would read everything available for later requests, at eight kilobytes each whatever their size. So it is
//! given few at once, and reads on after it has processed those.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use actix_web::web::Bytes;
use memchr::memmem;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::connection::Connection;
use super::phase::{CloseReason, ENOUGH};

/// Maximum number of unsent bytes of an answer in the system before it accepts no more; it accepts more at half of
/// that. This bounds the cost of a connection and the delay until a slow reader's progress is visible.
const UNSENT: u32 = 32 * 1024;
/// Bytes passed on at once: the system accepts a write as a whole, however much it has already.
const AT_ONCE: usize = 16 * 1024;
/// Bytes read before the framework processes them: most requests in one piece, and few pipelined ones.
const READ_AT_ONCE: usize = 2 * 1024;
/// Number of heads that the framework is given before it processes them.
const HEADS_AT_ONCE: usize = 2;
/// Time after which the system notices a client that disappeared silently.
const UNACKNOWLEDGED: Duration = Duration::from_secs(20);

/// The byte stream of a connection.
#[derive(Debug)]
pub struct Stream {
    io: TcpStream,
    connection: Arc<Connection>,
    /// Bytes accepted since the reader's clock was last set.
    taken: usize,
    /// Bytes read since the framework last processed them.
    read: usize,
    /// Bytes read after the heads that were passed on.
    ahead: Bytes,
    /// Whether a read was postponed until waiting output is sent.
    is_put_off: bool,
}

impl Stream {
    pub(super) fn new(io: TcpStream, connection: Arc<Connection>) -> Self {
        // If the system rejects one of these options, its defaults apply.
        let _ = io.set_nodelay(true);
        let socket = SockRef::from(&io);
        #[cfg(target_os = "linux")]
        let _ = socket.set_tcp_notsent_lowat(UNSENT);
        #[cfg(target_os = "linux")]
        let _ = socket.set_tcp_user_timeout(Some(UNACKNOWLEDGED));
        Self { io, connection, taken: 0, read: 0, ahead: Bytes::new(), is_put_off: false }
    }

    /// Returns the connection of this stream.
    #[must_use]
    pub const fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }

    fn wrote(&mut self, written: &Poll<io::Result<usize>>) {
        match written {
            Poll::Ready(Ok(bytes)) => {
                self.taken = self.taken.saturating_add(*bytes);
                if self.taken >= ENOUGH {
                    self.taken = 0;
                    self.connection.moved();
                }
            }
            Poll::Ready(Err(_)) => {}
            Poll::Pending => self.connection.stalled(),
        }
    }
}

/// Returns how many of these bytes are passed on at once. A body with empty lines is passed on in more pieces.
fn few_heads(bytes: &[u8]) -> usize {
    let end = b"\r\n\r\n";
    memmem::find_iter(bytes, end).nth(HEADS_AT_ONCE - 1).map_or(bytes.len(), |at| at + end.len())
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.connection.is_unread() {
            self.is_put_off = true;
            return Poll::Pending;
        }
        let most = into.remaining().min(READ_AT_ONCE.saturating_sub(self.read));
        if most == 0 {
            // The framework processes the read bytes before this task is woken.
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.ahead.is_empty() {
            let mut part = ReadBuf::new(into.initialize_unfilled_to(most));
            let read = Pin::new(&mut self.io).poll_read(context, &mut part);
            let length = few_heads(part.filled());
            self.ahead = Bytes::copy_from_slice(part.filled().get(length..).unwrap_or_default());
            if length == 0 {
                return read;
            }
            into.advance(length);
            self.read += length;
        } else {
            let next = few_heads(self.ahead.get(..most).unwrap_or(&self.ahead));
            let next = self.ahead.split_to(next);
            into.put_slice(&next);
            self.read += next.len();
        }
        if !self.ahead.is_empty() {
            self.read = READ_AT_ONCE;
        }
        self.connection.bytes_arrived();
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let bytes = bytes.get(..AT_ONCE).unwrap_or(bytes);
        let written = Pin::new(&mut self.io).poll_write(context, bytes);
        self.wrote(&written);
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The dispatcher flushes when it has passed on everything, after it has processed what it read.
        self.connection.flushed();
        self.read = 0;
        if self.is_put_off {
            self.is_put_off = false;
            context.waker().wake_by_ref();
        }
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(context)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // Otherwise the system would continue to offer data to a client that does not read.
        if matches!(self.connection.why_cut(), Some(CloseReason::Unread | CloseReason::Memory)) {
            let _ = self.io.set_zero_linger();
        }
    }
}

#[cfg(test)]
mod tests;
