//! Every operation with every kind of caller, over HTTP and as a tool, each asked twice and in both orders: what one
//! caller gets is never what was kept for another. The weather is synthetic.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use actix_web::middleware::from_fn;
use actix_web::{App, test, web};
use conditions_core::evidence::{Banded, Evidence, ForecastSnapshot, ModelDay, ModelRun};
use conditions_core::policy::Policy;
use conditions_core::time::{DAY_MS, Timestamp};
use operations::{API_PREFIX, CHARTS, Method, RESOURCES, endpoints, tools};
use schemars::Schema;
use serde_json::{Value, json};
use server::config::Settings;
use server::connector::Connector;
use server::http::connector::Door;
use server::http::identity::Accounts;
use server::http::{self, Shared, observe};
use server::metrics::Metrics;
use server::published::{Board, Published};
use server::replay::Replays;
use server::status::Status;
use server::{clock, constant};
use world::{Caller, Held, Tier, View, World};

const SLUGS: [&str; 2] = ["verbier", "zermatt"];

/// Five centimetres a day in two models.
fn evidence(now: Timestamp) -> Evidence {
    let day = |ahead: i64| ModelDay {
        date: now.plus_millis(ahead * DAY_MS).utc().date_naive(),
        snow_cm: Banded::all(Some(5.0)),
        rain_mm: Banded::all(Some(0.0)),
        temp_min_c: Banded::all(Some(-9.0)),
        temp_max_c: Banded::all(Some(-3.0)),
        freezing_level_m: None,
        wind_max_mps: None,
        gust_max_mps: None,
        cloud_pct: None,
    };
    let run = |model: &str| ModelRun {
        model: model.to_owned(),
        available_at: None,
        days: (-1..16).map(day).collect(),
        depth_cm: Some(90.0),
        past24h_cm: Some(5.0),
        past48h_cm: Some(9.0),
    };
    let models = ["gfs_seamless", "icon_seamless"].map(run).into();
    let forecast = ForecastSnapshot { captured_at: now, models, weather: None, hours: None };
    let mut evidence = Evidence::default();
    evidence.forecast = Some(forecast);
    evidence
}

fn world(now: Timestamp) -> World {
    let service = constant::service(&Settings::default().config().unwrap());
    let resorts = catalogue::embedded().unwrap().into_iter().filter(|resort| SLUGS.contains(&&*resort.slug));
    let held = resorts.map(|resort| Arc::new(Held::new(resort, evidence(now)))).collect();
    World::new(Arc::new(service), Arc::new(Policy::contract()), held, now)
}

/// Accounts of which a bearer names the tier, and a reader's resorts.
#[derive(Debug)]
struct Invented;

impl Accounts for Invented {
    fn caller_of(&self, bearer: &str) -> Option<Caller> {
        match bearer.split_once(':') {
            None if bearer == "pro" => Some(Caller::pro()),
            Some(("reader", slug)) => Some(Caller::reader(BTreeSet::from([slug.to_owned()]))),
            _ => None,
        }
    }
}

const BEARERS: [Option<&str>; 4] = [None, Some("reader:verbier"), Some("reader:zermatt"), Some("pro")];

fn caller(bearer: Option<&str>) -> Caller {
    bearer.map_or(Caller::anonymous(), |bearer| Invented.caller_of(bearer).unwrap())
}

fn shared(now: Timestamp) -> web::Data<Shared> {
    let published = Published::new(world(now), now);
    let service = Arc::clone(&published.world.service);
    let file = std::env::temp_dir().join(format!("snow-callers-{}.sqlite", std::process::id()));
    let board = Arc::new(Board::default());
    board.publish(published);
    web::Data::new(Shared {
        replays: Replays::new(
            server::store::open(&file.to_string_lossy()).unwrap(),
            Duration::from_secs(86_400),
        ),
        board,
        status: Arc::new(Status::default()),
        metrics: Arc::new(Metrics::default()),
        connector: Connector::new(&service).unwrap(),
        accounts: Box::new(Invented),
        door: Door::new(&Settings::default().config().unwrap()),
        constant: constant::constant(&service, false),
        webhooks: None,
    })
}

/// Arguments under which an operation shows much of Zermatt.
fn widest(schema: &Schema) -> Vec<(&'static str, &'static str)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let wanted = [
        ("slug", "zermatt"),
        ("query", "zermatt"),
        ("slugs", "zermatt,verbier"),
        ("region", "alps"),
        ("days", "14"),
        ("start", "2026-02-14"),
        ("dataset", "catalog"),
        ("limit", "20"),
    ];
    wanted.into_iter().filter(|(name, _)| properties.is_some_and(|known| known.contains_key(*name))).collect()
}

/// Without what the instant of the request decides.
fn settled(bytes: &[u8]) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(members) => {
                for name in ["generatedAt", "ageHours", "label", "ageMinutes"] {
                    members.remove(name);
                }
                members.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = serde_json::from_slice(bytes).unwrap_or_else(|_| String::from_utf8_lossy(bytes).into());
    strip(&mut value);
    value
}

fn asked(path: &str, bearer: Option<&str>) -> test::TestRequest {
    let request = test::TestRequest::default().uri(path).insert_header(("host", "127.0.0.1:8080"));
    match bearer {
        None => request,
        Some(bearer) => request.insert_header(("authorization", format!("Bearer {bearer}"))),
    }
}

/// The address of an operation or a chart with its arguments.
fn address(path: &str, pairs: &[(&str, &str)]) -> String {
    let (mut address, mut query) = (format!("{API_PREFIX}{path}"), Vec::new());
    for (name, value) in pairs {
        let placeholder = format!("{{{name}}}");
        if address.contains(&placeholder) {
            address = address.replace(&placeholder, value);
        } else {
            query.push(format!("{name}={value}"));
        }
    }
    format!("{address}?{}", query.join("&"))
}

/// What one request gives to each of the callers, asked twice each and one after the other.
async fn each<R>(
    now: Timestamp,
    backward: bool,
    request: R,
    check: impl Fn(Option<&str>, &[u8], Option<&str>),
) where
    R: Fn(Option<&str>) -> test::TestRequest,
{
    let app = App::new().app_data(shared(now)).wrap(from_fn(observe::observe)).configure(http::routes);
    let app = test::init_service(app).await;
    let mut order = BEARERS.to_vec();
    if backward {
        order.reverse();
    }
    for bearer in order.iter().flat_map(|bearer| [bearer, bearer]) {
        let response = test::call_service(&app, request(*bearer).to_request()).await;
        assert_eq!(response.status(), 200, "{bearer:?}");
        let caching =
            response.headers().get("cache-control").and_then(|value| value.to_str().ok()).map(str::to_owned);
        let varies = response.headers().get("vary").and_then(|value| value.to_str().ok());
        assert!(varies.is_none_or(|varies| varies.contains("authorization")), "{varies:?}");
        let body = test::read_body(response).await;
        check(*bearer, &body, caching.as_deref());
    }
}

fn cached_for(bearer: Option<&str>) -> &'static str {
    if bearer.is_none() { "public, max-age=60" } else { "private, no-cache" }
}

#[actix_web::test]
async fn every_endpoint_answers_each_caller_with_what_that_caller_sees() {
    let now = clock::now();
    let world = world(now);
    let mut told_apart = 0;
    for operation in endpoints().filter(|operation| operation.meta().method == Method::Get) {
        let pairs = widest(&operation.arguments());
        let truth = |bearer: Option<&str>| {
            let caller = caller(bearer);
            operation.answer(&View::new(&world, &caller), &pairs, now).map(|bytes| settled(&bytes))
        };
        if truth(None).is_err() {
            continue;
        }
        told_apart += usize::from(truth(None) != truth(Some("pro")));
        for backward in [false, true] {
            let path = address(operation.meta().path, &pairs);
            each(
                now,
                backward,
                |bearer| asked(&path, bearer),
                |bearer, body, caching| {
                    assert_eq!(Ok(settled(body)), truth(bearer), "{path} {bearer:?}");
                    assert_eq!(caching, Some(cached_for(bearer)), "{path} {bearer:?}");
                },
            )
            .await;
        }
    }
    assert!(told_apart >= 4, "{told_apart} operations show Pro more than they show everybody");
}

#[actix_web::test]
async fn every_tool_answers_each_caller_with_what_that_caller_sees() {
    let now = clock::now();
    let world = world(now);
    for operation in tools() {
        let pairs = widest(&operation.arguments());
        let truth = |bearer: Option<&str>| {
            let caller = caller(bearer);
            operation.call(&View::new(&world, &caller), &pairs, now).map(|answer| settled(&answer.structured))
        };
        if truth(None).is_err() {
            continue;
        }
        let arguments: serde_json::Map<String, Value> =
            pairs.iter().map(|(name, text)| ((*name).to_owned(), json!(text))).collect();
        let message = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": operation.meta().name, "arguments": arguments },
        });
        for backward in [false, true] {
            let request = |bearer: Option<&str>| {
                asked("/mcp", bearer).method(actix_web::http::Method::POST).set_json(&message)
            };
            each(now, backward, request, |bearer, body, _| {
                let answer: Value = serde_json::from_slice(body).unwrap();
                let structured = answer["result"]["structuredContent"].to_string();
                assert_eq!(Ok(settled(structured.as_bytes())), truth(bearer), "{bearer:?} {message}");
            })
            .await;
        }
    }
}

#[actix_web::test]
async fn every_resource_and_chart_is_each_callers_own() {
    let now = clock::now();
    let world = world(now);
    for chart in CHARTS {
        let pairs = widest(&chart.arguments());
        let truth = |bearer: Option<&str>| {
            let caller = caller(bearer);
            chart.draw(&View::new(&world, &caller), &pairs).map(|svg| settled(svg.as_bytes()))
        };
        for backward in [false, true] {
            let path = address(chart.meta().path, &pairs);
            each(
                now,
                backward,
                |bearer| asked(&path, bearer),
                |bearer, body, caching| {
                    assert_eq!(Ok(settled(body)), truth(bearer), "{path} {bearer:?}");
                    assert_eq!(caching, Some(cached_for(bearer)), "{path} {bearer:?}");
                },
            )
            .await;
        }
    }
    for resource in RESOURCES {
        let truth = |bearer: Option<&str>| {
            let caller = caller(bearer);
            resource.read(&View::new(&world, &caller), now).map(|text| settled(text.as_bytes()))
        };
        let message = json!({
            "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": { "uri": resource.uri },
        });
        let request = |bearer: Option<&str>| {
            asked("/mcp", bearer).method(actix_web::http::Method::POST).set_json(&message)
        };
        each(now, false, request, |bearer, body, _| {
            let answer: Value = serde_json::from_slice(body).unwrap();
            let text = answer["result"]["contents"][0]["text"].as_str().unwrap();
            assert_eq!(Ok(settled(text.as_bytes())), truth(bearer), "{bearer:?} {message}");
        })
        .await;
    }
}

#[actix_web::test]
async fn a_bearer_that_nobody_was_issued_reads_as_everybody_and_calls_nothing() {
    let now = clock::now();
    let app = App::new().app_data(shared(now)).wrap(from_fn(observe::observe)).configure(http::routes);
    let app = test::init_service(app).await;
    let read = asked("/api/v1/resorts/zermatt/conditions", Some("stolen")).to_request();
    let read = test::call_service(&app, read).await;
    assert_eq!((read.status().as_u16(), caller(None).tier()), (200, Tier::Anonymous));
    let total = settled(&test::read_body(read).await)["data"]["forecast"]["next14dCm"]["value"].clone();
    assert_eq!(total, Value::Null);
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    let call = asked("/mcp", Some("stolen")).method(actix_web::http::Method::POST).set_json(&ping);
    assert_eq!(test::call_service(&app, call.to_request()).await.status(), 401);
}
