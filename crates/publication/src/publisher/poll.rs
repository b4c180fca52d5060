//! Decides what each poll reads, and which data a publication then covers. Only the reads themselves are elsewhere, so the
//! simulation in `crates/chaos` runs this code.

use super::backoff::Setback;
use super::rebuild::Rebuild;
use crate::edition::Coverage;
use crate::versions::Versions;

/// The base on which a world is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// The current world.
    Known,
    /// The resorts without any data.
    Nothing,
}

/// One read of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PollRead {
    /// The data of the current world.
    known: Coverage,
    ground: Ground,
    /// Timeline from which an answer is accepted.
    timeline: Option<u32>,
    /// Number of connections lost before the poll: one that is lost from then on is found at a later poll.
    losses: u64,
}

impl PollRead {
    /// Returns the first read of a process, which reads everything. Counters of `known` do not matter.
    #[must_use]
    pub const fn first(known: Coverage, losses: u64) -> Self {
        Self { known, ground: Ground::Nothing, timeline: known.timeline, losses }
    }

    /// Returns the base for the rows that are read.
    #[must_use]
    pub const fn ground(self) -> Ground {
        self.ground
    }

    /// Returns the counters after which rows are read; 0 for everything.
    #[must_use]
    pub fn since(self) -> Versions {
        match self.ground {
            Ground::Known => self.known.versions,
            Ground::Nothing => Versions::default(),
        }
    }

    /// Returns whether a standby was promoted since the current world was read.
    #[must_use]
    pub fn follows_promotion(self) -> bool {
        self.timeline != self.known.timeline
    }

    /// Returns the data that a publication of the answer covers. `timeline` is the newest one that is known after the
    /// answer: the timeline of a connection is known before its first statement.
    ///
    /// # Errors
    /// Returns the next read if the answer cannot be used. After a failover or a restored backup, equal or higher counters
    /// may count other rows, so everything is read. If a standby was promoted during that read, it may be from either
    /// timeline.
    pub fn covered(self, timeline: Option<u32>, versions: Versions) -> Result<Coverage, Self> {
        let is_behind = self.ground == Ground::Known && versions.is_behind(self.known.versions);
        if timeline == self.timeline && !is_behind {
            return Ok(Coverage { timeline, versions, ..self.known });
        }
        Err(Self { ground: Ground::Nothing, timeline, ..self })
    }
}

/// The progress of a publisher.
#[derive(Debug)]
pub struct PollState {
    coverage: Coverage,
    rebuild: Rebuild,
    setback: Setback,
}

impl PollState {
    /// Creates the progress of a publisher that has published the answer of a first read.
    #[must_use]
    pub fn new(coverage: Coverage, losses: u64) -> Self {
        Self { coverage, rebuild: Rebuild::new(losses), setback: Setback::default() }
    }

    /// Returns the data that the publication covers.
    #[must_use]
    pub const fn coverage(&self) -> Coverage {
        self.coverage
    }

    /// Counts a poll made after `losses` lost connections, when `timeline` is the newest that is known. Returns what it
    /// reads; `None` while it backs off after a failed publication. `random` draws a waiting time.
    pub fn poll(
        &mut self,
        losses: u64,
        timeline: Option<u32>,
        random: impl FnOnce() -> u128,
    ) -> Option<PollRead> {
        if self.setback.waits() {
            return None;
        }
        let known = self.coverage;
        Some(if self.rebuild.is_due(losses, random) {
            PollRead { known, ground: Ground::Nothing, timeline, losses }
        } else {
            PollRead { known, ground: Ground::Known, timeline: known.timeline, losses }
        })
    }

    /// Records that the answer of a read is published.
    pub fn published(&mut self, look: PollRead, coverage: Coverage) {
        self.coverage = coverage;
        self.setback = Setback::default();
        if look.ground == Ground::Nothing {
            self.rebuild.done(look.losses);
        }
    }

    /// Records that a publication could not be built: its changes are read again.
    pub fn failed(&mut self) {
        self.setback = self.setback.again();
    }
}

#[cfg(test)]
mod tests;
