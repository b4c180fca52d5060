//! Answers during a start that takes longer than usual: the service is not ready yet. A usual start does not need this:
//! its first connections wait briefly in the socket's queue, so a rolling restart loses no request.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::http::KeepAlive;
use actix_web::{App, HttpResponse, HttpServer, web};
use tokio::sync::watch;

use super::{health, problem};

/// Seconds after which a client may try again.
const AGAIN_S: u64 = 5;
/// Connection limit of this server, which has nothing to serve.
const CONNECTIONS: usize = 256;
const REQUEST: Duration = Duration::from_secs(5);
const SHUTDOWN_S: u64 = 1;

/// Phase of the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The first attempt: requests that can wait do so until it ends.
    First,
    /// Waiting for a database that could not be reached, or at the end.
    Later,
}

/// Builds the server on these sockets. It does not handle signals.
///
/// # Errors
/// Returns the system's error if the server cannot be started.
pub fn server(listeners: Vec<TcpListener>, phase: watch::Receiver<Phase>) -> io::Result<Server> {
    let app = move || {
        App::new()
            .app_data(web::Data::new(phase.clone()))
            .route("/healthz", web::get().to(alive))
            .route("/readyz", web::get().to(async || health::starting()))
            .default_service(web::to(later))
    };
    let server = HttpServer::new(app)
        .workers(1)
        .max_connections(CONNECTIONS)
        .client_request_timeout(REQUEST)
        // Connections close after their answer, so that the handover to the service does not wait for them.
        .keep_alive(KeepAlive::Disabled)
        .shutdown_timeout(SHUTDOWN_S)
        .disable_signals();
    let server = listeners.into_iter().try_fold(server, HttpServer::listen)?;
    Ok(server.run())
}

async fn alive(phase: web::Data<watch::Receiver<Phase>>) -> HttpResponse {
    after_first(&phase).await;
    health::alive()
}

async fn later(phase: web::Data<watch::Receiver<Phase>>) -> HttpResponse {
    after_first(&phase).await;
    problem::unavailable_for("the service is starting", AGAIN_S, "")
}

async fn after_first(phase: &watch::Receiver<Phase>) {
    // The sender is dropped at the end of the start.
    let _ = phase.clone().wait_for(|phase| *phase == Phase::Later).await;
}
