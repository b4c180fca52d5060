//! Who asks: the one place where a request becomes a [`Caller`], which is an argument from there on.
//!
//! A request without a bearer and without a session is nobody's in particular, and no store is asked about it. What stands
//! behind either is for [`Identities`] to say, once and before the request is answered ([`identify`](super::identify)). Programs present
//! bearers, and for them cookies mean nothing: no page of another origin can make a browser act there. Browsers present a
//! session to pages. A bearer that nobody was issued is refused everywhere, rather than answered as nobody's.

use std::fmt::Debug;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::time::Duration;

use accounts::session::Times;
use accounts::{AccountId, Digest};
use actix_web::http::header::{HeaderValue, WWW_AUTHENTICATE};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse};
use world::Caller;

use super::{presented, problem, request_id};

/// What a request presents.
#[derive(Debug, Clone, Copy)]
pub enum Credential<'a> {
    /// A program's bearer; `None` for a header that holds none that can be read, or two.
    Bearer(Option<&'a str>),
    /// The same at the account's connector, where tokens of clients count too.
    Access(Option<&'a str>),
    /// A browser's session.
    Session(&'a str),
}

/// A browser that is signed in.
#[derive(Debug, Clone)]
pub struct Signed {
    /// Whose account.
    pub account: AccountId,
    /// By which its session is found.
    pub digest: Digest,
    /// When it was begun and last used.
    pub times: Times,
}

/// Who presents it.
#[derive(Debug, Clone)]
pub struct Identity {
    /// The caller.
    pub caller: Caller,
    /// The session, where it was one.
    pub signed: Option<Signed>,
}

/// Why nobody is known to stand behind what was presented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unidentified {
    /// Nobody was issued it, or it has ended.
    Unknown,
    /// The same, and its network has presented so many of these lately that it is to wait. Never said of a valid one.
    TooMany(Duration),
    /// It cannot be found out at this moment.
    Unavailable,
}

/// What [`Identities::of`] gives, on its way.
pub type Identifying<'a> = Pin<Box<dyn Future<Output = Result<Identity, Unidentified>> + 'a>>;

/// The accounts of the service, as far as requests are concerned.
pub trait Identities: Debug + Send + Sync {
    /// Who presents this from a client's address or network.
    fn of<'a>(&'a self, presented: Credential<'a>, client: IpAddr) -> Identifying<'a>;

    /// The name of the cookie that holds a browser's session.
    fn cookie(&self) -> &'static str;
}

/// A service without accounts: nobody was ever issued anything.
#[derive(Debug, Clone, Copy)]
pub struct NoAccounts;

impl Identities for NoAccounts {
    fn of<'a>(&'a self, _: Credential<'a>, _: IpAddr) -> Identifying<'a> {
        Box::pin(std::future::ready(Err(Unidentified::Unknown)))
    }

    fn cookie(&self) -> &'static str {
        presented::PLAIN_SESSION
    }
}

/// What is known of a request before it is answered.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// Who presents its bearer, where it has one.
    pub bearer: Option<Result<Identity, Unidentified>>,
    /// Whose session it has, where one is looked at.
    pub session: Option<Result<Identity, Unidentified>>,
}

/// The caller of a request of a program.
///
/// # Errors
/// [`Unidentified`]: it presents a bearer, and not a good one.
pub fn known(request: &HttpRequest) -> Result<Caller, Unidentified> {
    match request.extensions().get::<Found>().and_then(|found| found.bearer.as_ref()) {
        None => Ok(nobody()),
        Some(Ok(identity)) => Ok(identity.caller.clone()),
        Some(Err(unidentified)) => Err(*unidentified),
    }
}

/// The caller of a request of a program or of a browser. A session that has ended is nobody's: its browser sees what
/// everybody sees.
///
/// # Errors
/// As [`known`].
pub fn person(request: &HttpRequest) -> Result<Caller, Unidentified> {
    match signed(request) {
        Ok(Some((caller, _))) => Ok(caller),
        Ok(None) | Err(_) => known(request),
    }
}

/// The browser that is signed in, if it is.
///
/// # Errors
/// [`Unidentified::Unavailable`]: it may be, and that cannot be said now.
pub fn signed(request: &HttpRequest) -> Result<Option<(Caller, Signed)>, Unidentified> {
    match request.extensions().get::<Found>().and_then(|found| found.session.as_ref()) {
        // Both are said of a session that was looked up and is not valid.
        None | Some(Err(Unidentified::Unknown | Unidentified::TooMany(_))) => Ok(None),
        Some(Ok(identity)) => Ok(identity.signed.clone().map(|signed| (identity.caller.clone(), signed))),
        Some(Err(unidentified)) => Err(*unidentified),
    }
}

impl Unidentified {
    /// What a program is told that presents it.
    #[must_use]
    pub fn response(self, request: &HttpRequest) -> HttpResponse {
        let id = request_id::request_id(request);
        match self {
            Self::Unknown => {
                const CHALLENGE: HeaderValue = HeaderValue::from_static("Bearer error=\"invalid_token\"");
                let detail = "this token was not issued here, has ended or was revoked; send none, or one of /account/tokens";
                let mut response = problem::response(problem::UNAUTHORIZED, detail, &id);
                response.headers_mut().insert(WWW_AUTHENTICATE, CHALLENGE);
                response
            }
            Self::TooMany(wait) => {
                let seconds = wait.as_secs() + 1;
                let detail = format!("too many unknown tokens lately; try again in {seconds} s");
                problem::limited(&detail, seconds, &id)
            }
            Self::Unavailable => {
                problem::unavailable("the token cannot be looked up at this moment; try again", &id)
            }
        }
    }
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
