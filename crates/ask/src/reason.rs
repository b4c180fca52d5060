//! Why a question has no answer: the words that an answer gives for it.

/// Why a question has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// Nothing that the service speaks of.
    OutOfScope,
    /// A resort or place that nobody here knows.
    UnknownResort,
    /// A resort is needed and none is named.
    WhichResort,
    /// A name that several resorts bear, or a place with several.
    WhichOne,
    /// Two readings as likely as one another.
    WhichReading,
    /// No letters.
    NoQuestion,
    /// A date that no calendar has, or that lies too far away.
    BadDate,
    /// It needs an account.
    Account,
    /// A thing about a resort that no operation has.
    NoDataKind,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 9] = [
        Self::OutOfScope,
        Self::UnknownResort,
        Self::WhichResort,
        Self::WhichOne,
        Self::WhichReading,
        Self::NoQuestion,
        Self::BadDate,
        Self::Account,
        Self::NoDataKind,
    ];

    /// The word on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::OutOfScope => "out_of_scope",
            Self::UnknownResort => "unknown_resort",
            Self::WhichResort => "which_resort",
            Self::WhichOne => "which_one",
            Self::WhichReading => "which_reading",
            Self::NoQuestion => "no_question",
            Self::BadDate => "bad_date",
            Self::Account => "account",
            Self::NoDataKind => "no_data_kind",
        }
    }
}
