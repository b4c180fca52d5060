//! REST: one route per operation, folded from the table.

use actix_web::{HttpRequest, HttpResponse, Resource, web};
use operations::{API_PREFIX, AnyOperation, OPERATIONS};

use super::{Shared, observe, problem, respond};
use crate::clock;

/// The operation that is asked for most by far. No other path has its form.
const HOT: &str = "get_conditions";

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
        config.service(get(&path, move |request, shared| match target {
            Target::Operation(operation) => answer(operation, &request, &shared),
            Target::Document(document) => document(&shared),
        }));
    }
}

/// A resource for GET and HEAD, with an answer for every other method.
pub fn get(
    path: &str,
    handler: impl Fn(HttpRequest, web::Data<Shared>) -> HttpResponse + Copy + 'static,
) -> Resource {
    let handle =
        move |request: HttpRequest, shared: web::Data<Shared>| async move { handler(request, shared) };
    web::resource(path)
        .name(path)
        .route(web::get().to(handle))
        .route(web::head().to(handle))
        .default_service(web::to(respond::other_method))
}

fn answer(operation: &dyn AnyOperation, request: &HttpRequest, shared: &Shared) -> HttpResponse {
    let id = || observe::request_id(request);
    if !respond::accepts_json(request) {
        return problem::response(
            problem::NOT_ACCEPTABLE,
            "the answer is application/json; accept it",
            &id(),
        );
    }
    let Some(published) = shared.board.current() else {
        let mut response =
            problem::response(problem::UNAVAILABLE, "the service is starting; try again in a second", &id());
        response.headers_mut().insert(
            actix_web::http::header::RETRY_AFTER,
            actix_web::http::header::HeaderValue::from_static("1"),
        );
        return response;
    };
    // The one hot path: conditions by slug, without a query, are rendered ahead.
    if operation.meta().name == HOT
        && request.query_string().is_empty()
        && let Some(ready) = request.match_info().get("slug").and_then(|slug| published.conditions(slug))
    {
        return respond::rendered(request, ready);
    }
    let query = match web::Query::<Vec<(String, String)>>::from_query(request.query_string()) {
        Ok(query) => query.into_inner(),
        Err(error) => {
            let detail = format!("the query string is malformed: {error}");
            return problem::response(problem::INVALID_ARGUMENT, &detail, &id());
        }
    };
    let path = request.match_info().iter();
    let pairs: Vec<(&str, &str)> =
        path.chain(query.iter().map(|(name, value)| (name.as_str(), value.as_str()))).collect();
    let key = format!("{}?{}", request.path(), request.query_string());
    match published.answer(operation, &key, &pairs, clock::now()) {
        Ok(ready) => respond::rendered(request, &ready),
        Err(error) => problem::of_operation(&error, &id()),
    }
}
