//! The composition root: configuration, clock, HTTP client, routes, schedules and the command line. This crate is thin;
//! the logic of the service is in the crates that it depends on.

pub mod cli;
pub mod commands;
pub mod config;
pub mod database;
mod error;
pub mod serve;
pub mod service;
