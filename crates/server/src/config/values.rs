//! Values of single settings: the service's name, sockets and addresses.

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::Path;

use world::avalanche::Regions;

use super::{ConfigError, DEFAULT_NAME, wrong};

/// Validates the name of the service.
pub(super) fn name(given: Option<String>) -> Result<String, ConfigError> {
    let name = given.unwrap_or_else(|| DEFAULT_NAME.to_owned());
    if name.trim().is_empty() || name.chars().any(char::is_control) || name.len() > 200 {
        return Err(wrong("service-name", "must be 1 to 200 printable characters"));
    }
    Ok(name)
}

/// Validates a number against its limits.
pub(super) fn in_range(
    name: &'static str,
    value: u32,
    range: RangeInclusive<u32>,
) -> Result<u64, ConfigError> {
    if range.contains(&value) {
        return Ok(value.into());
    }
    Err(wrong(name, format!("must be {} to {}, not {value}", range.start(), range.end())))
}

/// Parses an address with a port.
pub(super) fn socket(setting: &'static str, text: &str) -> Result<SocketAddr, ConfigError> {
    text.parse()
        .map_err(|_| wrong(setting, format!("`{text}` is not an address and port such as 127.0.0.1:8080")))
}

/// Validates an http(s) address without a trailing slash, query or credentials.
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

/// Validates the public address of the service: like [`address`], but without a path. Links in pages and files are
/// absolute paths, so with a base path all of them would be wrong.
pub(super) fn public_address(text: &str) -> Result<String, ConfigError> {
    let text = address("base-url", text)?;
    let has_path = text.split_once("://").is_some_and(|(_, rest)| rest.contains('/'));
    if has_path {
        let advice = "the service answers only at the root of a host; give it a separate host name, such as https://snow.example.org";
        return Err(wrong("base-url", format!("`{text}` has a path: {advice}")));
    }
    Ok(text)
}

/// Returns the public address of a service that has none configured. A wildcard address (`0.0.0.0`, `[::]`) is not
/// usable by clients, so links then name `localhost`.
pub(crate) fn base_url_of(bind: SocketAddr) -> String {
    if bind.ip().is_unspecified() {
        format!("http://localhost:{}", bind.port())
    } else {
        format!("http://{bind}")
    }
}

/// Validates the database address. An empty address is rejected: it is a secret that was not filled in.
pub(super) fn database_url(given: Option<String>) -> Result<Option<String>, ConfigError> {
    match given {
        Some(url) if url.trim().is_empty() => Err(wrong(
            "database-url",
            "is empty; write postgres://user:password@host/name, or remove SNOW_DATABASE_URL to use the embedded database",
        )),
        given => Ok(given),
    }
}

/// Rejects a font in a program that draws no previews.
pub(super) fn preview_font(font: Option<&Path>) -> Result<(), ConfigError> {
    if cfg!(not(feature = "previews")) && font.is_some() {
        return Err(wrong(
            "preview-font",
            "this program is built without the feature `previews`; remove the setting",
        ));
    }
    Ok(())
}

/// Reads the regions of a file; returns none without a file.
pub(super) fn regions(path: Option<&Path>) -> Result<Regions, ConfigError> {
    let Some(path) = path else { return Ok(Regions::default()) };
    let cannot = |why: String| wrong("avalanche-regions", format!("cannot use {}: {why}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| cannot(error.to_string()))?;
    Regions::from_geojson(&bytes).map_err(|error| cannot(error.to_string()))
}
