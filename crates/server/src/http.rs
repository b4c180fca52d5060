//! The HTTP face: routes folded from the operation table, and the few pages beside it.

pub mod api;
pub mod body;
pub mod browser;
mod by_body;
pub mod charts;
pub mod client_address;
pub mod clients;
pub mod connector;
pub mod edge;
pub mod guard;
pub mod health;
pub mod identity;
pub mod observe;
pub mod pages;
pub mod presented;
pub mod problem;
pub mod reels;
pub mod respond;
pub mod throttle;
pub mod webhooks;

use std::sync::Arc;

use actix_web::web;

pub use edge::{listen, server};

use crate::connector::Connector;
use crate::metrics::Metrics;
use crate::published::Latest;
use crate::reels::Disk;
use crate::replay::Replays;
use crate::status::Status;
use crate::webhooks::subscriptions::Subscriptions;

/// What every worker shares.
#[derive(Debug)]
pub struct Shared {
    /// The newest publication.
    pub latest: Arc<Latest>,
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
    pub admission: connector::Admission,
    /// Where webhook subscriptions are made; none when they are switched off.
    pub webhooks: Option<Arc<Subscriptions>>,
    /// Headers and documents that never change while the service runs.
    pub constant: respond::Constant,
    /// The pictures of powder reels.
    pub reels: Disk,
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
    reels::routes(config);
    webhooks::routes(config);
    config.default_service(web::to(pages::nothing_here));
}
