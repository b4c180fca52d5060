//! A replica's publisher: `publication::publisher::PollState` decides what it reads and what its publications cover.

use std::rc::Rc;
use std::time::Duration;

use publication::edition;
use publication::publisher::{Ground, PollRead, PollState, lost_changes};
use publication::versions::Versions;

use super::super::bug::Bug;
use super::super::judge::Violation;
use super::super::outside::Outside;
use super::super::step::Task;
use super::super::tables::{Row, Rows};
use super::Replica;

/// Interval of publications.
const TICK: Duration = Duration::from_secs(60);

/// State of the publisher.
#[derive(Debug)]
pub(super) enum Poll {
    Idle,
    /// A read, and the timeline that was known before it.
    Sent {
        look: PollRead,
        timeline: Option<u32>,
    },
    Answered {
        answer: Box<Answer>,
        timeline: Option<u32>,
    },
}

/// The answer to a read.
#[derive(Debug)]
pub(super) struct Answer {
    look: PollRead,
    versions: Versions,
    rows: Vec<(usize, Row)>,
    began: Option<Versions>,
}

impl Poll {
    /// Returns the first read of a process.
    pub(super) fn first(timeline: Option<u32>) -> Self {
        Self::Sent { look: Replica::first_look(timeline), timeline }
    }
}

const fn versions(evidence: i64) -> Versions {
    Versions { evidence, winters: 0, documents: 0, grades: 0 }
}

impl Replica {
    /// Proceeds to the next wait of the publisher.
    pub(super) fn publish(&mut self, outside: &mut Outside<'_>, dice: u64) -> Result<(), Violation> {
        match std::mem::replace(&mut self.poll, Poll::Idle) {
            Poll::Idle => {
                let timeline = self.known_timeline(outside);
                let losses = self.losses;
                let Some(following) = &mut self.following else {
                    self.poll = Poll::first(timeline);
                    return Ok(());
                };
                match following.poll(losses, timeline, || u128::from(dice)) {
                    Some(look) => self.poll = Poll::Sent { look, timeline },
                    None => return self.age(outside),
                }
            }
            Poll::Sent { look, timeline } => {
                let Some(server) = self.reach(outside, Task::Publisher, dice)? else {
                    return self.age(outside);
                };
                let began = server.tables.began;
                let (version, rows) = server.tables.changed_since(look.since().evidence);
                let highest = self.timeline(outside);
                let began =
                    began.filter(|(timeline, _)| look.follows_promotion() && highest == Some(*timeline));
                let began = began.map(|(_, version)| versions(version));
                if !self.loses_answer() {
                    let answer = Box::new(Answer { look, versions: versions(version), rows, began });
                    self.poll = Poll::Answered { answer, timeline };
                }
            }
            Poll::Answered { answer, timeline } => {
                let now_known = self.known_timeline(outside);
                let is_early =
                    outside.has(Bug::NamesEarlierTimeline) && answer.look.ground() == Ground::Nothing;
                let seen = if is_early { timeline } else { now_known };
                match answer.look.covered(seen, answer.versions) {
                    Ok(coverage) => return self.show(outside, *answer, coverage),
                    Err(look) => self.poll = Poll::Sent { look, timeline: now_known },
                }
            }
        }
        Ok(())
    }

    /// Returns the timeline that the publisher is given.
    fn known_timeline(&self, outside: &Outside<'_>) -> Option<u32> {
        match &self.following {
            Some(following) if outside.has(Bug::IgnoresPromotion) => following.coverage().timeline,
            _ => self.timeline(outside),
        }
    }

    /// Publishes the known world again.
    fn age(&mut self, outside: &mut Outside<'_>) -> Result<(), Violation> {
        let Some(following) = &self.following else { return Ok(()) };
        self.as_of = edition::time_of(outside.now(self.skew), TICK);
        outside.judge.published(following.coverage(), self.as_of, &self.world)
    }

    fn show(
        &mut self,
        outside: &mut Outside<'_>,
        answer: Answer,
        coverage: edition::Coverage,
    ) -> Result<(), Violation> {
        let Answer { look, rows, began, .. } = answer;
        let is_broken = std::mem::take(&mut self.faults.is_build_broken);
        if let Some(following) = &mut self.following {
            if is_broken {
                following.failed();
                self.has_failed_builds = true;
                if outside.has(Bug::ReachesUnpublished) {
                    following.published(look, coverage);
                }
                return self.age(outside);
            }
            let began = began.filter(|_| !outside.has(Bug::CountsLossesLate));
            let known = following.coverage();
            outside.judge.check_losses(known, coverage, &lost_changes(known, coverage, began))?;
            following.published(look, coverage);
        } else {
            self.following = Some(PollState::new(coverage, 0));
        }
        self.has_failed_builds = false;
        if look.ground() == Ground::Nothing && !outside.has(Bug::RebuildsOnKnownWorld) {
            self.world = Rows::default();
        }
        if !rows.is_empty() {
            Rc::make_mut(&mut self.world).extend(rows);
        }
        self.age(outside)
    }
}
