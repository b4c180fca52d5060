//! A replica's lane: it writes while `runtime::lease::ConfirmedLease` trusts its lease.

use std::rc::Rc;
use std::time::Duration;

use conditions_core::time::{HOUR_MS, Timestamp};
use runtime::lease::{ConfirmedLease, LANE_TTL};
use tokio::time::Instant;

use super::super::bug::Bug;
use super::super::judge::{Grant, Violation};
use super::super::outside::Outside;
use super::super::step::Task;
use super::super::tables::Row;
use super::{PLACES, Replica};

/// Name of the lease.
pub(super) const LEASE: &str = "lane";

/// Longest time from a request to its transaction: work that has not begun by then never does.
const PATIENCE: Duration = Duration::from_secs(60);

/// State of the lane.
#[derive(Debug)]
pub(super) enum Lane {
    Idle,
    /// A request for the lease.
    Requested {
        asked: Instant,
    },
    /// The answer to it.
    Granted {
        asked: Instant,
        timeline: u32,
    },
    /// A write, sent while the lease was trusted.
    Writing {
        place: usize,
        row: Row,
    },
}

impl Replica {
    /// Proceeds to the next wait of the lane. `rivals` are the leases of other replicas.
    pub(in super::super) fn lane(
        &mut self,
        outside: &mut Outside<'_>,
        rivals: &[Grant],
        dice: u64,
    ) -> Result<(), Violation> {
        if !self.is_alive {
            return Ok(());
        }
        let (monotonic, now) = (outside.monotonic(), outside.now(self.skew));
        match std::mem::replace(&mut self.lane, Lane::Idle) {
            Lane::Idle => {
                let forever = outside.has(Bug::TrustsForever);
                if let Some(grant) = self.grant.filter(|one| forever || one.confirmed.is_trusted(monotonic)) {
                    let (place, row) = drawn(dice, now);
                    self.lane = Lane::Writing { place, row };
                    return outside.judge.acts(&grant, rivals.iter(), monotonic);
                }
                self.lane = Lane::Requested { asked: monotonic };
            }
            Lane::Requested { asked, .. } if monotonic.saturating_duration_since(asked) > PATIENCE => {}
            Lane::Requested { asked } => {
                let time = outside.lease_time(self.skew);
                let owner = Rc::clone(&self.owner);
                let millis = i64::try_from(LANE_TTL.as_millis()).unwrap_or(i64::MAX);
                let Some(server) = self.reach(outside, Task::Lane, dice)? else { return Ok(()) };
                let is_granted = server.tables.acquire(LEASE, &owner, time, millis);
                let timeline = server.timeline;
                self.grant = self.grant.filter(|_| is_granted);
                if !self.loses_answer() && is_granted {
                    self.lane = Lane::Granted { asked, timeline };
                }
            }
            Lane::Granted { asked, timeline } => {
                let counted = if outside.has(Bug::TrustsFromAnswer) { monotonic } else { asked };
                let confirmed = ConfirmedLease::of_request(counted);
                self.grant = Some(Grant { confirmed, asked, timeline });
            }
            Lane::Writing { place, row } => {
                let now = row.captured_at;
                if let Some(server) = self.reach(outside, Task::Lane, dice)? {
                    server.tables.append(place, row, now);
                    let (timeline, tables) = (server.timeline, server.tables.clone());
                    outside.judge.committed(timeline, &tables);
                    let _ = self.loses_answer();
                }
            }
        }
        Ok(())
    }
}

/// Returns a row of some resort: new snow of 0 to 59.9 cm, and its depth.
fn drawn(dice: u64, now: Timestamp) -> (usize, Row) {
    let part = |shift: u32, most: u64| i32::try_from((dice >> shift) % most).unwrap_or(0);
    let place = usize::try_from(dice % PLACES).unwrap_or(0);
    let observed_at = Timestamp::from_millis(now.millis() / HOUR_MS * HOUR_MS);
    let snow = (part(8, 600), 500 + part(24, 2_000));
    (place, Row { captured_at: now, id: dice, observed_at, snow })
}
