//! What a connection is doing and how long it may: from the first byte of a connection to its last, some clock runs.
//!
//! Every clock but one starts when its phase starts, so that bytes which come one by one gain nothing. The clock of an
//! answer that waits for its reader starts again whenever enough of it was taken: a slow reader is not cut, one who does
//! not read is.

/// What a connection is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Nothing has come since the connection was opened, or since the last answer was sent.
    Idle,
    /// A request has begun to come; its head is not whole.
    Head,
    /// A request is being read and answered.
    Exchange,
    /// An answer waits for the client to read it.
    Unread,
    /// The last answer is sent. What still comes is no request.
    Closing,
}

/// Why a connection was ended by the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CloseReason {
    /// Nothing came.
    Idle,
    /// A head that did not become whole.
    Head,
    /// A request that was not answered.
    Exchange,
    /// An answer that was not read.
    Unread,
    /// It went on after its last answer.
    Closing,
    /// Its place was given to a client that had none.
    Displaced,
    /// Answers that wait for their readers took too much memory, and its own had waited longest.
    Memory,
}

/// Between two requests.
pub const KEEP_ALIVE_MS: u64 = 15_000;
/// For a head, and for going away.
pub const PATIENCE_MS: u64 = 5_000;
/// For [`ENOUGH`] of an answer.
const READING_MS: u64 = 15_000;
/// For a whole exchange: longer than every deadline inside it, so that it only ends what none of them ended.
const EXCHANGE_MS: u64 = 60_000;

/// Bytes of an answer whose taking counts as reading: at least one kilobyte a second.
pub const ENOUGH: usize = 16 * 1024;

impl Phase {
    const ALL: [Self; 5] = [Self::Idle, Self::Head, Self::Exchange, Self::Unread, Self::Closing];
    const BITS: u32 = 3;

    /// Milliseconds that the phase may last, and what it is called when it lasted longer.
    const fn bound(self) -> (u64, CloseReason) {
        match self {
            Self::Idle => (KEEP_ALIVE_MS, CloseReason::Idle),
            Self::Head => (PATIENCE_MS, CloseReason::Head),
            Self::Exchange => (EXCHANGE_MS, CloseReason::Exchange),
            Self::Unread => (READING_MS, CloseReason::Unread),
            Self::Closing => (PATIENCE_MS, CloseReason::Closing),
        }
    }

    /// Whether a connection that has been in this phase for so long is to be cut.
    #[must_use]
    pub const fn overdue(self, waited_ms: u64) -> Option<CloseReason> {
        let (bound, cut) = self.bound();
        if waited_ms >= bound { Some(cut) } else { None }
    }

    /// The phase and when it began, as one number that threads can share.
    pub(super) const fn packed(self, since_ms: u64) -> u64 {
        (since_ms << Self::BITS) | self as u64
    }

    /// The opposite of [`Phase::packed`].
    pub(super) fn unpacked(packed: u64) -> (Self, u64) {
        let number = usize::try_from(packed & ((1 << Self::BITS) - 1)).unwrap_or_default();
        (Self::ALL.get(number).copied().unwrap_or(Self::Idle), packed >> Self::BITS)
    }
}

impl CloseReason {
    /// Its name among the metrics.
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
