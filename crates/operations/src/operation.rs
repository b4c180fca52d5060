//! An operation: its name, its place, its arguments and answer as types, and the one place that erases them.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use conditions_core::time::Timestamp;

mod meta;

use crate::arguments::{self, Pair, Rules};
use crate::error::OpError;
use crate::own::Change;
use crate::tool::{self, ToolAnswer};
use accounts::Scope;
pub use meta::{Interfaces, Meta, Method};
use world::credits::{Credits, SourceFamilies};
use world::{Caller, Tier, View};

/// How an answer is wrapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `{meta, data}` with the credits in `meta`; as a tool `{meta, data, credits}`.
    Wrapped,
    /// The contract's closed envelope, which has its own `meta`; the credit travels in a header.
    Envelope,
}

/// One operation.
pub trait Operation: Sync + 'static {
    /// About the operation.
    const META: Meta;
    /// How the usual answer is wrapped.
    const SHAPE: Shape = Shape::Wrapped;
    /// Whether its arguments may also come as a JSON object in the body of a `POST`: what people write may be too long for a
    /// query, and does not belong into logs of addresses.
    const BY_BODY: bool = false;
    /// What of the caller's account it speaks of, which is then read before it runs: see [`View::own`]. A token that was not
    /// made for that may not ask.
    const OWN: Option<Scope> = None;
    /// Arguments: the query parameters, the path parameters and the documentation. Models read the first paragraph of a
    /// comment alone.
    type Args: DeserializeOwned + JsonSchema + 'static;
    /// The answer, borrowed from the world where that spares a copy.
    type Data<'w>: Serialize + JsonSchema;

    /// Answers. No I/O, no clock.
    ///
    /// # Errors
    /// [`OpError`] for arguments that are wrong or name nothing.
    fn run<'w>(view: &View<'w>, args: Self::Args, now: Timestamp) -> Result<Reply<Self::Data<'w>>, OpError>;

    /// The instant of the past that the arguments ask for, of an operation whose answer can be replayed. Whoever holds
    /// the kept evidence runs it over a world of that instant; see [`Replay`].
    #[must_use]
    fn replay(_: &Self::Args) -> Option<Replay> {
        None
    }

    /// The answer in words: complete enough to stand alone, for hosts that show a tool's text and nothing else.
    /// [`crate::text`] has the parts. The credit and a list's totals are added where the type is erased.
    fn text(data: &Self::Data<'_>) -> String;
}

/// Status of a success without a body.
pub(crate) const NO_CONTENT: u16 = 204;

/// Name of the argument that asks for the past. An operation that takes it says so in [`Operation::replay`].
pub const AS_OF: &str = "asOf";

/// One resort at an instant of the past. An operation sees no storage: a face of the service that is asked for this
/// makes a world of that one resort out of the evidence that was kept by then, resolved at that instant, and
/// runs the operation over it with the same arguments and the instant as its `now`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// Slug, name or alias, as it was asked for.
    pub slug: String,
    /// The instant.
    pub at: Timestamp,
}

/// An answer before it is wrapped.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply<T> {
    /// The data.
    pub data: T,
    /// Which upstream data it carries.
    pub carries: SourceFamilies,
    /// Set for lists.
    pub page: Option<Page>,
    /// For ranked lists: the rule in words.
    pub rule: Option<&'static str>,
    /// How it is wrapped: what the contract's closed envelope cannot hold is wrapped as everything else is.
    pub shape: Shape,
    /// What is to be stored before it is answered.
    pub change: Option<Change>,
}

impl<T> Reply<T> {
    /// A single answer.
    pub const fn one(data: T, carries: SourceFamilies) -> Self {
        Self { data, carries, page: None, rule: None, shape: Shape::Wrapped, change: None }
    }

    /// The contract's envelope.
    pub const fn envelope(data: T, carries: SourceFamilies) -> Self {
        Self { data, carries, page: None, rule: None, shape: Shape::Envelope, change: None }
    }

    /// The same, once this is stored.
    #[must_use]
    pub fn storing(self, change: Option<Change>) -> Self {
        Self { change, ..self }
    }

    /// A list.
    pub const fn list(data: T, carries: SourceFamilies, page: Page) -> Self {
        Self { data, carries, page: Some(page), rule: None, shape: Shape::Wrapped, change: None }
    }

    /// A ranked list.
    pub const fn ranked(data: T, carries: SourceFamilies, page: Page, rule: &'static str) -> Self {
        Self { data, carries, page: Some(page), rule: Some(rule), shape: Shape::Wrapped, change: None }
    }
}

/// What an operation of an account decides.
#[derive(Debug)]
pub struct AccountDecision {
    /// The answer as JSON.
    pub rest: Vec<u8>,
    /// The same as a tool gives it.
    pub tool: ToolAnswer,
    /// What is to be stored before either is given.
    pub change: Option<Change>,
}

/// Which part of a list this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Page {
    /// Rows that match, whether listed or not.
    pub total: usize,
    /// Rows asked for.
    pub limit: u32,
    /// Rows skipped.
    pub offset: u32,
}

/// What a wrapped answer says of itself in every face of the service.
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
    /// Lists: rows asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Lists: rows skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// Ranked lists: the ranking rule in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

/// `meta` of a wrapped answer. A tool has the credits at the root of its answer instead.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AnswerMeta<'w> {
    /// About the answer.
    #[serde(flatten)]
    pub about: About<'w>,
    /// Whom to credit for this answer.
    pub credits: Credits<'w>,
}

/// A wrapped answer. Each is named after its operation where it is described.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Answer<'w, T> {
    /// About the answer.
    pub meta: AnswerMeta<'w>,
    /// The answer.
    pub data: T,
}

/// An operation with its types erased: what the faces of the service fold over.
pub trait AnyOperation: Sync {
    /// About the operation.
    fn meta(&self) -> &'static Meta;
    /// Schema of the arguments.
    fn arguments(&self) -> Schema;
    /// Schema of the whole answer, definitions collected in `generator`.
    fn answer_schema(&self, generator: &mut SchemaGenerator) -> Schema;
    /// The instant of the past that the arguments ask for; `None`, at the cost of a look at their names, when they ask
    /// for the present.
    ///
    /// # Errors
    /// [`OpError::InvalidArguments`].
    fn replay(&self, pairs: &[Pair<'_>]) -> Result<Option<Replay>, OpError>;
    /// How the usual answer is wrapped.
    fn shape(&self) -> Shape;
    /// Whether the arguments may come in a body; see [`Operation::BY_BODY`].
    fn is_by_body(&self) -> bool;
    /// What of the caller's account it speaks of; see [`Operation::OWN`].
    fn scope(&self) -> Option<Scope>;
    /// Whether it speaks of what the caller's account holds.
    fn is_own(&self) -> bool {
        self.scope().is_some()
    }
    /// Whether a caller may ask for it.
    ///
    /// # Errors
    /// [`OpError::Denied`], and [`OpError::Scope`].
    fn may(&self, caller: &Caller) -> Result<(), OpError>;
    /// What each argument may be.
    fn rules(&self) -> &'static Rules;
    /// Decides what to store and what to answer once it is stored, for every face at once. Who may not ask is told so before
    /// anything is read.
    ///
    /// # Errors
    /// As [`Operation::run`], and [`OpError::Denied`].
    fn act(&self, view: &View<'_>, pairs: &[Pair<'_>], now: Timestamp) -> Result<AccountDecision, OpError>;
    /// Answers as a tool does.
    ///
    /// # Errors
    /// As [`Operation::run`], and [`OpError::Denied`].
    fn call(&self, view: &View<'_>, pairs: &[Pair<'_>], now: Timestamp) -> Result<ToolAnswer, OpError>;
    /// Answers as JSON.
    ///
    /// # Errors
    /// As [`Operation::run`], and [`OpError::Denied`].
    fn answer(&self, view: &View<'_>, pairs: &[Pair<'_>], now: Timestamp) -> Result<Vec<u8>, OpError>;
    /// Answers as a value that pointers look into: the answer as REST gives it, with a list's total as all of its `meta`;
    /// and what it carries.
    ///
    /// # Errors
    /// As [`Operation::run`], and [`OpError::Denied`].
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
        // Our own types have string keys and finite numbers, so this cannot fail.
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

/// Refuses whoever may not ask.
fn allowed<O: Operation>(tier: Tier, may: impl Fn(Scope) -> bool) -> Result<(), OpError> {
    O::META.admit(tier)?;
    match O::OWN {
        Some(scope) if !may(scope) => Err(OpError::Scope { needs: scope.name() }),
        Some(_) | None => Ok(()),
    }
}

/// The rules of arguments, made once per process: a schema takes longer to make than most answers.
pub(crate) fn remembered<A: JsonSchema + 'static>() -> &'static Rules {
    static MADE: Mutex<BTreeMap<TypeId, &'static Rules>> = Mutex::new(BTreeMap::new());
    // A panic while holding the lock leaves the map whole: a rule is in it or not.
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.entry(TypeId::of::<A>())
        .or_insert_with(|| Box::leak(Box::new(Rules::of(&arguments::schema_of::<A>()))))
}

/// Answers typed arguments as JSON: what [`AnyOperation::answer`] does once it has read them.
///
/// # Errors
/// As [`Operation::run`], and [`OpError::Denied`].
pub fn render<O: Operation>(view: &View<'_>, args: O::Args, now: Timestamp) -> Result<Vec<u8>, OpError> {
    O::META.admit(view.tier())?;
    let reply = O::run(view, args, now)?;
    debug_assert!(reply.change.is_none(), "a change is stored by whoever calls `act`");
    let mut body = Vec::with_capacity(8 * 1024);
    let written = match reply.shape {
        Shape::Wrapped => serde_json::to_writer(&mut body, &wrap(view, reply, now)),
        Shape::Envelope => serde_json::to_writer(&mut body, &reply.data),
    };
    // Our own types have string keys and finite numbers, so writing to memory cannot fail.
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
            credits: service.credits.of(reply.carries),
        },
        data: reply.data,
    }
}
