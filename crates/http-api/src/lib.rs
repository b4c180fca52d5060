//! The HTTP face: routes folded from the operation table, and the few pages beside it.

pub mod account;
mod account_connector;
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
pub mod guard;
pub mod health;
pub mod identify;
pub mod identity;
pub mod lists;
mod network;
mod oauth;
pub mod observe;
pub mod operator;
pub mod options;
pub mod own;
mod own_origin;
pub mod pages;
mod personal;
pub mod presented;
#[cfg(feature = "previews")]
mod previews;
pub mod problem;
mod query;
pub mod reels;
pub mod request_id;
pub mod respond;
pub mod route_facts;
pub mod server;
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
use services::alerts::holdings::Holdings;
use services::alerts::ways::Ways;
use services::oauth::Authority;
use services::operators::{Operators, WriteConnector};

/// What every worker shares.
#[derive(Debug)]
pub struct Shared {
    /// The newest publication.
    pub latest: Arc<Latest>,
    /// Health of ingest and storage.
    pub status: Arc<Status>,
    /// The counters shown at `/metrics`.
    pub metrics: Arc<Metrics>,
    /// Whether writes get through to the database.
    pub write_probe: Arc<WriteProbe>,
    /// Records of the past.
    pub replays: Replays,
    /// Every operation as a tool.
    pub connector: Connector,
    /// Who stands behind what a request presents.
    pub identities: Arc<dyn services::identity::Identities>,
    /// What people do with their accounts; none in a service without them.
    pub accounts: Option<Arc<Accounts>>,
    /// What accounts hold.
    pub holdings: Holdings,
    /// Where their alerts go; none in a service without accounts.
    pub ways: Option<Ways>,
    /// What people allow clients; none in a service without accounts.
    pub oauth: Option<Authority>,
    /// Who is let in to the connector.
    pub admission: connector::Admission,
    /// Who speaks in a resort's name.
    pub operators: Operators,
    /// The tools of those who do.
    pub write_connector: WriteConnector,
    /// Where webhook subscriptions are made; none when they are switched off.
    pub webhooks: Option<Arc<Subscriptions>>,
    /// Headers and documents that never change while the service runs.
    pub constant: respond::Constant,
    /// The pictures of powder reels.
    pub reels: Disk,
    /// Pictures for previews of shared links; none in a service without a font.
    #[cfg(feature = "previews")]
    pub previews: Option<Previews>,
}

/// Every route of the service. They are tried one after the other: what is asked for most goes first, and a fixed path
/// costs those behind it next to nothing.
pub fn routes(config: &mut web::ServiceConfig) {
    // Before the first request.
    LazyLock::force(&TABLE);
    registered(config);
}

fn registered(config: &mut web::ServiceConfig) -> RouteTable {
    let mut routes = Routes::new(config);
    connector::route(&mut routes);
    api::routes(&mut routes);
    charts::routes(&mut routes);
    connector::resort_route(&mut routes);
    account_connector::route(&mut routes);
    operator::routes(&mut routes);
    health::routes(&mut routes);
    pages::routes(&mut routes);
    #[cfg(feature = "previews")]
    previews::routes(&mut routes);
    account::routes(&mut routes);
    alerts::routes(&mut routes);
    oauth::routes(&mut routes);
    reels::routes(&mut routes);
    webhooks::routes(&mut routes);
    routes.default_service(web::to(pages::nothing_here));
    routes.into_table()
}

/// The facts of every route of the service.
static TABLE: LazyLock<RouteTable> = LazyLock::new(|| {
    let mut table = RouteTable::default();
    drop(App::new().configure(|config| table = registered(config)));
    table
});
