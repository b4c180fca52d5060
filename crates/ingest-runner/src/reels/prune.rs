//! Retention of reels: a number of days after their last frame, and a total size, the oldest removed first.

use conditions_core::time::Timestamp;
use evidence::{Form as _, Reels};
use pictures::Reel;
use storage::{Store, StoreError, documents};

use super::Disk;
use crate::options::ReelLimits;

/// Removes reels that are too old or exceed the total size; returns their number.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn prune(
    store: &Store,
    disk: &Disk,
    limits: ReelLimits,
    now: Timestamp,
) -> Result<usize, StoreError> {
    let stored = store.read(|conn| documents::of_kind(conn, Reels::NAME)).await?;
    let read = |payload: &str| Reels::decode(payload).ok();
    let reels: Vec<Reel> = stored.iter().filter_map(|document| read(&document.payload)).collect();
    let old = past(&reels, limits, now);
    let ids = old.clone();
    let remove = move |conn: &mut storage::Conn| {
        ids.iter().try_for_each(|id| documents::remove(conn, Reels::NAME, id).map(drop))
    };
    if !old.is_empty() {
        store.run(remove).await?;
    }
    let (disk, kept) = (disk.clone(), reels.into_iter().map(|reel| reel.id).filter(|id| !old.contains(id)));
    let kept: Vec<String> = kept.collect();
    // Files without a stored reel are removed as well: those just removed, and those of a reel whose record was never
    // stored.
    let swept = tokio::task::spawn_blocking(move || sweep(&disk, &kept)).await;
    if let Ok(Err(error)) = swept {
        tracing::warn!(%error, "cannot remove the files of old reels");
    }
    Ok(old.len())
}

/// Returns the identifiers of the reels to remove.
fn past(reels: &[Reel], limits: ReelLimits, now: Timestamp) -> Vec<String> {
    let keep_ms = i64::try_from(limits.keep.as_millis()).unwrap_or(i64::MAX);
    let mut newest_first: Vec<&Reel> = reels.iter().collect();
    newest_first.sort_by_key(|reel| std::cmp::Reverse((reel.ends_at(), reel.id.as_str())));
    let mut bytes = 0_u64;
    let mut old = Vec::new();
    for reel in newest_first {
        bytes = bytes.saturating_add(reel.bytes);
        let is_old = reel.ends_at().is_none_or(|at| now.since(at) > keep_ms);
        // A reel that grows also has its frames.
        if is_old || (bytes > limits.bytes && reel.is_over) {
            old.push(reel.id.clone());
        }
    }
    old
}

fn sweep(disk: &Disk, kept: &[String]) -> std::io::Result<()> {
    for id in disk.ids()? {
        if !kept.contains(&id) {
            disk.remove(&id)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
