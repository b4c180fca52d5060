//! Tests of webhooks over the network: where deliveries go, and what hostile receivers and name servers can do about
//! it.

pub(crate) mod dispatch;
pub(crate) mod names;
pub(crate) mod receiver;
pub(crate) mod send;
mod ssrf;
