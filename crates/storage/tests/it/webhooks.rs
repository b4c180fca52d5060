//! Webhooks on both databases, by a clock that the test sets: PostgreSQL's own is replaced by a function of that name
//! which is found before it.

mod bench;
mod concurrency;
mod events;
mod kill;
mod model;
mod outbox;
mod subscriptions;
mod wake;
