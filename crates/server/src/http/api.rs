//! REST: one route per operation, folded from the table.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, Resource, web};
use operations::operation::Replay;
use operations::{API_PREFIX, AnyOperation, OPERATIONS, OpError};

use super::{Shared, observe, problem, respond};
use crate::clock;
use crate::published::Published;
use crate::rendered::Rendered;
use crate::replay::Past;

/// The operation that is asked for most by far. No other path has its form.
const HOT: &str = "get_conditions";
/// How long a client may keep an answer of the past, seconds. Not for ever: an upgrade may know a rule better.
const PAST_MAX_AGE_S: i64 = 3_600;

/// Answers with a document that does not change.
type Document = fn(&Shared) -> HttpResponse;

/// What lives at a path.
#[derive(Clone, Copy)]
enum Target {
    Operation(&'static dyn AnyOperation),
    Document(Document),
}

/// Every operation, the documents about them, and the schema, in the order in which paths are tried.
fn table() -> Vec<(String, Target)> {
    // Paths are tried one after the other, so the hot one goes first. Of the others a fixed path goes before one with
    // an argument: `search` is no slug.
    let mut operations: Vec<&'static dyn AnyOperation> = OPERATIONS.to_vec();
    operations.sort_by_key(|operation| {
        let meta = operation.meta();
        (meta.name != HOT, meta.path.matches('{').count())
    });
    let operations = operations
        .into_iter()
        .map(|operation| (format!("{API_PREFIX}{}", operation.meta().path), Target::Operation(operation)));
    let documents: [(String, Document); 3] = [
        (format!("{API_PREFIX}/openapi.json"), |shared| {
            respond::document(shared.constant.openapi.clone(), respond::JSON)
        }),
        (contract::SCHEMA_PATH.to_owned(), |shared| {
            respond::document(shared.constant.schema.clone(), "application/schema+json")
        }),
        ("/llms.txt".to_owned(), |shared| {
            respond::document(shared.constant.llms.clone(), "text/plain; charset=utf-8")
        }),
    ];
    operations.chain(documents.map(|(path, document)| (path, Target::Document(document)))).collect()
}

/// Paths of every operation and document, arguments in braces.
#[must_use]
pub fn paths() -> Vec<String> {
    table().into_iter().map(|(path, _)| path).collect()
}

/// Routes of every operation, of the documents about them, and of the schema.
pub fn routes(config: &mut web::ServiceConfig) {
    for (path, target) in table() {
        config.service(match target {
            Target::Operation(operation) => resource(&path, move |request: HttpRequest, shared| {
                let prompt = answer(operation, &request, &shared);
                async move {
                    match prompt {
                        Prompt::Now(response) => response,
                        // On the heap, so that what answers at once does not carry its size.
                        Prompt::Past(asked) => Box::pin(asked.answer(operation, &request, &shared)).await,
                    }
                }
            }),
            Target::Document(document) => get(&path, move |_, shared| document(&shared)),
        });
    }
}

/// A resource for GET and HEAD, with an answer for every other method.
pub fn get(
    path: &str,
    handler: impl Fn(HttpRequest, web::Data<Shared>) -> HttpResponse + Copy + 'static,
) -> Resource {
    resource(path, move |request, shared| std::future::ready(handler(request, shared)))
}

fn resource<F>(path: &str, handler: impl Fn(HttpRequest, web::Data<Shared>) -> F + Copy + 'static) -> Resource
where
    F: Future<Output = HttpResponse> + 'static,
{
    web::resource(path)
        .name(path)
        .route(web::get().to(handler))
        .route(web::head().to(handler))
        .default_service(web::to(respond::other_method))
}

/// An answer, or what it takes to get one.
enum Prompt {
    Now(HttpResponse),
    Past(Asked),
}

/// A request for the past.
struct Asked {
    published: Arc<Published>,
    replay: Replay,
    pairs: Vec<(String, String)>,
}

impl Asked {
    async fn answer(
        self,
        operation: &'static dyn AnyOperation,
        request: &HttpRequest,
        shared: &Shared,
    ) -> HttpResponse {
        let (Self { published, replay, pairs }, now) = (self, clock::now());
        let answer = move |past: &Past| {
            let body = past.answer(operation, &pairs)?;
            Ok::<_, OpError>((Rendered::new(body, past.at), past.settled))
        };
        match shared.replays.run(&published, &replay, now, answer).await {
            Ok(Ok((ready, settled))) => {
                let kept_s = shared.replays.kept_for_ms(replay.at, now) / 1_000;
                respond::past(request, &ready, if settled { kept_s.min(PAST_MAX_AGE_S) } else { 0 })
            }
            Ok(Err(error)) => problem::of_operation(&error, &observe::request_id(request)),
            Err(error) => problem::of_replay(&error, &observe::request_id(request)),
        }
    }
}

fn answer(operation: &dyn AnyOperation, request: &HttpRequest, shared: &Shared) -> Prompt {
    let id = || observe::request_id(request);
    if !respond::accepts_json(request) {
        let detail = "the answer is application/json; accept it";
        return Prompt::Now(problem::response(problem::NOT_ACCEPTABLE, detail, &id()));
    }
    let Some(published) = shared.board.current() else {
        let detail = "the service is starting; try again in a second";
        return Prompt::Now(problem::unavailable(detail, &id()));
    };
    // The one hot path: conditions by slug, without a query, are rendered ahead.
    if operation.meta().name == HOT
        && request.query_string().is_empty()
        && let Some(ready) = request.match_info().get("slug").and_then(|slug| published.conditions(slug))
    {
        return Prompt::Now(respond::rendered(request, ready));
    }
    let query = match web::Query::<Vec<(String, String)>>::from_query(request.query_string()) {
        Ok(query) => query.into_inner(),
        Err(error) => {
            let detail = format!("the query string is malformed: {error}");
            return Prompt::Now(problem::response(problem::INVALID_ARGUMENT, &detail, &id()));
        }
    };
    let path = request.match_info().iter();
    let pairs: Vec<(&str, &str)> =
        path.chain(query.iter().map(|(name, value)| (name.as_str(), value.as_str()))).collect();
    let key = format!("{}?{}", request.path(), request.query_string());
    let answer = operation.replay(&pairs).and_then(|replay| match replay {
        Some(replay) => {
            let pairs = pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
            Ok(Prompt::Past(Asked { published: Arc::clone(&published), replay, pairs }))
        }
        None => {
            let ready = published.answer(operation, &key, &pairs, clock::now())?;
            Ok(Prompt::Now(respond::rendered(request, &ready)))
        }
    });
    answer.unwrap_or_else(|error| Prompt::Now(problem::of_operation(&error, &id())))
}
