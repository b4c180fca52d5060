//! The edge: what stands between the listening socket and the first request.
//!
//! actix has a clock for the first head of a connection and for silence between requests, and for nothing else. The
//! connection is therefore watched from below: its bytes pass through a [`Stream`], which says what it is doing, and a
//! sweep four times a second, and oftener while answers pile up, ends what has lasted too long by dropping its task, wherever it waits. A request costs a
//! few loads and stores, and no timer.

pub mod connection;
pub mod limiter;
pub mod phase;
pub mod slices;
pub mod stream;

use std::future::poll_fn;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use actix_http::HttpService;
use actix_http::error::DispatchError;
use actix_server::{GracefulShutdownSignal, Server};
use actix_service::{IntoServiceFactory as _, Service, ServiceFactory, apply_fn_factory, map_config};
use actix_web::App;
use actix_web::dev::AppConfig;
use actix_web::middleware::from_fn;
use actix_web::rt::net::TcpStream;
use actix_web::web;
use socket2::{Domain, Socket, Type};

use self::limiter::{ConnectionLimits, Limiter, Permit};
use self::phase::{Cut, KEEP_ALIVE_MS, PATIENCE_MS};
use self::stream::Stream;
use super::client_address::TrustedProxies;
use super::{Shared, health, observe, routes};
use crate::clock;
use crate::config::Config;
use crate::metrics::Metrics;

/// How often connections are looked at.
const SWEEP: Duration = Duration::from_millis(250);
const PATIENCE: Duration = Duration::from_millis(PATIENCE_MS);
/// Requests that are under way when the service stops: a write waits this long for its database and no longer.
const SHUTDOWN_SECONDS: u64 = 6;
/// Connections that wait to be let in: a crowd that comes at once is not what keeps a newcomer out.
const BACKLOG: i32 = 4_096;

/// What a connection that is not let in is told.
const REFUSAL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n\
    content-type: text/plain\r\ncontent-length: 32\r\n\r\ntoo many connections; try later\n";

/// Opens the listening socket, so that a port in use is one clear line before anything else starts.
///
/// # Errors
/// The system's refusal.
pub fn listen(bind: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(bind), Type::STREAM, None)?;
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    socket.bind(&bind.into())?;
    socket.listen(BACKLOG)?;
    socket.set_nonblocking(true)?;
    Ok(socket.into())
}

/// The operator's own connections.
const ADMIN: ConnectionLimits = ConnectionLimits { total: 64, per_client: 64 };

/// The server over an open socket, and over that of the operator's address where there is one; it runs when awaited and
/// stops gracefully on SIGTERM and SIGINT.
///
/// # Errors
/// The system's refusal.
pub fn server(
    listener: TcpListener,
    admin: Option<TcpListener>,
    shared: Arc<Shared>,
    config: &Config,
) -> io::Result<Server> {
    let limits = config.connections;
    let limiter = Arc::new(Limiter::new(limits, config.connector.trusted_proxies.clone()));
    let admin_limiter = Arc::new(Limiter::new(ADMIN, TrustedProxies::default()));
    actix_web::rt::spawn(sweep([&limiter, &admin_limiter].map(Arc::clone), Arc::clone(&shared.metrics)));
    let mut builder = Server::build()
        .shutdown_timeout(SHUTDOWN_SECONDS)
        // The limiter says how many; a worker that stopped taking connections would keep newcomers out.
        .max_concurrent_connections(limits.total.saturating_mul(2));
    if let Some(workers) = config.workers {
        builder = builder.workers(workers);
    }
    let stopping = builder.graceful_shutdown_signal();
    if let Some(admin) = admin {
        let (shared, stopping) = (Arc::clone(&shared), stopping.clone());
        builder = builder.listen("admin", admin, move || {
            front(&shared, health::admin_routes, &admin_limiter, stopping.clone())
        })?;
    }
    let builder =
        builder.listen("http", listener, move || front(&shared, routes, &limiter, stopping.clone()))?;
    Ok(builder.run())
}

/// What a worker does with a connection to one of the addresses.
fn front(
    shared: &Arc<Shared>,
    routes: fn(&mut web::ServiceConfig),
    limiter: &Arc<Limiter>,
    stopping: GracefulShutdownSignal,
) -> impl ServiceFactory<TcpStream, Config = (), Response = (), Error = DispatchError, InitError = ()> + use<>
{
    let data = web::Data::from(Arc::clone(shared));
    let app = App::new().app_data(data).wrap(from_fn(observe::observe)).configure(routes);
    let http = HttpService::build()
        .keep_alive(Duration::from_millis(KEEP_ALIVE_MS))
        .client_request_timeout(PATIENCE)
        .client_disconnect_timeout(PATIENCE)
        .graceful_shutdown_signal(move || {
            let stopping = stopping.clone();
            async move { stopping.notified().await }
        })
        .on_connect_ext(|stream: &Stream, data| drop(data.insert(Arc::clone(stream.connection()))))
        .h1(map_config(app.into_factory(), |()| AppConfig::default()));
    guarded(http, Arc::clone(limiter), Arc::clone(&shared.metrics))
}

type Accepted = (Stream, Option<SocketAddr>);

/// Lets connections in to `http`, and ends those that are cut.
fn guarded<H>(
    http: H,
    limiter: Arc<Limiter>,
    metrics: Arc<Metrics>,
) -> impl ServiceFactory<TcpStream, Config = (), Response = (), Error = DispatchError, InitError = ()>
where
    H: ServiceFactory<Accepted, Config = (), Response = (), Error = DispatchError, InitError = ()>,
    <H::Service as Service<Accepted>>::Future: 'static,
{
    apply_fn_factory(http, move |io: TcpStream, http: &H::Service| {
        let metrics = Arc::clone(&metrics);
        // Who is gone already needs none.
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
                    (0..permit.displaced).for_each(|_| metrics.connection_cut(Cut::Displaced));
                    until_cut(exchanges, &permit).await
                }
                Ok(Err((io, refused))) => {
                    metrics.connection_refused(refused);
                    refuse(io).await;
                    Ok(())
                }
            }
        }
    })
}

/// Everything that happens on a connection, until it ends or is cut.
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

/// Tells a client that there is no room, as far as that costs no waiting.
async fn refuse(io: TcpStream) {
    if io.writable().await.is_ok() {
        let _ = io.try_write(REFUSAL);
    }
}

/// Ends connections that last too long, for as long as the server runs.
async fn sweep(limiters: [Arc<Limiter>; 2], metrics: Arc<Metrics>) {
    let opened = clock::monotonic();
    loop {
        // The operator's own are too few to be waited for.
        let [public, _] = &limiters;
        let _ = tokio::time::timeout(SWEEP, public.is_besieged()).await;
        let now_ms = u64::try_from(opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        for limiter in &limiters {
            limiter.sweep(now_ms, |why| metrics.connection_cut(why));
        }
        let open: usize = limiters.iter().map(|limiter| limiter.count()).sum();
        metrics.connections.set(i64::try_from(open).unwrap_or(i64::MAX));
    }
}
