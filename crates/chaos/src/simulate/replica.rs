//! One replica: what it holds in memory, and what each of its tasks waits for.

use std::collections::BTreeMap;
use std::rc::Rc;

use conditions_core::time::Timestamp;
use publication::publisher::{PollRead, PollState};
use storage::{Fence, Timeline};
use webhooks::events::start::Start;

use super::bug::Bug;
use super::judge::{FENCED, Grant, Violation};
use super::outside::{Outside, Server};
use super::step::{Action, Cut, Task};
use super::tables::Rows;

mod evaluator;
mod lane;
mod publisher;

use evaluator::Evaluator;
use lane::Lane;
use publisher::Poll;

pub(super) use evaluator::blank;

/// Number of rows of evidence.
const PLACES: u64 = 12;
/// Resorts whose rows, the first ones, are watched by events.
pub(super) const SLUGS: [&str; 4] = ["alta", "lech", "niseko", "vail"];
/// Steps within which a task is idle again, with room for repeated reads and a record for each resort.
const TURN: u64 = 12;
/// System identifier of all servers.
const SYSTEM: u64 = 1;

/// Faults of a replica's surroundings.
#[derive(Debug, Default)]
struct Faults {
    cut: Option<Cut>,
    is_build_broken: bool,
    is_answer_lost: bool,
    torn_after: Option<u32>,
}

/// One process and its connections. A process that died keeps its clock and its number.
#[derive(Debug)]
pub(super) struct Replica {
    number: usize,
    life: u32,
    owner: Rc<str>,
    is_alive: bool,
    /// Deviation of its wall clock, in milliseconds.
    skew: i64,
    faults: Faults,
    fence: Fence,
    losses: u64,
    /// Timeline of the connection of each task.
    links: BTreeMap<Task, u32>,
    /// The newest timeline that any statement reached.
    newest: u32,
    /// `None` until everything was read once.
    following: Option<PollState>,
    has_failed_builds: bool,
    world: Rows,
    as_of: Timestamp,
    poll: Poll,
    lane: Lane,
    grant: Option<Grant>,
    start: Start,
    evaluator: Evaluator,
}

impl Replica {
    /// Creates a replica that does not run.
    pub(super) fn new(number: usize) -> Self {
        let never = Timestamp::from_millis(0);
        Self {
            number,
            life: 0,
            owner: "".into(),
            is_alive: false,
            skew: 0,
            faults: Faults::default(),
            fence: Fence::default(),
            losses: 0,
            links: BTreeMap::new(),
            newest: 0,
            following: None,
            has_failed_builds: false,
            world: Rows::default(),
            as_of: never,
            poll: Poll::Idle,
            lane: Lane::Idle,
            grant: None,
            start: Start::at(never),
            evaluator: Evaluator::Idle,
        }
    }

    pub(super) fn owner(&self) -> &str {
        &self.owner
    }

    pub(super) const fn world(&self) -> &Rows {
        &self.world
    }

    /// Returns the lease that it believes to hold.
    pub(super) fn grant(&self) -> Option<Grant> {
        self.grant.filter(|_| self.is_alive)
    }

    /// Returns whether publications failed since the last one that did not.
    pub(super) const fn backs_off(&self) -> bool {
        self.has_failed_builds
    }

    /// Ends the faults around the process.
    pub(super) fn heal(&mut self) {
        self.faults = Faults::default();
        self.skew = 0;
    }

    /// Performs an action of this process or around it.
    pub(super) fn act(
        &mut self,
        outside: &mut Outside<'_>,
        action: Action,
        dice: u64,
    ) -> Result<(), Violation> {
        match action {
            Action::Start => self.start(outside),
            Action::Crash => self.is_alive = false,
            Action::Stop => self.stop(outside),
            Action::Partition(cut) => self.faults.cut = Some(cut),
            Action::Heal => self.faults.cut = None,
            Action::Jump { millis } => self.skew = millis,
            Action::BreakBuild => self.faults.is_build_broken = true,
            Action::LoseAnswer => self.faults.is_answer_lost = true,
            Action::Tear { writes } => self.faults.torn_after = Some(writes),
            Action::Watch if self.is_alive => self.watch(outside),
            Action::Proceed(Task::Publisher) if self.is_alive => return self.publish(outside, dice),
            Action::Proceed(Task::Evaluator) if self.is_alive => return self.evaluate(outside, dice),
            // Those of the servers, and of the lane, which needs the other replicas.
            _ => {}
        }
        Ok(())
    }

    /// Performs steps of a task until it is idle; returns their number.
    pub(super) fn turn(&mut self, outside: &mut Outside<'_>, task: Task) -> Result<u64, Violation> {
        for step in 1..=TURN {
            self.act(outside, Action::Proceed(task), 0)?;
            let is_idle = match task {
                Task::Publisher => matches!(self.poll, Poll::Idle),
                Task::Evaluator => matches!(self.evaluator, Evaluator::Idle),
                Task::Lane => true,
            };
            if is_idle {
                return Ok(step);
            }
        }
        Ok(TURN)
    }

    /// Starts the process if it does not run and reaches a primary.
    pub(super) fn start(&mut self, outside: &mut Outside<'_>) {
        if self.is_alive {
            return;
        }
        let (number, life) = (self.number, self.life + 1);
        let Self { skew, .. } = *self;
        let faults = std::mem::take(&mut self.faults);
        let owner = format!("replica-{number}-{life}").into();
        let now = outside.now(skew);
        let new = Self::new(number);
        *self = Self { life, owner, skew, faults, start: Start::at(now), ..new };
        self.is_alive = self.connect(outside, Task::Publisher, 0);
        if self.is_alive {
            self.poll = Poll::first(self.timeline(outside));
        }
    }

    fn stop(&mut self, outside: &mut Outside<'_>) {
        let owner = Rc::clone(&self.owner);
        if self.is_alive
            && let Ok(Some(server)) = self.reach(outside, Task::Lane, 1)
        {
            server.tables.release(lane::LEASE, &owner);
            server.tables.release(evaluator::LEASE, &owner);
        }
        self.is_alive = false;
    }

    /// Returns the newest known timeline.
    fn timeline(&self, outside: &Outside<'_>) -> Option<u32> {
        self.fence.highest().filter(|_| outside.has_timelines).map(|timeline| timeline.number)
    }

    /// Returns whether the network connects the process with a server.
    fn sees(&self, outside: &Outside<'_>, timeline: u32) -> bool {
        let newest = outside.servers.last().map(|server| server.timeline);
        match self.faults.cut {
            None => true,
            Some(Cut::Newest) => newest != Some(timeline),
            Some(Cut::All) => false,
        }
    }

    /// Returns whether the fence admits a server.
    fn admits(&self, outside: &Outside<'_>, timeline: u32) -> bool {
        if outside.has(Bug::IgnoresFence) {
            return true;
        }
        let own = Timeline { system: SYSTEM, number: timeline };
        self.fence.admit("server", outside.has_timelines.then_some(own)).is_ok()
    }

    /// Looks at every server, as the thread that watches the hosts does.
    fn watch(&self, outside: &Outside<'_>) {
        for server in outside.servers.iter().filter(|server| self.sees(outside, server.timeline)) {
            let _ = self.admits(outside, server.timeline);
        }
    }

    /// Connects a task to a server that accepts writes; returns whether that succeeded. A known server that answers first
    /// is used without waiting for the others.
    fn connect(&mut self, outside: &mut Outside<'_>, task: Task, dice: u64) -> bool {
        let seen = outside.servers.iter().map(|server| server.timeline);
        let mut seen: Vec<u32> = seen.filter(|timeline| self.sees(outside, *timeline)).collect();
        let is_oldest_first = self.timeline(outside).is_some() && dice & 2 == 0;
        if !is_oldest_first {
            seen.reverse();
        }
        let Some(timeline) = seen.into_iter().find(|timeline| self.admits(outside, *timeline)) else {
            return false;
        };
        self.links.insert(task, timeline);
        if let Some(server) = outside.servers.iter_mut().find(|server| server.timeline == timeline)
            && server.tables.began.is_none_or(|(stored, _)| stored < timeline)
        {
            server.tables.began = Some((timeline, server.tables.version));
        }
        true
    }

    /// Returns the server that a statement of a task reaches. A connection that was lost is replaced, and the statement is
    /// then lost or repeated.
    fn reach<'s>(
        &mut self,
        outside: &'s mut Outside<'_>,
        task: Task,
        dice: u64,
    ) -> Result<Option<&'s mut Server>, Violation> {
        let is_usable = |timeline: u32| {
            let exists = outside.servers.iter().any(|server| server.timeline == timeline);
            let is_superseded = !outside.has(Bug::IgnoresFence)
                && self.timeline(outside).is_some_and(|highest| highest > timeline);
            exists && !is_superseded && self.sees(outside, timeline)
        };
        match self.links.get(&task).copied() {
            Some(timeline) if is_usable(timeline) => {}
            Some(_) => {
                self.links.remove(&task);
                self.losses += u64::from(!outside.has(Bug::IgnoresLostConnections));
                if dice & 1 == 1 || !self.connect(outside, task, dice) {
                    return Ok(None);
                }
            }
            None if !self.connect(outside, task, dice) => return Ok(None),
            None => {}
        }
        let Some(timeline) = self.links.get(&task).copied() else { return Ok(None) };
        let before = self.newest;
        outside
            .judge
            .check(FENCED, timeline >= before, || format!("from timeline {before} to {timeline}"))?;
        self.newest = timeline;
        Ok(outside.servers.iter_mut().find(|server| server.timeline == timeline))
    }

    /// Returns whether the next answer is lost.
    fn loses_answer(&mut self) -> bool {
        std::mem::take(&mut self.faults.is_answer_lost)
    }

    /// Returns the first read of the process.
    fn first_look(timeline: Option<u32>) -> PollRead {
        let known = publication::edition::Coverage { timeline, ..Default::default() };
        PollRead::first(known, 0)
    }
}
