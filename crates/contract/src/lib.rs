//! The conditions contract on the wire: the closed envelope around a record, its freshness labels, its JSON Schema.
//!
//! The record itself is defined in `conditions-core`: it *is* the contract's `data`. This crate adds what only the
//! wire needs.

pub mod envelope;
pub mod freshness;
pub mod schema;

pub use envelope::{Envelope, Meta};

/// Version of the contract that this workspace speaks. Changes with the schema and the changelog, never alone.
pub const SCHEMA_VERSION: &str = "1.10.0";

/// Where a server publishes the schema, below its base URL.
pub const SCHEMA_PATH: &str = "/.well-known/schemas/resort-conditions-v1.json";
