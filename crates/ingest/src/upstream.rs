//! The lane-specific part of fetching: the trait that each lane implements, and the types that it exchanges with the
//! machine.

use conditions_core::time::Timestamp;
use sources::ParseError;
use sources::budget::Limits;
use sources::retry::Verdict;

use crate::call::{Call, CallDenial, UpstreamResponse};
use crate::store_batch::StoreBatch;
use crate::stored_state::{StateQuery, StoredState};
use crate::summary::Summary;

/// Longest interval in milliseconds at which an idle lane is polled: short enough to keep its lease.
pub const LOOK_MS: i64 = 30_000;

/// One conversation with an upstream.
pub trait Upstream: Send + 'static {
    /// A parsed response.
    type Answer;

    /// Returns the facts that the driver needs.
    fn meta(&self) -> &Meta;

    /// Returns the names of all its health entries: one, unless it fetches several things that fail separately.
    fn healths(&self) -> Vec<String> {
        vec![self.meta().health.clone()]
    }

    /// Returns the part of the stored state that it needs.
    fn state_query(&self, now: Timestamp) -> StateQuery;

    /// Begins again from the stored state.
    fn begin(&mut self, known: StoredState, now: Timestamp) -> Summary;

    /// Returns the data to store before the next request; returned once, then followed by [`Upstream::stored`] or
    /// [`Upstream::not_stored`].
    fn next_batch(&mut self, now: Timestamp) -> Option<StoreBatch>;

    /// Records that the data were stored.
    fn stored(&mut self, keep: StoreBatch, now: Timestamp);

    /// Records that the data could not be stored.
    fn not_stored(&mut self, keep: StoreBatch, now: Timestamp);

    /// Returns the next action.
    fn next(&mut self, now: Timestamp) -> Next;

    /// Reads the response to the call in flight, without changing the state.
    ///
    /// # Errors
    /// Returns the lane's error for a body that it cannot use.
    fn read(&self, fetched: &UpstreamResponse) -> Result<Self::Answer, ParseError>;

    /// Returns whether a status means that there is no document yet, which is not a failure of the call in flight.
    fn may_be_missing(&self, status: u16) -> bool {
        let _ = status;
        false
    }

    /// Applies a readable response that is not a rejection. A status of 304 only occurs for a conditional call.
    ///
    /// # Errors
    /// Returns an error if the response is unusable after all.
    fn apply(
        &mut self,
        answer: Self::Answer,
        fetched: &UpstreamResponse,
        now: Timestamp,
    ) -> Result<Summary, Failure>;

    /// Handles the final failure of the call in flight.
    fn failed(&mut self, failure: &Failure, now: Timestamp) -> (Blame, Summary);

    /// Records, after a failure, the end of the upstream's pause; `now` if there is no pause.
    fn paused_until(&mut self, until: Timestamp, now: Timestamp) {
        let _ = (until, now);
    }

    /// Returns the number of pieces of the poll without a response, including the one in flight, for displaying
    /// progress.
    fn left(&self) -> usize {
        0
    }

    /// Records that the call in flight must not be made.
    fn forbidden(&mut self, why: &CallDenial, now: Timestamp) {
        let _ = (why, now);
    }
}

/// The facts of a conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Meta {
    /// The lane, in logs and metrics.
    pub lane: &'static str,
    /// Name of the lease that is required for fetching.
    pub lease: &'static str,
    /// Name of its health entry.
    pub health: String,
    /// Whether a failed call is repeated automatically; if not, its next turn is the repeat.
    pub repeats: bool,
    /// Whether the host's robots rules are fetched and obeyed, and the host gets one request at a time.
    pub obeys_robots: bool,
    /// Maximum size of a response, in bytes: a larger one is rejected while it arrives.
    pub most_bytes: usize,
    /// Milliseconds between two requests.
    pub pause_ms: i64,
    /// Longest interval in milliseconds between two polls: short enough to keep the lease.
    pub look_ms: i64,
    /// Longest wait of a repeat for the allowance, milliseconds; after that it is given up.
    pub patience_ms: i64,
    /// Ledgers on which every call is counted before it is sent, on all or none; empty if calls are not counted.
    pub ledgers: Vec<(&'static str, Limits)>,
    /// Names of the fetched data and of one piece of them, for displaying progress.
    pub progress: Option<(&'static str, &'static str)>,
}

/// Next action of a lane.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// Send this call.
    Call(Box<Call>),
    /// Wait until this time.
    Rest(Timestamp),
    /// Load the stored state again, then call [`Upstream::begin`]: other processes may have written in between.
    Load,
    /// The lane has finished forever.
    End,
}

/// A failed call.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// Description, without the URL.
    pub what: String,
    /// The lane's error for the body.
    pub error: Option<ParseError>,
    /// Whether to repeat the call.
    pub verdict: Verdict,
}

impl Failure {
    /// Makes a failure without an error in the body.
    #[must_use]
    pub const fn new(what: String, verdict: Verdict) -> Self {
        Self { what, error: None, verdict }
    }
}

/// Cause of a failed call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blame {
    /// The upstream: its breaker counts the failure.
    Upstream,
    /// The request: the upstream is healthy, and its breaker does not count the failure.
    Question,
}
