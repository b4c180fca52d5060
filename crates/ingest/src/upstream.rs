//! What differs from lane to lane: the trait that each implements, and the words in which it speaks to the machine.

use conditions_core::time::Timestamp;
use sources::ParseError;
use sources::budget::Limits;
use sources::retry::Verdict;

use crate::call::{Call, CallDenial, UpstreamResponse};
use crate::keep::StoreBatch;
use crate::known::{StateQuery, StoredState};
use crate::summary::Summary;

/// A lane with nothing to do looks again at the latest after this many milliseconds: often enough to keep its lease.
pub const LOOK_MS: i64 = 30_000;

/// One conversation with an upstream.
pub trait Upstream: Send + 'static {
    /// What an answer reads as.
    type Answer;

    /// The facts that the driver goes by.
    fn meta(&self) -> &Meta;

    /// The names of all its healths: one, unless it asks for several things that fail apart.
    fn healths(&self) -> Vec<String> {
        vec![self.meta().health.clone()]
    }

    /// What of storage it begins with.
    fn wants(&self, now: Timestamp) -> StateQuery;

    /// Begins anew from what storage knows.
    fn begin(&mut self, known: StoredState, now: Timestamp) -> Summary;

    /// What is to be stored before anything else is asked; given once, then [`Upstream::kept`] or [`Upstream::not_kept`].
    fn keep(&mut self, now: Timestamp) -> Option<StoreBatch>;

    /// It was stored.
    fn kept(&mut self, keep: StoreBatch, now: Timestamp);

    /// It could not be stored.
    fn not_kept(&mut self, keep: StoreBatch, now: Timestamp);

    /// What to do next.
    fn next(&mut self, now: Timestamp) -> Next;

    /// Reads the answer to the call under way, changing nothing.
    ///
    /// # Errors
    /// What the lane makes of a body that it cannot use.
    fn read(&self, fetched: &UpstreamResponse) -> Result<Self::Answer, ParseError>;

    /// Whether a status says that there is nothing yet, which is no failure of the call under way.
    fn may_be_missing(&self, status: u16) -> bool {
        let _ = status;
        false
    }

    /// Takes an answer that reads and was not refused. A status of 304 reaches it only for a conditional call.
    ///
    /// # Errors
    /// An answer that cannot be used after all.
    fn take(
        &mut self,
        answer: Self::Answer,
        fetched: &UpstreamResponse,
        now: Timestamp,
    ) -> Result<Summary, Failure>;

    /// The call under way has failed for good.
    fn failed(&mut self, failure: &Failure, now: Timestamp) -> (Blame, Summary);

    /// After a failure: the upstream is left alone until an instant, `now` when it is not.
    fn left_alone(&mut self, until: Timestamp, now: Timestamp) {
        let _ = (until, now);
    }

    /// Pieces of the round that have no answer yet, the one under way among them, where progress is shown.
    fn left(&self) -> usize {
        0
    }

    /// The call under way must not be made.
    fn forbidden(&mut self, why: &CallDenial, now: Timestamp) {
        let _ = (why, now);
    }
}

/// The facts of a conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Meta {
    /// The lane, in logs and metrics.
    pub lane: &'static str,
    /// Whoever holds the lease of this name may ask.
    pub lease: &'static str,
    /// The name of its health.
    pub health: String,
    /// Whether a failed call is repeated by itself, or its next turn is the repeat.
    pub repeats: bool,
    /// Whether the host's rules for robots are asked for and obeyed, and the host is asked one thing at a time.
    pub obeys_robots: bool,
    /// Bytes of an answer at most: what is larger is refused while it arrives.
    pub most_bytes: usize,
    /// Milliseconds between two requests.
    pub pause_ms: i64,
    /// Milliseconds after which it looks again at the latest: often enough to keep the lease.
    pub look_ms: i64,
    /// A repeat that the allowance holds up for longer than this is given up, milliseconds.
    pub patience_ms: i64,
    /// Ledgers that every call is counted on before it goes out, on all or none; empty where nothing is counted.
    pub ledgers: Vec<(&'static str, Limits)>,
    /// What is fetched and what a piece of it is called, where progress is shown.
    pub progress: Option<(&'static str, &'static str)>,
}

/// What a lane wants to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// Send this.
    Call(Box<Call>),
    /// Nothing is due before this instant.
    Rest(Timestamp),
    /// Read again what storage knows, then [`Upstream::begin`]: others may have written meanwhile.
    Load,
    /// There is no more to do, ever.
    End,
}

/// A call that gave nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// In words, without the address.
    pub what: String,
    /// What the lane made of the body.
    pub error: Option<ParseError>,
    /// Whether to ask again.
    pub verdict: Verdict,
}

impl Failure {
    /// A failure that the body did not tell.
    #[must_use]
    pub const fn new(what: String, verdict: Verdict) -> Self {
        Self { what, error: None, verdict }
    }
}

/// What a failed call says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blame {
    /// Something about the upstream: its breaker counts it.
    Upstream,
    /// Something about what was asked for: the upstream is well, and its breaker is spared.
    Question,
}
