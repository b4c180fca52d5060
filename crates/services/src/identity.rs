//! Who presents a credential: what a request presents, and who is found behind it.

use std::fmt::Debug;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::time::Duration;

use accounts::session::Times;
use accounts::{AccountId, Digest};
use world::Caller;

/// The session's cookie where the service is served over https: no other host and no plain connection can set it.
pub const HOST_SESSION: &str = "__Host-osc_session";
/// The same over plain http, where browsers take no `__Host-` cookie: on this machine and in a local network.
pub const PLAIN_SESSION: &str = "osc_session";

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
pub struct SignedInBrowser {
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
    pub signed: Option<SignedInBrowser>,
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
pub type IdentityFuture<'a> = Pin<Box<dyn Future<Output = Result<Identity, Unidentified>> + 'a>>;

/// The accounts of the service, as far as requests are concerned.
pub trait Identities: Debug + Send + Sync {
    /// Who presents this from a client's address or network.
    fn of<'a>(&'a self, presented: Credential<'a>, client: IpAddr) -> IdentityFuture<'a>;

    /// The name of the cookie that holds a browser's session.
    fn cookie(&self) -> &'static str;
}

/// A service without accounts: nobody was ever issued anything.
#[derive(Debug, Clone, Copy)]
pub struct NoAccounts;

impl Identities for NoAccounts {
    fn of<'a>(&'a self, _: Credential<'a>, _: IpAddr) -> IdentityFuture<'a> {
        Box::pin(std::future::ready(Err(Unidentified::Unknown)))
    }

    fn cookie(&self) -> &'static str {
        PLAIN_SESSION
    }
}
