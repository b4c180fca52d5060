//! The crate as a server uses it: bytes in, bytes out.

mod answers;
mod bad_input;
mod batches;
mod fuzz;
mod mutation;
mod revisions;
mod schemas;
mod support;
