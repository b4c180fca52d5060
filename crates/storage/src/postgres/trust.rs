//! Decides which server certificates are accepted, by `sslmode` and `sslrootcert`.

use std::path::Path;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};

use crate::address::{PostgresAddress, Roots, Trust};
use crate::error::{StoreError, one_line};

pub(super) fn tls_config(address: &PostgresAddress) -> Result<ClientConfig, StoreError> {
    let failed = |detail: String| StoreError::Tls { place: address.place.clone(), detail };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| failed(one_line(&error)))?;
    let chain = match &address.trust {
        Trust::Verified(roots) => {
            let roots = roots_of(roots).map_err(failed)?;
            return Ok(builder.with_root_certificates(roots).with_no_client_auth());
        }
        Trust::AnyName(file) => Some(roots_of_file(file).map_err(failed)?),
        Trust::Anyone => None,
    };
    let verifier = Arc::new(AnyName { provider, chain });
    Ok(builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth())
}

fn roots_of(roots: &Roots) -> Result<RootCertStore, String> {
    match roots {
        Roots::Public => Ok(RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() }),
        Roots::System => roots_of_system(),
        Roots::File(file) => roots_of_file(file),
    }
}

/// Returns the roots of the operating system. Certificates that cannot be read are skipped: the connection fails later
/// if its root was among them.
fn roots_of_system() -> Result<RootCertStore, String> {
    let loaded = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(loaded.certs);
    if roots.is_empty() {
        let why = loaded.errors.first().map(|error| format!(" ({})", one_line(error))).unwrap_or_default();
        return Err(format!(
            "sslrootcert=system: no root certificates of the operating system were found{why}; install its package \
             ca-certificates, or set sslrootcert=FILE"
        ));
    }
    Ok(roots)
}

fn roots_of_file(file: &Path) -> Result<RootCertStore, String> {
    let named = |error: &dyn std::error::Error| format!("{}: {}", file.display(), one_line(error));
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(|error| named(&error))? {
        let certificate = certificate.map_err(|error| named(&error))?;
        roots.add(certificate).map_err(|error| named(&error))?;
    }
    if roots.is_empty() {
        return Err(format!("{}: contains no certificate", file.display()));
    }
    Ok(roots)
}

/// Accepts certificates with any host name, as PostgreSQL's `sslmode=require` and `verify-ca` do.
#[derive(Debug)]
struct AnyName {
    provider: Arc<CryptoProvider>,
    /// Roots of the accepted certificates; `None` accepts any certificate.
    chain: Option<RootCertStore>,
}

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        if let Some(roots) = &self.chain {
            let certificate = ParsedCertificate::try_from(end_entity)?;
            let algorithms = self.provider.signature_verification_algorithms.all;
            verify_server_cert_signed_by_trust_anchor(&certificate, roots, intermediates, now, algorithms)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(
            message,
            certificate,
            signature,
            &self.provider.signature_verification_algorithms,
        )
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(
            message,
            certificate,
            signature,
            &self.provider.signature_verification_algorithms,
        )
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
