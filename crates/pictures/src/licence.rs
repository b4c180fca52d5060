//! The licences under which a photo may be shown, by their code. Licences that are not on the list are rejected.
//!
//! Name and address of a licence are derived from its code, never taken from the upstream, so that a photo cannot
//! supply its own link.

use serde::{Deserialize, Serialize};

/// A licence under which a photo may be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Licence(LicenceKind);

#[derive(Debug, Clone, PartialEq, Eq)]
enum LicenceKind {
    PublicDomain,
    Cc0,
    Attribution { shares_alike: bool, version: &'static str, port: Option<String> },
}

/// Versions of Creative Commons' licences.
const VERSIONS: [&str; 5] = ["4.0", "3.0", "2.5", "2.0", "1.0"];
/// The codes that mean that there are no rights in the work.
const PUBLIC_DOMAIN: [&str; 7] =
    ["pd", "public-domain", "cc-pd", "pd-self", "pd-user", "pd-author", "pd-usgov"];

impl Licence {
    /// Parses a code such as `cc-by-sa-4.0`, or a short name such as `CC BY-SA 3.0 de`. Returns `None` if the licence
    /// is not on the list: every licence that restricts its users, and every unknown text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let code = text.trim().to_ascii_lowercase().split_whitespace().collect::<Vec<_>>().join("-");
        if PUBLIC_DOMAIN.contains(&code.as_str()) {
            return Some(Self(LicenceKind::PublicDomain));
        }
        if matches!(code.as_str(), "cc0" | "cc-zero" | "cc0-1.0") {
            return Some(Self(LicenceKind::Cc0));
        }
        let rest = code.strip_prefix("cc-by-")?;
        let (shares_alike, rest) = rest.strip_prefix("sa-").map_or((false, rest), |rest| (true, rest));
        let version = VERSIONS.into_iter().find(|version| rest.starts_with(version))?;
        let port = match rest.strip_prefix(version)? {
            "" => None,
            // From version 4.0 on there are no ports.
            port if version != "4.0" => Some(port.strip_prefix('-').filter(|port| is_port(port))?.to_owned()),
            _ => return None,
        };
        Some(Self(LicenceKind::Attribution { shares_alike, version, port }))
    }

    /// Returns its code, which [`Licence::parse`] accepts.
    #[must_use]
    pub fn code(&self) -> String {
        match &self.0 {
            LicenceKind::PublicDomain => "pd".to_owned(),
            LicenceKind::Cc0 => "cc0".to_owned(),
            LicenceKind::Attribution { shares_alike, version, port } => {
                let port = port.as_ref().map(|port| format!("-{port}")).unwrap_or_default();
                format!("cc-{}-{version}{port}", conditions(*shares_alike))
            }
        }
    }

    /// Returns its human-readable name, such as `CC BY-SA 4.0`.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.0 {
            LicenceKind::PublicDomain => "Public domain".to_owned(),
            LicenceKind::Cc0 => "CC0 1.0".to_owned(),
            LicenceKind::Attribution { shares_alike, version, port } => {
                let port = port.as_ref().map(|port| format!(" {port}")).unwrap_or_default();
                format!("CC {} {version}{port}", conditions(*shares_alike)).to_ascii_uppercase()
            }
        }
    }

    /// Returns the address of its text; `None` for the public domain.
    #[must_use]
    pub fn url(&self) -> Option<String> {
        match &self.0 {
            LicenceKind::PublicDomain => None,
            LicenceKind::Cc0 => Some("https://creativecommons.org/publicdomain/zero/1.0/".to_owned()),
            LicenceKind::Attribution { shares_alike, version, port } => {
                let port = port.as_ref().map(|port| format!("{port}/")).unwrap_or_default();
                let conditions = conditions(*shares_alike);
                Some(format!("https://creativecommons.org/licenses/{conditions}/{version}/{port}"))
            }
        }
    }

    /// Returns whether it requires naming the author.
    #[must_use]
    pub const fn asks_for_author(&self) -> bool {
        matches!(self.0, LicenceKind::Attribution { .. })
    }
}

const fn conditions(shares_alike: bool) -> &'static str {
    if shares_alike { "by-sa" } else { "by" }
}

/// Returns whether a text is a country of two letters, or the only port without a country.
fn is_port(text: &str) -> bool {
    text == "igo" || (text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_lowercase()))
}

impl From<Licence> for String {
    fn from(licence: Licence) -> Self {
        licence.code()
    }
}

impl TryFrom<String> for Licence {
    type Error = String;

    fn try_from(code: String) -> Result<Self, String> {
        Self::parse(&code).ok_or_else(|| format!("no licence that lets a photo be shown: `{code}`"))
    }
}

#[cfg(test)]
mod tests;
