//! Every connection that leaves the service: which addresses may be called, connections to them, documents, and what hosts allow
//! robots.

pub mod answer;
pub mod client;
pub mod connect;
pub mod fetch;
pub mod guard;
pub mod pool;
pub mod recorded;
pub mod robots;
