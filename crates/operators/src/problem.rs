//! Problems of an entry: typed, so that a form shows them in the language of its user; in English for machines.

use std::fmt;

use crate::plain_text::TextProblem;
use crate::units::Units;

/// A problem with the allowed values.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProblemKind {
    /// A length is not a number.
    Number,
    /// A length is out of range.
    Range {
        /// Entered value.
        said: String,
        low: i64,
        high: i64,
        /// Units of all three.
        units: Units,
    },
    /// A count is invalid.
    Count { low: i64, high: i64 },
    /// The time is malformed.
    Instant,
    /// The time is not a local time of the resort.
    LocalTime,
    /// The time of measurement is in the future.
    Future,
    /// The measurement is too old to be shown.
    LongAgo,
    /// Unknown status of a resort.
    Status,
    /// Unknown surface.
    Surface,
    /// A text is required.
    NoText,
    /// The text is invalid.
    Text(TextProblem),
    /// A value together with "as last time".
    SameAndOther,
    /// A value together with "not measured".
    NumberAndNone,
    /// The report is empty.
    Silent,
    /// The list contains no name.
    EmptyList,
    /// The list has more names than allowed.
    LongList(usize),
    /// A name of a list is invalid; the line counts from 1.
    Name {
        line: usize,
        /// Problem of the name.
        why: TextProblem,
    },
    /// A line of a list has no name.
    NoName(usize),
    /// A name in a line contains a separator of names.
    Sign(usize),
    /// A line of a list has an unknown status.
    ListStatus(usize),
    /// A name occurs twice in a list.
    Twice(String),
    /// A count of open ones contradicts the list.
    OpenOtherwise {
        /// Reported count.
        said: u32,
        /// Minimum allowed by the list.
        least: u32,
        /// Maximum allowed by the list.
        most: u32,
    },
    /// A total is less than the number of names in the list.
    TotalBelowList {
        /// Reported total.
        said: u32,
        /// Number of names in the list.
        listed: u32,
    },
    /// A problem specific to one channel, in English.
    Other(String),
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => f.write_str("must be a number, such as 12 or 12.5, or null for \"not measured\""),
            Self::Range { said, low, high, units } => {
                let units = units.name();
                write!(f, "cannot be {said} {units}; allowed: {low} to {high} {units}")
            }
            Self::Count { low, high } => write!(f, "must be a whole number from {low} to {high}"),
            Self::Instant => f.write_str("must be a time such as 2026-01-10T06:30:00+01:00"),
            Self::LocalTime => f.write_str("must be a local time such as 2026-01-10T06:30"),
            Self::Future => f.write_str("is in the future; give the time of measurement"),
            Self::LongAgo => f.write_str("is more than 14 days ago; values of that age are not shown"),
            Self::Status => f.write_str("must be one of OPEN, CLOSED_TODAY, PRE_SEASON, OFF_SEASON"),
            Self::Surface => {
                let codes: Vec<&str> = crate::surface::Surface::ALL.iter().map(|word| word.code()).collect();
                write!(f, "must be one of {}", codes.join(", "))
            }
            Self::NoText => f.write_str("must be a text"),
            Self::Text(why) => why.fmt(f),
            Self::SameAndOther => f.write_str("cannot be both a value and \"as last time\""),
            Self::NumberAndNone => f.write_str("cannot be both a number and \"not measured\""),
            Self::Silent => f.write_str("the report is empty; give at least one value"),
            Self::Other(text) => f.write_str(text),
            listed => listed.of_a_list(f),
        }
    }
}

impl ProblemKind {
    /// Formats a problem of a list of lifts or runs.
    fn of_a_list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyList => f.write_str("names nothing; omit it if it is not reported"),
            Self::LongList(most) => write!(f, "names more than {most}"),
            Self::Name { line, why } => write!(f, "entry {line}: the name {why}"),
            Self::NoName(line) => write!(f, "entry {line}: has no name"),
            Self::Sign(line) => write!(f, "entry {line}: a name must not contain a colon or a vertical bar"),
            Self::ListStatus(line) => {
                write!(f, "entry {line}: the status must be one of OPEN, CLOSED, ON_HOLD, UNKNOWN")
            }
            Self::Twice(name) => write!(f, "names {name} twice"),
            Self::OpenOtherwise { said, least, most } if least == most => {
                write!(f, "reports {said} open, but the list has {least} open")
            }
            Self::OpenOtherwise { said, least, most } => {
                write!(f, "reports {said} open, but the list allows {least} to {most}")
            }
            Self::TotalBelowList { said, listed } => {
                write!(f, "reports {said} in total, but the list names {listed}")
            }
            _ => Ok(()),
        }
    }
}

impl From<&str> for ProblemKind {
    fn from(text: &str) -> Self {
        Self::Other(text.to_owned())
    }
}

impl From<String> for ProblemKind {
    fn from(text: String) -> Self {
        Self::Other(text)
    }
}

/// A problem with one value of an entry.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Name as given.
    pub field: String,
    /// The problem; without the value if it could be long.
    pub wrong: ProblemKind,
}

impl Problem {
    /// Creates a problem with a field.
    #[must_use]
    pub fn new(field: &str, wrong: impl Into<ProblemKind>) -> Self {
        // Limits the echo of a very long name.
        Self { field: field.chars().take(60).collect(), wrong: wrong.into() }
    }
}
