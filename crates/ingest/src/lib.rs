//! Fetching without I/O: decides what is due, which calls to make, how to handle a response, and what a failure means.
//! The driver owns the clock, the network and storage; everything here is a function of its arguments.
//!
//! ```text
//! Machine::next(now) --> Load | Call | Keep | Rest | End         the driver does it and reports the result:
//! Machine::{begin, waits, answered, kept, ..}                    the machine decides the next step
//! ```
//! One [`Machine`] per lane contains the common parts: the breaker, the repeats, the waits. The differences are in an
//! [`Upstream`]: one file or folder per lane. A place without data never delays its neighbours.

mod batch;
pub mod call;
pub mod cameras;
pub mod documents;
pub mod forecast;
pub mod lifts;
pub mod machine;
pub mod pauses;
pub mod photos;
pub mod rest;
pub mod stations;
pub mod store_batch;
pub mod stored_state;
mod summary;
pub mod upstream;
pub mod webcams;
pub mod winters;

pub use call::{Call, CallDenial, CallError, UpstreamResponse, Validators};
pub use machine::{Machine, Step};
pub use pauses::Pauses;
pub use store_batch::{StoreBatch, Success};
pub use stored_state::{StateQuery, StoredState};
pub use summary::{Line, Summary};
pub use upstream::{Blame, Failure, Meta, Next, Upstream};
