//! The actions of people and resorts, without HTTP: accounts and sign-ins, alerts, authorization of clients, mail,
//! resort reports and content.

pub mod accounts;
pub mod alerts;
pub mod identity;
pub mod mail;
pub mod oauth;
pub mod operators;
pub mod options;
