//! Tests of accounts over HTTP: sign-in, tokens, tiers and abuse. They run in one process with a separate store; the
//! weather is synthetic.

mod abuse;
mod alerts;
mod bench;
mod bounces;
mod clients;
mod command;
mod hook;
mod inwards;
mod kill;
mod mountains;
#[cfg(feature = "passkeys")]
mod passkeys;
mod storm;
mod table;
mod walk;
