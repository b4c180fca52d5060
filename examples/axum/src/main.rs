//! A service in axum that embeds the resolver: it resolves reports to records, serves them as envelopes of the contract, and
//! sends none that breaks a rule of the conformance kit. It also receives signed deliveries. All values are invented.
//!
//! `cargo run --manifest-path examples/axum/Cargo.toml`, then `curl http://127.0.0.1:3000/resorts/my-hill`. Its tests are run
//! by `scripts/strangers.sh axum`.

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use conditions_core::evidence::{Claim, Evidence, Observation, Origin, PerBand, Profile};
use conditions_core::policy::Policy;
use conditions_core::record::Band;
use conditions_core::time::Timestamp;
use conditions_core::{chrono_tz, resolve};
use conformance::results;
use contract::Envelope;
use contract::envelope::Publisher;
use serde_json::{Value, json};
use webhooks::{Secret, verify};

const PUBLISHER: Publisher<'_> =
    Publisher { name: "My Service (invented values)", base_url: "http://127.0.0.1:3000" };

/// State of the service: its resort, the reports that it received, and the secret of its subscription.
struct Service {
    resort: Profile,
    reports: Mutex<Vec<Observation>>,
    secret: Secret,
    clock: fn() -> Timestamp,
}

impl Service {
    fn new(secret: Secret, clock: fn() -> Timestamp) -> Self {
        let mut resort = Profile::new("my-hill", chrono_tz::Europe::Vienna);
        resort.elevation_m = PerBand { base: Some(800.0), mid: Some(1_400.0), summit: Some(2_000.0) };
        Self { resort, reports: Mutex::default(), secret, clock }
    }

    /// Resolves all reports to an envelope and checks it by the rules of the contract.
    fn envelope(&self) -> Result<Value, Box<dyn Error>> {
        let policy = Policy::contract();
        let reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let now = (self.clock)();
        let resolution = resolve(now, &policy, &self.resort, &Evidence::default().with_observations(reports));
        let envelope = serde_json::to_value(Envelope::new(&PUBLISHER, &policy, &resolution, now))?;
        let verdict = results::envelope("my-hill", &envelope);
        if verdict.conforms(true) { Ok(envelope) } else { Err(format!("{:?}", verdict.found).into()) }
    }
}

async fn conditions(State(service): State<Arc<Service>>, Path(slug): Path<String>) -> Response {
    if slug != "my-hill" {
        return (StatusCode::NOT_FOUND, Json(json!({ "detail": format!("no resort `{slug}`") })))
            .into_response();
    }
    match service.envelope() {
        Ok(envelope) => Json(envelope).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// Takes a depth at the base in centimetres, such as `{"cm": 84}`.
async fn report(State(service): State<Arc<Service>>, Json(body): Json<Value>) -> StatusCode {
    let Some(cm) = body.get("cm").and_then(Value::as_f64).filter(|cm| (0.0..=1_500.0).contains(cm)) else {
        return StatusCode::UNPROCESSABLE_ENTITY;
    };
    let depth = Claim::Depth { band: Band::Base, cm };
    let observation = Observation::new(Origin::Operator, Some((service.clock)()), depth);
    service.reports.lock().unwrap_or_else(PoisonError::into_inner).push(observation);
    StatusCode::CREATED
}

/// Receives a delivery of a service to which this one subscribed. The signature is checked before the body is read.
async fn delivery(State(service): State<Arc<Service>>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let signature =
        headers.get("x-service-signature").and_then(|value| value.to_str().ok()).unwrap_or_default();
    match verify::service(&[&service.secret], signature, &body) {
        Ok(()) => StatusCode::NO_CONTENT,
        Err(_) => StatusCode::UNAUTHORIZED,
    }
}

fn router(service: Service) -> Router {
    Router::new()
        .route("/resorts/{slug}", get(conditions))
        .route("/reports", post(report))
        .route("/hooks", post(delivery))
        .with_state(Arc::new(service))
}

fn now() -> Timestamp {
    Timestamp::from_millis(
        std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX)),
    )
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    axum::serve(listener, router(Service::new(Secret::from_key(&[7; 32]), now))).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::Request;
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    use super::*;

    fn noon() -> Timestamp {
        "2026-01-10T12:00:00Z".parse().unwrap()
    }

    fn service() -> Router {
        router(Service::new(Secret::from_key(&[7; 32]), noon))
    }

    async fn send(router: &Router, request: Request<Body>) -> (StatusCode, Value) {
        let answer = router.clone().oneshot(request).await.unwrap();
        let status = answer.status();
        let body = answer.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    fn read(path: &str) -> Request<Body> {
        Request::get(path).body(Body::empty()).unwrap()
    }

    fn reported(body: &'static str) -> Request<Body> {
        Request::post("/reports").header("content-type", "application/json").body(Body::from(body)).unwrap()
    }

    #[tokio::test]
    async fn nothing_reported_is_null() {
        let (status, envelope) = send(&service(), read("/resorts/my-hill")).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(envelope["data"]["depth"]["base"], Value::Null);
        assert_eq!(envelope["data"]["status"]["value"], "UNKNOWN");
    }

    #[tokio::test]
    async fn report_is_served_with_its_source() {
        let router = service();
        assert_eq!(send(&router, reported(r#"{"cm": 84}"#)).await.0, StatusCode::CREATED);
        let (_, envelope) = send(&router, read("/resorts/my-hill")).await;
        assert_eq!(envelope["data"]["depth"]["base"]["value"], 84.0);
        assert_eq!(envelope["data"]["depth"]["base"]["source"], "operator");
        assert!(results::envelope("my-hill", &envelope).conforms(true));
    }

    #[tokio::test]
    async fn impossible_depth_is_refused() {
        let router = service();
        assert_eq!(send(&router, reported(r#"{"cm": -1}"#)).await.0, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(send(&router, reported(r#"{"cm": "84"}"#)).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    }

    #[tokio::test]
    async fn only_signed_deliveries_are_accepted() {
        let body = br#"{"event":"powder-alert"}"#;
        let signature = webhooks::signature::service(&Secret::from_key(&[7; 32]), body);
        let sent = |body: &'static [u8]| {
            Request::post("/hooks").header("x-service-signature", &signature).body(Body::from(body)).unwrap()
        };
        assert_eq!(send(&service(), sent(body)).await.0, StatusCode::NO_CONTENT);
        assert_eq!(send(&service(), sent(b"{}")).await.0, StatusCode::UNAUTHORIZED);
    }
}
