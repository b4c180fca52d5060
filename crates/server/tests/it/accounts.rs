//! Accounts from outside: signing in, tokens, tiers, and what others try with them. In one process, over a store of its own;
//! the weather is synthetic.

mod abuse;
mod alerts;
mod bench;
mod bounces;
mod clients;
mod command;
mod hook;
mod inwards;
mod kill;
#[cfg(feature = "passkeys")]
mod passkeys;
mod storm;
mod table;
mod walk;
