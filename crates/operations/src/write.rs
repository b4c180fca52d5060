//! The trait of writes: metadata, and types of arguments and answer; and its type-erased form.
//!
//! A write decides and the server stores, without I/O in between. External inputs of a decision (a random id, a sealed
//! secret, a validated address) are requested by [`Write::needs`] and arrive as [`WriteInputs`].

use std::fmt;
use std::net::IpAddr;

use conditions_core::time::Timestamp;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use uuid::Uuid;
use webhooks::events::EventName;
use webhooks::subscriptions::{DIGEST, NewSubscription, NextSecret, Owner, Rejection};
use world::View;

use crate::arguments::Pair;
use crate::error::OpError;
use crate::operation::{Interfaces, Method, NO_CONTENT};

mod needs;

pub use needs::{Limit, Needs, SealedFor, WriteInputs};

/// Metadata of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta {
    /// Name: the OpenAPI operation id, also used in the audit log.
    pub name: &'static str,
    pub method: Method,
    pub access: Access,
    /// Interfaces that offer it.
    pub faces: Interfaces,
    /// Path below [`crate::API_PREFIX`], path arguments in braces.
    pub path: &'static str,
    /// Meaning of the path arguments, in the order of the path.
    pub names: &'static [(&'static str, &'static str)],
    /// Title, one line.
    pub title: &'static str,
    /// Effect of the write.
    pub description: &'static str,
    pub body: Body,
    /// Status of a success, and its meaning.
    pub success: (u16, &'static str),
    /// Statuses of its specific rejections; those that follow from `access` and `body` are not listed.
    pub refusals: &'static [u16],
}

impl Meta {
    /// Returns whether it is a REST endpoint.
    #[must_use]
    pub const fn has_endpoint(&self) -> bool {
        matches!(self.faces, Interfaces::Rest | Interfaces::Both)
    }

    /// Returns the statuses of all rejections, sorted and without duplicates.
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

/// Access that a write requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// All callers, signed in or not.
    Everyone,
    /// Callers with the secret of the subscription in the path, as bearer token.
    Owner,
}

/// Kind of a write's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    /// No body; a sent one is not read.
    None,
    /// No body, or an empty object.
    Empty,
    /// An object that may be left out.
    Optional,
    /// An object.
    Required,
}

/// A request for a write by an identified caller.
#[derive(Debug)]
pub struct Request<'a> {
    /// The requesting client, as counted by limits: an IPv4 address or an IPv6 network.
    pub client: IpAddr,
    /// The owner whose secret was presented; `None` for [`Access::Everyone`].
    pub owner: Option<Owner>,
    /// Arguments of the path.
    pub path: &'a [Pair<'a>],
    /// The bytes of the body.
    pub body: &'a [u8],
}

impl Request<'_> {
    /// Returns the owner of the subscription.
    ///
    /// # Errors
    /// Returns [`Rejection::Unauthorized`] if no secret was presented.
    pub fn owned(&self) -> Result<&Owner, WriteError> {
        self.owner.as_ref().ok_or(WriteError::Rules(Rejection::Unauthorized))
    }

    /// Returns an argument of the path; empty if the path has no such argument.
    #[must_use]
    pub fn path_argument(&self, name: &str) -> &str {
        self.path.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
    }
}

/// A change for the server to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A new subscription, within the limits of the deployment.
    Subscribe(Box<NewSubscription>),
    /// The removal of a subscription and of its pending deliveries.
    Unsubscribe(Uuid),
    /// The new secret of a rotation.
    Rotate(Uuid, NextSecret),
    /// The activation of the new secret with this digest: exactly the presented one, not a later one.
    Commit(Uuid, [u8; DIGEST]),
    Redeliver {
        subscription: Uuid,
        /// The delivery to repeat.
        delivery: Uuid,
    },
    Test {
        subscription: Uuid,
        /// Id of the delivery.
        delivery: Uuid,
        /// Event of the delivery.
        event: EventName,
        /// Body of the delivery.
        body: String,
    },
}

/// The decision of a write: a change to store, and the answer once it is stored.
#[derive(Debug)]
pub struct Decision<T> {
    /// The change to store.
    pub store: Change,
    pub answer: T,
    /// The address of the created resource.
    pub location: Option<String>,
}

impl<T> Decision<T> {
    /// Makes a decision that creates no addressable resource.
    pub const fn new(store: Change, answer: T) -> Self {
        Self { store, answer, location: None }
    }
}

/// The bytes of an answer. They may contain a secret, so they are never printed.
#[derive(Default, PartialEq, Eq)]
pub struct AnswerBytes(Vec<u8>);

impl AnswerBytes {
    /// Returns the bytes; empty for an answer without a body.
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

/// The reason why a write is rejected or cannot be decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteError {
    /// The rules of subscriptions reject it.
    Rules(Rejection),
    /// It names something unknown.
    Operation(OpError),
    /// It needs published data, and nothing is published yet.
    Starting,
    /// An input is unusable.
    Broken(String),
}

impl From<Rejection> for WriteError {
    fn from(refusal: Rejection) -> Self {
        Self::Rules(refusal)
    }
}

/// The published data; `None` until the first publication, which most writes do not need.
pub type PublishedView<'v, 'w> = Option<&'v View<'w>>;

/// Returns the view for a write that needs one.
pub(crate) fn require_view<'v, 'w>(published: PublishedView<'v, 'w>) -> Result<&'v View<'w>, WriteError> {
    published.ok_or(WriteError::Starting)
}

/// A write. Its view is its caller's, so a write cannot see more than its caller.
pub trait Write: Sync + 'static {
    const META: Meta;
    /// The documented body; the unit type without one.
    type Body: JsonSchema;
    /// The arguments read from path and body.
    type Args: Send + fmt::Debug + 'static;
    /// The answer; the unit type without a body.
    type Data: Serialize + JsonSchema;

    /// Reads the arguments.
    ///
    /// # Errors
    /// Returns [`WriteError::Rules`] if they are invalid.
    fn read(request: &Request<'_>) -> Result<Self::Args, WriteError>;

    /// Returns the inputs that the decision needs. Rejects requests that can be rejected without them.
    ///
    /// # Errors
    /// Returns a [`WriteError`] if the request is rejected.
    fn needs(view: PublishedView<'_, '_>, args: &Self::Args) -> Result<Needs, WriteError>;

    /// Decides. Must not use I/O, the clock or a random source.
    ///
    /// # Errors
    /// Returns a [`WriteError`] if the request is rejected.
    fn decide(
        view: PublishedView<'_, '_>,
        args: Self::Args,
        given: WriteInputs,
        now: Timestamp,
    ) -> Result<Decision<Self::Data>, WriteError>;
}

/// A write with its types erased, for routes and documentation.
pub trait AnyWrite: Sync + fmt::Debug {
    fn meta(&self) -> &'static Meta;
    /// Returns the schema of the body, with definitions collected in `requests`.
    fn body_schema(&self, requests: &mut SchemaGenerator) -> Schema;
    /// Returns the schema of the answer, with definitions collected in `answers`.
    fn answer_schema(&self, answers: &mut SchemaGenerator) -> Schema;
    /// Reads a request. Callers without access are rejected here.
    ///
    /// # Errors
    /// Like [`Write::read`], and [`Rejection::Unauthorized`].
    fn read(&self, request: &Request<'_>) -> Result<Box<dyn Pending>, WriteError>;
}

/// A write that was read and is not decided yet.
pub trait Pending: Send + fmt::Debug {
    /// Like [`Write::needs`].
    ///
    /// # Errors
    /// Returns a [`WriteError`] if the request is rejected.
    fn needs(&self, view: PublishedView<'_, '_>) -> Result<Needs, WriteError>;
    /// Like [`Write::decide`].
    ///
    /// # Errors
    /// Returns a [`WriteError`] if the request is rejected.
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
