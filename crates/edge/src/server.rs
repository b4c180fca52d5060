//! Admits connections and ends those that last too long.

use std::future::poll_fn;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_service::{Service, ServiceFactory, apply_fn_factory};
use actix_web::rt::net::TcpStream;
use runtime::clock;
use runtime::metrics::Metrics;
use socket2::{Domain, Socket, Type};

use super::limiter::{Limiter, Permit, RejectReason};
use super::phase::CloseReason;
use super::stream::Stream;

/// Interval between sweeps of the connections.
const SWEEP: Duration = Duration::from_millis(250);
/// Backlog of connections waiting for admission, large enough that a burst does not keep new clients out.
const BACKLOG: i32 = 4_096;

/// Response to a rejected connection.
const REFUSAL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n\
    content-type: text/plain\r\ncontent-length: 32\r\n\r\ntoo many connections; try later\n";

/// Opens the listening socket, so that a port in use is reported in one clear line before anything else starts.
///
/// # Errors
/// Returns the error of the system.
pub fn listen(bind: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(bind), Type::STREAM, None)?;
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    socket.bind(&bind.into())?;
    socket.listen(BACKLOG)?;
    socket.set_nonblocking(true)?;
    Ok(socket.into())
}

/// An admitted connection and its peer.
pub type AcceptedConnection = (Stream, Option<SocketAddr>);

/// Admits connections to `http` within the limits, and ends those that are cut.
pub fn guarded<H>(
    http: H,
    limiter: Arc<Limiter>,
    metrics: Arc<Metrics>,
) -> impl ServiceFactory<TcpStream, Config = (), Response = (), Error = DispatchError, InitError = ()>
where
    H: ServiceFactory<AcceptedConnection, Config = (), Response = (), Error = DispatchError, InitError = ()>,
    <H::Service as Service<AcceptedConnection>>::Future: 'static,
{
    metrics.connection_reasons(
        RejectReason::ALL.map(RejectReason::name),
        CloseReason::ALL.map(CloseReason::name),
    );
    apply_fn_factory(http, move |io: TcpStream, http: &H::Service| {
        let metrics = Arc::clone(&metrics);
        // A peer that is gone already needs no permit.
        let admitted = io.peer_addr().map(|peer| match limiter.admit(peer.ip()) {
            Ok(permit) => {
                let stream = Stream::new(io, Arc::clone(&permit.connection));
                Ok((http.call((stream, Some(peer))), permit))
            }
            Err(refused) => Err((io, refused)),
        });
        async move {
            match admitted {
                Err(_) => Ok(()),
                Ok(Ok((exchanges, permit))) => {
                    (0..permit.displaced).for_each(|_| metrics.connection_cut(CloseReason::Displaced.name()));
                    until_cut(exchanges, &permit).await
                }
                Ok(Err((io, refused))) => {
                    metrics.connection_refused(refused.name());
                    refuse(io).await;
                    Ok(())
                }
            }
        }
    })
}

/// Runs a connection until it ends or is cut.
async fn until_cut(
    exchanges: impl Future<Output = Result<(), DispatchError>>,
    permit: &Permit,
) -> Result<(), DispatchError> {
    let mut exchanges = pin!(exchanges);
    poll_fn(|context| match permit.connection.poll_cut(context) {
        Some(_) => Poll::Ready(Ok(())),
        None => exchanges.as_mut().poll(context),
    })
    .await
}

/// Sends the rejection to a client, as far as that needs no waiting.
async fn refuse(io: TcpStream) {
    if io.writable().await.is_ok() {
        let _ = io.try_write(REFUSAL);
    }
}

/// Ends connections that last too long, for as long as the server runs. The first limiter belongs to the public
/// address.
pub async fn sweep(limiters: [Arc<Limiter>; 2], metrics: Arc<Metrics>) {
    let opened = clock::monotonic();
    loop {
        // The operator's address has too few connections to need an early sweep.
        let [public, _] = &limiters;
        let _ = tokio::time::timeout(SWEEP, public.is_besieged()).await;
        let now_ms = u64::try_from(opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        for limiter in &limiters {
            limiter.sweep(now_ms, |why| metrics.connection_cut(why.name()));
        }
        let open: usize = limiters.iter().map(|limiter| limiter.count()).sum();
        metrics.connections.set(i64::try_from(open).unwrap_or(i64::MAX));
    }
}
