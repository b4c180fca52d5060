//! The charts over HTTP: one route each, generated from the chart table, cached until the next publication, with the
//! same tags as other answers.

use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use operations::charts::{AnyChart, MEDIA_TYPE};
use operations::{API_PREFIX, CHARTS, OpError};
use publication::published::key::RequestKey;
use runtime::clock;
use world::View;

use super::api::get;
use super::query::query;
use super::route_facts::{RouteFacts, Routes};
use super::{Shared, identity, observe, problem, respond};

/// A chart opened directly may use its own style and nothing else.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");

/// Registers the charts.
pub fn routes(config: &mut Routes<'_>) {
    for chart in CHARTS {
        let path = format!("{API_PREFIX}{}", chart.meta().path);
        config
            .service(get(&path, RouteFacts::API, move |request, shared| picture(*chart, &request, &shared)));
    }
}

fn picture(chart: &dyn AnyChart, request: &HttpRequest, shared: &Shared) -> HttpResponse {
    let Some(published) = shared.latest.current() else {
        let detail = "the service is starting; try again in a second";
        return problem::unavailable(detail, &observe::request_id(request));
    };
    let key = RequestKey::new(request.path(), request.query_string());
    let caller = match identity::caller(request) {
        Ok(caller) => caller,
        Err(unidentified) => return identity::response(unidentified, request),
    };
    match published.cached(&caller, chart.meta(), &key, clock::now(), |view, _| drawn(chart, view, request)) {
        Ok(ready) => {
            let mut response = respond::rendered_as(request, caller.tier(), &ready, MEDIA_TYPE);
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, POLICY);
            response
        }
        Err(error) => problem::of_operation(&error, &observe::request_id(request)),
    }
}

fn drawn(chart: &dyn AnyChart, view: &View<'_>, request: &HttpRequest) -> Result<Vec<u8>, OpError> {
    let query = query(request)?;
    let query = query.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let pairs: Vec<(&str, &str)> = request.match_info().iter().chain(query).collect();
    Ok(chart.draw(view, &pairs)?.into_bytes())
}
