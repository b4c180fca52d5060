//! Reports changes that the database lost, such as those that an asynchronous standby did not have when it was promoted.

use conditions_core::time::Timestamp;
use runtime::metrics::Metrics;
use runtime::status::Status;

use crate::edition::Coverage;
use crate::versions::Versions;

/// A change counter that went back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loss {
    /// Name of the counter.
    pub topic: &'static str,
    /// Counter of the previous publication.
    pub before: i64,
    /// Counter with which the database continued.
    pub after: i64,
}

/// Returns the changes of `known` that the database does not have after `read`. They are counted from the counters with
/// which the timeline `began`: by the time of the read, new changes may have raised a counter above its former value.
#[must_use]
pub fn lost_changes(known: Coverage, read: Coverage, began: Option<Versions>) -> Vec<Loss> {
    let left = began.unwrap_or(read.versions).by_name();
    let counters = known.versions.by_name().into_iter().zip(left.into_values());
    let losses = counters.map(|((topic, before), after)| Loss { topic, before, after });
    losses.filter(|loss| loss.after < loss.before).collect()
}

/// Reports lost changes in the log, at `/readyz` and in the metrics.
pub(super) fn report(
    known: Coverage,
    read: Coverage,
    began: Option<Versions>,
    status: &Status,
    metrics: &Metrics,
    now: Timestamp,
) {
    let lost = lost_changes(known, read, began);
    for Loss { topic, before, after } in &lost {
        metrics.changes_lost(topic, before.abs_diff(*after));
    }
    let named = |Loss { topic, before, after }: &Loss| format!("{topic} {before} → {after}");
    let lost: Vec<String> = lost.iter().map(named).collect();
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
