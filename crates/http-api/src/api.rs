//! REST: one route per operation, generated from the operation table.

use std::sync::{Arc, LazyLock};

use actix_web::http::header::{HeaderValue, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use operations::operation::Replay;
use operations::{API_PREFIX, AnyOperation, Method, OpError, endpoints};
use publication::published::Published;
use publication::published::key::RequestKey;
use publication::rendered::RenderedAnswer;
use publication::replay::Past;
use runtime::clock;
use world::Caller;

use super::query::query;
use super::route_facts::{Endpoint, RouteFacts, Routes};
use super::{Shared, account_operations, browser, by_body, identity, observe, problem, respond};

/// The most requested operation by far. No other path has its form.
const HOT: &str = "get_conditions";
/// The address of [`HOT`].
pub(super) static HOT_PATH: LazyLock<HotPath> = LazyLock::new(|| {
    let path = endpoints().find(|operation| operation.meta().name == HOT).map_or("", |hot| hot.meta().path);
    HotPath::new(format!("{API_PREFIX}{path}"))
});

/// An address with the slug as its only argument.
pub(super) struct HotPath {
    /// Its pattern, which is the name of its route.
    pub(super) route: String,
    before: String,
    after: String,
}

impl HotPath {
    fn new(route: String) -> Self {
        let (before, after) = route.split_once("{slug}").unwrap_or_default();
        Self { before: before.to_owned(), after: after.to_owned(), route }
    }

    /// Returns the part of a path at the place of the slug; `None` for other paths.
    pub(super) fn slug<'p>(&self, path: &'p str) -> Option<&'p str> {
        path.strip_prefix(&self.before)?.strip_suffix(&self.after)
    }
}

/// The operation whose address is given to people, in lists and alerts: a browser is redirected to the resort's page.
const LINKED: &str = "get_resort";
/// Request headers that its answers depend on.
const LINKED_VARIES: HeaderValue = HeaderValue::from_static("accept, accept-encoding, authorization");
/// Maximum time that a client may cache an answer of the past, in seconds. It is limited because an upgrade may improve
/// a rule.
pub(super) const PAST_MAX_AGE_S: i64 = 3_600;

/// A handler that answers with a constant document.
type Document = fn(&Shared) -> HttpResponse;

/// The content of a path.
#[derive(Clone)]
enum Target {
    /// Operations of one path, each with its method.
    Operations(Vec<&'static dyn AnyOperation>),
    Document(Document, RouteFacts),
}

/// Lists every operation, the documents about them and the schema, in the order in which paths are tried.
fn table() -> Vec<(String, Target)> {
    // Paths are tried in sequence, so the hot one comes first. After it, a fixed path comes before one with an
    // argument: `search` is not a slug.
    let mut operations: Vec<&'static dyn AnyOperation> = endpoints().collect();
    operations.sort_by_key(|operation| {
        let meta = operation.meta();
        (meta.name != HOT, meta.path.matches('{').count(), meta.path)
    });
    let by_path = operations.chunk_by(|one, other| one.meta().path == other.meta().path);
    let operations = by_path.filter_map(|at_path| {
        let path = at_path.first()?.meta().path;
        Some((format!("{API_PREFIX}{path}"), Target::Operations(at_path.to_vec())))
    });
    let documents: [(String, RouteFacts, Document); 3] = [
        (format!("{API_PREFIX}/openapi.json"), RouteFacts::API, |shared| {
            respond::document(shared.constant.openapi.clone(), respond::JSON)
        }),
        (contract::SCHEMA_PATH.to_owned(), RouteFacts::DOCUMENT, |shared| {
            respond::document(shared.constant.schema.clone(), "application/schema+json")
        }),
        ("/llms.txt".to_owned(), RouteFacts::DOCUMENT, |shared| {
            respond::document(shared.constant.llms.clone(), "text/plain; charset=utf-8")
        }),
    ];
    let documents = documents.map(|(path, facts, document)| (path, Target::Document(document, facts)));
    operations.chain(documents).collect()
}

/// Returns the paths of every operation and document, arguments in braces.
#[must_use]
pub fn paths() -> Vec<String> {
    table().into_iter().map(|(path, _)| path).collect()
}

/// Registers every operation, the documents about them, and the schema.
pub fn routes(config: &mut Routes<'_>) {
    for (path, target) in table() {
        config.service(match target {
            Target::Operations(operations) => resource(&path, &operations),
            Target::Document(document, facts) => get(&path, facts, move |_, shared| document(&shared)),
        });
    }
}

/// Returns a resource with the operations of one path, and an answer for every other method.
pub fn resource(path: &str, operations: &[&'static dyn AnyOperation]) -> Endpoint {
    let by_body = operations.iter().copied().filter(|operation| operation.is_by_body());
    let methods = operations.iter().map(|operation| operation.meta().method);
    let methods: Vec<Method> = methods.chain(by_body.clone().map(|_| Method::Post)).collect();
    let (own, everybodys): (Vec<_>, Vec<_>) =
        operations.iter().copied().partition(|operation| operation.is_own());
    let at_path =
        everybodys.into_iter().fold(respond::resource(path, &methods, RouteFacts::API), add_operation);
    let at_path = own.into_iter().fold(at_path, |at_path, operation| {
        // A handler of `GET` also answers `HEAD`.
        let methods = match operation.meta().method {
            Method::Get => vec![web::get(), web::head()],
            Method::Post => vec![web::post()],
            Method::Put => vec![web::put()],
            Method::Delete => vec![web::delete()],
        };
        methods.into_iter().fold(at_path, |at_path, method| {
            at_path.route(method.to(move |request, payload, shared| {
                account_operations::answer(operation, request, payload, shared)
            }))
        })
    });
    by_body.fold(at_path, |at_path, operation| {
        at_path.route(
            web::post()
                .to(move |request, payload, shared| by_body::answer(operation, request, payload, shared)),
        )
    })
}

/// Adds an operation to a resource, by its method.
fn add_operation(at_path: Endpoint, operation: &'static dyn AnyOperation) -> Endpoint {
    respond::routed(
        at_path,
        operation.meta().method,
        move |request: HttpRequest, shared: web::Data<Shared>| {
            let prompt = answer(operation, &request, &shared);
            async move {
                let mut response = match prompt {
                    Prompt::Now(response) => response,
                    // Boxed, so that immediate answers do not carry its size.
                    Prompt::Past(asked) => Box::pin(asked.answer(operation, &request, &shared)).await,
                };
                if operation.meta().name == LINKED {
                    // Browsers get a redirect, programs get data.
                    response.headers_mut().insert(VARY, LINKED_VARIES);
                }
                response
            }
        },
    )
}

/// Returns a resource for GET and HEAD, with an answer for every other method.
pub fn get(
    path: &str,
    facts: RouteFacts,
    handler: impl Fn(HttpRequest, web::Data<Shared>) -> HttpResponse + Copy + 'static,
) -> Endpoint {
    let at_path = respond::resource(path, &[Method::Get], facts);
    respond::routed(at_path, Method::Get, move |request, shared| std::future::ready(handler(request, shared)))
}

/// An immediate answer, or the request that has to be resolved first.
enum Prompt {
    Now(HttpResponse),
    Past(PastRequest),
}

/// A request for the past.
struct PastRequest {
    published: Arc<Published>,
    caller: Caller,
    replay: Replay,
    pairs: Vec<(String, String)>,
}

impl PastRequest {
    async fn answer(
        self,
        operation: &'static dyn AnyOperation,
        request: &HttpRequest,
        shared: &Shared,
    ) -> HttpResponse {
        let (Self { published, caller, replay, pairs }, now) = (self, clock::now());
        let tier = caller.tier();
        let answer = move |past: &Past| {
            let body = past.answer(&caller, operation, &pairs)?;
            Ok::<_, OpError>((RenderedAnswer::new(body, past.at), past.settled))
        };
        match shared.replays.run(&published, &replay, now, answer).await {
            Ok(Ok((ready, settled))) => {
                let kept_s = shared.replays.kept_for_ms(replay.at, now) / 1_000;
                respond::past(request, tier, &ready, if settled { kept_s.min(PAST_MAX_AGE_S) } else { 0 })
            }
            Ok(Err(error)) => problem::of_operation(&error, &observe::request_id(request)),
            Err(error) => problem::of_replay(&error, &observe::request_id(request)),
        }
    }
}

fn answer(operation: &dyn AnyOperation, request: &HttpRequest, shared: &Shared) -> Prompt {
    let id = || observe::request_id(request);
    if operation.meta().name == LINKED
        && browser::is_one(request)
        && let Some(slug) = request.match_info().get("slug")
    {
        return Prompt::Now(browser::of_resort(slug));
    }
    if !respond::accepts_json(request) {
        let detail = "the answer is application/json; accept it";
        return Prompt::Now(problem::response(problem::NOT_ACCEPTABLE, detail, &id()));
    }
    let Some(published) = shared.latest.current() else {
        let detail = "the service is starting; try again in a second";
        return Prompt::Now(problem::unavailable(detail, &id()));
    };
    let caller = match identity::caller(request) {
        Ok(caller) => caller,
        Err(unidentified) => return Prompt::Now(identity::response(unidentified, request)),
    };
    // The one hot path: conditions by slug, without a query, are rendered once per publication.
    if operation.meta().name == HOT
        && request.query_string().is_empty()
        && let Some(ready) =
            request.match_info().get("slug").and_then(|slug| published.conditions(caller.tier(), slug))
    {
        return Prompt::Now(respond::rendered(request, caller.tier(), ready));
    }
    if let Err(error) = operation.may(&caller) {
        return Prompt::Now(problem::of_operation(&error, &id()));
    }
    let query = match query(request) {
        Ok(query) => query,
        Err(error) => return Prompt::Now(problem::of_operation(&error, &id())),
    };
    let path = request.match_info().iter();
    let pairs: Vec<(&str, &str)> =
        path.chain(query.iter().map(|(name, value)| (name.as_str(), value.as_str()))).collect();
    let key = RequestKey::new(request.path(), request.query_string());
    let answer = operation.replay(&pairs).and_then(|replay| match replay {
        Some(replay) => {
            let pairs = pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
            Ok(Prompt::Past(PastRequest {
                published: Arc::clone(&published),
                caller: caller.clone(),
                replay,
                pairs,
            }))
        }
        None => {
            let ready = published.answer(&caller, operation, &key, &pairs, clock::now())?;
            Ok(Prompt::Now(respond::rendered(request, caller.tier(), &ready)))
        }
    });
    answer.unwrap_or_else(|error| Prompt::Now(problem::of_operation(&error, &id())))
}
