//! Everything outside of the replicas: the database servers that they share, the clocks, and the judge of what happens.

use conditions_core::record::Resolution;
use conditions_core::time::Timestamp;
use tokio::time::Instant;

use super::bug::Bug;
use super::judge::{Judge, monotonic};
use super::tables::Tables;

/// Beginning of every history: 2026-11-20T12:00:00Z.
const BEGIN_MS: i64 = 1_795_176_000_000;

/// One server.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) timeline: u32,
    pub(super) tables: Tables,
}

/// Everything outside of the replicas.
#[derive(Debug)]
pub(super) struct Outside<'r> {
    /// Servers that accept writes, oldest first; the last one is the newest primary.
    pub(super) servers: Vec<Server>,
    pub(super) standby: Tables,
    pub(super) timeline: u32,
    /// Whether the engine has timelines.
    pub(super) has_timelines: bool,
    /// Real time since the beginning, in milliseconds.
    pub(super) elapsed: i64,
    pub(super) begun: Instant,
    pub(super) blank: &'r Resolution,
    pub(super) bug: Option<Bug>,
    pub(super) judge: Judge,
}

impl Outside<'_> {
    /// Returns the wall clock with a deviation.
    pub(super) fn now(&self, skew: i64) -> Timestamp {
        Timestamp::from_millis(BEGIN_MS + self.elapsed + skew)
    }

    /// Returns the time by which the lease of a process lasts: that of the database.
    pub(super) fn lease_time(&self, skew: i64) -> Timestamp {
        self.now(if self.has(Bug::LastsByOwnClock) { skew } else { 0 })
    }

    /// Returns the monotonic clock, which all replicas share.
    pub(super) fn monotonic(&self) -> Instant {
        monotonic(self.begun, self.elapsed)
    }

    pub(super) fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    pub(super) fn newest(&mut self) -> Option<&mut Server> {
        self.servers.last_mut()
    }

    /// Promotes the standby.
    pub(super) fn fail_over(&mut self, is_synchronous: bool, stays: bool) {
        let Some(primary) = self.servers.last() else { return };
        if is_synchronous {
            self.standby = primary.tables.clone();
        }
        let from = primary.timeline;
        if stays && self.has_timelines {
            // At most one old primary.
            self.servers.drain(..self.servers.len() - 1);
        } else {
            self.servers.clear();
        }
        self.timeline += 1;
        let tables = self.standby.clone();
        self.judge.branched(self.timeline, from, tables.version);
        self.judge.committed(self.timeline, &tables);
        self.servers.push(Server { timeline: self.timeline, tables });
    }
}
