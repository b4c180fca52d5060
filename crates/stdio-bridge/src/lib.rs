//! Bridges MCP over stdio to a remote connector: every line is a message, every answer is a line, in any order.
//!
//! Messages and answers are passed on unchanged, so instructions and credits are those of the server. The bridge adds
//! the headers that repeat the body, retries if the server is temporarily unreachable, and answers itself only if the
//! server cannot.

mod events;
mod lines;
mod remote;
mod session;

pub use remote::{Remote, RetryPolicy, SetupError};
pub use session::run;
