//! Receivers for the tests: honest ones, and ones that do what no honest receiver would.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use runtime::clock;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::task::AbortHandle;
use tokio_rustls::TlsAcceptor;

/// Behaviour of a receiver after it has read a request.
#[derive(Debug, Clone)]
pub(crate) enum Manner {
    /// Answers with these bytes and reads the next request.
    Answers(String),
    /// Answers with these bytes after this time and reads the next request.
    AnswersAfter(Duration, String),
    /// Answers with these bytes and closes.
    AnswersAndCloses(String),
    /// Answers with these bytes before it has read anything, and closes.
    AnswersUnasked(String),
    /// Closes without an answer.
    Closes,
    /// Answers the first request of a connection and closes at the second.
    ClosesAtTheSecond,
    /// Never answers.
    Silent,
    /// Answers with these bytes and then one byte at a time, at this interval, forever.
    Drips(String, Duration),
    /// Answers with an endless body.
    Endless,
}

/// Returns an answer without a body.
pub(crate) fn plain(status: &str) -> String {
    format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n")
}

/// A received request.
#[derive(Debug, Clone)]
pub(crate) struct Got {
    /// Request line and headers.
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
    /// Time of arrival.
    pub(crate) at: Instant,
}

impl Got {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (given, value) = line.split_once(':')?;
            given.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// A running receiver; ends on drop.
pub(crate) struct Receiver {
    pub(crate) address: SocketAddr,
    seen: Arc<Seen>,
    task: AbortHandle,
}

#[derive(Default)]
struct Seen {
    connections: AtomicUsize,
    written: AtomicU64,
    requests: Mutex<Vec<Got>>,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Receiver {
    /// Starts a receiver on a free port of `host`.
    pub(crate) async fn start(host: &str, manner: Manner) -> Self {
        Self::run(host, 0, manner, None).await
    }

    /// Starts another receiver on the same port of another host.
    pub(crate) async fn beside(&self, host: &str, manner: Manner) -> Self {
        Self::start_at(host, self.address.port(), manner).await
    }

    /// Starts a receiver on this port of this host.
    pub(crate) async fn start_at(host: &str, port: u16, manner: Manner) -> Self {
        Self::run(host, port, manner, None).await
    }

    /// Starts a TLS receiver with the tests' certificate and the given protocols.
    pub(crate) async fn secure(manner: Manner, protocols: &[&str]) -> Self {
        Self::secure_at("127.0.0.1", manner, protocols).await
    }

    /// Like [`Self::secure`], on another host.
    pub(crate) async fn secure_at(host: &str, manner: Manner, protocols: &[&str]) -> Self {
        Self::run(host, 0, manner, Some(acceptor(protocols))).await
    }

    /// Starts a TLS receiver whose answer depends on its port.
    pub(crate) async fn secure_of(manner: impl FnOnce(u16) -> Manner) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let manner = manner(listener.local_addr().unwrap().port());
        Self::on(listener, manner, Some(acceptor(&["http/1.1"])))
    }

    async fn run(host: &str, port: u16, manner: Manner, tls: Option<TlsAcceptor>) -> Self {
        Self::on(TcpListener::bind((host, port)).await.unwrap(), manner, tls)
    }

    fn on(listener: TcpListener, manner: Manner, tls: Option<TlsAcceptor>) -> Self {
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Seen::default());
        let of_task = Arc::clone(&seen);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                of_task.connections.fetch_add(1, Ordering::SeqCst);
                let (seen, manner, tls) = (Arc::clone(&of_task), manner.clone(), tls.clone());
                tokio::spawn(async move {
                    match tls {
                        None => serve(stream, &manner, &seen).await,
                        Some(tls) => {
                            if let Ok(stream) = tls.accept(stream).await {
                                if stream.get_ref().1.alpn_protocol() == Some(b"h2") {
                                    serve_2(stream, &manner, &seen).await;
                                } else {
                                    serve(stream, &manner, &seen).await;
                                }
                            }
                        }
                    }
                });
            }
        });
        Self { address, seen, task: task.abort_handle() }
    }

    /// Returns its address as a callback.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/hook?key=value", self.address)
    }

    /// Returns the number of accepted connections.
    pub(crate) fn connections(&self) -> usize {
        self.seen.connections.load(Ordering::SeqCst)
    }

    /// Returns the number of bytes sent in endless bodies.
    pub(crate) fn written(&self) -> u64 {
        self.seen.written.load(Ordering::SeqCst)
    }

    /// Returns the number of requests so far.
    pub(crate) fn count(&self) -> usize {
        self.seen.requests.lock().unwrap().len()
    }

    /// Returns the requests so far.
    pub(crate) fn requests(&self) -> Vec<Got> {
        self.seen.requests.lock().unwrap().clone()
    }
}

/// Returns the authority of the tests' certificate.
pub(crate) fn root() -> CertificateDer<'static> {
    CertificateDer::from_pem_slice(include_bytes!("tls/root.pem")).unwrap()
}

/// Returns the file of the authority's certificate.
pub(crate) fn root_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/webhooks/tls/root.pem")
}

fn acceptor(protocols: &[&str]) -> TlsAcceptor {
    let chain = vec![CertificateDer::from_pem_slice(include_bytes!("tls/receiver.pem")).unwrap()];
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("tls/receiver.key")).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
    TlsAcceptor::from(Arc::new(config))
}

async fn serve<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S, manner: &Manner, seen: &Seen) {
    if let Manner::AnswersUnasked(answer) = manner {
        let _ = stream.write_all(answer.as_bytes()).await;
        return;
    }
    let mut count = 0;
    while let Some(got) = request(&mut stream).await {
        seen.requests.lock().unwrap().push(got);
        count += 1;
        let answered = match manner {
            Manner::Answers(answer) => stream.write_all(answer.as_bytes()).await,
            Manner::AnswersAfter(wait, answer) => {
                tokio::time::sleep(*wait).await;
                stream.write_all(answer.as_bytes()).await
            }
            Manner::AnswersAndCloses(answer) => {
                let _ = stream.write_all(answer.as_bytes()).await;
                return;
            }
            Manner::ClosesAtTheSecond if count == 1 => stream.write_all(plain("204 x").as_bytes()).await,
            Manner::Closes | Manner::ClosesAtTheSecond | Manner::AnswersUnasked(_) => return,
            Manner::Silent => std::future::pending().await,
            Manner::Drips(answer, apart) => drip(&mut stream, answer, *apart).await,
            Manner::Endless => endless(&mut stream, seen).await,
        };
        if answered.is_err() {
            return;
        }
    }
}

async fn drip<S: AsyncWrite + Unpin>(stream: &mut S, answer: &str, apart: Duration) -> std::io::Result<()> {
    stream.write_all(answer.as_bytes()).await?;
    loop {
        stream.write_all(b"x").await?;
        stream.flush().await?;
        tokio::time::sleep(apart).await;
    }
}

async fn endless<S: AsyncWrite + Unpin>(stream: &mut S, seen: &Seen) -> std::io::Result<()> {
    stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 3221225472\r\n\r\n").await?;
    let chunk = vec![b'x'; 64 << 10];
    loop {
        stream.write_all(&chunk).await?;
        seen.written.fetch_add(chunk.len() as u64, Ordering::SeqCst);
    }
}

/// Reads one HTTP/1.1 request; `None` if the connection ends.
async fn request<S: AsyncRead + Unpin>(stream: &mut S) -> Option<Got> {
    let mut bytes = Vec::new();
    let mut part = [0; 4_096];
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end + 4;
        }
        let length = stream.read(&mut part).await.ok().filter(|length| *length > 0)?;
        bytes.extend_from_slice(&part[..length]);
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut got = Got { head, body: bytes[end..].into(), at: clock::monotonic() };
    // A GET has no body.
    let length: usize = got.header("content-length").map_or(Some(0), |length| length.parse().ok())?;
    while got.body.len() < length {
        let read = stream.read(&mut part).await.ok().filter(|length| *length > 0)?;
        got.body.extend_from_slice(&part[..read]);
    }
    Some(Got { at: clock::monotonic(), ..got })
}

/// HTTP/2: every request is answered with 200 and, for [`Manner::Endless`], an endless body.
async fn serve_2<S: AsyncRead + AsyncWrite + Unpin>(stream: S, manner: &Manner, seen: &Seen) {
    let Ok(mut connection) = h2::server::handshake(stream).await else { return };
    // A dropped stream would be cancelled.
    let mut under_way = Vec::new();
    while let Some(Ok((request, mut respond))) = connection.accept().await {
        let (parts, mut body) = request.into_parts();
        let mut head = format!("{} {} HTTP/2\r\n", parts.method, parts.uri);
        for (name, value) in &parts.headers {
            head.push_str(&format!("{name}: {}\r\n", value.to_str().unwrap()));
        }
        let mut bytes = Vec::new();
        loop {
            tokio::select! {
                part = body.data() => match part {
                    Some(Ok(part)) => bytes.extend_from_slice(&part),
                    _ => break,
                },
                // The connection makes progress only while it is polled for the next request.
                _ = std::future::poll_fn(|context| connection.poll_closed(context)) => return,
            }
        }
        seen.requests.lock().unwrap().push(Got { head, body: bytes, at: clock::monotonic() });
        let endless = matches!(manner, Manner::Endless);
        let answer = hyper::Response::builder().status(200).body(()).unwrap();
        let Ok(mut sending) = respond.send_response(answer, !endless) else { return };
        if endless {
            let chunk = vec![b'x'; 1 << 20];
            let _ = sending.send_data(chunk.into(), false);
            under_way.push(sending);
        }
    }
}
