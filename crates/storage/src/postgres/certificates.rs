//! Reads the root certificates (`sslrootcert`) again while the service runs. Connections that were opened with the
//! previous ones are replaced before their next transaction.

use std::fmt;
use std::sync::Arc;

use tokio::sync::watch;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{Connector, trust};
use crate::address::{Roots, Trust};
use crate::error::{StoreError, one_line};

/// The certificates of a store's connections. Does not keep the store open.
#[derive(Clone)]
pub struct Certificates(pub(crate) Option<Arc<Connector>>);

impl fmt::Debug for Certificates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Certificates").field(&self.0.is_some()).finish()
    }
}

impl Certificates {
    /// Reads the certificates again and logs the result. If they cannot be read, the previous ones stay in use.
    pub fn reload(&self) {
        let Some(connector) = self.0.as_ref().filter(|connector| connector.reads_certificates()) else {
            return;
        };
        match connector.reload_certificates() {
            Ok(()) => tracing::info!("the root certificates of the database were read again"),
            Err(error) => tracing::warn!(
                error = one_line(&error),
                "the root certificates of the database cannot be read; the previous ones stay in use"
            ),
        }
    }
}

/// The certificates with which a connection was opened.
pub(crate) struct TrustedCertificates(watch::Receiver<MakeRustlsConnect>);

impl TrustedCertificates {
    /// Returns whether the certificates were read again since.
    pub(crate) fn is_outdated(&self) -> bool {
        self.0.has_changed().unwrap_or(false)
    }
}

impl Connector {
    /// Returns the present certificates. Call it before a connection is opened, so that no change is missed.
    pub(crate) fn trusted(&self) -> TrustedCertificates {
        TrustedCertificates(self.tls.subscribe())
    }

    /// Returns whether the certificates are outside of the program.
    fn reads_certificates(&self) -> bool {
        match &self.address.trust {
            Trust::AnyName(_) | Trust::Verified(Roots::File(_) | Roots::System) => true,
            Trust::Anyone | Trust::Verified(Roots::Public) => false,
        }
    }

    fn reload_certificates(&self) -> Result<(), StoreError> {
        self.tls.send_replace(MakeRustlsConnect::new(trust::tls_config(&self.address)?));
        Ok(())
    }
}
