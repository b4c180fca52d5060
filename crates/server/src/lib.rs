//! The composition root: configuration, clock, HTTP client, routes, schedules and the command line. Thin: what the
//! service knows and decides lives in the rooms below.

pub mod accounts;
pub mod alerts;
pub mod cli;
pub mod commands;
pub mod config;
pub mod connector;
pub mod database;
pub mod day_log;
pub mod describe;
mod error;
pub mod evaluation;
pub mod grading;
pub mod http;
pub mod ingest;
pub mod lock;
pub mod mail;
pub mod oauth;
pub mod operators;
#[cfg(feature = "previews")]
pub mod previews;
pub mod published;
pub mod publisher;
pub mod reels;
pub mod rendered;
pub mod replay;
mod resorts;
pub mod serve;
pub mod service;
pub mod store;
pub mod versions;
pub mod webhooks;
