//! The replicas of a deployment, and the faults between them.

use std::rc::Rc;

use conditions_core::record::Resolution;
use conditions_core::time::{HOUR_MS, MINUTE_MS};
use tokio::time::Instant;

use super::bug::Bug;
use super::judge::{COMPLETE, Grant, Judge, STUCK, Violation};
use super::outside::{Outside, Server};
use super::replica::Replica;
use super::step::{Action, REPLICAS, Step, Task};
use super::tables::Tables;

/// Longest time for which a replica may be stuck after the last fault, in seconds, and the backoff of publications that
/// could not be built.
const STUCK_S: usize = 15;
const SETBACK_S: usize = 64;

/// A whole deployment in memory.
#[derive(Debug)]
pub(super) struct Cluster<'r> {
    replicas: Vec<Replica>,
    pub(super) outside: Outside<'r>,
}

impl<'r> Cluster<'r> {
    /// Creates a deployment with an empty database.
    pub(super) fn new(blank: &'r Resolution, has_timelines: bool, bug: Option<Bug>) -> Self {
        let tables = Tables::of_bug(bug);
        let mut judge = Judge::default();
        judge.committed(1, &tables);
        let mut outside = Outside {
            servers: vec![Server { timeline: 1, tables: tables.clone() }],
            standby: tables,
            timeline: 1,
            has_timelines,
            elapsed: 0,
            begun: Instant::now(),
            blank,
            bug,
            judge,
        };
        let mut replicas: Vec<Replica> = (0..REPLICAS).map(Replica::new).collect();
        replicas.iter_mut().for_each(|replica| replica.start(&mut outside));
        Self { replicas, outside }
    }

    /// Performs a step; returns the number of steps that it covers.
    pub(super) fn step(&mut self, step: &Step) -> Result<u64, Violation> {
        if step.action == Action::Rest { self.rest() } else { self.disturb(step).map(|()| 1) }
    }

    fn disturb(&mut self, step: &Step) -> Result<(), Violation> {
        let Self { replicas, outside } = self;
        outside.elapsed += step.wait_ms;
        match step.action {
            Action::Failover { is_synchronous, stays } => outside.fail_over(is_synchronous, stays),
            Action::Replicate => {
                if let Some(primary) = outside.newest() {
                    let tables = primary.tables.clone();
                    outside.standby = tables;
                }
            }
            Action::Proceed(Task::Lane) => {
                let others = replicas.iter().enumerate().filter(|(number, _)| *number != step.replica);
                let rivals: Vec<Grant> = others.filter_map(|(_, replica)| replica.grant()).collect();
                if let Some(replica) = replicas.get_mut(step.replica) {
                    return replica.lane(outside, &rivals, step.dice);
                }
            }
            action => {
                if let Some(replica) = replicas.get_mut(step.replica) {
                    return replica.act(outside, action, step.dice);
                }
            }
        }
        Ok(())
    }

    /// Ends all faults and checks that every replica catches up. Returns the number of steps.
    fn rest(&mut self) -> Result<u64, Violation> {
        let Self { replicas, outside } = self;
        let mut steps = 0;
        for replica in &mut *replicas {
            replica.heal();
            replica.start(outside);
        }
        let had_failed_builds = replicas.iter().any(Replica::backs_off);
        let seconds = STUCK_S + if had_failed_builds { SETBACK_S } else { 0 };
        for _ in 0..seconds {
            outside.elapsed += 1_000;
            for replica in &mut *replicas {
                replica.act(outside, Action::Watch, 0)?;
                steps += 1 + replica.turn(outside, Task::Publisher)?;
            }
        }
        let newest = outside.newest().map(|server| Rc::clone(&server.tables.rows)).unwrap_or_default();
        for replica in &*replicas {
            let is_equal = replica.world() == &newest;
            outside.judge.check(STUCK, is_equal, || format!("{} does not", replica.owner()))?;
        }
        // Leases of dead processes and of wrong clocks end.
        outside.elapsed += 3 * HOUR_MS;
        for _ in 0..4 {
            outside.elapsed += MINUTE_MS;
            for replica in &mut *replicas {
                steps += replica.turn(outside, Task::Publisher)?;
                steps += replica.turn(outside, Task::Evaluator)?;
            }
        }
        for replica in &*replicas {
            let left = replica.unrecorded(outside)?;
            outside.judge.check(COMPLETE, left == 0, || format!("{left} subjects are not"))?;
        }
        Ok(steps)
    }
}
