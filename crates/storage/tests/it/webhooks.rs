//! Webhooks on both databases, with a clock that the test sets: a function of the same name, found first, replaces
//! PostgreSQL's clock.

mod bench;
mod concurrency;
mod events;
mod kill;
mod model;
mod outbox;
mod subscriptions;
mod wake;
