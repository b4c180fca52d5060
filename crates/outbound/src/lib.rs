//! All outgoing connections of the service: allowed addresses, connections, documents, and `robots.txt` rules.

pub mod body;
pub mod client;
pub mod connect;
pub mod fetch;
pub mod guard;
pub mod pool;
pub mod recorded;
pub mod robots;
pub mod spans;
