//! Tests every operation with every kind of caller, over HTTP and as a tool, each requested twice and in both orders:
//! no caller gets an answer that was cached for another. The weather is synthetic.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use accounts::AccountId;
use actix_http::Request;
use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::{App, test, web};
use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use http_api::connector::Admission;
use http_api::tools::Connector;
use http_api::{self, Shared, observe};
use operations::{
    API_PREFIX, AnyOperation, CHARTS, Interfaces, Meta, Method, OpError, Operation, RESOURCES, Reply,
    endpoints, tools,
};
use publication::published::{Latest, Published};
use publication::replay::Replays;
use runtime::clock;
use runtime::metrics::Metrics;
use runtime::status::Status;
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::{Value, json};
use server::config::Settings;
use server::service;
use services::alerts::holdings::{Holdings, Memory};
use services::identity::{Credential, Identities, Identity, IdentityError, IdentityFuture};
use services::operators::{Operators, WriteConnector};
use world::credits::SourceFamilies;
use world::{Caller, ResortEvidence, Tier, View, World};

use crate::harness::PUBLIC;
use crate::modelled;

const SLUGS: [&str; 2] = ["verbier", "zermatt"];

pub(crate) fn world(now: Timestamp) -> World {
    let service = service::service(&Settings::default().config().unwrap());
    let resorts = catalogue::embedded().unwrap().into_iter().filter(|resort| SLUGS.contains(&&*resort.slug));
    let held = resorts
        .map(|resort| {
            Arc::new(ResortEvidence::new(resort, modelled::evidence(&["gfs_seamless", "icon_seamless"], now)))
        })
        .collect();
    World::new(Arc::new(service), Arc::new(Policy::contract()), held, now)
}

/// Accounts whose bearer names the tier and the reader's resorts.
#[derive(Debug)]
struct Invented;

impl Invented {
    fn caller_of(bearer: &str) -> Option<Caller> {
        match bearer.split_once(':') {
            None if bearer == "pro" => Some(Caller::pro()),
            Some(("reader", slug)) => Some(Caller::reader(ACCOUNT, BTreeSet::from([slug.to_owned()]))),
            _ => None,
        }
    }
}

impl Memory for Invented {
    fn remove(&self, _: AccountId) {}
}

impl Identities for Invented {
    fn resolve<'a>(&'a self, presented: Credential<'a>, _: IpAddr) -> IdentityFuture<'a> {
        let caller = match presented {
            Credential::Bearer(Some(bearer)) | Credential::Access(Some(bearer)) => Self::caller_of(bearer),
            Credential::Bearer(None) | Credential::Access(None) | Credential::Session(_) => None,
        };
        let identity = caller.map(|caller| Identity { caller, signed: None });
        Box::pin(std::future::ready(identity.ok_or(IdentityError::Unknown)))
    }

    fn cookie(&self) -> &'static str {
        "osc_session"
    }
}

const ACCOUNT: AccountId = AccountId(uuid::Uuid::from_u128(1));

const BEARERS: [Option<&str>; 4] = [None, Some("reader:verbier"), Some("reader:zermatt"), Some("pro")];

fn caller(bearer: Option<&str>) -> Caller {
    bearer.map_or(Caller::anonymous(), |bearer| Invented::caller_of(bearer).unwrap())
}

/// Arguments of an operation that needs a sign-in.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// An operation that needs a sign-in or the Pro tier.
struct Guarded<const NEEDS_PRO: bool>;

impl<const NEEDS_PRO: bool> Operation for Guarded<NEEDS_PRO> {
    const META: Meta = Meta {
        name: if NEEDS_PRO { "get_pro_secret" } else { "get_reader_secret" },
        method: Method::Get,
        access: if NEEDS_PRO { Tier::Pro } else { Tier::Reader },
        faces: Interfaces::Both,
        path: if NEEDS_PRO { "/guarded/pro" } else { "/guarded/reader" },
        title: "Invented",
        description: "Invented for a test.",
    };
    type Args = Nothing;
    type Data<'w> = &'static str;

    fn run<'w>(_: &View<'w>, _: Nothing, _: Timestamp) -> Result<Reply<&'static str>, OpError> {
        Ok(Reply::one("treasure", SourceFamilies::NOTHING))
    }

    fn text(_: &&'static str) -> String {
        "treasure".to_owned()
    }
}

static GUARDED: [&dyn AnyOperation; 2] = [&Guarded::<false>, &Guarded::<true>];

pub(crate) fn shared(now: Timestamp) -> web::Data<Shared> {
    let file = std::env::temp_dir().join(format!("snow-callers-{}.sqlite", std::process::id()));
    let store = runtime::opening::open(&file.to_string_lossy()).unwrap();
    let tools = tools().chain(GUARDED).collect();
    web::Data::new(shared_by(now, store, Arc::new(Invented), tools))
}

/// Builds the state that workers share, with a store and an identity provider.
pub(crate) fn shared_by<I: Identities + Memory + 'static>(
    now: Timestamp,
    store: storage::Store,
    identities: Arc<I>,
    tools: Vec<&'static dyn AnyOperation>,
) -> Shared {
    let published = Published::new(world(now), now);
    let service = Arc::clone(&published.world.service);
    let latest = Arc::new(Latest::default());
    latest.publish(published);
    Shared {
        operators: Operators::new(store.clone(), Arc::clone(&latest), Arc::default(), None),
        write_connector: WriteConnector::new(&service).unwrap(),
        replays: Replays::new(store.clone(), Duration::from_secs(86_400)),
        holdings: Holdings::new(store, Arc::clone(&identities) as Arc<dyn Memory>),
        latest,
        status: Arc::new(Status::default()),
        metrics: Arc::new(Metrics::default()),
        write_probe: Arc::default(),
        connector: Connector::with(&service, tools).unwrap(),
        identities,
        accounts: None,
        ways: None,
        oauth: None,
        admission: Admission::new(&Settings::default().config().unwrap().http()),
        reels: ingest_runner::reels::Disk::in_data_folder(std::path::Path::new("none")),
        #[cfg(feature = "previews")]
        previews: None,
        constant: http_api::constant::constant(&service, false),
        webhooks: None,
    }
}

/// Returns arguments with which an operation shows much of Zermatt.
pub(crate) fn widest(schema: &Schema) -> Vec<(&'static str, &'static str)> {
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
        ("checkIn", "2027-02-14"),
        ("checkOut", "2027-02-16"),
    ];
    wanted.into_iter().filter(|(name, _)| properties.is_some_and(|known| known.contains_key(*name))).collect()
}

/// Parses an answer without the parts that depend on the time of the request.
pub(crate) fn settled(bytes: &[u8]) -> Value {
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

/// Builds the address of an operation or a chart with its arguments.
pub(crate) fn address(path: &str, pairs: &[(&str, &str)]) -> String {
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

/// Returns a service without cached answers.
async fn fresh(
    now: Timestamp,
) -> impl Service<Request, Response = ServiceResponse<impl MessageBody>, Error = actix_web::Error> {
    let app = App::new().app_data(shared(now)).wrap(from_fn(observe::observe)).configure(http_api::routes);
    test::init_service(app).await
}

/// Returns a service for each order of callers. Every request of a test has its own address or message, so that no answer
/// to another one is cached for it.
async fn both_orders(
    now: Timestamp,
) -> [(bool, impl Service<Request, Response = ServiceResponse<impl MessageBody>, Error = actix_web::Error>); 2]
{
    [(false, fresh(now).await), (true, fresh(now).await)]
}

/// Sends one request as each caller, twice each and in sequence, and checks the answers.
async fn each<S, B, R>(app: &S, backward: bool, request: R, check: impl Fn(Option<&str>, &[u8], Option<&str>))
where
    S: Service<Request, Response = ServiceResponse<B>, Error = actix_web::Error>,
    B: MessageBody,
    R: Fn(Option<&str>) -> test::TestRequest,
{
    let mut order = BEARERS.to_vec();
    if backward {
        order.reverse();
    }
    for bearer in order.iter().flat_map(|bearer| [bearer, bearer]) {
        let response = test::call_service(app, request(*bearer).to_request()).await;
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
    if bearer.is_none() { PUBLIC } else { "private, no-store" }
}

/// Checks that each caller gets its own expected answer from an address, in both orders.
async fn each_reads<S, B, E>(
    apps: &[(bool, S); 2],
    path: &str,
    truth: impl Fn(Option<&str>) -> Result<Value, E>,
) where
    S: Service<Request, Response = ServiceResponse<B>, Error = actix_web::Error>,
    B: MessageBody,
    E: PartialEq + Debug,
{
    for (backward, app) in apps {
        let request = |bearer: Option<&str>| asked(path, bearer);
        each(app, *backward, request, |bearer, body, caching| {
            assert_eq!(Ok(settled(body)), truth(bearer), "{path} {bearer:?}");
            assert_eq!(caching, Some(cached_for(bearer)), "{path} {bearer:?}");
        })
        .await;
    }
}

#[actix_rt::test]
async fn endpoints_answer_per_caller() {
    let now = clock::now();
    let (world, apps) = (world(now), both_orders(now).await);
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
        each_reads(&apps, &address(operation.meta().path, &pairs), truth).await;
    }
    assert!(told_apart >= 4, "only {told_apart} operations show Pro more than anonymous callers");
}

#[actix_rt::test]
async fn tools_answer_per_caller() {
    let now = clock::now();
    let (world, apps) = (world(now), both_orders(now).await);
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
        for (backward, app) in &apps {
            let request = |bearer: Option<&str>| {
                asked("/mcp", bearer).method(actix_web::http::Method::POST).set_json(&message)
            };
            each(app, *backward, request, |bearer, body, _| {
                let answer: Value = serde_json::from_slice(body).unwrap();
                let structured = answer["result"]["structuredContent"].to_string();
                assert_eq!(Ok(settled(structured.as_bytes())), truth(bearer), "{bearer:?} {message}");
            })
            .await;
        }
    }
}

#[actix_rt::test]
async fn resources_and_charts_are_per_caller() {
    let now = clock::now();
    let (world, apps) = (world(now), both_orders(now).await);
    for chart in CHARTS {
        let pairs = widest(&chart.arguments());
        let truth = |bearer: Option<&str>| {
            let caller = caller(bearer);
            chart.draw(&View::new(&world, &caller), &pairs).map(|svg| settled(svg.as_bytes()))
        };
        each_reads(&apps, &address(chart.meta().path, &pairs), truth).await;
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
        each(&apps[0].1, false, request, |bearer, body, _| {
            let answer: Value = serde_json::from_slice(body).unwrap();
            let text = answer["result"]["contents"][0]["text"].as_str().unwrap();
            assert_eq!(Ok(settled(text.as_bytes())), truth(bearer), "{bearer:?} {message}");
        })
        .await;
    }
}

/// Expected access to guarded operations: an HTTP status for each of [`BEARERS`], and one for an unknown bearer.
const LET_IN: [(&str, [u16; 5]); 2] =
    [("/guarded/reader", [401, 200, 200, 200, 401]), ("/guarded/pro", [401, 403, 403, 200, 401])];

#[actix_rt::test]
async fn account_operations_need_an_account() {
    let now = clock::now();
    let guarded = |config: &mut web::ServiceConfig| {
        let mut routes = http_api::route_facts::Routes::new(config);
        for operation in GUARDED {
            let path = format!("{API_PREFIX}{}", operation.meta().path);
            routes.service(http_api::api::resource(&path, &[operation]));
        }
    };
    let app = App::new().app_data(shared(now)).wrap(from_fn(observe::observe));
    let app = test::init_service(app.configure(guarded).configure(http_api::routes)).await;
    for ((path, statuses), operation) in LET_IN.into_iter().zip(GUARDED) {
        let message = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": operation.meta().name },
        });
        let callers: Vec<_> = BEARERS.into_iter().chain([Some("stolen")]).zip(statuses).collect();
        // Permitted callers come first once: answers cached for them do not reach the others.
        for (bearer, status) in callers.iter().rev().chain(&callers).copied() {
            let asked_for = asked(&format!("{API_PREFIX}{path}"), bearer).to_request();
            let response = test::call_service(&app, asked_for).await;
            let challenge = response.headers().contains_key("www-authenticate");
            let caching = response.headers().get("cache-control").unwrap().to_str().unwrap().to_owned();
            assert_eq!((response.status().as_u16(), challenge), (status, status == 401), "{path} {bearer:?}");
            let body = settled(&test::read_body(response).await);
            match status {
                200 => {
                    assert_eq!((&body["data"], &*caching), (&json!("treasure"), "private, no-store"));
                }
                refused => {
                    let code = if refused == 401 { "unauthorized" } else { "forbidden" };
                    assert_eq!((&body["code"], &*caching), (&json!(code), "no-store"));
                    assert!(!body.to_string().contains("treasure"), "{body}");
                }
            }
            let call = asked("/mcp", bearer).method(actix_web::http::Method::POST).set_json(&message);
            let response = test::call_service(&app, call.to_request()).await;
            if bearer == Some("stolen") {
                assert_eq!(response.status(), 401);
                continue;
            }
            let answer: Value = serde_json::from_slice(&test::read_body(response).await).unwrap();
            let result = &answer["result"];
            assert_eq!(result["isError"].as_bool().unwrap_or(false), status != 200, "{bearer:?} {answer}");
            let text = result["content"][0]["text"].as_str().unwrap();
            assert_eq!(text.contains("treasure"), status == 200, "{text}");
            assert!(status == 200 || text.contains("needs"), "{text}");
        }
    }
}

#[actix_rt::test]
async fn unknown_bearer_is_rejected_everywhere() {
    let now = clock::now();
    let app = App::new().app_data(shared(now)).wrap(from_fn(observe::observe)).configure(http_api::routes);
    let app = test::init_service(app).await;
    // If treated as anonymous, a program would take seven days for fourteen and never learn that its token has expired.
    for path in ["/api/v1/resorts/zermatt/conditions", "/api/v1/resorts/zermatt", "/resorts/zermatt"] {
        let read = test::call_service(&app, asked(path, Some("stolen")).to_request()).await;
        assert_eq!(read.status(), 401, "{path}");
        let challenge = read.headers().get("www-authenticate").unwrap();
        assert_eq!(challenge, "Bearer error=\"invalid_token\"", "{path}");
    }
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    let call = asked("/mcp", Some("stolen")).method(actix_web::http::Method::POST).set_json(&ping);
    assert_eq!(test::call_service(&app, call.to_request()).await.status(), 401);
}
