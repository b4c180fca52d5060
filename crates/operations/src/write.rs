//! A write: what is said of it, its arguments and answer as types, and the one place that erases them.
//!
//! A write decides and the server stores. In between there is no I/O: what a decision needs from outside (a random id, a
//! sealed secret, a judged address) is asked for by [`Write::needs`] and comes as [`WriteInputs`].

use std::fmt;
use std::net::IpAddr;

use conditions_core::time::Timestamp;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use uuid::Uuid;
use webhooks::events::EventName;
use webhooks::subscriptions::{DIGEST, NewSubscription, NextSecret, Owner, Refusal};
use world::View;

use crate::arguments::Pair;
use crate::error::OpError;
use crate::operation::{Interfaces, Method, NO_CONTENT};

mod needs;

pub use needs::{Limit, Needs, SealedFor, WriteInputs};

/// What is said of a write besides its types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta {
    /// Name: the OpenAPI operation id, and what the audit line says.
    pub name: &'static str,
    /// How it is asked for over HTTP.
    pub method: Method,
    /// Who may ask for it.
    pub access: Access,
    /// Where it can be asked for.
    pub faces: Interfaces,
    /// Path below [`crate::API_PREFIX`], path arguments in braces.
    pub path: &'static str,
    /// What the path arguments name, in the order of the path.
    pub names: &'static [(&'static str, &'static str)],
    /// One line.
    pub title: &'static str,
    /// What it does.
    pub description: &'static str,
    /// What its body is.
    pub body: Body,
    /// The status of its success and what that means.
    pub success: (u16, &'static str),
    /// Statuses of its own refusals; those that follow from `access` and `body` are not listed.
    pub refusals: &'static [u16],
}

impl Meta {
    /// Whether REST has it.
    #[must_use]
    pub const fn has_endpoint(&self) -> bool {
        matches!(self.faces, Interfaces::Rest | Interfaces::Both)
    }

    /// Statuses of every refusal, each once and in order.
    #[must_use]
    pub fn statuses(&self) -> Vec<u16> {
        let mut statuses = vec![503];
        statuses.extend(self.refusals);
        if self.access == Access::Owner {
            statuses.extend([401, 429]);
        }
        if self.body != Body::None {
            statuses.extend([400, 408, 413, 415]);
        }
        statuses.sort_unstable();
        statuses.dedup();
        statuses
    }
}

/// Who may ask for a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everybody, signed in or not.
    Everyone,
    /// Whoever presents the secret of the subscription that the path names, as the bearer.
    Owner,
}

/// What the body of a write is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    /// There is none, and none is read.
    None,
    /// Nothing, or an empty object.
    Empty,
    /// An object that may be left out.
    Optional,
    /// An object.
    Required,
}

/// A request for a write, its asker known.
#[derive(Debug)]
pub struct Request<'a> {
    /// The client that asks, as limits count it: an IPv4 address or an IPv6 network.
    pub client: IpAddr,
    /// The owner who has shown a secret; none where [`Access::Everyone`] may ask.
    pub owner: Option<Owner>,
    /// Arguments of the path.
    pub path: &'a [Pair<'a>],
    /// The bytes of the body.
    pub body: &'a [u8],
}

impl Request<'_> {
    /// The subscription of the owner who asks.
    ///
    /// # Errors
    /// [`Refusal::Unauthorized`] when nobody has shown a secret.
    pub fn owned(&self) -> Result<&Owner, WriteError> {
        self.owner.as_ref().ok_or(WriteError::Rules(Refusal::Unauthorized))
    }

    /// An argument of the path; empty when the path has none of the name.
    #[must_use]
    pub fn named(&self, name: &str) -> &str {
        self.path.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
    }
}

/// What the server stores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A new subscription, within the limits of the deployment.
    Subscribe(Box<NewSubscription>),
    /// The end of a subscription and of what waits for it.
    Unsubscribe(Uuid),
    /// The new secret of a rotation.
    Rotate(Uuid, NextSecret),
    /// The new secret of this digest in place of the present one: the one that was shown and no later one.
    Commit(Uuid, [u8; DIGEST]),
    /// A delivery, to be sent once more.
    Redeliver {
        /// Whose it is.
        subscription: Uuid,
        /// The delivery to repeat.
        delivery: Uuid,
    },
    /// A test delivery.
    Test {
        /// Whose it is.
        subscription: Uuid,
        /// Its id.
        delivery: Uuid,
        /// Its event.
        event: EventName,
        /// Its body.
        body: String,
    },
}

/// What a write decides: what to store, and what to answer once it is stored.
#[derive(Debug)]
pub struct Decision<T> {
    /// What to store.
    pub store: Change,
    /// What to answer.
    pub answer: T,
    /// The address of what was made.
    pub location: Option<String>,
}

impl<T> Decision<T> {
    /// A decision that makes nothing with an address of its own.
    pub const fn new(store: Change, answer: T) -> Self {
        Self { store, answer, location: None }
    }
}

/// The bytes of an answer. They may hold a secret, so they are not printed.
#[derive(Default, PartialEq, Eq)]
pub struct AnswerBytes(Vec<u8>);

impl AnswerBytes {
    /// The bytes; none for an answer without a body.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

impl fmt::Debug for AnswerBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Written({} bytes)", self.0.len())
    }
}

/// Why a write is refused or cannot be decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteError {
    /// The rules of subscriptions refuse it.
    Rules(Refusal),
    /// It names something that is not on record.
    Operation(OpError),
    /// Nothing is published yet, and it needs what is.
    Starting,
    /// What was given does not do.
    Broken(String),
}

impl From<Refusal> for WriteError {
    fn from(refusal: Refusal) -> Self {
        Self::Rules(refusal)
    }
}

/// What is published; none until the first publication, which most writes do not need.
pub type PublishedView<'v, 'w> = Option<&'v View<'w>>;

/// The view of a write that needs one.
pub(crate) fn seen<'v, 'w>(published: PublishedView<'v, 'w>) -> Result<&'v View<'w>, WriteError> {
    published.ok_or(WriteError::Starting)
}

/// One write. Its view is of its caller, so no write sees more than who asks for it.
pub trait Write: Sync + 'static {
    /// About the write.
    const META: Meta;
    /// The body as it is documented; the unit without one.
    type Body: JsonSchema;
    /// What is read of path and body.
    type Args: Send + fmt::Debug + 'static;
    /// The answer; the unit without a body.
    type Data: Serialize + JsonSchema;

    /// Reads the arguments.
    ///
    /// # Errors
    /// [`WriteError::Rules`] for what is wrong with them.
    fn read(request: &Request<'_>) -> Result<Self::Args, WriteError>;

    /// What the decision needs. What can be refused without it is refused here.
    ///
    /// # Errors
    /// [`WriteError`].
    fn needs(view: PublishedView<'_, '_>, args: &Self::Args) -> Result<Needs, WriteError>;

    /// Decides. No I/O, no clock, no random source.
    ///
    /// # Errors
    /// [`WriteError`].
    fn decide(
        view: PublishedView<'_, '_>,
        args: Self::Args,
        given: WriteInputs,
        now: Timestamp,
    ) -> Result<Decision<Self::Data>, WriteError>;
}

/// A write with its types erased: what routes and documentation fold over.
pub trait AnyWrite: Sync + fmt::Debug {
    /// About the write.
    fn meta(&self) -> &'static Meta;
    /// Schema of the body, definitions collected in `requests`.
    fn body_schema(&self, requests: &mut SchemaGenerator) -> Schema;
    /// Schema of the answer, definitions collected in `answers`.
    fn answer_schema(&self, answers: &mut SchemaGenerator) -> Schema;
    /// Reads a request. Nobody who may not ask gets further.
    ///
    /// # Errors
    /// As [`Write::read`], and [`Refusal::Unauthorized`].
    fn read(&self, request: &Request<'_>) -> Result<Box<dyn Pending>, WriteError>;
}

/// A write that was read and is not decided yet.
pub trait Pending: Send + fmt::Debug {
    /// As [`Write::needs`].
    ///
    /// # Errors
    /// [`WriteError`].
    fn needs(&self, view: PublishedView<'_, '_>) -> Result<Needs, WriteError>;
    /// As [`Write::decide`].
    ///
    /// # Errors
    /// [`WriteError`].
    fn decide(
        self: Box<Self>,
        view: PublishedView<'_, '_>,
        given: WriteInputs,
        now: Timestamp,
    ) -> Result<Decision<AnswerBytes>, WriteError>;
}

#[derive(Debug)]
struct Read<W: Write>(W::Args);

impl<W: Write + fmt::Debug> AnyWrite for W {
    fn meta(&self) -> &'static Meta {
        &W::META
    }

    fn body_schema(&self, requests: &mut SchemaGenerator) -> Schema {
        requests.subschema_for::<W::Body>()
    }

    fn answer_schema(&self, answers: &mut SchemaGenerator) -> Schema {
        answers.subschema_for::<W::Data>()
    }

    fn read(&self, request: &Request<'_>) -> Result<Box<dyn Pending>, WriteError> {
        match W::META.access {
            Access::Everyone => {}
            Access::Owner => {
                request.owned()?;
            }
        }
        Ok(Box::new(Read::<W>(W::read(request)?)))
    }
}

impl<W: Write + fmt::Debug> Pending for Read<W> {
    fn needs(&self, view: PublishedView<'_, '_>) -> Result<Needs, WriteError> {
        W::needs(view, &self.0)
    }

    fn decide(
        self: Box<Self>,
        view: PublishedView<'_, '_>,
        given: WriteInputs,
        now: Timestamp,
    ) -> Result<Decision<AnswerBytes>, WriteError> {
        let Decision { store, answer, location } = W::decide(view, self.0, given, now)?;
        let bytes = match W::META.success.0 {
            NO_CONTENT => Vec::new(),
            _ => serde_json::to_vec(&answer).map_err(|error| WriteError::Broken(error.to_string()))?,
        };
        Ok(Decision { store, answer: AnswerBytes(bytes), location })
    }
}
