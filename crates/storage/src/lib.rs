//! Rows, queries and migrations of the service, written once for SQLite and PostgreSQL.
//!
//! [`Store::run`] sends a whole transaction to a database thread; the synchronous closure gets a [`Conn`], and every
//! query below is type-checked for both drivers.
//!
//! ```text
//! store.run(move |conn| evidence::append(conn, &rows, now)).await      a write transaction
//! store.read(|conn| evidence::latest(conn)).await                 a read-only snapshot
//! ```
//!
//! A closure may run more than once (a lost race, a lost connection), so it decides everything from its arguments and
//! from what it reads: ids and `now` are made outside. Times are [`conditions_core::time::Timestamp`] here and 64-bit
//! epoch microseconds in the tables. Public reads never reach this crate: they are served from memory.

pub mod accounts;
mod address;
pub mod alerts;
pub mod backup;
pub mod budget;
pub mod changes;
pub mod climate;
mod conn;
mod connect;
pub mod deployment;
pub mod documents;
mod error;
pub mod evidence;
pub mod lanes;
pub mod leases;
pub mod limits;
mod migrate;
pub mod oauth;
pub mod operators;
mod options;
mod postgres;
pub mod resorts;
mod schema;
pub mod settings;
pub mod space;
mod sqlite;
mod statement;
mod store;
mod thread;
mod time;
pub mod transfer;
pub mod verification;
pub mod webhooks;
mod worker;

pub use address::{is_trusting, redact};
pub use conn::{Backend, Conn, SingleRead};
pub use error::StoreError;
pub use options::Options;
pub use postgres::{Certificates, Fence, HostState, Rejection, Timeline};
pub use store::Store;
