//! Tests of errors: each names the problem and the allowed values, as problem details.

use reqwest::Method;

use crate::harness::{SHARED, problem};

#[test]
fn unknown_resort_is_404_with_slugs() {
    for end in ["/conditions", "", "/info", "/forecast"] {
        let reply = SHARED.get(&format!("/api/v1/resorts/zermat{end}"));
        let problem = problem(&reply, 404, "resort_not_found");
        assert_eq!(problem["suggestions"][0], "zermatt", "{end}");
        assert!(problem["detail"].as_str().unwrap().contains("did you mean zermatt"), "{problem}");
    }
    let problem = problem(&SHARED.get("/api/v1/resorts/qqqqqqq/conditions"), 404, "resort_not_found");
    assert_eq!(problem["suggestions"], serde_json::json!([]));
}

#[test]
fn unknown_destination_is_404_with_hubs() {
    let problem = problem(&SHARED.get("/api/v1/destinations/arlburg"), 404, "not_found");
    assert_eq!(problem["suggestions"][0], "arlberg");
    assert!(problem["detail"].as_str().unwrap().contains("no destination `arlburg`"), "{problem}");
}

#[test]
fn invalid_parameter_is_400_with_choices() {
    for (path, argument, allowed) in [
        ("/api/v1/resorts/zermatt/conditions?as=x", "as", "allowed: slug"),
        ("/api/v1/resorts/zermatt/conditions?slug=alta", "slug", "more than once"),
        ("/api/v1/resorts?limit=0", "limit", "from 1 to 500"),
        ("/api/v1/resorts?limit=abc", "limit", "from 1 to 500"),
        ("/api/v1/resorts?limit=", "limit", "from 1 to 500"),
        ("/api/v1/resorts?limit=5&limit=6", "limit", "more than once"),
        ("/api/v1/resorts?sort=best", "sort", "forecast"),
        ("/api/v1/resorts?country=Atlantis", "country", "ISO 3166-1"),
        ("/api/v1/resorts?minDepth=NaN", "minDepth", "number"),
        ("/api/v1/resorts?Limit=5", "Limit", "limit"),
        ("/api/v1/resorts/search", "query", "missing"),
        ("/api/v1/resorts/search?query=", "query", "1 to 100"),
        ("/api/v1/resorts/zermatt/forecast?days=15", "days", "from 1 to 14"),
        ("/api/v1/resorts/zermatt/forecast?band=top", "band", "base, mid, summit"),
        ("/api/v1/compare", "slugs", "missing"),
        ("/api/v1/compare?slugs=zermatt", "slugs", "2 to 4"),
        ("/api/v1/compare?slugs=zermatt&slugs=zermatt", "slugs", "twice"),
        ("/api/v1/regions/atlantis", "region", "or a country"),
        ("/api/v1/openings?date=soon", "date", "YYYY-MM-DD"),
        ("/api/v1/credits?x", "x", "none is"),
    ] {
        let problem = problem(&SHARED.get(path), 400, "invalid_argument");
        let named = &problem["errors"][0];
        assert_eq!(named["argument"], argument, "{path}: {problem}");
        assert!(named["message"].as_str().unwrap().contains(allowed), "{path}: {problem}");
        assert!(problem["detail"].as_str().unwrap().contains(argument), "{path}");
    }
}

#[test]
fn unknown_paths_are_404() {
    for path in [
        "/nothing",
        "/api/v1",
        "/api/v1/",
        "/api/v2/resorts",
        "/api/v1/resorts/zermatt/nothing",
        "/api/v1/resorts/zermatt/nothing/",
        "/.git/config",
        "/mcp/",
    ] {
        problem(&SHARED.get(path), 404, "not_found");
    }
}

#[test]
fn wrong_method_is_405_with_allowed() {
    for path in ["/api/v1/resorts", "/api/v1/resorts/zermatt/conditions", "/healthz", "/", "/llms.txt"] {
        for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
            let reply = SHARED.send(method, path, &[]);
            problem(&reply, 405, "method_not_allowed");
            assert_eq!(reply.header("allow"), "GET, HEAD, OPTIONS", "{path}");
        }
    }
}

#[test]
fn head_and_options_are_answered() {
    for path in ["/api/v1/resorts/zermatt/conditions", "/api/v1/resorts", "/healthz", "/llms.txt", "/"] {
        let (head, get) = (SHARED.send(Method::HEAD, path, &[]), SHARED.get(path));
        assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
        assert_eq!(head.header("content-type"), get.header("content-type"), "{path}");
        assert_eq!(head.header("content-length"), get.body.len().to_string(), "{path}");
        assert_eq!(head.header("etag"), get.header("etag"), "{path}");
        let options = SHARED.send(Method::OPTIONS, path, &[("Origin", "https://example.org")]);
        assert_eq!((options.status, options.header("allow")), (204, "GET, HEAD, OPTIONS"), "{path}");
        assert_eq!(options.header("access-control-allow-methods"), "GET, HEAD, OPTIONS");
        assert!(options.header("access-control-allow-headers").contains("authorization"), "{path}");
        assert!(options.header("access-control-expose-headers").contains("www-authenticate"), "{path}");
        assert_eq!(options.header("access-control-allow-origin"), "*");
    }
    assert_eq!(SHARED.send(Method::HEAD, "/api/v1/resorts/zermat/conditions", &[]).status, 404);
}

#[test]
fn accept_without_json_is_406() {
    let path = "/api/v1/resorts/zermatt/conditions";
    for accept in ["text/html", "application/json;q=0", "image/*, text/plain"] {
        problem(&SHARED.get_with(path, &[("Accept", accept)]), 406, "not_acceptable");
    }
    for accept in
        ["*/*", "application/json", "application/*", "text/html, */*;q=0.1", "application/problem+json"]
    {
        assert_eq!(SHARED.get_with(path, &[("Accept", accept)]).status, 200, "{accept}");
    }
}

#[test]
fn slugs_and_names_accept_any_script() {
    let name_of = |path: &str| {
        let reply = SHARED.get(path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()["meta"]["slug"].as_str().unwrap().to_owned()
    };
    assert_eq!(name_of("/api/v1/resorts/%7Aermatt/conditions"), "zermatt");
    assert_eq!(name_of("/api/v1/resorts/ZERMATT/conditions"), "zermatt");
    assert_eq!(name_of("/api/v1/resorts/Les%20Rousses/conditions"), "les-rousses");
    let reply = SHARED.get("/api/v1/resorts/search?query=%E3%83%8B%E3%82%BB%E3%82%B3");
    assert!(reply.json()["meta"]["total"].as_u64().unwrap() >= 1, "{}", reply.text());
    let plus = SHARED.get("/api/v1/resorts/search?query=les+rousses").json();
    assert_eq!(plus["data"][0]["slug"], "les-rousses");
    problem(&SHARED.get("/api/v1/resorts/%E9%9B%AA%E5%B1%B1/conditions"), 404, "resort_not_found");
    problem(&SHARED.get("/api/v1/resorts/a%2Fb/conditions"), 404, "resort_not_found");
}

#[test]
fn malformed_addresses_are_rejected() {
    for target in [
        "/api/v1/resorts/%ff%fe/conditions",
        "/api/v1/resorts/%zz/conditions",
        "/api/v1/resorts/%00/conditions",
        "/api/v1/resorts?limit=%ff",
        "/api/v1/resorts?%",
        "/api/v1/resorts?limit=%",
        "/api/v1/resorts?&&&==",
        "/api/v1/resorts/search?query=%F0%9F%98",
        "/api/v1/resorts/../../etc/passwd",
    ] {
        let request = format!("GET {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        let answer = SHARED.raw(request.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.1 200"), "{target}: {answer}");
        assert!(answer.starts_with("HTTP/1.1 200") || answer.contains("\"requestId\""), "{target}: {answer}");
    }
    for length in [2_000, 20_000] {
        let long = "a".repeat(length);
        for path in [format!("/api/v1/resorts/{long}/conditions"), format!("/api/v1/resorts?limit={long}")] {
            let reply = SHARED.get(&path);
            problem(&reply, 400, "invalid_argument");
            assert!(reply.body.len() < 2_000, "{} bytes are echoed", reply.body.len());
        }
        let reply = SHARED.get(&format!("/{long}"));
        problem(&reply, 404, "not_found");
        assert!(reply.body.len() < 2_000, "{} bytes are echoed", reply.body.len());
    }
    let endless = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(300_000));
    let answer = SHARED.raw(endless.as_bytes());
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    assert!(SHARED.raw(b"nonsense\r\n\r\n").starts_with("HTTP/1.1 400"));
    assert_eq!(SHARED.get("/healthz").status, 200, "and it goes on");
}
