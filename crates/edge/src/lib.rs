//! The edge: everything between the listening socket and the first request.
//!
//! actix limits only the time of a connection's first head and the silence between requests. The connection is
//! therefore supervised at a lower level: its bytes pass through a [`stream::Stream`], which reports its activity. A
//! sweep four times a second, and more often while answers pile up, ends overdue connections by dropping their task,
//! wherever it waits. A request costs a few loads and stores, but no timer.

pub mod client_address;
pub mod connection;
pub mod limiter;
pub mod phase;
pub mod server;
pub mod slices;
pub mod stream;
