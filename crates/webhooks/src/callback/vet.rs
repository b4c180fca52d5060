//! Checks the text of a callback URL: scheme, credentials, fragment, port, name, literal address.
//!
//! The HTTP client uses the parser of the `url` crate, so its reading decides. A URL that this parser would normalise
//! into something different is rejected, because another parser might normalise it differently.

use std::net::IpAddr;

use url::{Position, Url};

use super::CallbackError;
use super::address::may_call;
use crate::policy::{CallbackPolicy, Reach};

/// Name endings without a meaning on the public internet, with their sources: RFC 6761 (`localhost`, `test`, `invalid`,
/// `example`), RFC 6762 (`local`), RFC 8375 (`home.arpa`; the rest of `arpa` serves the network itself, RFC 3172), RFC
/// 7686 (`onion`), RFC 9476 (`alt`), ICANN's resolution of 2024 (`internal`), and the internal names that RFC 6762
/// appendix G lists.
const PRIVATE_ENDINGS: [&str; 14] = [
    "localhost",
    "test",
    "invalid",
    "example",
    "local",
    "arpa",
    "onion",
    "alt",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
];

const LOOPBACK_NAME: &str = "localhost";

/// Maximum length of a name and of a label, in bytes (RFC 1035).
const LONGEST_NAME: usize = 253;
const LONGEST_LABEL: usize = 63;

/// The target of an attempt, already checked. [`Target::vet`] is the only constructor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    url: Url,
    host: Host,
    port: u16,
}

/// The host of a target.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Host {
    /// A name: lower case, in ASCII, without the trailing dot. Its addresses are not checked yet.
    Name(String),
    /// A checked address.
    Address(IpAddr),
}

impl Target {
    /// Checks a URL.
    ///
    /// # Errors
    /// Returns the reason if the URL must not be called.
    pub fn vet(policy: &CallbackPolicy, text: &str) -> Result<Self, CallbackError> {
        if text.len() > policy.longest_url {
            return Err(CallbackError::TooLong);
        }
        // The parser drops tabs and line feeds and turns `\` into `/`.
        if text.contains(|c: char| c.is_control() || c.is_whitespace() || c == '\\') {
            return Err(CallbackError::Malformed);
        }
        let mut url = Url::parse(text).map_err(|_| CallbackError::Malformed)?;
        match url.scheme() {
            "https" => {}
            "http" if policy.reach == Reach::Development => {}
            _ => return Err(CallbackError::Scheme),
        }
        let authority = authority(text, url.scheme())?;
        if authority.contains('@') {
            return Err(CallbackError::Credentials);
        }
        if url.fragment().is_some() {
            return Err(CallbackError::Fragment);
        }
        let port = url.port_or_known_default().filter(|port| allows_port(policy, *port));
        let port = port.ok_or(CallbackError::Port)?;
        let host = match url.host() {
            Some(url::Host::Domain(name)) => Host::Name(public_name(policy, name)?),
            Some(url::Host::Ipv4(address)) => literal(policy, address.into(), authority)?,
            Some(url::Host::Ipv6(address)) => literal(policy, address.into(), authority)?,
            None => return Err(CallbackError::Malformed),
        };
        if let Host::Name(name) = &host {
            url.set_host(Some(name)).map_err(|_| CallbackError::Malformed)?;
        }
        // Names in other scripts and paths with spaces grow when they are normalised.
        if url.as_str().len() > policy.longest_url {
            return Err(CallbackError::TooLong);
        }
        Ok(Self { url, host, port })
    }

    /// Returns the normalised URL.
    #[must_use]
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Returns the host, by which limits per destination count.
    #[must_use]
    pub const fn host(&self) -> &Host {
        &self.host
    }

    /// Returns the port, explicit or the scheme's default.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Returns whether the connection uses TLS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// Returns host and port as a request names them; the port only if it is not the scheme's default.
    #[must_use]
    pub fn authority(&self) -> &str {
        &self.url[Position::BeforeHost..Position::AfterPort]
    }

    /// Returns path and query.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.url[Position::BeforePath..Position::AfterQuery]
    }
}

/// Returns the authority as written: the part between `//` and the path.
fn authority<'a>(text: &'a str, scheme: &str) -> Result<&'a str, CallbackError> {
    // The parser also accepts one slash, three slashes or none; a later `//` does not start an authority.
    let rest = text.get(scheme.len()..).and_then(|rest| rest.strip_prefix("://"));
    let rest = rest.ok_or(CallbackError::Malformed)?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = rest.get(..end).unwrap_or(rest);
    if authority.is_empty() || authority.contains('%') {
        return Err(CallbackError::Malformed);
    }
    Ok(authority)
}

fn allows_port(policy: &CallbackPolicy, port: u16) -> bool {
    const FIRST_UNPRIVILEGED: u16 = 1024;
    const HTTP: u16 = 80;
    if port < FIRST_UNPRIVILEGED {
        return policy.privileged_ports.contains(&port)
            || (port == HTTP && policy.reach == Reach::Development);
    }
    !policy.denied_ports.contains(&port)
}

/// Accepts a literal address if it may be called and was written plainly: not as one number, in octal, in hexadecimal,
/// shortened, with a trailing dot or in other digits.
fn literal(policy: &CallbackPolicy, address: IpAddr, authority: &str) -> Result<Host, CallbackError> {
    if !may_call(policy, address) {
        return Err(CallbackError::NotPublic);
    }
    let written = match address {
        IpAddr::V4(address) => authority.split(':').next() == Some(address.to_string().as_str()),
        // Brackets contain one address with one reading, however its zeros are written.
        IpAddr::V6(_) => authority.starts_with('['),
    };
    if written { Ok(Host::Address(address)) } else { Err(CallbackError::Malformed) }
}

fn public_name(policy: &CallbackPolicy, name: &str) -> Result<String, CallbackError> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let sound = |label: &str| {
        !label.is_empty()
            && label.len() <= LONGEST_LABEL
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    if name.len() > LONGEST_NAME || !name.split('.').all(sound) {
        return Err(CallbackError::Malformed);
    }
    if policy.reach == Reach::Development && name == LOOPBACK_NAME {
        return Ok(name.to_owned());
    }
    let last = name.rsplit('.').next().unwrap_or(name);
    if !name.contains('.') || PRIVATE_ENDINGS.contains(&last) {
        return Err(CallbackError::PrivateName);
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests;
