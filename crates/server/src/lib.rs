//! The composition root: configuration, clock, HTTP client, routes, schedules and the command line. Thin: what the
//! service knows and decides lives in the rooms below.

pub mod cli;
pub mod commands;
pub mod config;
pub mod database;
mod error;
pub mod lock;
mod resorts;
pub mod serve;
pub mod service;
