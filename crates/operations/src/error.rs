//! What can go wrong in an operation. The border maps it to HTTP or JSON-RPC; nothing here knows of either.

use schemars::JsonSchema;
use serde::Serialize;
use world::Tier;
use world::unknown::{UnknownCountry, UnknownResort, did_you_mean};

/// One argument that was not understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ArgumentProblem {
    /// Name of the argument.
    pub argument: String,
    /// What is wrong with it and what is allowed.
    pub message: String,
}

/// Arguments that an error names at most.
pub const MOST_PROBLEMS: usize = 10;

/// Why an operation has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpError {
    /// Unknown, malformed or missing arguments.
    #[error("{}", summary(.0))]
    InvalidArguments(Vec<ArgumentProblem>),
    /// No resort of that slug, name or alias.
    #[error("no resort `{asked}` is on record{}", did_you_mean(.suggestions))]
    ResortNotFound {
        /// What was asked for.
        asked: String,
        /// Slugs that come near, nearest first.
        suggestions: Vec<String>,
    },
    /// Nothing of another kind by that name, such as a destination.
    #[error("no {what} `{asked}` is on record{}", did_you_mean(.suggestions))]
    NotFound {
        /// What kind of thing.
        what: &'static str,
        /// A sentence that says which tool a caller of tools calls next.
        next: Option<&'static str>,
        /// What was asked for.
        asked: String,
        /// Slugs that come near, nearest first.
        suggestions: Vec<String>,
    },
    /// The caller's tier may not ask for this.
    #[error("this needs {}", entitlement(*.needs, *.has))]
    Denied {
        /// The least tier that may.
        needs: Tier,
        /// The caller's.
        has: Tier,
    },
    /// The account holds as much of something as it may.
    #[error("the account has {most} {what}, the most there may be; remove one first")]
    Full {
        /// What, in the plural.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// The token was not made for this.
    #[error("this token was not made for it: it needs the scope `{needs}`; make one at /account/tokens")]
    Scope {
        /// The scope that it needs.
        needs: &'static str,
    },
    /// What the account holds could not be read.
    #[error("what the account holds cannot be read at this moment; try again")]
    Unread,
}

/// What a caller of a tier lacks.
const fn entitlement(needs: Tier, has: Tier) -> &'static str {
    match (needs, has) {
        (Tier::Pro, Tier::Reader | Tier::Pro) => "the Pro tier",
        (Tier::Pro, Tier::Anonymous) => "a signed-in account with the Pro tier",
        (Tier::Anonymous | Tier::Reader, _) => "a signed-in account",
    }
}

impl OpError {
    /// One argument that is wrong.
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
