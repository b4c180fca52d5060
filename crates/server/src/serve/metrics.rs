//! The metrics of all parts of the service, and what is measured for them.

use std::sync::Arc;

use deliveries::dispatch::Measures;
use runtime::measure::MeasuredState;
use runtime::metrics::Metrics;
use runtime::service_series::ServiceSeries;
use runtime::source_series::SourceSeries;
use runtime::status::Status;
use runtime::supervise::Tasks;

use super::{Parts, past_winters};

/// Creates the metrics of the service and of its sources.
pub(super) fn registered(measures: &Measures, status: &Arc<Status>) -> Arc<Metrics> {
    Arc::new(Metrics::with(|registry| {
        measures.register(registry);
        registry.register_collector(Box::new(SourceSeries(Arc::clone(status))));
        registry.register_collector(Box::new(ServiceSeries(Arc::clone(status))));
    }))
}

/// Starts what is measured periodically.
pub(super) fn start(parts: Parts<'_>, tasks: &mut Tasks) {
    measured(parts).start(tasks);
    past_winters::show_progress(parts, tasks);
}

/// Returns the places that are measured periodically.
fn measured(Parts { config, store, status, metrics, .. }: Parts<'_>) -> MeasuredState {
    MeasuredState {
        store: store.clone(),
        status: Arc::clone(status),
        metrics: Arc::clone(metrics),
        data_folder: config.data_dir.clone(),
        key_file: config.webhooks.key_source(&config.data_dir).into_file(),
    }
}
