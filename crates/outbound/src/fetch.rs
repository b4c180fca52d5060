//! Documents of strangers, fetched as deliveries are sent: by addresses that the guard has judged, without following anybody
//! elsewhere, within a time and a size.

use std::time::Duration;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{ACCEPT, HOST, HeaderValue, USER_AGENT};
use hyper::{Method, Request, Uri, Version};
use runtime::clock;
use rustls::pki_types::CertificateDer;
use tokio::time::{Instant, timeout_at};
use webhooks::callback::Target;

use super::answer::{self, End};
use super::connect::{AGENT, Broke, Connection, Connector, TrustError};
use crate::guard::{Guard, GuardError};

/// Fetches documents.
#[derive(Debug)]
pub struct Fetcher {
    guard: Guard,
    connector: Connector,
    patience: Duration,
}

/// Why there is no document. Nothing of it quotes the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotFetched {
    /// The address may not be called, or has no address of its own.
    #[error("its address may not be called from here, or does not resolve")]
    Forbidden,
    /// Nobody answered in time, or not in a way that could be read.
    #[error("its address did not answer in time")]
    Unanswered,
    /// Another status than 200; redirects are not followed.
    #[error("its address answered with status {0}, not 200; redirects are not followed")]
    Status(u16),
    /// More than is read.
    #[error("it is larger than is read")]
    TooLarge,
}

impl Fetcher {
    /// A fetcher that trusts the public authorities and `roots` besides, and waits so long for a whole document.
    ///
    /// # Errors
    /// A root that is no certificate.
    pub fn new(
        guard: Guard,
        roots: &[CertificateDer<'static>],
        patience: Duration,
    ) -> Result<Self, TrustError> {
        Ok(Self { guard, connector: Connector::new(roots)?, patience })
    }

    /// The document at an address, of at most so many bytes.
    ///
    /// # Errors
    /// [`NotFetched`].
    pub async fn get(&self, url: &str, most: usize) -> Result<Vec<u8>, NotFetched> {
        let until = Instant::from_std(clock::monotonic()) + self.patience;
        timeout_at(until, self.got(url, most, until)).await.map_err(|_| NotFetched::Unanswered)?
    }

    async fn got(&self, url: &str, most: usize, until: Instant) -> Result<Vec<u8>, NotFetched> {
        let judged = self.guard.judge(url).await;
        let (target, reachable) = judged.map_err(|error| match error {
            GuardError::Refused(_) | GuardError::Unresolved => NotFetched::Forbidden,
        })?;
        let connected = self.connector.connect(&target, &reachable).await;
        let mut connection = connected.map_err(|_| NotFetched::Unanswered)?;
        let request = asking(&connection, &target).ok_or(NotFetched::Forbidden)?;
        let response = connection.send(request).await.map_err(|broke| match broke {
            Broke::Unanswered | Broke::Failed(_) => NotFetched::Unanswered,
        })?;
        if response.status() != hyper::StatusCode::OK {
            return Err(NotFetched::Status(response.status().as_u16()));
        }
        // One byte more than may be, so that one of just that size is whole.
        let read = answer::read(response.into_body(), most + 1, until).await;
        match read.end {
            _ if read.bytes.len() > most => Err(NotFetched::TooLarge),
            End::Complete | End::Limit => Ok(read.bytes),
            End::Broken => Err(NotFetched::Unanswered),
        }
    }
}

/// The request; `None` when the target cannot be written as one.
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
