//! Values of single settings: the service's name, sockets and addresses.

use std::net::SocketAddr;

use super::{ConfigError, DEFAULT_NAME, wrong};

/// The name of a service.
pub(super) fn name(given: Option<String>) -> Result<String, ConfigError> {
    let name = given.unwrap_or_else(|| DEFAULT_NAME.to_owned());
    if name.trim().is_empty() || name.chars().any(char::is_control) || name.len() > 200 {
        return Err(wrong("service-name", "must be 1 to 200 printable characters"));
    }
    Ok(name)
}

/// An address and a port.
pub(super) fn socket(setting: &'static str, text: &str) -> Result<SocketAddr, ConfigError> {
    text.parse()
        .map_err(|_| wrong(setting, format!("`{text}` is not an address and port such as 127.0.0.1:8080")))
}

/// An http(s) address without a trailing slash, query or credentials.
pub(super) fn address(setting: &'static str, text: &str) -> Result<String, ConfigError> {
    let text = text.trim().trim_end_matches('/');
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let plain = rest.is_some_and(|rest| {
        !rest.is_empty() && !rest.contains(['?', '#', '@', ' ', '"', '<', '>', '\\']) && rest.is_ascii()
    });
    if plain {
        Ok(text.to_owned())
    } else {
        Err(wrong(
            setting,
            format!("`{text}` is not an http:// or https:// address without query or credentials"),
        ))
    }
}
