//! The trait of operations: name, path, and types of arguments and answer; and its type-erased form.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use conditions_core::time::Timestamp;

mod meta;

use crate::account::Change;
use crate::arguments::{self, Pair, Rules};
use crate::error::OpError;
use crate::tool::{self, ToolAnswer};
use accounts::Scope;
pub use meta::{Interfaces, Meta, Method};
use world::credits::{Credits, SourceFamilies};
use world::{Caller, Tier, View};

/// The wrapping of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `{meta, data}` with the credits in `meta`; as a tool `{meta, data, credits}`.
    Wrapped,
    /// The contract's closed envelope, which has its own `meta`; the credit is in a header.
    Envelope,
}

pub trait Operation: Sync + 'static {
    const META: Meta;
    /// The usual wrapping of the answer.
    const SHAPE: Shape = Shape::Wrapped;
    /// Whether the arguments may also arrive as a JSON object in the body of a `POST`: text written by people may be
    /// too long for a query, and does not belong in logs of addresses.
    const BY_BODY: bool = false;
    /// The part of the caller's account data that the operation uses; it is read before the operation runs, see
    /// [`View::account_data`]. A token without this scope is rejected.
    const OWN: Option<Scope> = None;
    /// Query and path parameters, with their documentation. Models read only the first paragraph of a comment.
    type Args: DeserializeOwned + JsonSchema + 'static;
    /// The answer, borrowed from the world if that avoids a copy.
    type Data<'w>: Serialize + JsonSchema;

    /// Runs the operation. Must not use I/O or the clock.
    ///
    /// # Errors
    /// Returns an [`OpError`] if arguments are invalid or name nothing that exists.
    fn run<'w>(view: &View<'w>, args: Self::Args, now: Timestamp) -> Result<Reply<Self::Data<'w>>, OpError>;

    /// Returns the past time that the arguments request, for an operation whose answer can be replayed. An interface
    /// with access to the stored evidence runs the operation over a world of that time; see [`Replay`].
    #[must_use]
    fn replay(_: &Self::Args) -> Option<Replay> {
        None
    }

    /// Renders the answer in words, complete enough for hosts that show only a tool's text. [`crate::text`] has the
    /// parts. The credit and a list's totals are added where the type is erased.
    fn text(data: &Self::Data<'_>) -> String;
}

/// HTTP status of a success without a body.
pub(crate) const NO_CONTENT: u16 = 204;

/// Name of the argument that requests the past. An operation with this argument implements [`Operation::replay`].
pub const AS_OF: &str = "asOf";

/// A request for one resort at a past time. Operations have no access to storage: the interface that receives the
/// request builds a world of that one resort from the evidence stored by then, resolved at that time, and runs the
/// operation over it with the same arguments and that time as its `now`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// Slug, name or alias, as requested.
    pub slug: String,
    pub at: Timestamp,
}

/// An answer before it is wrapped.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply<T> {
    pub data: T,
    /// The upstream sources of the data.
    pub carries: SourceFamilies,
    pub page: Option<Page>,
    /// Ranked lists: the ranking rule in words.
    pub rule: Option<&'static str>,
    /// The wrapping; an answer that does not fit the contract's closed envelope is wrapped like all others.
    pub shape: Shape,
    /// A change that must be stored before the answer is sent.
    pub change: Option<Change>,
}

impl<T> Reply<T> {
    /// Returns a single answer.
    pub const fn one(data: T, carries: SourceFamilies) -> Self {
        Self { data, carries, page: None, rule: None, shape: Shape::Wrapped, change: None }
    }

    /// Returns the contract's envelope.
    pub const fn envelope(data: T, carries: SourceFamilies) -> Self {
        Self { data, carries, page: None, rule: None, shape: Shape::Envelope, change: None }
    }

    /// Attaches a change that must be stored first.
    #[must_use]
    pub fn storing(self, change: Option<Change>) -> Self {
        Self { change, ..self }
    }

    pub const fn list(data: T, carries: SourceFamilies, page: Page) -> Self {
        Self { data, carries, page: Some(page), rule: None, shape: Shape::Wrapped, change: None }
    }

    /// Returns a ranked list.
    pub const fn ranked(data: T, carries: SourceFamilies, page: Page, rule: &'static str) -> Self {
        Self { data, carries, page: Some(page), rule: Some(rule), shape: Shape::Wrapped, change: None }
    }
}

/// The decision of an account operation.
#[derive(Debug)]
pub struct AccountDecision {
    /// The answer as JSON.
    pub rest: Vec<u8>,
    /// The answer as a tool result.
    pub tool: ToolAnswer,
    /// A change that must be stored before either is sent.
    pub change: Option<Change>,
}

/// The position of a page within a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Page {
    /// Rows that match, whether listed or not.
    pub total: usize,
    /// Maximum number of rows requested.
    pub limit: u32,
    /// Rows skipped.
    pub offset: u32,
}

/// Facts about a wrapped answer that every interface includes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct About<'w> {
    /// The service's name.
    pub source: &'w str,
    /// When this answer was made.
    pub generated_at: Timestamp,
    /// State of the data that it was made from.
    pub as_of: Timestamp,
    /// Lists: rows that match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<usize>,
    /// Lists: maximum number of rows requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Lists: rows skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// Ranked lists: the ranking rule in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

/// `meta` of a wrapped answer. In a tool's answer the credits are at the root instead.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AnswerMeta<'w> {
    /// About the answer.
    #[serde(flatten)]
    pub about: About<'w>,
    /// Sources to credit for this answer.
    pub credits: Credits<'w>,
}

/// A wrapped answer. Its schema is named after the operation.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Answer<'w, T> {
    /// About the answer.
    pub meta: AnswerMeta<'w>,
    /// The answer.
    pub data: T,
}

/// An operation with its types erased, for the interfaces of the service.
pub trait AnyOperation: Sync {
    fn meta(&self) -> &'static Meta;
    /// Returns the schema of the arguments.
    fn arguments(&self) -> Schema;
    /// Returns the schema of the whole answer, with definitions collected in `generator`.
    fn answer_schema(&self, generator: &mut SchemaGenerator) -> Schema;
    /// Returns the past time that the arguments request; `None` if they request the present, which costs only a look at
    /// their names.
    ///
    /// # Errors
    /// Returns [`OpError::InvalidArguments`] if the arguments are malformed.
    fn replay(&self, pairs: &[Pair<'_>]) -> Result<Option<Replay>, OpError>;
    /// Returns the usual wrapping of the answer.
    fn shape(&self) -> Shape;
    /// Returns whether the arguments may arrive in a body; see [`Operation::BY_BODY`].
    fn is_by_body(&self) -> bool;
    /// Returns the account data that it uses; see [`Operation::OWN`].
    fn scope(&self) -> Option<Scope>;
    /// Returns whether it uses the caller's account data.
    fn is_own(&self) -> bool {
        self.scope().is_some()
    }
    /// Checks whether a caller may use it.
    ///
    /// # Errors
    /// Returns [`OpError::Denied`] or [`OpError::Scope`] if the caller may not.
    fn may(&self, caller: &Caller) -> Result<(), OpError>;
    /// Returns the rules of the arguments.
    fn rules(&self) -> &'static Rules;
    /// Decides what to store and what to answer once it is stored, for all interfaces. Callers without access are
    /// rejected before anything is read.
    ///
    /// # Errors
    /// Like [`Operation::run`], and [`OpError::Denied`].
    fn act(&self, view: &View<'_>, pairs: &[Pair<'_>], now: Timestamp) -> Result<AccountDecision, OpError>;
    /// Returns the answer as a tool result.
    ///
    /// # Errors
    /// Like [`Operation::run`], and [`OpError::Denied`].
    fn call(&self, view: &View<'_>, pairs: &[Pair<'_>], now: Timestamp) -> Result<ToolAnswer, OpError>;
    /// Returns the answer as JSON.
    ///
    /// # Errors
    /// Like [`Operation::run`], and [`OpError::Denied`].
    fn answer(&self, view: &View<'_>, pairs: &[Pair<'_>], now: Timestamp) -> Result<Vec<u8>, OpError>;
    /// Returns the answer as a JSON value for pointers, shaped like the REST answer but with only a list's total in
    /// `meta`; and its sources.
    ///
    /// # Errors
    /// Like [`Operation::run`], and [`OpError::Denied`].
    fn value(
        &self,
        view: &View<'_>,
        pairs: &[Pair<'_>],
        now: Timestamp,
    ) -> Result<(serde_json::Value, SourceFamilies), OpError>;
}

impl fmt::Debug for dyn AnyOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.meta().name)
    }
}

impl<O: Operation> AnyOperation for O {
    fn meta(&self) -> &'static Meta {
        &O::META
    }

    fn arguments(&self) -> Schema {
        arguments::schema_of::<O::Args>()
    }

    fn answer_schema(&self, generator: &mut SchemaGenerator) -> Schema {
        match O::SHAPE {
            Shape::Wrapped => generator.subschema_for::<Answer<'static, O::Data<'static>>>(),
            Shape::Envelope => generator.subschema_for::<O::Data<'static>>(),
        }
    }

    fn replay(&self, pairs: &[Pair<'_>]) -> Result<Option<Replay>, OpError> {
        let rules = self.rules();
        if !pairs.iter().any(|(name, _)| rules.canonical(name) == Some(AS_OF)) {
            return Ok(None);
        }
        Ok(O::replay(&arguments::read::<O::Args>(rules, pairs)?))
    }

    fn shape(&self) -> Shape {
        O::SHAPE
    }

    fn is_by_body(&self) -> bool {
        O::BY_BODY
    }

    fn scope(&self) -> Option<Scope> {
        O::OWN
    }

    fn may(&self, caller: &Caller) -> Result<(), OpError> {
        allowed::<O>(caller.tier(), |scope| caller.may(scope))
    }

    fn rules(&self) -> &'static Rules {
        remembered::<O::Args>()
    }

    fn act(&self, view: &View<'_>, pairs: &[Pair<'_>], now: Timestamp) -> Result<AccountDecision, OpError> {
        allowed::<O>(view.tier(), |scope| view.may(scope))?;
        let mut reply = O::run(view, arguments::read(self.rules(), pairs)?, now)?;
        let change = reply.change.take();
        let (rest, tool) = tool::both::<O>(view, reply, now);
        Ok(AccountDecision { rest, tool, change })
    }

    fn call(&self, view: &View<'_>, pairs: &[Pair<'_>], now: Timestamp) -> Result<ToolAnswer, OpError> {
        tool::call::<O>(view, arguments::read(self.rules(), pairs)?, now)
    }

    fn answer(&self, view: &View<'_>, pairs: &[Pair<'_>], now: Timestamp) -> Result<Vec<u8>, OpError> {
        render::<O>(view, arguments::read(self.rules(), pairs)?, now)
    }

    fn value(
        &self,
        view: &View<'_>,
        pairs: &[Pair<'_>],
        now: Timestamp,
    ) -> Result<(serde_json::Value, SourceFamilies), OpError> {
        O::META.admit(view.tier())?;
        let reply = O::run(view, arguments::read(self.rules(), pairs)?, now)?;
        // These types have string keys and finite numbers, so this cannot fail.
        let data = serde_json::to_value(&reply.data).unwrap_or_default();
        let value = match reply.shape {
            Shape::Envelope => data,
            Shape::Wrapped => match reply.page {
                Some(page) => serde_json::json!({ "meta": { "total": page.total }, "data": data }),
                None => serde_json::json!({ "data": data }),
            },
        };
        Ok((value, reply.carries))
    }
}

/// Rejects callers without access.
fn allowed<O: Operation>(tier: Tier, may: impl Fn(Scope) -> bool) -> Result<(), OpError> {
    O::META.admit(tier)?;
    match O::OWN {
        Some(scope) if !may(scope) => Err(OpError::Scope { needs: scope.name() }),
        Some(_) | None => Ok(()),
    }
}

/// Returns the rules of arguments, built once per process: a schema takes longer to build than most answers.
pub(crate) fn remembered<A: JsonSchema + 'static>() -> &'static Rules {
    static MADE: Mutex<BTreeMap<TypeId, &'static Rules>> = Mutex::new(BTreeMap::new());
    // A panic while holding the lock cannot leave a partial rule in the map.
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.entry(TypeId::of::<A>())
        .or_insert_with(|| Box::leak(Box::new(Rules::from_schema(&arguments::schema_of::<A>()))))
}

/// Answers typed arguments as JSON, like [`AnyOperation::answer`] after it has read them.
///
/// # Errors
/// Like [`Operation::run`], and [`OpError::Denied`].
pub fn render<O: Operation>(view: &View<'_>, args: O::Args, now: Timestamp) -> Result<Vec<u8>, OpError> {
    O::META.admit(view.tier())?;
    let reply = O::run(view, args, now)?;
    debug_assert!(reply.change.is_none(), "the caller of `act` stores the change");
    let mut body = Vec::with_capacity(8 * 1024);
    let written = match reply.shape {
        Shape::Wrapped => serde_json::to_writer(&mut body, &wrap(view, reply, now)),
        Shape::Envelope => serde_json::to_writer(&mut body, &reply.data),
    };
    // These types have string keys and finite numbers, so writing to memory cannot fail.
    debug_assert!(written.is_ok(), "{written:?}");
    Ok(body)
}

/// Puts `meta` around an answer.
pub(crate) fn wrap<'w, T>(view: &View<'w>, reply: Reply<T>, now: Timestamp) -> Answer<'w, T> {
    let service = view.service();
    Answer {
        meta: AnswerMeta {
            about: About {
                source: &service.name,
                generated_at: now,
                as_of: view.as_of(),
                total: reply.page.map(|page| page.total),
                limit: reply.page.map(|page| page.limit),
                offset: reply.page.map(|page| page.offset),
                rule: reply.rule,
            },
            credits: service.credits.for_sources(reply.carries),
        },
        data: reply.data,
    }
}
