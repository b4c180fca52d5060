//! The HTTP layer: routes generated from the operation table, and a few other pages.

pub mod account;
mod account_connector;
pub mod account_operations;
mod alerts;
pub mod api;
pub mod body;
pub mod browser;
mod by_body;
pub mod charts;
pub mod clients;
pub mod connector;
pub mod constant;
mod cookie;
pub mod credentials;
mod device_list;
mod form_origin;
pub mod guard;
pub mod health;
pub mod identify;
pub mod identity;
mod interface;
pub mod lists;
mod mountains;
mod network;
mod oauth;
pub mod observe;
pub mod operator;
pub mod options;
pub mod pages;
mod personal;
#[cfg(feature = "previews")]
mod previews;
pub mod problem;
mod protocol_headers;
mod query;
pub mod ready;
pub mod reels;
pub mod request_id;
pub mod respond;
pub mod route_facts;
pub mod server;
mod slow;
pub mod spelling;
pub mod starting;
pub mod tools;
pub mod webhooks;

use std::sync::{Arc, LazyLock};

use actix_web::{App, web};

use route_facts::{RouteTable, Routes};
pub use server::server;

use crate::tools::Connector;
use deliveries::subscriptions::Subscriptions;
use ingest_runner::reels::Disk;
#[cfg(feature = "previews")]
use publication::previews::Previews;
use publication::published::Latest;
use publication::replay::Replays;
use runtime::metrics::Metrics;
use runtime::status::Status;
use runtime::write_probe::WriteProbe;
use services::accounts::Accounts;
use services::alerts::channels::AlertDelivery;
use services::alerts::holdings::Holdings;
use services::oauth::Authority;
use services::operators::{Operators, WriteConnector};

/// State shared by all workers.
#[derive(Debug)]
pub struct Shared {
    pub latest: Arc<Latest>,
    /// Health of ingest and storage.
    pub status: Arc<Status>,
    /// Counters shown at `/metrics`.
    pub metrics: Arc<Metrics>,
    /// Check whether writes to the database succeed.
    pub write_probe: Arc<WriteProbe>,
    /// Records of the past.
    pub replays: Replays,
    /// Every operation as a tool.
    pub connector: Connector,
    /// Resolution of credentials to identities.
    pub identities: Arc<dyn services::identity::Identities>,
    /// Account services; `None` in a service without accounts.
    pub accounts: Option<Arc<Accounts>>,
    /// Data of accounts.
    pub holdings: Holdings,
    /// Delivery of alerts; `None` in a service without accounts.
    pub ways: Option<AlertDelivery>,
    /// Authorization server for clients; `None` in a service without accounts.
    pub oauth: Option<Authority>,
    /// Access rules of the connector.
    pub admission: connector::Admission,
    /// Operators of resorts.
    pub operators: Operators,
    /// The tools for operators.
    pub write_connector: WriteConnector,
    /// Webhook subscriptions; `None` if they are switched off.
    pub webhooks: Option<Arc<Subscriptions>>,
    /// Headers and documents that never change while the service runs.
    pub constant: respond::Constant,
    /// Pictures of powder reels.
    pub reels: Disk,
    /// Preview pictures of shared links; `None` in a service without a font.
    #[cfg(feature = "previews")]
    pub previews: Option<Previews>,
}

/// Registers every route of the service. Routes are tried in sequence: the most requested come first, and a fixed path
/// costs the routes after it almost nothing.
pub fn routes(config: &mut web::ServiceConfig) {
    // Builds the table before the first request.
    LazyLock::force(&TABLE);
    registered(config);
}

fn registered(config: &mut web::ServiceConfig) -> RouteTable {
    let mut routes = Routes::new(config);
    connector::route(&mut routes);
    api::routes(&mut routes);
    charts::routes(&mut routes);
    connector::other_routes(&mut routes);
    account_connector::route(&mut routes);
    operator::routes(&mut routes);
    health::routes(&mut routes);
    pages::routes(&mut routes);
    #[cfg(feature = "previews")]
    previews::routes(&mut routes);
    account::routes(&mut routes);
    alerts::routes(&mut routes);
    mountains::routes(&mut routes);
    oauth::routes(&mut routes);
    reels::routes(&mut routes);
    webhooks::routes(&mut routes);
    routes.default_service(web::to(pages::not_found));
    routes.into_table()
}

/// Facts of every route of the service.
static TABLE: LazyLock<RouteTable> = LazyLock::new(|| {
    let mut table = RouteTable::default();
    drop(App::new().configure(|config| table = registered(config)));
    table
});
