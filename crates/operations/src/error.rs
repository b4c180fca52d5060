//! Errors of operations. The interfaces map them to HTTP or JSON-RPC; this module knows neither.

use schemars::JsonSchema;
use serde::Serialize;
use world::Tier;
use world::unknown::{UnknownCountry, UnknownResort, did_you_mean};

/// An invalid argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ArgumentProblem {
    /// Name of the argument.
    pub argument: String,
    /// What is wrong, and what is allowed.
    pub message: String,
}

/// Maximum number of arguments that an error names.
pub const MOST_PROBLEMS: usize = 10;

/// The reason why an operation has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpError {
    /// Unknown, malformed or missing arguments.
    #[error("{}", summary(.0))]
    InvalidArguments(Vec<ArgumentProblem>),
    /// No resort has this slug, name or alias.
    #[error("no resort `{asked}` is on record{}", did_you_mean(.suggestions))]
    ResortNotFound {
        asked: String,
        /// Similar slugs, nearest first.
        suggestions: Vec<String>,
    },
    /// Nothing of another kind has this name; for example no destination.
    #[error("no {what} `{asked}` is on record{}", did_you_mean(.suggestions))]
    NotFound {
        /// The kind of thing.
        what: &'static str,
        /// A sentence that names the tool to call next, for callers of tools.
        next: Option<&'static str>,
        asked: String,
        /// Similar slugs, nearest first.
        suggestions: Vec<String>,
    },
    /// The caller's tier may not use this operation.
    #[error("this needs {}", entitlement(*.needs, *.has))]
    Denied {
        /// The lowest tier that may.
        needs: Tier,
        has: Tier,
    },
    /// The account has reached a limit.
    #[error("the account has the maximum of {most} {what}; remove one first")]
    Full {
        /// The limited things, in the plural.
        what: &'static str,
        most: usize,
    },
    /// The token lacks the scope.
    #[error("this token lacks the scope `{needs}`; create one that has it at /account/tokens")]
    Scope { needs: &'static str },
    /// The account's data could not be read.
    #[error("the account data cannot be read now; try again")]
    Unread,
}

/// Describes what a caller of a tier lacks.
const fn entitlement(needs: Tier, has: Tier) -> &'static str {
    match (needs, has) {
        (Tier::Pro, Tier::Reader | Tier::Pro) => "the Pro tier",
        (Tier::Pro, Tier::Anonymous) => "a signed-in account with the Pro tier",
        (Tier::Anonymous | Tier::Reader, _) => "a signed-in account",
    }
}

impl OpError {
    /// Returns the error for one invalid argument.
    #[must_use]
    pub fn argument(argument: &str, message: impl Into<String>) -> Self {
        Self::InvalidArguments(vec![ArgumentProblem {
            argument: argument.to_owned(),
            message: message.into(),
        }])
    }
}

impl From<UnknownResort> for OpError {
    fn from(UnknownResort { asked, suggestions }: UnknownResort) -> Self {
        Self::ResortNotFound { asked, suggestions }
    }
}

impl From<UnknownCountry> for OpError {
    fn from(unknown: UnknownCountry) -> Self {
        Self::argument("country", unknown.to_string())
    }
}

fn summary(problems: &[ArgumentProblem]) -> String {
    let parts: Vec<String> = problems.iter().map(|p| format!("`{}`: {}", p.argument, p.message)).collect();
    parts.join("; ")
}
