//! Metrics of the sources of the deployment, made at each scrape from the rows that every replica reads: a replica that
//! has just started exports all of them, and one that lost a lease keeps no old ones.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use conditions_core::time::Timestamp;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric as _};
use prometheus_client::metrics::TypedMetric;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Unit;
use sources::lanes::silent_ms;

use crate::clock;
use crate::status::Status;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Lane {
    lane: String,
}

type Series = Family<Lane, Gauge<f64, AtomicU64>>;

/// The exported values of a lane.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct LaneTimes {
    last_success_at: Option<Timestamp>,
    newest_value_at: Option<Timestamp>,
    silent: u32,
}

/// Exports the sources of a status.
#[derive(Debug)]
pub struct SourceSeries(pub Arc<Status>);

impl SourceSeries {
    fn lanes(&self, now: Timestamp) -> BTreeMap<String, LaneTimes> {
        let mut lanes: BTreeMap<String, LaneTimes> = BTreeMap::new();
        for (source, health) in self.0.lanes() {
            let silent = health.not_asked.is_none() && health.is_silent(silent_ms(&source), now);
            let times = lanes.entry(health.lane).or_default();
            times.last_success_at = times.last_success_at.max(health.last_success_at);
            times.newest_value_at = times.newest_value_at.max(health.newest_value_at);
            times.silent = times.silent.saturating_add(silent.into());
        }
        lanes
    }
}

impl Collector for SourceSeries {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let lanes = self.lanes(clock::now());
        let seconds = |at: Timestamp| at.millis() as f64 / 1_000.0;
        let mut export = |name, help, unit: Option<&Unit>, value: &dyn Fn(&LaneTimes) -> Option<f64>| {
            let series = Series::default();
            for (lane, times) in &lanes {
                if let Some(value) = value(times) {
                    series.get_or_create(&Lane { lane: lane.clone() }).set(value);
                }
            }
            series.encode(encoder.encode_descriptor(name, help, unit, Series::TYPE)?)
        };
        let unit = Some(&Unit::Seconds);
        export(
            "ingest_last_success_timestamp",
            "When a lane last fetched something usable.",
            unit,
            &|lane| lane.last_success_at.map(seconds),
        )?;
        export(
            "ingest_newest_value_timestamp",
            "Time of the newest value that a lane has brought.",
            unit,
            &|lane| lane.newest_value_at.map(seconds),
        )?;
        export(
            "ingest_silent_sources",
            "Sources of a lane without a success for longer than their limit.",
            None,
            &|lane| Some(f64::from(lane.silent)),
        )
    }
}

#[cfg(test)]
mod tests;
