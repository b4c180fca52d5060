//! MCP over stdio, carried to a remote connector: every line a message, every answer a line, whatever the order.
//!
//! A message is passed on as it was written and an answer as it came, so instructions and credits are those of the
//! server. The bridge adds the headers that repeat the body, asks again when the way is blocked, and answers itself
//! only when the server cannot.

mod events;
mod lines;
mod remote;
mod session;

pub use remote::{Patience, Remote, SetupError};
pub use session::run;
