//! Metrics of the sources of the deployment, made at each scrape from the rows that every replica reads: a replica that
//! has just started exports all of them, and one that lost a lease keeps no old ones.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use conditions_core::time::Timestamp;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use sources::failure::FailureClass;
use sources::lanes::{old_ms, silent_ms};

use crate::clock;
use crate::metrics::table::{self, Metric};
use crate::status::Status;

/// Number of failures in a row after which a source counts as failing: a call and its repeat. Most lanes call rarely, so a
/// third failure may take minutes.
const FAILING: u32 = 2;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Lane {
    lane: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct FailingLane {
    lane: String,
    class: &'static str,
}

type Series<L> = Family<L, Gauge<f64, AtomicU64>>;

/// The exported values of a lane.
#[derive(Debug, Default, Clone, PartialEq)]
struct LaneTimes {
    last_success_at: Option<Timestamp>,
    newest_value_at: Option<Timestamp>,
    next_due_at: Option<Timestamp>,
    silent: u32,
    stale: u32,
    /// Failing sources by the class of their last failure.
    failing: BTreeMap<&'static str, u32>,
}

/// Exports the sources of a status.
#[derive(Debug)]
pub struct SourceSeries(pub Arc<Status>);

impl SourceSeries {
    fn lanes(&self, now: Timestamp) -> BTreeMap<String, LaneTimes> {
        let mut lanes: BTreeMap<String, LaneTimes> = BTreeMap::new();
        for (source, health) in self.0.lanes() {
            let is_asked = health.not_asked.is_none();
            let is_silent = is_asked && health.is_silent(silent_ms(&source), now);
            let is_stale = is_asked && !is_silent && health.is_old(old_ms(&source), now);
            let times = lanes.entry(health.lane).or_default();
            times.last_success_at = times.last_success_at.max(health.last_success_at);
            times.newest_value_at = times.newest_value_at.max(health.newest_value_at);
            times.next_due_at = [times.next_due_at, health.next_due_at].into_iter().flatten().min();
            times.silent = times.silent.saturating_add(is_silent.into());
            times.stale = times.stale.saturating_add(is_stale.into());
            if is_asked && health.consecutive_failures >= FAILING {
                let class = health.failure_class.unwrap_or(FailureClass::Other).name();
                *times.failing.entry(class).or_default() += 1;
            }
        }
        lanes
    }
}

impl Collector for SourceSeries {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let lanes = self.lanes(clock::now());
        let seconds = |at: Timestamp| at.millis() as f64 / 1_000.0;
        let mut export = |metric: Metric, value: &dyn Fn(&LaneTimes) -> Option<f64>| {
            let series = Series::default();
            for (lane, times) in &lanes {
                if let Some(value) = value(times) {
                    series.get_or_create(&Lane { lane: lane.clone() }).set(value);
                }
            }
            metric.export(&mut encoder, &series)
        };
        export(table::LAST_SUCCESS, &|lane| lane.last_success_at.map(seconds))?;
        export(table::NEWEST_VALUE, &|lane| lane.newest_value_at.map(seconds))?;
        export(table::NEXT_DUE, &|lane| lane.next_due_at.map(seconds))?;
        export(table::SILENT, &|lane| Some(f64::from(lane.silent)))?;
        export(table::STALE, &|lane| Some(f64::from(lane.stale)))?;
        let failing = Series::default();
        for (lane, times) in &lanes {
            for (class, count) in &times.failing {
                failing.get_or_create(&FailingLane { lane: lane.clone(), class }).set(f64::from(*count));
            }
        }
        table::FAILING.export(&mut encoder, &failing)
    }
}

#[cfg(test)]
mod tests;
