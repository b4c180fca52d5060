//! Reports changes that the database lost, such as those that an asynchronous standby did not have when it was promoted.

use conditions_core::time::Timestamp;
use runtime::metrics::Metrics;
use runtime::status::Status;

use crate::edition::Coverage;
use crate::versions::Versions;

/// Reports the changes of `known` that the database does not have after `read`. They are counted from the counters with
/// which the timeline `began`: by the time of the read, new changes may have raised a counter above its former value.
pub(super) fn report(
    known: Coverage,
    read: Coverage,
    began: Option<Versions>,
    status: &Status,
    metrics: &Metrics,
    now: Timestamp,
) {
    let mut lost = Vec::new();
    let left = began.unwrap_or(read.versions).named();
    for ((name, before), after) in known.versions.named().into_iter().zip(left.into_values()) {
        if after < before {
            metrics.changes_lost(name, before.abs_diff(after));
            lost.push(format!("{name} {before} → {after}"));
        }
    }
    if !lost.is_empty() {
        let text = format!("the database lost changes: {}", lost.join(", "));
        tracing::warn!("{text}");
        status.changes_lost(text, now);
    } else if known.timeline != read.timeline {
        let (before, after) = (known.timeline, read.timeline);
        let is_certain = began.is_some();
        tracing::info!(
            before,
            after,
            is_certain,
            "a standby was promoted; no change that was published is lost"
        );
    }
}

#[cfg(test)]
mod tests;
