//! The composition root: configuration, clock, HTTP client, routes, schedules and the command line. Thin: what the
//! service knows and decides lives in the rooms below.

pub mod accounts;
pub mod alerts;
pub mod cli;
pub mod commands;
pub mod config;
pub mod connector;
pub mod database;
mod error;
pub mod http;
pub mod identity;
pub mod lock;
pub mod mail;
pub mod oauth;
pub mod operators;
pub mod options;
mod resorts;
pub mod serve;
pub mod service;
