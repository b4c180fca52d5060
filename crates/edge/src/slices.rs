//! Passes a body to its connection in slices. The framework copies its input into the connection's buffer; with slices,
//! many connections that wait for one answer share its bytes, and each copies only a slice. An answer that only one
//! connection has is reported to it, so that the memory of waiting answers can be limited.

use std::error::Error;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

use super::connection::Connection;

/// Size of a slice in bytes: the amount that the framework sends at once.
const SLICE: usize = 32 * 1024;

/// A body in slices.
#[derive(Debug)]
pub struct Slices {
    whole: BoxBody,
    /// Bytes of the body that are not passed on yet.
    rest: Bytes,
    holder: Holder,
}

impl Slices {
    /// Slices this body, for this connection if it is known.
    #[must_use]
    pub fn new(body: impl MessageBody + 'static, connection: Option<Arc<Connection>>) -> Self {
        Self { whole: body.boxed(), rest: Bytes::new(), holder: Holder { connection, bytes: 0 } }
    }
}

/// Counts bytes on a connection until they are sent or dropped.
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
