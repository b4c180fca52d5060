//! The edge: what stands between the listening socket and the first request.
//!
//! actix has a clock for the first head of a connection and for silence between requests, and for nothing else. The
//! connection is therefore watched from below: its bytes pass through a [`stream::Stream`], which says what it is doing, and a
//! sweep four times a second, and oftener while answers pile up, ends what has lasted too long by dropping its task, wherever it waits. A request costs a
//! few loads and stores, and no timer.

pub mod client_address;
pub mod connection;
pub mod guarded;
pub mod limiter;
pub mod phase;
pub mod slices;
pub mod stream;
