//! Tests of the answers before the router: equal to those of the router, for every form of a request, and only sent to
//! requests that could not get another answer.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use actix_http::{HttpMessage as _, Request};
use actix_service::{Service, ServiceFactory as _};
use actix_web::body::to_bytes;
use actix_web::http::Method;
use actix_web::test::TestRequest;
use edge::slices::Slices;
use http_api::{Shared, ready};
use runtime::clock;

use crate::callers;

const CONDITIONS: &str = "/api/v1/resorts/zermatt/conditions";
const PAGES: [&str; 3] = ["/", "/resorts/zermatt", "/de/resorts/zermatt"];

type Headers<'a> = &'a [(&'a str, &'a str)];

/// Forms of a request that get a ready answer.
const READY: [Headers<'_>; 13] = [
    &[],
    &[("accept-encoding", "gzip")],
    &[("accept-encoding", "br;q=1, gzip;q=0.5")],
    &[("accept-encoding", "zstd, identity;q=0")],
    &[("accept", "*/*")],
    &[("accept", "application/json")],
    &[("if-none-match", "*")],
    &[("if-none-match", "\"other\"")],
    &[("if-modified-since", "Fri, 01 Jan 2100 00:00:00 GMT")],
    &[("range", "bytes=0-9")],
    &[("x-request-id", "0123456789abcdef")],
    &[("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")],
    &[("x-forwarded-for", "203.0.113.9"), ("origin", "https://example.org")],
];

/// Forms of a request that continue to the router.
const ROUTED: [Headers<'_>; 7] = [
    &[("cookie", "units=imperial")],
    &[("cookie", "osc_session=unknown")],
    &[("cookie", "other=1")],
    &[("authorization", "Bearer pro")],
    &[("authorization", "Bearer reader:zermatt")],
    &[("authorization", "Bearer stolen")],
    &[("content-length", "0")],
];

fn request(method: &Method, path: &str, headers: Headers<'_>) -> Request {
    let request =
        TestRequest::default().method(method.clone()).uri(path).insert_header(("host", "localhost"));
    headers.iter().fold(request, |request, header| request.append_header(*header)).to_request()
}

/// An answer: status, headers without a random request id, and body.
type Answer = (u16, Vec<(String, String)>, Vec<u8>);

async fn sent(
    service: &impl Service<Request, Response = actix_http::Response<Slices>, Error = actix_web::Error>,
    request: Request,
) -> Answer {
    let is_named = ["x-request-id", "traceparent"].iter().any(|name| request.headers().contains_key(*name));
    let response = service.call(request).await.unwrap();
    let headers = response.headers().iter().filter(|(name, _)| is_named || *name != "x-request-id");
    let mut headers: Vec<_> =
        headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    headers.sort();
    assert!(response.headers().contains_key("x-request-id"));
    (response.status().as_u16(), headers, to_bytes(response.into_body()).await.unwrap().to_vec())
}

fn is_ready(shared: &Shared, method: &Method, path: &str, headers: Headers<'_>) -> bool {
    ready::answer(&request(method, path, headers), shared).is_some()
}

#[actix_rt::test]
async fn ready_answers_equal_routed_ones() {
    let shared = callers::shared(clock::now()).into_inner();
    let service = http_api::server::public(&shared).new_service(()).await.unwrap();
    for path in PAGES {
        assert!(!is_ready(&shared, &Method::GET, path, &[]), "{path}: it was not requested yet");
    }
    for path in PAGES.into_iter().chain([CONDITIONS]) {
        // An empty query takes a request to the router. It makes the page for the next one.
        let routed = format!("{path}?");
        for method in [Method::GET, Method::HEAD] {
            for headers in READY {
                let expected = sent(&service, request(&method, &routed, headers)).await;
                let case = format!("{method} {path} {headers:?}");
                assert!(is_ready(&shared, &method, path, headers), "{case}");
                assert!(!is_ready(&shared, &method, &routed, headers), "{case}");
                assert_eq!(sent(&service, request(&method, path, headers)).await, expected, "{case}");
                assert!(matches!(expected.0, 200 | 304), "{case}");
            }
            for headers in ROUTED {
                assert!(!is_ready(&shared, &method, path, headers), "{method} {path} {headers:?}");
            }
        }
        let tag = sent(&service, request(&Method::GET, path, &[])).await.1;
        let tag = tag.iter().find(|(name, _)| name == "etag").map(|(_, tag)| tag.as_str()).unwrap();
        let known = sent(&service, request(&Method::GET, path, &[("if-none-match", tag)])).await;
        assert_eq!((known.0, known.2.len()), (304, 0), "{path}");
    }
}

#[actix_rt::test]
async fn other_requests_reach_the_router() {
    let shared = callers::shared(clock::now()).into_inner();
    let service = http_api::server::public(&shared).new_service(()).await.unwrap();
    for path in PAGES {
        sent(&service, request(&Method::GET, path, &[])).await;
        assert!(is_ready(&shared, &Method::GET, path, &[]), "{path}");
    }
    for (method, path, headers, status) in [
        (Method::POST, CONDITIONS, &[][..], 405),
        (Method::OPTIONS, CONDITIONS, &[], 204),
        (Method::GET, CONDITIONS, &[("accept", "text/html")], 406),
        (Method::GET, CONDITIONS, &[("authorization", "Bearer stolen")], 401),
        (Method::GET, "/api/v1/resorts/zermatt/conditions?explain=true", &[], 200),
        (Method::GET, "/api/v1/resorts/zermatt/conditions?asOf=never", &[], 400),
        (Method::GET, "/api/v1/resorts/nowhere/conditions", &[], 404),
        (Method::GET, "/api/v1/resorts/zer%6Datt/conditions", &[], 200),
        (Method::GET, "/api/v1/resorts//conditions", &[], 308),
        (Method::GET, "/api/v1/resorts/zermatt/conditions/", &[], 308),
        (Method::GET, "//resorts/zermatt", &[], 308),
        (Method::GET, "/resorts/../resorts/zermatt", &[], 404),
        (Method::POST, "/resorts/zermatt", &[], 405),
        (Method::GET, "/account/", &[], 308),
    ] {
        assert!(!is_ready(&shared, &method, path, headers), "{method} {path} {headers:?}");
        assert_eq!(
            sent(&service, request(&method, path, headers)).await.0,
            status,
            "{method} {path} {headers:?}"
        );
    }
}

/// Collects the lines of a log.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Lines {
    /// Returns the access events since the last call, without their duration.
    fn events(&self) -> Vec<String> {
        let text = String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap();
        let access = text.lines().filter(|line| line.contains("access"));
        access.map(|line| line.split(" micros=").next().unwrap().to_owned()).collect()
    }
}

#[actix_rt::test]
async fn ready_answers_are_logged_and_counted_like_others() {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .without_time()
        .with_writer(move || writer.clone())
        .finish();
    // With a second subscriber, no event is left out because another test's thread ignores it.
    let _second = tracing::Dispatch::new(tracing_subscriber::registry());
    let _guard = tracing::subscriber::set_default(subscriber);
    let shared = callers::shared(clock::now()).into_inner();
    let service = http_api::server::public(&shared).new_service(()).await.unwrap();
    let id = [("x-request-id", "0123456789abcdef")];
    for (path, route) in
        [(CONDITIONS, "/api/v1/resorts/{slug}/conditions"), ("/resorts/zermatt", "/resorts/{slug}")]
    {
        sent(&service, request(&Method::GET, &format!("{path}?"), &id)).await;
        let routed = lines.events();
        sent(&service, request(&Method::GET, path, &id)).await;
        let ready = lines.events();
        assert_eq!(ready, routed, "{path}");
        let [event] = ready.as_slice() else { panic!("{ready:?}") };
        let expected =
            format!("id=\"{}\" method=\"GET\" path=\"{path}\" route=\"{route}\" status=200", id[0].1);
        assert!(event.ends_with(&expected), "{event}");
        let counted = format!("snow_http_requests_total{{route=\"{route}\",status=\"200\"}} 2");
        let metrics = shared.metrics.text();
        assert!(metrics.contains(&counted), "{counted} in {metrics}");
    }
}
