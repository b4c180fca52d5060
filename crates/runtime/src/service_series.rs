//! Metrics of the database and of the deployment as this process knows them, made at each scrape.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};

use crate::metrics::table;
use crate::status::Status;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Topic {
    topic: &'static str,
}

/// Exports the service's own part of a status.
#[derive(Debug)]
pub struct ServiceSeries(pub Arc<Status>);

impl ServiceSeries {
    /// Returns the number of changes by topic that another replica has published and this one has not.
    fn lag(&self) -> BTreeMap<&'static str, i64> {
        let (own, processes) = (self.0.publication().counters.clone(), self.0.processes());
        let lag = |(topic, count): (&'static str, i64)| {
            let newest = processes.iter().filter_map(|process| process.counters.get(topic)).max();
            (topic, newest.map_or(0, |newest| (newest - count).max(0)))
        };
        own.into_iter().map(lag).collect()
    }
}

impl Collector for ServiceSeries {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let is_up = self.0.database_fails().is_none();
        table::DATABASE_UP.export(&mut encoder, &ConstGauge::new(i64::from(is_up)))?;
        table::DATABASE_BLOCKED.export(&mut encoder, &ConstGauge::new(i64::from(self.0.writes_wait())))?;
        let replicas = i64::try_from(self.0.processes().len()).unwrap_or(i64::MAX);
        table::REPLICAS.export(&mut encoder, &ConstGauge::new(replicas))?;
        let lag = Family::<Topic, Gauge>::default();
        for (topic, count) in self.lag() {
            lag.get_or_create(&Topic { topic }).set(count);
        }
        table::COUNTER_LAG.export(&mut encoder, &lag)
    }
}

#[cfg(test)]
mod tests;
