//! The bytes of a connection on their way through: what goes by is told to [`Connection`].
//!
//! While an answer waits for its reader nothing more is read, so that requests sent ahead pile up at their sender. The
//! framework takes all that it can read at once for requests to come, at eight kilobytes each whatever their size, so it
//! is given few at once and reads on after it has looked at those.

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

/// Bytes of an answer that the system may hold unsent before it takes no more; it takes more again at half of it. This bounds
/// what a connection costs, and how soon a slow reader's progress is seen.
const UNSENT: u32 = 32 * 1024;
/// Bytes handed over at once: the system takes what it is given as a whole, whatever it holds already.
const AT_ONCE: usize = 16 * 1024;
/// Bytes read before the framework looks at them: most requests in one piece, and few of those that are sent ahead.
const READ_AT_ONCE: usize = 2 * 1024;
/// Heads that the framework is given before it looks at them.
const HEADS_AT_ONCE: usize = 2;
/// For a client that is gone without a word to be noticed by the system.
const UNACKNOWLEDGED: Duration = Duration::from_secs(20);

/// A connection's bytes.
#[derive(Debug)]
pub struct Stream {
    io: TcpStream,
    connection: Arc<Connection>,
    /// Bytes taken since the reader's clock was last set.
    taken: usize,
    /// Bytes read since the framework last looked at them.
    read: usize,
    /// What was read behind as many heads as are handed over at once.
    ahead: Bytes,
    /// A read was put off until what waits is sent.
    is_put_off: bool,
}

impl Stream {
    pub(super) fn new(io: TcpStream, connection: Arc<Connection>) -> Self {
        // A system that refuses one of these has its own way.
        let _ = io.set_nodelay(true);
        let socket = SockRef::from(&io);
        #[cfg(target_os = "linux")]
        let _ = socket.set_tcp_notsent_lowat(UNSENT);
        #[cfg(target_os = "linux")]
        let _ = socket.set_tcp_user_timeout(Some(UNACKNOWLEDGED));
        Self { io, connection, taken: 0, read: 0, ahead: Bytes::new(), is_put_off: false }
    }

    /// Whose bytes these are.
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

/// How many of these bytes are handed over at once. Where a body has empty lines, it is handed over in more pieces.
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
            // What was read is looked at before this task is woken.
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
        self.connection.heard();
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
        // The dispatcher flushes when it has handed over everything, after it has looked at what it read.
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
        // The system would go on offering what nobody reads.
        if matches!(self.connection.why_cut(), Some(CloseReason::Unread | CloseReason::Memory)) {
            let _ = self.io.set_zero_linger();
        }
    }
}

#[cfg(test)]
mod tests;
