//! The tool connector: every operation as a tool, and the resources, over the protocol's frames and independent of
//! HTTP.
//!
//! One endpoint serves the whole service, and one per resort serves only that resort: it has the tools about one
//! resort, with the resort fixed instead of chosen by the caller, and the cards of these tools as resources. One per set
//! of topics lists only their tools, in short, and answers calls of all.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

use conditions_core::time::Timestamp;
use mcp_protocol::{
    Ask, Call, Contents, DescriptionError, Endpoint, Hints, Lists, RawJson, RenderedResult, Request,
    ResourceRead, Response, Scope, ToolResult,
};
use operations::operation::Replay;
use operations::resources::{Kind, resource};
use operations::topics::Topics;
use operations::{AnyOperation, Method, OpError, tool, tools};
use publication::published::Published;
use publication::published::key::CallKey;
use publication::replay::{Past, ReplayError, Replays};
use runtime::metrics::Metrics;
use runtime::spans::{Side, Span};
use services::alerts::holdings::Holdings;
use world::{Caller, Service, Tier};

mod describe;

/// Argument that a resort's own connector fixes.
const RESORT: &str = "slug";

/// The tools and their descriptions.
#[derive(Debug)]
pub struct Connector {
    service: Arc<Service>,
    tools: Vec<&'static dyn AnyOperation>,
    whole: Endpoint,
    /// Lists of every resort's endpoint, which are all equal, since the resort is in the address.
    of_one: Arc<Lists>,
    /// Endpoints of resorts, built on first use.
    resorts: RwLock<HashMap<String, Arc<Endpoint>>>,
    /// Endpoints of topics, built on first use.
    topics: RwLock<HashMap<Topics, Arc<Endpoint>>>,
}

/// Context in which a request is answered.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Current publication.
    pub published: Option<&'a Published>,
    /// Counters shown at `/metrics`.
    pub metrics: &'a Metrics,
    /// Records of the past.
    pub replays: &'a Replays,
    /// Data of accounts; `None` in a service without accounts.
    pub holdings: Option<&'a Holdings>,
    pub caller: &'a Caller,
    /// Time of the request.
    pub now: Timestamp,
    /// `traceparent` of the request's span, if it has an id.
    pub trace: Option<&'a str>,
}

impl Connector {
    /// Describes every operation that is a tool.
    ///
    /// # Errors
    /// Returns an error if a description is unusable for clients.
    pub fn new(service: &Arc<Service>) -> Result<Self, DescriptionError> {
        Self::with(service, tools().collect())
    }

    /// Describes these tools.
    ///
    /// # Errors
    /// Returns the same errors as [`Connector::new`].
    pub fn with(
        service: &Arc<Service>,
        tools: Vec<&'static dyn AnyOperation>,
    ) -> Result<Self, DescriptionError> {
        let lists = |fixed| {
            Lists::new(&describe::tools(&tools, fixed), &describe::resources(fixed), describe::LISTS_HOLD)
        };
        Ok(Self {
            whole: Endpoint::new(&describe::info(service, None), Arc::new(lists(None)?))?,
            of_one: Arc::new(lists(Some(RESORT))?),
            resorts: RwLock::default(),
            topics: RwLock::default(),
            service: Arc::clone(service),
            tools,
        })
    }

    /// Answers a request to the service's endpoint.
    pub async fn answer(&self, request: &Request<'_>, context: Context<'_>) -> Response {
        self.exchange(&self.whole, request, context, None).await
    }

    /// Answers a request to the endpoint of one resort, which must be on record.
    pub async fn answer_for(
        &self,
        slug: &str,
        name: &str,
        request: &Request<'_>,
        context: Context<'_>,
    ) -> Response {
        let endpoint = kept(&self.resorts, slug.to_owned(), || {
            let info = describe::info(&self.service, Some((slug, name)));
            Endpoint::new(&info, Arc::clone(&self.of_one))
        });
        self.exchange_at(endpoint, request, context, Some(slug)).await
    }

    /// Answers a request to the endpoint of topics.
    pub async fn answer_on(&self, topics: Topics, request: &Request<'_>, context: Context<'_>) -> Response {
        let endpoint = kept(&self.topics, topics, || {
            let tools = describe::short_tools(topics.tools());
            let lists = Lists::new(&tools, &describe::resources(None), describe::LISTS_HOLD)?;
            Endpoint::new(&describe::info(&self.service, None), Arc::new(lists))
        });
        self.exchange_at(endpoint, request, context, None).await
    }

    async fn exchange_at(
        &self,
        endpoint: Result<Arc<Endpoint>, DescriptionError>,
        request: &Request<'_>,
        context: Context<'_>,
        resort: Option<&str>,
    ) -> Response {
        match endpoint {
            Ok(endpoint) => self.exchange(&endpoint, request, context, resort).await,
            Err(error) => {
                tracing::error!(%error, "cannot describe a connector");
                Response::refusal(500, mcp_protocol::INTERNAL_ERROR, "Internal error")
            }
        }
    }

    async fn exchange(
        &self,
        endpoint: &Endpoint,
        request: &Request<'_>,
        context: Context<'_>,
        resort: Option<&str>,
    ) -> Response {
        let mut exchange = endpoint.open(request);
        while let Some(ask) = exchange.ask() {
            match ask {
                Ask::Call(call) => self.answer_call(call, context, resort).await,
                Ask::Read(read) => self.answer_read(read, context, resort),
            }
        }
        exchange.finish()
    }

    fn answer_read(&self, read: ResourceRead<'_, '_>, context: Context<'_>, resort: Option<&str>) {
        let found = resource(&read.uri).filter(|one| describe::offers(one, resort.map(|_| RESORT)));
        let Some(found) = found else { return read.unknown() };
        let meta = found.meta();
        let is_card = matches!(found.kind, Kind::Card(_));
        let scope =
            if is_card || context.caller.tier() == Tier::Anonymous { Scope::Public } else { Scope::Private };
        let reply = |text: &str| {
            read.reply(&Contents {
                mime_type: found.mime_type(),
                text,
                meta: Some(&meta).filter(|meta| !meta.is_empty()),
                hints: Hints::new(found.ttl_ms, scope),
            });
        };
        let Kind::Card(card) = found.kind else {
            return match context
                .published
                .map(|published| published.resource(context.caller, found, context.now))
            {
                Some(Ok(text)) => reply(&text),
                Some(Err(error)) => tracing::error!(uri = found.uri, %error, "cannot read a resource"),
                None => tracing::debug!(uri = found.uri, "read before the first publication"),
            };
        };
        reply(card.html);
    }

    async fn answer_call(&self, call: Call<'_, '_>, context: Context<'_>, resort: Option<&str>) {
        let Some(operation) = self.find(&call.name, resort) else { return call.unknown() };
        let name = operation.meta().name;
        let mut span = Span::begin(Side::Internal, "connector call", context.trace);
        span.set_text("connector.tool", name);
        let Some(published) = context.published else {
            context.metrics.tool_call(name, "unavailable");
            span.fail("unavailable");
            return fail(call, "The service is starting; try again in a second.");
        };
        let request =
            CallKey { tool: name, resort: resort.map(str::to_owned), arguments: call.arguments.to_owned() };
        let result = match published.called(context.caller, &request, context.now) {
            Some(kept) => Ok(kept),
            None => run(operation, call.arguments, request, published, resort, context).await,
        };
        let result = result.map_err(|error| self.error_text(&error));
        match result {
            Ok(result) => {
                context.metrics.tool_call(name, "answered");
                call.reply_rendered(&result);
            }
            Err(text) => {
                context.metrics.tool_call(name, "refused");
                span.fail("rejected");
                fail(call, &text);
            }
        }
    }

    /// Describes an error in words; callers without a sign-in are directed to it.
    fn error_text(&self, wrong: &CallError) -> String {
        let base = &self.service.base_url;
        match wrong {
            CallError::Told(text) => text.clone(),
            CallError::Operation(error @ OpError::Denied { has: Tier::Anonymous, .. }) => format!(
                "{} Sign in at {base}/account, create a token there and connect with the header `Authorization: Bearer TOKEN`; or \
                 connect to {base}/mcp/account, which handles the sign-in. Tools that need no sign-in still work.",
                tool::error_text(error)
            ),
            CallError::Operation(error) => tool::error_text(error),
        }
    }

    /// Finds the operation with a tool's name, if this endpoint has it.
    fn find(&self, name: &str, resort: Option<&str>) -> Option<&'static dyn AnyOperation> {
        let operation = *self.tools.iter().find(|operation| operation.meta().name == name)?;
        (resort.is_none() || operation.meta().is_of_one_resort()).then_some(operation)
    }
}

/// Returns an endpoint of a map; it is built on first use.
fn kept<K: Eq + Hash>(
    endpoints: &RwLock<HashMap<K, Arc<Endpoint>>>,
    key: K,
    build: impl FnOnce() -> Result<Endpoint, DescriptionError>,
) -> Result<Arc<Endpoint>, DescriptionError> {
    // A panic while the lock is held leaves the map consistent: an endpoint is in it or not.
    if let Some(made) = endpoints.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Ok(Arc::clone(made));
    }
    let made = Arc::new(build()?);
    let mut endpoints = endpoints.write().unwrap_or_else(PoisonError::into_inner);
    Ok(Arc::clone(endpoints.entry(key).or_insert(made)))
}

/// Reports an error in the caller's input in the result's text: a protocol error would not reach the model.
fn fail(call: Call<'_, '_>, text: &str) {
    call.reply(&ToolResult { text, is_error: true, ..ToolResult::default() });
}

/// Reason why a call has no answer.
#[derive(Debug)]
enum CallError {
    Operation(OpError),
    Told(String),
}

impl From<OpError> for CallError {
    fn from(error: OpError) -> Self {
        Self::Operation(error)
    }
}

async fn run(
    operation: &'static dyn AnyOperation,
    arguments: &str,
    request: CallKey,
    published: &Published,
    resort: Option<&str>,
    context: Context<'_>,
) -> Result<Arc<RenderedResult>, CallError> {
    // Missing permission is reported first, whatever else is wrong.
    operation.may(context.caller)?;
    let rules = operation.rules();
    let mut pairs = tool::arguments(rules, Some(arguments))?;
    if let Some(resort) = resort {
        if let Some((_, other)) = pairs.iter().find(|(name, slug)| is_resort(rules, name) && slug != resort) {
            let other = world::unknown::shortened(other);
            return Err(CallError::Told(format!(
                "This connector serves only {resort}, not {other}; omit `slug`."
            )));
        }
        pairs.retain(|(name, _)| !is_resort(rules, name));
        pairs.push((RESORT.to_owned(), resort.to_owned()));
    }
    let borrowed: Vec<(&str, &str)> =
        pairs.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    if operation.is_own() {
        return Box::pin(answer_own(operation, published, &borrowed, context)).await;
    }
    match operation.replay(&borrowed)? {
        None => Ok(published.call(context.caller, operation, request, &borrowed, context.now)?),
        Some(asked) => Box::pin(past(operation, published, asked, pairs, context)).await,
    }
}

/// Answers a call of an account, without caching.
async fn answer_own(
    operation: &'static dyn AnyOperation,
    published: &Published,
    pairs: &[(&str, &str)],
    context: Context<'_>,
) -> Result<Arc<RenderedResult>, CallError> {
    let holdings = context.holdings.ok_or(OpError::Unread)?;
    let acted = holdings.act(operation, published, context.caller, pairs, context.now).await;
    if operation.meta().method != Method::Get {
        let (write, is_done) = (operation.meta().name, acted.is_ok());
        tracing::info!(target: "audit", write, is_done, face = "tool");
    }
    let tool = acted?.tool;
    Ok(Arc::new(RenderedResult::new(&tool.text, RawJson(&tool.structured))))
}

async fn past(
    operation: &'static dyn AnyOperation,
    published: &Published,
    asked: Replay,
    pairs: Vec<(String, String)>,
    context: Context<'_>,
) -> Result<Arc<RenderedResult>, CallError> {
    let caller = context.caller.clone();
    let answer = move |past: &Past| past.call(&caller, operation, &pairs);
    match context.replays.run(published, &asked, context.now, answer).await {
        Ok(Ok(answer)) => Ok(Arc::new(RenderedResult::new(&answer.text, RawJson(&answer.structured)))),
        Ok(Err(error)) | Err(ReplayError::Refused(error)) => Err(error.into()),
        Err(error) => {
            tracing::warn!(%error, "cannot replay the past for a tool");
            Err(CallError::Told(format!("{error}. Omit `asOf` for the newest record.")))
        }
    }
}

fn is_resort(rules: &operations::arguments::Rules, name: &str) -> bool {
    rules.canonical(name) == Some(RESORT)
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the public connector is tested")]
mod tests;
