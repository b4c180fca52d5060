//! Pictures of what the operations answer: SVG, kept until the next publication, with tags as their neighbours have.

use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use operations::arguments::shortened;
use operations::shapes::Region;
use operations::{API_PREFIX, Caller, OpError, View};

use super::api::get;
use super::{Shared, observe, problem, respond};
use crate::published::Published;
use crate::{charts, clock};

/// Media type of the pictures.
const SVG: &str = "image/svg+xml";
/// A picture that is opened by itself has its own style and nothing else.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");

type Draw = fn(&Published, &HttpRequest) -> Result<Vec<u8>, OpError>;

/// Every picture by its path.
const PICTURES: [(&str, Draw); 2] =
    [("/resorts/{slug}/charts/forecast.svg", forecast), ("/charts/model-accuracy.svg", accuracy)];

/// Routes of the pictures.
pub fn routes(config: &mut web::ServiceConfig) {
    for (path, draw) in PICTURES {
        let path = format!("{API_PREFIX}{path}");
        config.service(get(&path, move |request, shared| picture(&request, &shared, draw)));
    }
}

fn picture(request: &HttpRequest, shared: &Shared, draw: Draw) -> HttpResponse {
    let Some(published) = shared.board.current() else {
        let detail = "the service is starting; try again in a second";
        return problem::unavailable(detail, &observe::request_id(request));
    };
    let key = format!("{}?{}", request.path(), request.query_string());
    match published.kept(&key, clock::now(), || draw(&published, request)) {
        Ok(ready) => {
            let mut response = respond::rendered_as(request, &ready, SVG);
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, POLICY);
            response
        }
        Err(error) => problem::of_operation(&error, &observe::request_id(request)),
    }
}

fn forecast(published: &Published, request: &HttpRequest) -> Result<Vec<u8>, OpError> {
    if let Some((name, _)) = query(request)?.first() {
        return Err(OpError::argument(&shortened(name), "is not an argument of this picture".to_owned()));
    }
    let view = View::new(&published.world, &Caller::Anonymous);
    let seen = view.resort(request.match_info().get("slug").unwrap_or_default())?;
    Ok(charts::forecast(&seen, view.service()).into_bytes())
}

fn accuracy(published: &Published, request: &HttpRequest) -> Result<Vec<u8>, OpError> {
    let mut region = None;
    for (name, text) in query(request)? {
        if name != "region" {
            return Err(OpError::argument(
                &shortened(&name),
                "is not an argument; there is region".to_owned(),
            ));
        }
        let tags = Region::ALL.map(Region::tag);
        let known = tags.into_iter().find(|tag| *tag == text);
        let refused = || OpError::argument("region", format!("must be one of {}", tags.join(", ")));
        region = Some(known.ok_or_else(refused)?);
    }
    let world = &published.world;
    Ok(charts::accuracy(world.report.as_deref(), region, &world.service).into_bytes())
}

fn query(request: &HttpRequest) -> Result<Vec<(String, String)>, OpError> {
    let query = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
    query
        .map(web::Query::into_inner)
        .map_err(|error| OpError::argument("query", format!("is malformed: {error}")))
}
