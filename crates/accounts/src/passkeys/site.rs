//! Which addresses may have passkeys. A passkey belongs to a domain, and browsers make one on secure pages alone: an address
//! that is a number, and one without TLS that is not this machine, have none. Another domain has other passkeys.

use url::{Host, Url};
use webauthn_rp::request::{AsciiDomain, RpId};

/// Why an address has no passkeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unusable {
    /// Its host is a number, or no host at all.
    NoDomain,
    /// It is plain http, and not of this machine.
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
    /// That of a service at this address.
    ///
    /// # Errors
    /// [`Unusable`].
    pub fn of(base_url: &str) -> Result<Self, Unusable> {
        let url = Url::parse(base_url).map_err(|_| Unusable::NoDomain)?;
        let Some(Host::Domain(host)) = url.host() else { return Err(Unusable::NoDomain) };
        let is_here = host == "localhost" || host.ends_with(".localhost");
        if url.scheme() != "https" && !is_here {
            return Err(Unusable::NoTls);
        }
        let domain = AsciiDomain::try_from(host.to_owned()).map_err(|_| Unusable::NoDomain)?;
        let origin = url.origin().ascii_serialization();
        Ok(Self { rp: RpId::Domain(domain), id: host.to_owned(), origin })
    }

    /// The domain that its passkeys belong to.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn rp(&self) -> &RpId {
        &self.rp
    }

    /// The only origin whose pages may use them.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }
}

#[cfg(test)]
mod tests;
