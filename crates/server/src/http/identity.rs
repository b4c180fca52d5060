//! Who asks: the one place where a request becomes a [`Caller`], which is an argument from there on.
//!
//! A request without a bearer is nobody's in particular. What stands behind a bearer is for [`Accounts`] to say.

use std::fmt::Debug;

use actix_web::HttpRequest;
use world::Caller;

use super::presented;

/// The accounts of the service.
pub trait Accounts: Debug + Send + Sync {
    /// The caller that a bearer was issued to; `None` for one that nobody was issued.
    fn caller_of(&self, bearer: &str) -> Option<Caller>;
}

/// A service without accounts: no bearer was ever issued.
#[derive(Debug, Clone, Copy)]
pub struct NoAccounts;

impl Accounts for NoAccounts {
    fn caller_of(&self, _: &str) -> Option<Caller> {
        None
    }
}

/// A bearer that nobody was issued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownBearer;

/// The caller of a request that may present a bearer only when it is a good one.
///
/// # Errors
/// [`UnknownBearer`].
pub fn known(request: &HttpRequest, accounts: &dyn Accounts) -> Result<Caller, UnknownBearer> {
    if !presented::has_bearer(request) {
        return Ok(nobody());
    }
    let bearer = presented::bearer(request).ok_or(UnknownBearer)?;
    accounts.caller_of(&bearer).ok_or(UnknownBearer)
}

/// The caller of a request for what everybody may ask: with a bearer that nobody was issued it is nobody's.
#[must_use]
pub fn caller(request: &HttpRequest, accounts: &dyn Accounts) -> Caller {
    known(request, accounts).unwrap_or_else(|UnknownBearer| nobody())
}

/// The caller of a request whose bearer is the secret of one thing alone, and no account's.
#[must_use]
pub const fn bearer_of_a_secret() -> Caller {
    nobody()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place where a request without an account becomes a caller"
)]
const fn nobody() -> Caller {
    Caller::anonymous()
}
