//! The phases of a connection and their time limits: from the first byte of a connection to its last, some clock runs.
//!
//! Every clock but one starts with its phase, so sending bytes one by one gains nothing. The clock of an answer that
//! waits for its reader restarts whenever enough of it was accepted: a slow reader is not cut, but one that does not
//! read is.

/// The phase of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Nothing has arrived since the connection was opened or the last answer was sent.
    Idle,
    /// A request has begun to arrive; its head is incomplete.
    Head,
    /// A request is being read and answered.
    Exchange,
    /// An answer waits for the client to read it.
    Unread,
    /// The last answer is sent. Bytes that still arrive are not a request.
    Closing,
}

/// The reason why the service ended a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CloseReason {
    /// Nothing arrived.
    Idle,
    /// A head stayed incomplete.
    Head,
    /// A request was not answered.
    Exchange,
    /// An answer was not read.
    Unread,
    /// The connection continued after its last answer.
    Closing,
    /// Its place was given to a client with fewer connections.
    Displaced,
    /// Waiting answers used too much memory, and its own had waited longest.
    Memory,
}

/// Maximum time between two requests, in milliseconds.
pub const KEEP_ALIVE_MS: u64 = 15_000;
/// Maximum time for a head, and for closing, in milliseconds.
pub const PATIENCE_MS: u64 = 5_000;
/// Maximum time for [`ENOUGH`] of an answer, in milliseconds.
const READING_MS: u64 = 15_000;
/// Maximum time for a whole exchange, in milliseconds: longer than every deadline inside it, so that it only ends what
/// none of them ended.
const EXCHANGE_MS: u64 = 60_000;

/// Bytes of an answer whose acceptance counts as reading: at least one kilobyte a second.
pub const ENOUGH: usize = 16 * 1024;

impl Phase {
    const ALL: [Self; 5] = [Self::Idle, Self::Head, Self::Exchange, Self::Unread, Self::Closing];
    const BITS: u32 = 3;

    /// Returns the maximum duration of the phase, in milliseconds, and the reason for ending the connection after it.
    const fn bound(self) -> (u64, CloseReason) {
        match self {
            Self::Idle => (KEEP_ALIVE_MS, CloseReason::Idle),
            Self::Head => (PATIENCE_MS, CloseReason::Head),
            Self::Exchange => (EXCHANGE_MS, CloseReason::Exchange),
            Self::Unread => (READING_MS, CloseReason::Unread),
            Self::Closing => (PATIENCE_MS, CloseReason::Closing),
        }
    }

    /// Returns the reason for ending a connection that has been in this phase for `waited_ms`, if it is overdue.
    #[must_use]
    pub const fn overdue(self, waited_ms: u64) -> Option<CloseReason> {
        let (bound, cut) = self.bound();
        if waited_ms >= bound { Some(cut) } else { None }
    }

    /// Packs the phase and its start into one number that threads can share.
    pub(super) const fn packed(self, since_ms: u64) -> u64 {
        (since_ms << Self::BITS) | self as u64
    }

    /// Reverses [`Phase::packed`].
    pub(super) fn unpacked(packed: u64) -> (Self, u64) {
        let number = usize::try_from(packed & ((1 << Self::BITS) - 1)).unwrap_or_default();
        (Self::ALL.get(number).copied().unwrap_or(Self::Idle), packed >> Self::BITS)
    }
}

impl CloseReason {
    /// Every reason.
    pub const ALL: [Self; 7] =
        [Self::Idle, Self::Head, Self::Exchange, Self::Unread, Self::Closing, Self::Displaced, Self::Memory];

    /// Returns its name in the metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Head => "head",
            Self::Exchange => "exchange",
            Self::Unread => "unread",
            Self::Closing => "closing",
            Self::Displaced => "displaced",
            Self::Memory => "memory",
        }
    }
}

#[cfg(test)]
mod tests;
