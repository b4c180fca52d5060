//! What people and resorts do with the service, without HTTP: accounts and sign-ins, alerts, authorization of clients, mail, resorts'
//! reports and content.

pub mod accounts;
pub mod alerts;
pub mod identity;
pub mod mail;
pub mod oauth;
pub mod operators;
pub mod options;
