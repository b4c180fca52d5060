//! A body handed to its connection in slices. The framework copies what it is given into the connection's buffer; of an
//! answer that many connections wait for, each holds a slice, and all of them the same bytes. An answer that is one
//! connection's alone is told to it, so that the memory of what waits can be bounded.

use std::error::Error;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

use super::connection::Connection;

/// Bytes of a slice: what the framework sends at once.
const SLICE: usize = 32 * 1024;

/// A body in slices.
#[derive(Debug)]
pub struct Slices {
    whole: BoxBody,
    /// What came of it and is not handed on.
    rest: Bytes,
    holder: Holder,
}

impl Slices {
    /// Of this body, for this connection where it is known.
    #[must_use]
    pub fn of(body: impl MessageBody + 'static, connection: Option<Arc<Connection>>) -> Self {
        Self { whole: body.boxed(), rest: Bytes::new(), holder: Holder { connection, bytes: 0 } }
    }
}

/// Who holds so many bytes, until they are sent or given up.
#[derive(Debug)]
struct Holder {
    connection: Option<Arc<Connection>>,
    bytes: usize,
}

impl Holder {
    fn hold(&mut self, bytes: usize) {
        if let Some(connection) = &self.connection {
            connection.hold(bytes);
            self.bytes += bytes;
        }
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        if let Some(connection) = &self.connection {
            connection.let_go(self.bytes);
        }
    }
}

impl MessageBody for Slices {
    type Error = Box<dyn Error>;

    fn size(&self) -> BodySize {
        self.whole.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.rest.is_empty() {
            match Pin::new(&mut self.whole).poll_next(context) {
                Poll::Ready(Some(Ok(bytes))) if bytes.len() > SLICE => {
                    if bytes.is_unique() {
                        self.holder.hold(bytes.len());
                    }
                    self.rest = bytes;
                }
                other => return other,
            }
        }
        let length = self.rest.len().min(SLICE);
        Poll::Ready(Some(Ok(self.rest.split_to(length))))
    }

    fn try_into_bytes(self) -> Result<Bytes, Self> {
        if !self.rest.is_empty() {
            return Err(self);
        }
        let Self { whole, rest, holder } = self;
        whole.try_into_bytes().map_err(|whole| Self { whole, rest, holder })
    }
}

#[cfg(test)]
mod tests;
