//! Settings for requests to Open-Meteo: base URL, models and key; and a URL type that never shows the key.

use std::fmt;
use std::fmt::Write;

/// The free service.
pub const FREE_BASE: &str = "https://api.open-meteo.com";
/// The service for paid keys.
pub const CUSTOMER_BASE: &str = "https://customer-api.open-meteo.com";
/// The seven models of `contract-decisions` 8.
pub const MODELS: [&str; 7] = [
    "ecmwf_ifs025",
    "ecmwf_aifs025_single",
    "gfs_seamless",
    "icon_seamless",
    "gem_seamless",
    "jma_seamless",
    "meteofrance_seamless",
];
/// The two models that reach past two weeks, for wind, cloud, freezing level and snow depth.
pub const CONTEXT_MODELS: [&str; 2] = ["ecmwf_ifs025", "gfs_seamless"];
/// The one of the two that has all of these; the other lacks the freezing level.
const WHOLE_CONTEXT_MODEL: &str = "gfs_seamless";

const PATH: &str = "/v1/forecast";
/// Name of the key's query parameter.
const KEY: &str = "apikey";
const HIDDEN: &str = "[redacted]";

/// Text that must not be shown: `Debug` and `Display` write `[redacted]`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret, without surrounding white space from a file or a shell.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

/// An invalid configuration. The messages never repeat the invalid text, which may contain a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// Not a web address.
    #[error("the base URL of open-meteo must start with http:// or https:// and name a host")]
    NotWeb,
    /// The URL has more than scheme, host and path.
    #[error(
        "the base URL of open-meteo must have no user, query or fragment; the key has a separate setting"
    )]
    Extra,
    /// Space or control characters.
    #[error("the base URL of open-meteo contains a character that is not allowed in a URL")]
    Character,
    /// The list of models is empty.
    #[error("at least one model is needed")]
    NoModels,
    /// A model name is invalid.
    #[error("a model name may contain only lower-case letters, digits and underscores")]
    ModelName,
}

/// Settings for requests to Open-Meteo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    base: String,
    key: Option<Secret>,
    models: Vec<String>,
    context_models: Vec<String>,
}

impl Config {
    /// Validates a configuration. An empty key counts as missing. Without a base URL, the default is the service for
    /// paid keys if there is a key, else the free one. `models` provide temperature and precipitation, `context_models`
    /// the rest (if empty, that call is left out). Repeated models count once.
    ///
    /// # Errors
    /// Returns an error if the base URL is not a plain web address, or a model name is invalid.
    pub fn new(
        base: Option<&str>,
        key: Option<Secret>,
        models: &[&str],
        context_models: &[&str],
    ) -> Result<Self, ConfigError> {
        let key = key.filter(|key| !key.reveal().is_empty());
        let default = if key.is_some() { CUSTOMER_BASE } else { FREE_BASE };
        let models = distinct(models)?;
        if models.is_empty() {
            return Err(ConfigError::NoModels);
        }
        Ok(Self {
            base: check_base(base.unwrap_or(default), PATH)?,
            key,
            models,
            context_models: distinct(context_models)?,
        })
    }

    /// Returns the models for temperature and precipitation.
    #[must_use]
    pub fn models(&self) -> &[String] {
        &self.models
    }

    /// Returns the models for the rest.
    #[must_use]
    pub fn context_models(&self) -> &[String] {
        &self.context_models
    }

    /// Returns the configuration with a single model for the rest, which counts less; `None` if it has at most that one
    /// or lacks the one that provides all of it.
    #[must_use]
    pub fn with_one_context_model(&self) -> Option<Self> {
        let whole = self.context_models.iter().find(|model| *model == WHOLE_CONTEXT_MODEL)?;
        (self.context_models.len() > 1).then(|| Self { context_models: vec![whole.clone()], ..self.clone() })
    }

    /// Returns the URL of a request.
    #[must_use]
    pub fn url(&self, parameters: &[(&str, &str)]) -> RequestUrl {
        address(&self.base, PATH, self.key.clone(), parameters)
    }
}

/// Returns the URL of a request with `parameters`, at a path below a base.
pub(super) fn address(
    base: &str,
    path: &str,
    key: Option<Secret>,
    parameters: &[(&str, &str)],
) -> RequestUrl {
    let mut shown = format!("{base}{path}");
    for (index, (name, value)) in parameters.iter().enumerate() {
        shown.push(if index == 0 { '?' } else { '&' });
        shown.push_str(name);
        shown.push('=');
        encode(value, &mut shown);
    }
    RequestUrl { shown, key: key.map(|key| (KEY, key)) }
}

impl Default for Config {
    /// Returns the settings for the free service with the seven models.
    fn default() -> Self {
        Self {
            base: FREE_BASE.to_owned(),
            key: None,
            models: MODELS.map(str::to_owned).to_vec(),
            context_models: CONTEXT_MODELS.map(str::to_owned).to_vec(),
        }
    }
}

/// The URL of a request. `Debug` and `Display` leave out the key.
#[derive(Clone, PartialEq, Eq)]
pub struct RequestUrl {
    shown: String,
    /// Name of the key's query parameter, and the key.
    key: Option<(&'static str, Secret)>,
}

impl RequestUrl {
    /// Makes a URL without a key.
    #[must_use]
    pub const fn open(url: String) -> Self {
        Self { shown: url, key: None }
    }

    /// Makes a URL with a key in the query parameter `name`.
    #[must_use]
    pub const fn keyed(url: String, name: &'static str, key: Secret) -> Self {
        Self { shown: url, key: Some((name, key)) }
    }

    /// Returns the whole URL, key included: only for the HTTP client.
    #[must_use]
    pub fn reveal(&self) -> String {
        let mut url = self.shown.clone();
        if let Some((name, key)) = &self.key {
            url.push(self.separator());
            url.push_str(name);
            url.push('=');
            encode(key.reveal(), &mut url);
        }
        url
    }

    /// Returns the character before the key.
    fn separator(&self) -> char {
        if self.shown.contains('?') { '&' } else { '?' }
    }

    /// Removes the key from a text, for messages that quote a URL or a response.
    #[must_use]
    pub fn scrub(&self, text: &str) -> String {
        let Some((_, key)) = &self.key else { return text.to_owned() };
        let mut encoded = String::new();
        encode(key.reveal(), &mut encoded);
        text.replace(&encoded, HIDDEN).replace(key.reveal(), HIDDEN)
    }
}

impl fmt::Display for RequestUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)?;
        if let Some((name, _)) = &self.key {
            write!(f, "{}{name}={HIDDEN}", self.separator())?;
        }
        Ok(())
    }
}

impl fmt::Debug for RequestUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RequestUrl({self})")
    }
}

/// Returns a base URL without the path that users paste with it.
pub(super) fn check_base(base: &str, path: &str) -> Result<String, ConfigError> {
    let base = base.trim();
    if base.chars().any(|c| c.is_whitespace() || c.is_control() || !c.is_ascii() || "\"<>\\^`{|}".contains(c))
    {
        return Err(ConfigError::Character);
    }
    let scheme_ends = base.find("://").ok_or(ConfigError::NotWeb)?;
    let (scheme, rest) = base.split_at(scheme_ends);
    let rest = rest.trim_start_matches("://");
    let host = rest.split('/').next().unwrap_or_default();
    if !matches!(scheme.to_ascii_lowercase().as_str(), "http" | "https") || host.is_empty() {
        return Err(ConfigError::NotWeb);
    }
    if base.contains(['?', '#', '@']) {
        return Err(ConfigError::Extra);
    }
    // Users paste both `https://host` and the whole `https://host/v1/forecast`.
    let base = base.trim_end_matches('/');
    Ok(base.strip_suffix(path).unwrap_or(base).to_owned())
}

fn distinct(models: &[&str]) -> Result<Vec<String>, ConfigError> {
    let mut out: Vec<String> = Vec::with_capacity(models.len());
    for model in models.iter().map(|model| model.trim()) {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if model.is_empty() || !model.chars().all(plain) {
            return Err(ConfigError::ModelName);
        }
        if !out.iter().any(|known| known == model) {
            out.push(model.to_owned());
        }
    }
    Ok(out)
}

/// Appends `value` percent-encoded for a query. Commas stay, since they separate the values of a list.
fn encode(value: &str, out: &mut String) {
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~,".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests;
