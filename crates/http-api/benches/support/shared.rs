//! The state that workers share, without a server.

use std::sync::Arc;
use std::time::Duration;

use http_api::Shared;
use http_api::connector::Admission;
use http_api::options::Options;
use http_api::tools::Connector;
use publication::published::{Latest, Published};
use publication::replay::Replays;
use runtime::metrics::Metrics;
use runtime::status::Status;
use services::alerts::holdings::Holdings;
use services::identity::NoAccounts;
use services::operators::{Operators, WriteConnector};
use world::Service;

/// Builds the shared state of an unconfigured deployment with this publication and without history.
pub(crate) fn shared(
    published: Published,
    service: &Arc<Service>,
) -> Result<Arc<Shared>, Box<dyn std::error::Error>> {
    let latest = Arc::new(Latest::default());
    latest.publish(published);
    let kept = std::env::temp_dir().join(format!("snow-conditions-bench-{}.sqlite", std::process::id()));
    let store = runtime::opening::open(&kept.to_string_lossy())?;
    Ok(Arc::new(Shared {
        operators: Operators::new(store.clone(), Arc::clone(&latest), Arc::default(), None),
        write_connector: WriteConnector::new(service)?,
        ways: None,
        oauth: None,
        holdings: Holdings::new(store.clone(), Arc::new(())),
        replays: Replays::new(store, Duration::from_secs(86_400)),
        latest,
        status: Arc::new(Status::default()),
        metrics: Arc::new(Metrics::default()),
        write_probe: Arc::default(),
        connector: Connector::new(service)?,
        identities: Arc::new(NoAccounts),
        accounts: None,
        admission: Admission::new(&Options::default()),
        reels: ingest_runner::reels::Disk::in_data_folder(std::path::Path::new("none")),
        #[cfg(feature = "previews")]
        previews: None,
        constant: http_api::constant::constant(service, false),
        webhooks: None,
    }))
}
