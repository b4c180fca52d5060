//! The rules of the authorization server for the account's connector: OAuth 2.1 as required by the Model Context
//! Protocol's revisions 2025-11-25 and 2026-07-28.
//!
//! One resource, only public clients, the code grant with PKCE, refresh tokens that are valid once. A client is a
//! document that its publisher serves, or is registered if the deployment allows that. Nothing here depends on storage,
//! network or clock.

pub mod client;
pub mod form;
pub mod grant;
pub mod metadata;
pub mod pkce;
pub mod request;

pub use client::{Client, ClientMetadataError};
pub use form::Form;
pub use metadata::ServerAddresses;
pub use request::{Authorization, AuthorizationError};
