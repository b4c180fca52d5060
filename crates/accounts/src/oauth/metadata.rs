//! Metadata for clients: of the protected resource (RFC 9728) and of the authorization server (RFC 8414).
//!
//! The issuer has a path, so that nothing is published at the root of the origin: some hosts would then assume that
//! every tool needs a sign-in.

use crate::Scope;
use serde_json::{Value, json};

/// Path of the protected resource.
pub const RESOURCE_PATH: &str = "/mcp/account";
/// Path of the resource's metadata.
pub const RESOURCE_METADATA_PATH: &str = "/.well-known/oauth-protected-resource/mcp/account";
/// Path of the authorization server's metadata.
pub const SERVER_METADATA_PATH: &str = "/.well-known/oauth-authorization-server/account";
/// Path of the issuer.
pub const ISSUER_PATH: &str = "/account";
/// Path of the consent page.
pub const AUTHORIZE_PATH: &str = "/account/authorize";
/// Path that issues tokens.
pub const TOKEN_PATH: &str = "/account/token";
/// Path that revokes tokens.
pub const REVOKE_PATH: &str = "/account/revoke";
/// Path that registers clients, if the deployment allows that.
pub const REGISTER_PATH: &str = "/account/register";

/// The addresses of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerAddresses {
    base_url: String,
    registers: bool,
}

impl ServerAddresses {
    /// Creates a server at a base address without a trailing slash, with or without client registration.
    #[must_use]
    pub const fn new(base_url: String, registers: bool) -> Self {
        Self { base_url, registers }
    }

    /// Returns whether clients may register.
    #[must_use]
    pub const fn registers(&self) -> bool {
        self.registers
    }

    /// Returns the issuer, as clients compare it.
    #[must_use]
    pub fn issuer(&self) -> String {
        format!("{}{ISSUER_PATH}", self.base_url)
    }

    /// Returns the resource that tokens are made for.
    #[must_use]
    pub fn resource(&self) -> String {
        format!("{}{RESOURCE_PATH}", self.base_url)
    }

    /// Returns whether a named resource is the only one there is. A trailing slash is ignored.
    #[must_use]
    pub fn is_resource(&self, named: &str) -> bool {
        named.strip_suffix('/').unwrap_or(named) == self.resource()
    }

    /// Returns the challenge for a request without a valid token.
    #[must_use]
    pub fn challenge(&self, error: Option<(&str, &str)>) -> String {
        self.challenge_for(error, &scopes())
    }

    /// Like [`ServerAddresses::challenge`], with the required scopes.
    #[must_use]
    pub fn challenge_for(&self, error: Option<(&str, &str)>, scopes: &[&str]) -> String {
        let scopes = scopes.join(" ");
        let metadata = format!("{}{RESOURCE_METADATA_PATH}", self.base_url);
        let error = error
            .map(|(code, text)| format!("error=\"{code}\", error_description=\"{text}\", "))
            .unwrap_or_default();
        format!("Bearer {error}resource_metadata=\"{metadata}\", scope=\"{scopes}\"")
    }

    /// Returns the metadata of the resource.
    #[must_use]
    pub fn of_resource(&self, name: &str) -> Value {
        json!({
            "resource": self.resource(),
            "resource_name": name,
            "authorization_servers": [self.issuer()],
            "scopes_supported": scopes(),
            "bearer_methods_supported": ["header"],
            "resource_documentation": format!("{}/docs", self.base_url),
        })
    }

    /// Returns the metadata of the server.
    #[must_use]
    pub fn of_server(&self) -> Value {
        let at = |path: &str| format!("{}{path}", self.base_url);
        let mut metadata = json!({
            "issuer": self.issuer(),
            "authorization_endpoint": at(AUTHORIZE_PATH),
            "token_endpoint": at(TOKEN_PATH),
            "revocation_endpoint": at(REVOKE_PATH),
            "scopes_supported": scopes(),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": [super::pkce::METHOD],
            "client_id_metadata_document_supported": true,
            "authorization_response_iss_parameter_supported": true,
            "protected_resources": [self.resource()],
        });
        if self.registers {
            metadata["registration_endpoint"] = at(REGISTER_PATH).into();
        }
        metadata
    }
}

/// Returns the names of all scopes.
#[must_use]
pub fn scopes() -> Vec<&'static str> {
    Scope::ALL.into_iter().map(Scope::name).collect()
}
