//! Fetches documents of third parties as deliveries are sent: only from vetted addresses, without redirects, limited in
//! time and size.

use std::time::Duration;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{ACCEPT, HOST, HeaderValue, USER_AGENT};
use hyper::{Method, Request, Uri, Version};
use runtime::clock;
use rustls::pki_types::CertificateDer;
use tokio::time::{Instant, timeout_at};
use webhooks::callback::Target;

use super::body::{self, End};
use super::connect::{AGENT, Connection, Connector, ExchangeError, TrustError};
use crate::guard::{Guard, GuardError};

/// Fetches documents.
#[derive(Debug)]
pub struct Fetcher {
    guard: Guard,
    connector: Connector,
    patience: Duration,
}

/// The reason why there is no document. Its text never quotes the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FetchRejection {
    /// The URL may not be called, or its name has no address.
    #[error("its address may not be called from here, or does not resolve")]
    Forbidden,
    /// There was no readable response in time.
    #[error("its address did not answer in time")]
    Unanswered,
    /// The status was not 200; redirects are not followed.
    #[error("its address answered with status {0}, not 200; redirects are not followed")]
    Status(u16),
    /// The document exceeds the limit.
    #[error("it exceeds the size limit")]
    TooLarge,
}

impl Fetcher {
    /// Creates a fetcher that trusts the public authorities and `roots`, and waits at most `patience` for a whole
    /// document.
    ///
    /// # Errors
    /// Returns an error if a root is not a certificate.
    pub fn new(
        guard: Guard,
        roots: &[CertificateDer<'static>],
        patience: Duration,
    ) -> Result<Self, TrustError> {
        Ok(Self { guard, connector: Connector::new(roots)?, patience })
    }

    /// Fetches the document at a URL, of at most `most` bytes.
    ///
    /// # Errors
    /// Returns the reason as [`FetchRejection`].
    pub async fn get(&self, url: &str, most: usize) -> Result<Vec<u8>, FetchRejection> {
        let until = Instant::from_std(clock::monotonic()) + self.patience;
        timeout_at(until, self.got(url, most, until)).await.map_err(|_| FetchRejection::Unanswered)?
    }

    async fn got(&self, url: &str, most: usize, until: Instant) -> Result<Vec<u8>, FetchRejection> {
        let judged = self.guard.vet(url).await;
        let (target, reachable) = judged.map_err(|error| match error {
            GuardError::Refused(_) | GuardError::Unresolved => FetchRejection::Forbidden,
        })?;
        let connected = self.connector.connect(&target, &reachable).await;
        let mut connection = connected.map_err(|_| FetchRejection::Unanswered)?;
        let request = asking(&connection, &target).ok_or(FetchRejection::Forbidden)?;
        let response = connection.send(request).await.map_err(|broke| match broke {
            ExchangeError::Unanswered | ExchangeError::Failed(_) => FetchRejection::Unanswered,
        })?;
        if response.status() != hyper::StatusCode::OK {
            return Err(FetchRejection::Status(response.status().as_u16()));
        }
        // One byte more than allowed, so that a document of exactly the limit is complete.
        let read = body::read(response.into_body(), most + 1, until).await;
        match read.end {
            _ if read.bytes.len() > most => Err(FetchRejection::TooLarge),
            End::Complete | End::Limit => Ok(read.bytes),
            End::Broken => Err(FetchRejection::Unanswered),
        }
    }
}

/// Builds the request; returns `None` if the target cannot be expressed as one.
fn asking(connection: &Connection, target: &Target) -> Option<Request<Full<Bytes>>> {
    let mut request = Request::new(Full::new(Bytes::new()));
    *request.method_mut() = Method::GET;
    if connection.is_multiplexed() {
        *request.version_mut() = Version::HTTP_2;
        *request.uri_mut() = target.url().parse::<Uri>().ok()?;
    } else {
        *request.uri_mut() = target.path().parse::<Uri>().ok()?;
        request.headers_mut().insert(HOST, HeaderValue::from_str(target.authority()).ok()?);
    }
    request.headers_mut().insert(USER_AGENT, HeaderValue::from_static(AGENT));
    request.headers_mut().insert(ACCEPT, HeaderValue::from_static("application/json"));
    Some(request)
}
