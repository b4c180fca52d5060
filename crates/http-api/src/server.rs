//! The HTTP server: all routes on every worker, over connections that [`edge`] monitors.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, Request, Response};
use actix_server::{GracefulShutdownSignal, Server};
use actix_service::{IntoServiceFactory as _, ServiceFactory, map_config};
use actix_web::dev::{AppConfig, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::rt::net::TcpStream;
use actix_web::{App, Error, web};
use edge::client_address::TrustedProxies;
use edge::limiter::{ConnectionLimits, Limiter};
use edge::phase::{KEEP_ALIVE_MS, PATIENCE_MS};
use edge::server::{guarded, sweep};
use edge::slices::Slices;
use edge::stream::Stream;
use runtime::metrics::Metrics;

use super::options::Options;
use super::{Shared, health, observe, ready, routes};

const PATIENCE: Duration = Duration::from_millis(PATIENCE_MS);
/// Grace period for requests in flight at shutdown, in seconds: the maximum wait of a write for its database.
const SHUTDOWN_SECONDS: u64 = 6;

/// Connection limits of the admin address.
const ADMIN: ConnectionLimits = ConnectionLimits { total: 64, per_client: 64 };

/// Builds the server on an open socket, and on the admin socket if there is one. It runs when awaited and stops
/// gracefully on SIGTERM and SIGINT.
///
/// # Errors
/// Returns the system's error if the server cannot be started.
pub fn server(
    listener: TcpListener,
    admin: Option<TcpListener>,
    shared: Arc<Shared>,
    options: &Options,
) -> io::Result<Server> {
    let limiter = Arc::clone(&shared.admission.connections);
    let admin_limiter = Arc::new(Limiter::new(ADMIN, TrustedProxies::default()));
    actix_web::rt::spawn(sweep([&limiter, &admin_limiter].map(Arc::clone), Arc::clone(&shared.metrics)));
    let mut builder = Server::build()
        .shutdown_timeout(SHUTDOWN_SECONDS)
        // The limiter enforces the limit; a worker that stopped accepting connections would keep new clients out.
        .max_concurrent_connections(options.connections.total.saturating_mul(2));
    if let Some(workers) = options.workers {
        builder = builder.workers(workers);
    }
    let stopping = builder.graceful_shutdown_signal();
    if let Some(admin) = admin {
        let (shared, stopping) = (Arc::clone(&shared), stopping.clone());
        builder = builder.listen("admin", admin, move || {
            let application = application(&shared, health::admin_routes);
            front(application, Arc::clone(&shared.metrics), &admin_limiter, stopping.clone())
        })?;
    }
    let builder = builder.listen("http", listener, move || {
        front(public(&shared), Arc::clone(&shared.metrics), &limiter, stopping.clone())
    })?;
    Ok(builder.run())
}

/// Builds the service of the public address, without its connections.
pub fn public(
    shared: &Arc<Shared>,
) -> impl ServiceFactory<
    Request,
    Config = (),
    Response = Response<Slices>,
    Error = Error,
    InitError = (),
    Service: 'static,
>
+ 'static
+ use<> {
    ready::before(application(shared, routes), Arc::clone(shared))
}

/// Builds the application of a worker for one of the addresses.
fn application(
    shared: &Arc<Shared>,
    routes: fn(&mut web::ServiceConfig),
) -> impl ServiceFactory<
    Request,
    Config = (),
    Response = ServiceResponse<Slices>,
    Error = Error,
    InitError = (),
    Service: 'static,
>
+ 'static
+ use<> {
    let data = web::Data::from(Arc::clone(shared));
    let app = App::new().app_data(data).wrap(from_fn(observe::observe)).configure(routes);
    map_config(app.into_factory(), |()| AppConfig::default())
}

/// Builds the connection handling of a worker for one of the addresses.
fn front<A>(
    application: A,
    metrics: Arc<Metrics>,
    limiter: &Arc<Limiter>,
    stopping: GracefulShutdownSignal,
) -> impl ServiceFactory<TcpStream, Config = (), Response = (), Error = DispatchError, InitError = ()> + use<A>
where
    A: ServiceFactory<Request, Config = (), Error = Error, InitError = (), Service: 'static> + 'static,
    A::Response: Into<Response<Slices>> + 'static,
{
    let http = HttpService::build()
        .keep_alive(Duration::from_millis(KEEP_ALIVE_MS))
        .client_request_timeout(PATIENCE)
        .client_disconnect_timeout(PATIENCE)
        .graceful_shutdown_signal(move || {
            let stopping = stopping.clone();
            async move { stopping.notified().await }
        })
        .on_connect_ext(|stream: &Stream, data| drop(data.insert(Arc::clone(stream.connection()))))
        .h1(application);
    guarded(http, Arc::clone(limiter), metrics)
}
