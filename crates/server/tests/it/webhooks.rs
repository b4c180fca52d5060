//! Webhooks from outside: what is sent where, and what hostile receivers and name servers can do about it.

mod dispatch;
mod names;
pub(crate) mod receiver;
mod send;
mod ssrf;
