//! Addresses that may have passkeys. A passkey belongs to a domain, and browsers create one only on secure pages: not
//! at a numeric address, and not without TLS except on this machine. Another domain has other passkeys.

use url::{Host, Url};
use webauthn_rp::request::{AsciiDomain, RpId};

/// Reason why an address cannot have passkeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteError {
    /// The host is numeric or missing.
    NoDomain,
    /// The address is plain http and not on this machine.
    NoTls,
}

/// An address that may have passkeys.
#[derive(Debug, Clone)]
pub struct Site {
    rp: RpId,
    id: String,
    origin: String,
}

impl Site {
    /// Returns the site of a service at this address.
    ///
    /// # Errors
    /// Returns [`SiteError`] if the address cannot have passkeys.
    pub fn from_base_url(base_url: &str) -> Result<Self, SiteError> {
        let url = Url::parse(base_url).map_err(|_| SiteError::NoDomain)?;
        let Some(Host::Domain(host)) = url.host() else { return Err(SiteError::NoDomain) };
        let is_here = host == "localhost" || host.ends_with(".localhost");
        if url.scheme() != "https" && !is_here {
            return Err(SiteError::NoTls);
        }
        let domain = AsciiDomain::try_from(host.to_owned()).map_err(|_| SiteError::NoDomain)?;
        let origin = url.origin().ascii_serialization();
        Ok(Self { rp: RpId::Domain(domain), id: host.to_owned(), origin })
    }

    /// Returns the domain that its passkeys belong to.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn rp(&self) -> &RpId {
        &self.rp
    }

    /// Returns the only origin whose pages may use them.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }
}

#[cfg(test)]
mod tests;
