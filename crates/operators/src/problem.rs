//! What is wrong with an entry: typed, so that a form says it in the language of whoever filled it in, and in English for machines.

use std::fmt;

use crate::text::TextProblem;
use crate::units::Units;

/// What is wrong, and what is allowed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProblemKind {
    /// A length that is no number.
    Number,
    /// A length that cannot be.
    Range {
        /// What was said.
        said: String,
        /// The least that is taken.
        low: i64,
        /// The most that is taken.
        high: i64,
        /// The units of all three.
        units: Units,
    },
    /// A count that is none.
    Count {
        /// The least that is taken.
        low: i64,
        /// The most that is taken.
        high: i64,
    },
    /// No instant.
    Instant,
    /// No local time of the resort.
    LocalTime,
    /// Measured later than now.
    Future,
    /// Measured so long ago that nothing of it is shown.
    LongAgo,
    /// No word for the status of a resort.
    Status,
    /// No word for a surface.
    Surface,
    /// Not a text where one is wanted.
    NoText,
    /// A text that is not taken.
    Text(TextProblem),
    /// A value, and "as last time" beside it.
    SameAndOther,
    /// A value, and "not measured" beside it.
    NumberAndNone,
    /// A report that says nothing.
    Silent,
    /// A list without a name in it.
    EmptyList,
    /// A list of more names than there can be.
    LongList(usize),
    /// A name of a list that is not taken; the line counts from 1.
    Name {
        /// The line.
        line: usize,
        /// What the text of the name has that no text may.
        why: TextProblem,
    },
    /// A line of a list without a name.
    NoName(usize),
    /// A line of a list with a sign in its name that parts names.
    Sign(usize),
    /// A line of a list whose word is no status of a lift or a run.
    ListStatus(usize),
    /// A name that stands in a list twice.
    Twice(String),
    /// A count of open ones that the list contradicts.
    OpenOtherwise {
        /// What was said.
        said: u32,
        /// The fewest that the list allows.
        least: u32,
        /// The most that the list allows.
        most: u32,
    },
    /// A count of all that is less than the list names.
    TotalBelowList {
        /// What was said.
        said: u32,
        /// What the list names.
        listed: u32,
    },
    /// What one channel alone can meet, in English.
    Other(String),
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => f.write_str("must be a number, such as 12 or 12.5, or null for \"not measured\""),
            Self::Range { said, low, high, units } => {
                let units = units.name();
                write!(f, "cannot be {said} {units}; from {low} to {high} {units} is taken")
            }
            Self::Count { low, high } => write!(f, "must be a whole number from {low} to {high}"),
            Self::Instant => f.write_str("must be an instant such as 2026-01-10T06:30:00+01:00"),
            Self::LocalTime => f.write_str("must be a local time such as 2026-01-10T06:30"),
            Self::Future => f.write_str("lies in the future; say when it was measured"),
            Self::LongAgo => f.write_str("is more than 14 days ago; nothing of that age is shown"),
            Self::Status => f.write_str("must be one of OPEN, CLOSED_TODAY, PRE_SEASON, OFF_SEASON"),
            Self::Surface => {
                let codes: Vec<&str> = crate::surface::Surface::ALL.iter().map(|word| word.code()).collect();
                write!(f, "must be one of {}", codes.join(", "))
            }
            Self::NoText => f.write_str("must be a text"),
            Self::Text(why) => why.fmt(f),
            Self::SameAndOther => f.write_str("cannot be as last time and something else"),
            Self::NumberAndNone => f.write_str("cannot be both a number and \"not measured\""),
            Self::Silent => f.write_str("the report says nothing; give at least one value"),
            Self::Other(text) => f.write_str(text),
            listed => listed.of_a_list(f),
        }
    }
}

impl ProblemKind {
    /// What is wrong with a list of lifts or runs.
    fn of_a_list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyList => f.write_str("names nothing; leave it out when it is not said"),
            Self::LongList(most) => write!(f, "names more than {most}"),
            Self::Name { line, why } => write!(f, "entry {line}: the name {why}"),
            Self::NoName(line) => write!(f, "entry {line}: has no name"),
            Self::Sign(line) => write!(f, "entry {line}: a name holds neither a colon nor an upright bar"),
            Self::ListStatus(line) => {
                write!(f, "entry {line}: the status must be one of OPEN, CLOSED, ON_HOLD, UNKNOWN")
            }
            Self::Twice(name) => write!(f, "names {name} twice"),
            Self::OpenOtherwise { said, least, most } if least == most => {
                write!(f, "says {said} open, and the list has {least} open")
            }
            Self::OpenOtherwise { said, least, most } => {
                write!(f, "says {said} open, and by the list it is from {least} to {most}")
            }
            Self::TotalBelowList { said, listed } => {
                write!(f, "says {said} in all, and the list names {listed}")
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

/// What is wrong with one value of an entry.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The name that was given.
    pub field: String,
    /// What is wrong with it; without the value where that could be long.
    pub wrong: ProblemKind,
}

impl Problem {
    /// A problem with a field.
    #[must_use]
    pub fn new(field: &str, wrong: impl Into<ProblemKind>) -> Self {
        // Whoever sends a megabyte for a name does not get it back.
        Self { field: field.chars().take(60).collect(), wrong: wrong.into() }
    }
}
