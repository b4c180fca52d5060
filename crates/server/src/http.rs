//! The HTTP face: routes folded from the operation table, and the few pages beside it.

pub mod api;
pub mod body;
pub mod charts;
pub mod client_address;
pub mod connector;
pub mod guard;
pub mod health;
pub mod identity;
pub mod observe;
pub mod pages;
pub mod presented;
pub mod problem;
pub mod respond;
pub mod throttle;
pub mod webhooks;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::middleware::from_fn;
use actix_web::{App, HttpServer, web};

use crate::connector::Connector;
use crate::metrics::Metrics;
use crate::published::Board;
use crate::replay::Replays;
use crate::status::Status;
use crate::webhooks::subscriptions::Subscriptions;

/// What every worker shares.
#[derive(Debug)]
pub struct Shared {
    /// The newest publication.
    pub board: Arc<Board>,
    /// Health of ingest and storage.
    pub status: Arc<Status>,
    /// The counters shown at `/metrics`.
    pub metrics: Arc<Metrics>,
    /// Records of the past.
    pub replays: Replays,
    /// Every operation as a tool.
    pub connector: Connector,
    /// Who stands behind a bearer.
    pub accounts: Box<dyn identity::Accounts>,
    /// Who is let in to the connector.
    pub door: connector::Door,
    /// Where webhook subscriptions are made; none when they are switched off.
    pub webhooks: Option<Arc<Subscriptions>>,
    /// Headers and documents that never change while the service runs.
    pub constant: respond::Constant,
}

/// How long a client may take to send a request's head, or to go away.
const CLIENT_PATIENCE: Duration = Duration::from_secs(5);
const KEEP_ALIVE: Duration = Duration::from_secs(15);
const MAX_CONNECTIONS_PER_WORKER: usize = 2_048;
const SHUTDOWN_SECONDS: u64 = 30;

/// Opens the listening socket, so that a port in use is one clear line before anything else starts.
///
/// # Errors
/// The system's refusal.
pub fn listen(bind: SocketAddr) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(bind)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// The server over an open socket; it runs when awaited and stops gracefully on SIGTERM and SIGINT.
///
/// # Errors
/// The system's refusal.
pub fn server(listener: TcpListener, shared: Arc<Shared>, workers: Option<usize>) -> io::Result<Server> {
    let server = HttpServer::new(move || {
        App::new()
            .app_data(web::Data::from(Arc::clone(&shared)))
            .wrap(from_fn(observe::observe))
            .configure(routes)
    })
    .client_request_timeout(CLIENT_PATIENCE)
    .client_disconnect_timeout(CLIENT_PATIENCE)
    .keep_alive(KEEP_ALIVE)
    .max_connections(MAX_CONNECTIONS_PER_WORKER)
    .shutdown_timeout(SHUTDOWN_SECONDS)
    .tcp_nodelay(true);
    let server = match workers {
        Some(workers) => server.workers(workers),
        None => server,
    };
    Ok(server.listen(listener)?.run())
}

/// Every route of the service. They are tried one after the other: what is asked for most goes first, and a fixed path
/// costs those behind it next to nothing.
pub fn routes(config: &mut web::ServiceConfig) {
    connector::route(config);
    api::routes(config);
    charts::routes(config);
    connector::resort_route(config);
    health::routes(config);
    pages::routes(config);
    webhooks::routes(config);
    config.default_service(web::to(respond::nothing_here));
}
