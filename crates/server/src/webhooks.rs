//! Webhooks at work: where a delivery goes, how it is sent, and when. What is decided without a network lives in the
//! crate `webhooks`, what is stored in `storage`.

pub mod guard;
pub mod send;
