//! Fetching without I/O: what is due, which calls, what an answer becomes, what a failure means. The clock, the network and
//! storage are the driver's; everything here is a function of what it is told.
//!
//! ```text
//! Machine::next(now) --> Load | Call | Keep | Rest | End         the driver does it and tells what came of it:
//! Machine::{begin, waits, answered, kept, ..}                    the machine decides what follows
//! ```
//! One [`Machine`] for every lane owns what is the same for all: the breaker, the repeats, the waits. What differs is an
//! [`Upstream`]: one file or folder per lane. One place without data never holds up its neighbours.

mod batch;
pub mod call;
pub mod cameras;
pub mod documents;
pub mod forecast;
pub mod keep;
pub mod known;
pub mod lifts;
pub mod machine;
pub mod pauses;
pub mod photos;
pub mod rest;
pub mod stations;
mod summary;
pub mod upstream;
pub mod webcams;
pub mod winters;

pub use call::{Call, CallDenial, NoAnswer, UpstreamResponse, Validators};
pub use keep::{StoreBatch, Success};
pub use known::{StateQuery, StoredState};
pub use machine::{Machine, Step};
pub use pauses::Pauses;
pub use summary::{Line, Summary};
pub use upstream::{Blame, Failure, Meta, Next, Upstream};
