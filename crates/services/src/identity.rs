//! Credentials of a request and their resolution to identities.

use std::fmt::Debug;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::time::Duration;

use accounts::session::Times;
use accounts::{AccountId, Digest};
use world::Caller;

/// Session cookie of a service over https: no other host and no plain connection can set it.
pub const HOST_SESSION: &str = "__Host-osc_session";
/// Session cookie over plain http, on this machine and in a local network: browsers reject `__Host-` cookies there.
pub const PLAIN_SESSION: &str = "osc_session";

/// A credential presented by a request.
#[derive(Debug, Clone, Copy)]
pub enum Credential<'a> {
    /// A program's bearer; `None` for a header that is unreadable or repeated.
    Bearer(Option<&'a str>),
    /// A bearer at the account's connector, where client tokens count too.
    Access(Option<&'a str>),
    /// A browser's session.
    Session(&'a str),
}

/// A browser that is signed in.
#[derive(Debug, Clone)]
pub struct SignedInBrowser {
    pub account: AccountId,
    /// Digest of the session.
    pub digest: Digest,
    /// Times of its start and last use.
    pub times: Times,
}

/// The identity of a credential.
#[derive(Debug, Clone)]
pub struct Identity {
    pub caller: Caller,
    /// The session, if the credential was one.
    pub signed: Option<SignedInBrowser>,
}

/// Reason why a credential has no identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentityError {
    /// The credential is unknown or expired.
    Unknown,
    /// Unknown, and its network has presented so many that it must wait. Never returned for a valid credential.
    TooMany(Duration),
    /// The lookup is not possible at the moment.
    Unavailable,
}

/// Future returned by [`Identities::resolve`].
pub type IdentityFuture<'a> = Pin<Box<dyn Future<Output = Result<Identity, IdentityError>> + 'a>>;

/// Resolution of credentials, as needed by requests.
pub trait Identities: Debug + Send + Sync {
    /// Resolves a credential from a client's address or network.
    fn resolve<'a>(&'a self, presented: Credential<'a>, client: IpAddr) -> IdentityFuture<'a>;

    /// Returns the name of the session cookie.
    fn cookie(&self) -> &'static str;
}

/// A service without accounts: no credential is valid.
#[derive(Debug, Clone, Copy)]
pub struct NoAccounts;

impl Identities for NoAccounts {
    fn resolve<'a>(&'a self, _: Credential<'a>, _: IpAddr) -> IdentityFuture<'a> {
        Box::pin(std::future::ready(Err(IdentityError::Unknown)))
    }

    fn cookie(&self) -> &'static str {
        PLAIN_SESSION
    }
}
