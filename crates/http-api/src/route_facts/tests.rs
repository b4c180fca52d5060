//! Tests of the facts of every route, of the log, and of the files for proxies, whose logs the service cannot control.

use std::collections::BTreeSet;

use actix_web::body::MessageBody;
use actix_web::dev::ServiceResponse;
use actix_web::http::Method;
use actix_web::middleware::{Next, from_fn};
use actix_web::test::{TestRequest, call_service, init_service};
use actix_web::{App, Error, HttpMessage as _};
use pages::Language;

use super::super::{TABLE, observe, routes};
use super::*;
use services::accounts::SIGN_IN_LINK;

/// Facts before and after routing, and the path in the log.
#[derive(Debug, Clone)]
struct Seen {
    before: RouteFacts,
    after: Option<RouteFacts>,
    logged: String,
}

async fn seen(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let before = TABLE.of_request(&request);
    let response = next.call(request).await?;
    let routed = response.request();
    let after = routed.app_data::<RouteFacts>().copied();
    let route = routed.match_name().unwrap_or("unknown");
    let logged = observe::logged_path(routed, after, route).to_owned();
    routed.extensions_mut().insert(Seen { before, after, logged });
    Ok(response)
}

/// Sends requests to every route of the service.
async fn ask(requests: Vec<(Method, String)>) -> Vec<Seen> {
    let app = init_service(App::new().wrap(from_fn(seen)).configure(routes)).await;
    let mut all = Vec::new();
    for (method, path) in requests {
        let response = call_service(&app, TestRequest::with_uri(&path).method(method).to_request()).await;
        all.push(response.request().extensions().get::<Seen>().unwrap().clone());
    }
    all
}

/// Returns a path of a pattern, with `last` as its last argument.
fn path_of(pattern: &str, last: &str) -> String {
    let part = |part: &str| {
        let argument = part.split_once('{').and_then(|(before, rest)| {
            let (name, after) = rest.rsplit_once('}')?;
            let value = if name.starts_with("language:") { "de" } else { last };
            Some(format!("{before}{value}{after}"))
        });
        argument.unwrap_or_else(|| part.to_owned())
    };
    pattern.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// Returns the path with its first letter escaped.
fn escaped(path: &str) -> Option<String> {
    let first = path.as_bytes().get(1).copied().filter(u8::is_ascii_alphanumeric)?;
    Some(format!("/%{first:02x}{}", path.get(2..)?))
}

#[actix_rt::test]
async fn every_registered_route_has_facts() {
    assert!(TABLE.facts.len() > 100, "{}", TABLE.facts.len());
    let paths = TABLE.facts.keys().flat_map(|pattern| {
        let path = path_of(pattern, "x");
        [escaped(&path), Some(path)].into_iter().flatten()
    });
    let requests: Vec<_> = paths.map(|path| (Method::PATCH, path)).collect();
    for ((_, path), Seen { before, after, .. }) in requests.clone().into_iter().zip(ask(requests).await) {
        assert_eq!(Some(before), after, "{path}: middleware and route differ");
    }
}

#[test]
fn routes_agree_with_similar_paths() {
    for (pattern, facts) in &TABLE.facts {
        if !UNROUTED.iter().any(|(prefix, _)| pattern.starts_with(prefix)) {
            continue;
        }
        let area = unrouted(pattern);
        let takes_sessions = |facts: RouteFacts| facts.caller_by == CallerBy::TokenOrSession;
        assert_eq!(takes_sessions(*facts), takes_sessions(area), "{pattern}");
        if area.audience == Audience::Programs {
            assert_eq!(facts.audience, Audience::Programs, "{pattern}");
        }
    }
}

#[test]
fn routes_state_caller_identification() {
    let by = |pattern: &str| TABLE.facts[pattern].caller_by;
    for pattern in [
        "/mcp/write",
        "/api/v1/operator/resorts/{slug}/reports",
        "/api/v1/webhooks/{id}",
        "/api/v1/webhooks/{id}/rotate/commit",
    ] {
        assert_eq!(by(pattern), CallerBy::Secret, "{pattern}");
    }
    for pattern in ["/mcp", "/mcp/r/{slug}", "/api/v1/webhooks", "/api/v1/resorts/{slug}/conditions"] {
        assert_eq!(by(pattern), CallerBy::Token, "{pattern}");
    }
    assert_eq!(by("/mcp/account"), CallerBy::ClientToken);
    for pattern in ["/", "/account", "/account/authorize", "/resorts/{slug}", "/operator/{slug}"] {
        assert_eq!(by(pattern), CallerBy::TokenOrSession, "{pattern}");
    }
    assert_eq!(unrouted("/api/v1/nothing").caller_by, CallerBy::Token);
    assert_eq!(unrouted("/nothing").caller_by, CallerBy::TokenOrSession);
}

#[actix_rt::test]
async fn secret_paths_are_never_logged() {
    let secret = "osc_opr_x";
    let mut requests = Vec::new();
    for pattern in TABLE.secret_paths() {
        let path = path_of(pattern, secret);
        let others = [
            path.replace('/', "//"),
            path.to_uppercase().replace("OSC_OPR_X", secret),
            format!("{path}/"),
            format!("{path}/more"),
            format!("/de-AT{path}"),
        ];
        let escaped = escaped(&path).unwrap();
        for path in others.into_iter().chain([path, escaped.replacen("cp/c/", "cp//c/", 1), escaped]) {
            requests.extend([Method::GET, Method::POST, Method::PATCH].map(|method| (method, path.clone())));
        }
    }
    assert!(requests.len() >= 5 * 7 * 3, "{}", requests.len());
    for (asked, seen) in requests.clone().into_iter().zip(ask(requests).await) {
        assert!(!seen.logged.contains(secret), "{asked:?}: {}", seen.logged);
    }
}

#[test]
fn secret_paths_are_found_in_any_form() {
    for path in [
        "/mcp/c/osc_opr_x",
        "//mcp//c/osc_opr_x",
        "/account/alerts/confirm/x",
        "/de/account/alerts/unsubscribe/x",
        "/DE/Account/Alerts/Unsubscribe/x/",
    ] {
        assert!(TABLE.may_hold_secret(path), "{path}");
    }
    for path in ["/mcp", "/mcp/r/zermatt", "/account/alerts", "/resorts/zermatt", "/"] {
        assert!(!TABLE.may_hold_secret(path), "{path}");
    }
}

#[test]
fn proxies_mask_secret_paths() {
    let file = |name: &str| {
        let path = format!("{}/../../deploy/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    let (nginx, caddy) = (file("nginx.conf"), file("Caddyfile"));
    let prefix = |pattern: &str| format!("/{}/", fixed(pattern).collect::<Vec<_>>().join("/"));
    let prefixes: BTreeSet<String> = TABLE.secret_paths().map(prefix).collect();
    assert_eq!(prefixes.len(), 3, "{prefixes:?}");

    let codes: Vec<&str> = Language::ALL.iter().skip(1).map(|language| language.code()).collect();
    let location = format!("location ~* ^(?:/(?:{}))?(?:", codes.join("|"));
    let (_, rest) = nginx.split_once(&location).unwrap_or_else(|| panic!("nginx.conf needs: {location}"));
    let (masked, _) = rest.split_once(") {\n        access_log off;").unwrap();
    let masked: BTreeSet<String> = masked.split('|').map(str::to_owned).collect();
    let mut expected = prefixes.clone();
    expected.insert(SIGN_IN_LINK.to_owned());
    assert_eq!(masked, expected, "deploy/nginx.conf does not log exactly these");
    for line in nginx.lines().filter(|line| line.contains("log_format")) {
        assert!(
            !["$request ", "$request_uri", "$args", "$http_referer"].iter().any(|word| line.contains(word))
        );
    }
    for prefix in prefixes {
        // Regardless of the number of slashes.
        assert!(caddy.contains(&prefix.replace('/', "/+")), "deploy/Caddyfile does not mask {prefix}");
    }
}
