//! The reasons for which a question has no answer.

/// Why a question has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The service does not cover the topic.
    OutOfScope,
    /// A resort or place that the service does not know.
    UnknownResort,
    /// A resort is needed and none is named.
    WhichResort,
    /// A name that several resorts share, or a place with several.
    WhichOne,
    /// Two equally likely readings.
    WhichReading,
    /// The text has no letters.
    NoQuestion,
    /// A date that does not exist, or that is too far away.
    BadDate,
    /// The request needs an account.
    Account,
    /// Data about a resort that no operation has.
    NoDataKind,
}

impl Reason {
    /// All reasons.
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

    /// Returns the value on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
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
