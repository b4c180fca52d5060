//! Tests of everything besides the operations: health, metrics, OpenAPI, the pages for people and for language models.

use std::collections::BTreeMap;

use conditions_core::time::DAY_MS;
use serde_json::Value;

use crate::harness::{Harness, SHARED, Setup, problem};

#[test]
fn health_and_readiness_answer() {
    let health = SHARED.get("/healthz");
    assert_eq!(
        (health.status, health.text().as_str()),
        (200, concat!("ok ", env!("CARGO_PKG_VERSION"), "\n"))
    );
    assert!(SHARED.get("/metrics").text().contains(concat!(
        "snow_build_info{version=\"",
        env!("CARGO_PKG_VERSION"),
        "\","
    )));
    let info = &SHARED.get("/api/v1/openapi.json").json()["info"];
    assert_eq!(info["x-program-version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(info["version"], contract::SCHEMA_VERSION);
    let reply = SHARED.get("/readyz");
    assert_eq!((reply.status, reply.header("cache-control")), (200, "no-store"));
    let ready = reply.json();
    assert_eq!(
        (&ready["status"], &ready["reasons"]),
        (&"ready".into(), &Value::Array(Vec::new())),
        "{ready}"
    );
    assert_eq!((&ready["resorts"], &ready["resortsWithForecast"]), (&768.into(), &768.into()));
    assert!(ready["publishedAt"].is_string() && ready["lanes"]["open-meteo"]["lastSuccessAt"].is_string());
}

#[test]
fn silent_upstream_degrades_only() {
    // A port on which no process listens any more.
    let nobody = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap();
    let harness = Harness::start(Setup { upstream: Some(nobody), ..Setup::few("down") });
    let ready = harness.wait_until(|ready| ready["status"] == "degraded");
    let reason = ready["reasons"][0].as_str().unwrap();
    assert!(reason.starts_with("open-meteo: last success never; cannot connect"), "{reason}");
    assert!(!reason.contains("http://"), "an address may hold a key: {reason}");
    assert!(ready["lanes"]["open-meteo"]["consecutiveFailures"].as_u64().unwrap() >= 1);
    assert_eq!(harness.get("/healthz").status, 200);
    let envelope = harness.get("/api/v1/resorts/zermatt/conditions");
    assert_eq!(envelope.status, 200);
    let forecast = &envelope.json()["data"]["forecast"];
    assert_eq!(forecast["next7dCm"]["value"], Value::Null);
    assert_eq!((&forecast["next7dCm"]["source"], &forecast["peak"]), (&"none".into(), &Value::Null));
    assert!(harness.get("/").text().contains("No forecast has arrived yet"));
}

/// Parses OpenMetrics text, checking every line.
fn samples(text: &str) -> BTreeMap<String, f64> {
    let mut samples = BTreeMap::new();
    let mut typed = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.last(), Some(&"# EOF"));
    for line in &lines[..lines.len() - 1] {
        if let Some(comment) = line.strip_prefix("# ") {
            let mut words = comment.splitn(3, ' ');
            let (keyword, family) = (words.next().unwrap(), words.next().unwrap());
            assert!(["HELP", "TYPE", "UNIT"].contains(&keyword), "{line}");
            if keyword == "TYPE" {
                assert!(["counter", "gauge", "histogram", "info"].contains(&words.next().unwrap()), "{line}");
                assert!(!typed.contains(&family.to_owned()), "{family} comes twice");
                typed.push(family.to_owned());
            }
            continue;
        }
        let (name, value) = line.rsplit_once(' ').unwrap();
        let family = name.split('{').next().unwrap();
        assert!(typed.iter().any(|known| family.starts_with(known)), "{line} has no type");
        assert!(name.ends_with('}') || !name.contains('{'), "{line}");
        assert!(samples.insert(name.to_owned(), value.parse().unwrap()).is_none(), "{name} comes twice");
    }
    samples
}

#[test]
fn metrics_count_requests_and_fetches() {
    SHARED.get("/api/v1/resorts/zermatt/conditions");
    SHARED.get("/api/v1/resorts/no-such-place/conditions");
    SHARED.get("/no-such-page/of/many");
    let reply = SHARED.get_with("/metrics", &[("accept", "application/openmetrics-text; version=1.0.0")]);
    assert!(reply.header("content-type").starts_with("application/openmetrics-text"));
    let text = reply.text();
    let samples = samples(&text);
    let sum = |start: &str| {
        samples.iter().filter(|(name, _)| name.starts_with(start)).map(|(_, value)| value).sum::<f64>()
    };
    let by_route = "snow_http_requests_total{route=\"/api/v1/resorts/{slug}/conditions\",status=";
    assert!(sum(&format!("{by_route}\"200\"")) >= 1.0, "{text}");
    assert!(sum(&format!("{by_route}\"404\"")) >= 1.0, "{text}");
    assert!(sum("snow_http_requests_total{route=\"unknown\"") >= 1.0, "{text}");
    assert!(sum("snow_http_request_seconds_count") >= 3.0, "{text}");
    assert!(sum("snow_ingest_fetches_total{lane=\"open-meteo\",outcome=\"ok\"}") >= 14.0, "{text}");
    assert!(sum("snow_ingest_weight_total") > 0.0);
    let now = runtime::clock::now().millis() as f64 / 1_000.0;
    let success = sum("snow_ingest_last_success_timestamp_seconds");
    assert!((0.0..600.0).contains(&(now - success)), "{success}");
    assert!((0.0..600.0).contains(&sum("snow_oldest_forecast_age_seconds")));
    assert!((0.0..600.0).contains(&(now - sum("snow_published_timestamp_seconds"))));
    assert!(sum("snow_resorts_with_forecast") >= 768.0 && sum("snow_evidence_rows_total") >= 768.0);
    assert!(!text.contains("zermatt"), "slugs are not labels");
}

/// Returns whether a path is only for accounts, and therefore rejected without a sign-in.
fn is_an_accounts(path: &str, item: &Value) -> bool {
    let is_guarded = |one: &Value| one.get("security").is_some();
    let mut asked = item.as_object().unwrap().values();
    if !asked.clone().any(is_guarded) {
        return false;
    }
    assert!(asked.all(is_guarded), "{path}");
    let reply = SHARED.get(&path.replace("{slug}", "zermatt").replace("{id}", "x"));
    assert_eq!(reply.status, if item.get("get").is_some() { 401 } else { 405 }, "{path}");
    true
}

#[test]
fn operation_ids_are_unique() {
    let document = SHARED.get("/api/v1/openapi.json").json();
    let mut ids: Vec<&str> = ["paths", "webhooks"]
        .iter()
        .flat_map(|part| document[part].as_object().unwrap().values())
        .flat_map(|methods| methods.as_object().unwrap().values())
        .map(|described| described["operationId"].as_str().expect("every operation has an id"))
        .collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "operation ids are unique");
    let numbered = |name: &String| {
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        base.len() < name.len() && document["components"]["schemas"].get(base).is_some()
    };
    let schemas = document["components"]["schemas"].as_object().unwrap();
    assert_eq!(schemas.keys().filter(|name| numbered(name)).count(), 0, "no two types share a name");
}

#[test]
fn openapi_and_routes_agree() {
    let document = SHARED.get("/api/v1/openapi.json");
    assert_eq!((document.status, document.header("content-type")), (200, "application/json"));
    let document = document.json();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["servers"][0]["url"], SHARED.base);
    let paths = document["paths"].as_object().unwrap();
    let webhooks = http_api::webhooks::paths();
    assert!(webhooks.len() == 7 && webhooks.keys().all(|path| paths.contains_key(path)));
    // A trip is planned ahead of the service's clock.
    let soon = runtime::clock::now().plus_millis(30 * DAY_MS).utc().date_naive().to_string();
    let operator = http_api::operator::PATHS;
    assert!(operator.iter().all(|path| paths.contains_key(*path)));
    let is_read = |path: &str| !webhooks.contains_key(path) && !operator.contains(&path);
    for (path, item) in paths.iter().filter(|(path, item)| is_read(path) && !is_an_accounts(path, item)) {
        let mut address = path.clone();
        for parameter in item["get"]["parameters"].as_array().unwrap() {
            let name = parameter["name"].as_str().unwrap();
            let value = match (path.as_str(), name) {
                ("/api/v1/destinations/{slug}", "slug") => "arlberg",
                (_, "region") => "alps",
                (_, "pass") => "ikon-pass",
                ("/api/v1/trips/plan", "start") => soon.as_str(),
                (_, "start" | "end") => "2026-01-10",
                (_, "dataset") => "catalog",
                (_, "slugs") => "zermatt,verbier",
                _ => "zermatt",
            };
            if parameter["in"] == "path" {
                address = address.replace(&format!("{{{name}}}"), value);
            } else if parameter["required"] == true {
                address.push_str(&format!("?{name}={value}"));
            }
        }
        let reply = SHARED.get(&address);
        assert_eq!(reply.status, 200, "{address}: {}", reply.text());
        let content = item["get"]["responses"]["200"]["content"].as_object().unwrap();
        let (media_type, declared) = content.iter().next().unwrap();
        assert_eq!(reply.header("content-type"), media_type, "{address}");
        if media_type != "application/json" {
            continue;
        }
        let mut schema = declared["schema"].clone();
        schema["components"] = document["components"].clone();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let answer = reply.json();
        let wrong: Vec<String> = validator.iter_errors(&answer).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{address}: {wrong:?}");
    }
    let charts = operations::CHARTS.iter().map(|chart| format!("/api/v1{}", chart.meta().path));
    let listed: Vec<String> = http_api::api::paths().into_iter().chain(charts).collect();
    assert!(listed.len() + webhooks.len() + operator.len() >= paths.len());
    for path in listed.iter().filter(|path| path.starts_with(operations::API_PREFIX)) {
        let known = paths.contains_key(path) || path == "/api/v1/openapi.json";
        assert!(known, "{path} is served and OpenAPI does not know it");
    }
    let mut schema = document["components"]["schemas"]["Problem"].clone();
    schema["components"] = document["components"].clone();
    let problem = SHARED.get("/api/v1/resorts?limit=0").json();
    assert!(jsonschema::is_valid(&schema, &problem), "{problem}");
}

#[test]
fn llms_txt_lists_every_operation() {
    let reply = SHARED.get("/llms.txt");
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/plain; charset=utf-8"));
    let text = reply.text();
    assert!(
        text.starts_with("# Open Snow Conditions (synthetic data)\n\n> Wherever this data is shown"),
        "{text}"
    );
    for operation in operations::OPERATIONS {
        assert!(text.contains(&format!("{}/api/v1{}", SHARED.base, operation.meta().path)));
    }
    for chart in operations::CHARTS {
        assert!(text.contains(&format!("GET {}/api/v1{}: ", SHARED.base, chart.meta().path)));
    }
}

#[test]
fn charts_are_svg_with_tags() {
    for path in [
        "/api/v1/resorts/zermatt/charts/forecast.svg",
        "/api/v1/resorts/zermatt/charts/season.svg?measure=snowfall",
        "/api/v1/charts/model-accuracy.svg?region=alps",
    ] {
        let reply = SHARED.get(path);
        assert_eq!((reply.status, reply.header("content-type")), (200, "image/svg+xml"), "{path}");
        assert!(reply.header("content-security-policy").starts_with("default-src 'none'"));
        assert_eq!(reply.header("x-synthetic"), "true");
        let svg = reply.text();
        assert!(
            svg.starts_with("<svg ") && svg.contains("SYNTHETIC DATA") && svg.contains("Data by"),
            "{svg}"
        );
        let again = SHARED.get_with(path, &[("If-None-Match", reply.header("etag"))]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        let packed = SHARED.get_with(path, &[("Accept-Encoding", "gzip")]);
        assert_eq!(packed.header("content-encoding"), "gzip", "{path}");
    }
    let none = SHARED.get("/api/v1/resorts/zermatt/charts/season.svg").text();
    assert!(none.contains("no climate on record") && !none.contains("<polyline"), "{none}");
}

#[test]
fn charts_reject_unknown_arguments() {
    for (path, argument, says) in [
        ("charts/model-accuracy.svg?region=moon", "region", "must be one of europe"),
        ("resorts/zermatt/charts/forecast.svg?days=3", "days", "unknown parameter; allowed: slug"),
        ("resorts/zermatt/charts/season.svg?measure=rain", "measure", "must be one of depth, snowfall"),
        ("resorts/zermatt/charts/season.svg?season=2015", "season", "2015-16 is not on record"),
        ("resorts/zermatt/charts/season.svg?season=lastwinter", "season", "must be"),
        ("resorts/zermatt/charts/season.svg?season=2015&season=2016", "season", "more than once"),
        ("resorts/zermatt/charts/season.svg?winter=2015", "winter", "allowed: slug, measure, season"),
    ] {
        let refused = problem(&SHARED.get(&format!("/api/v1/{path}")), 400, "invalid_argument");
        let error = &refused["errors"][0];
        assert_eq!(error["argument"], argument, "{path}: {refused}");
        assert!(error["message"].as_str().unwrap().contains(says), "{path}: {refused}");
    }
    for name in ["forecast", "season"] {
        let unknown = SHARED.get(&format!("/api/v1/resorts/nowhere-at-all/charts/{name}.svg"));
        problem(&unknown, 404, "resort_not_found");
    }
    let posted = SHARED.post("/api/v1/charts/model-accuracy.svg", &[], b"x");
    assert_eq!((posted.status, posted.header("allow")), (405, "GET, HEAD, OPTIONS"));
}

#[test]
fn every_error_code_has_a_page() {
    for code in http_api::problem::CODES {
        let reply = SHARED.get(&format!("/problems/{}", code.name));
        assert_eq!(reply.status, 200, "{}", code.name);
        assert!(reply.text().starts_with(&format!("{} ({})", code.name, code.status)));
        assert!(reply.text().contains(code.meaning));
    }
    let unknown = SHARED.get("/problems/nonsense");
    assert!(unknown.status == 404 && unknown.text().contains("resort_not_found"), "{}", unknown.text());
}
