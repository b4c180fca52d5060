//! Opens connections: only to vetted addresses, TLS 1.2 or later with a verified certificate, HTTP/2 if the receiver
//! supports it, else HTTP/1.1.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::{TrySendError, http1, http2};
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use runtime::clock;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use webhooks::callback::{Host, Target, VettedAddresses};
use webhooks::delivery::attempt::Failure;

use super::recorded::{LARGEST_HEAD, Partial, ReceivedBytes, RecordedStream};

/// Connect timeout of one address while there are others.
const ONE_CONNECT: Duration = Duration::from_secs(3);
/// Maximum number of addresses of a name that are tried.
const MOST_ADDRESSES: usize = 4;

/// Maximum number of header lines of a response.
const MOST_HEADERS: usize = 64;
/// HTTP/2 windows: the amount that a receiver may send before it was read.
const STREAM_WINDOW: u32 = 16 << 10;
const CONNECTION_WINDOW: u32 = 64 << 10;

const HTTP_2: &[u8] = b"h2";
const HTTP_1_1: &[u8] = b"http/1.1";

/// `User-Agent` of every request.
pub const AGENT: &str =
    concat!("snow-conditions/", env!("CARGO_PKG_VERSION"), " (open snow-conditions service)");

/// The TLS trust of the sender cannot be set up.
#[derive(Debug, thiserror::Error)]
#[error("cannot set up TLS for webhooks: {0}")]
pub struct TrustError(#[from] rustls::Error);

/// The way an exchange over one connection failed.
pub enum ExchangeError {
    /// The connection ended before any part of a response arrived: the other side may have closed an idle connection.
    Unanswered,
    /// The failure is final for this attempt.
    Failed(Failure),
}

/// Opens connections.
pub struct Connector {
    tls: TlsConnector,
}

impl std::fmt::Debug for Connector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connector").finish_non_exhaustive()
    }
}

/// An open connection. It is closed when its last holder drops it, answered or not.
pub struct Connection {
    wire: Wire,
    peer: IpAddr,
    opened: Instant,
    task: Arc<Task>,
}

enum Wire {
    One(Single),
    Two(http2::SendRequest<Full<Bytes>>),
}

/// A connection that carries one request at a time.
struct Single {
    sender: http1::SendRequest<Full<Bytes>>,
    received: ReceivedBytes,
    /// Whether a request was sent over it.
    is_used: bool,
}

/// The task that moves a connection's bytes; it ends when the connection is dropped.
struct Task(AbortHandle);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Connector {
    pub fn new(roots: &[CertificateDer<'static>]) -> Result<Self, TrustError> {
        let mut trusted = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        for root in roots {
            trusted.add(root.clone())?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&rustls::version::TLS13, &rustls::version::TLS12])?
            .with_root_certificates(trusted)
            .with_no_client_auth();
        config.alpn_protocols = vec![HTTP_2.to_vec(), HTTP_1_1.to_vec()];
        Ok(Self { tls: TlsConnector::from(Arc::new(config)) })
    }

    /// Connects to the first vetted address that accepts.
    pub async fn connect(&self, target: &Target, reachable: &VettedAddresses) -> Result<Connection, Failure> {
        let stream = open(target.port(), reachable).await?;
        let peer = stream.peer_addr().map_err(|_| Failure::Connect)?.ip();
        // A second check after the one above, in case a later change loses it.
        if !reachable.contains(peer) {
            return Err(Failure::Target);
        }
        stream.set_nodelay(true).map_err(|_| Failure::Connect)?;
        if !target.is_secure() {
            return http_1(stream, peer).await;
        }
        let name = server_name(target.host()).ok_or(Failure::Tls)?;
        let stream = self.tls.connect(name, stream).await.map_err(|_| Failure::Tls)?;
        if stream.get_ref().1.alpn_protocol() == Some(HTTP_2) {
            http_2(stream, peer).await
        } else {
            http_1(stream, peer).await
        }
    }
}

async fn open(port: u16, reachable: &VettedAddresses) -> Result<TcpStream, Failure> {
    for address in reachable.addresses().iter().take(MOST_ADDRESSES) {
        let connecting = TcpStream::connect(SocketAddr::new(*address, port));
        if let Ok(Ok(stream)) = timeout(ONE_CONNECT, connecting).await {
            return Ok(stream);
        }
    }
    Err(Failure::Connect)
}

fn server_name(host: &Host) -> Option<ServerName<'static>> {
    match host {
        Host::Name(name) => ServerName::try_from(name.clone()).ok(),
        Host::Address(address) => Some(ServerName::from(*address)),
    }
}

async fn http_1<S>(stream: S, peer: IpAddr) -> Result<Connection, Failure>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let mut builder = http1::Builder::new();
    builder.max_buf_size(LARGEST_HEAD).max_headers(MOST_HEADERS);
    let (stream, received) = RecordedStream::new(stream);
    let (sender, connection) =
        builder.handshake(TokioIo::new(stream)).await.map_err(|_| Failure::Protocol)?;
    let single = Single { sender, received, is_used: false };
    Ok(Connection::new(Wire::One(single), peer, connection))
}

async fn http_2<S>(stream: S, peer: IpAddr) -> Result<Connection, Failure>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_header_list_size(LARGEST_HEAD as u32);
    let (sender, connection) =
        builder.handshake(TokioIo::new(stream)).await.map_err(|_| Failure::Protocol)?;
    Ok(Connection::new(Wire::Two(sender), peer, connection))
}

impl Connection {
    fn new<E>(
        wire: Wire,
        peer: IpAddr,
        connection: impl Future<Output = Result<(), E>> + Send + 'static,
    ) -> Self {
        let moving = tokio::spawn(async move {
            // The caller that uses it sees how it ends.
            let _ = connection.await;
        });
        Self { wire, peer, opened: clock::monotonic(), task: Arc::new(Task(moving.abort_handle())) }
    }

    /// Returns the address of the receiver.
    pub const fn peer(&self) -> IpAddr {
        self.peer
    }

    /// Returns the time when it was opened.
    pub const fn opened(&self) -> Instant {
        self.opened
    }

    /// Returns whether several requests share it.
    pub const fn is_multiplexed(&self) -> bool {
        matches!(self.wire, Wire::Two(_))
    }

    /// Returns whether the other side is known to have closed it.
    pub fn is_closed(&self) -> bool {
        match &self.wire {
            Wire::One(single) => single.sender.is_closed(),
            Wire::Two(sender) => sender.is_closed(),
        }
    }

    /// Returns another holder of the same connection; `None` if it carries one request at a time.
    pub fn shared(&self) -> Option<Self> {
        let Wire::Two(sender) = &self.wire else { return None };
        let (wire, task) = (Wire::Two(sender.clone()), Arc::clone(&self.task));
        Some(Self { wire, peer: self.peer, opened: self.opened, task })
    }

    /// Returns the response to the last request if at least its status line has arrived. Known only for HTTP/1.
    pub fn partial(&self) -> Option<Partial> {
        match &self.wire {
            Wire::One(single) => single.received.answer(),
            Wire::Two(_) => None,
        }
    }

    /// Sends a request and waits for the head of the response.
    pub async fn send(&mut self, request: Request<Full<Bytes>>) -> Result<Response<Incoming>, ExchangeError> {
        let answer = match &mut self.wire {
            Wire::One(single) => {
                if std::mem::replace(&mut single.is_used, true) {
                    single.received.clear();
                }
                single.sender.ready().await.map_err(|_| ExchangeError::Unanswered)?;
                single.sender.try_send_request(request).await
            }
            Wire::Two(sender) => {
                sender.ready().await.map_err(|_| ExchangeError::Unanswered)?;
                sender.try_send_request(request).await
            }
        };
        answer.map_err(broke)
    }
}

/// Classifies a failed exchange: garbage counts as a response, a connection that merely ended does not.
fn broke(error: TrySendError<Request<Full<Bytes>>>) -> ExchangeError {
    let error = error.into_error();
    if error.is_parse() { ExchangeError::Failed(Failure::Protocol) } else { ExchangeError::Unanswered }
}
