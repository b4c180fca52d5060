//! Storage on both databases: every test body runs on SQLite and, if one is available, on PostgreSQL.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking, helpers included")]

mod accounts;
mod alerts;
mod budget;
mod climate;
mod concurrency;
mod cut;
mod deployment;
mod documents;
mod evidence;
mod expand;
mod kill;
mod late;
mod leases;
mod oauth;
mod open;
#[cfg(test)]
mod operators;
mod passkeys;
mod plans;
mod postgres;
mod small;
mod support;
mod tls;
mod transfer;
mod upgrade;
mod verification;
mod webhooks;
