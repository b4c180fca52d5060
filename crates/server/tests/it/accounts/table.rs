//! Tests of entitlement to days 8 to 14: every operation, tool, chart, resource, page, feed and badge is requested by
//! real accounts over HTTP, before and after answers were cached for others. `docs/generated/entitlement.md` is the
//! table; `UPDATE_EXPECT=1` rewrites it.

use std::fmt::Write as _;
use std::path::Path;

use accounts::{AccountId, Address, Plan, Scopes, token};
use actix_http::Request;
use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::{Error, test};
use operations::{CHARTS, Method, RESOURCES, endpoints, tools};
use pages::PAGES;
use runtime::clock;
use serde_json::{Value, json};
use storage::accounts::tokens::{self, Token};
use storage::accounts::{people, saved};
use uuid::Uuid;
use world::Tier;

use super::bench::{Bench, bench};
use crate::callers::{address, settled, widest};

/// The callers; the last two may see more.
const WHO: [&str; 4] = ["anonymous", "free", "free, resort saved", "Pro"];

/// Returns the bearer token of each caller.
fn bearers(bench: &Bench) -> [Option<String>; 4] {
    let now = clock::now();
    let issued = |seed: u8, plan: Plan, slug: Option<&'static str>| {
        let made = token::make(&std::array::from_fn(|at| (at as u8).wrapping_mul(seed))).unwrap();
        let (digest, account) = (made.digest, AccountId(Uuid::from_u128(u128::from(seed))));
        let new = Token {
            id: seed.to_string(),
            name: "table".to_owned(),
            scopes: Scopes::ALL,
            created_at: now,
            used_at: Some(now),
            expires_at: None,
        };
        let stored = bench.store.run_blocking(move |conn| {
            let owner = Address::parse(&format!("owner{seed}@example.org")).unwrap();
            people::make(conn, account, &owner, Some(now), now)?;
            people::set_plan(conn, account, plan)?;
            if let Some(slug) = slug {
                saved::save(conn, account, slug, now)?;
            }
            tokens::make(conn, digest, account, &new)
        });
        assert!(stored.unwrap());
        Some(made.text.to_string())
    };
    let pro = Plan::Pro { until: Some(now.plus_millis(86_400_000)) };
    [None, issued(3, Plan::Free, None), issued(5, Plan::Free, Some("zermatt")), issued(7, pro, None)]
}

/// One requested resource.
struct Row {
    face: &'static str,
    name: String,
    path: String,
    message: Option<Value>,
    /// True for resources embedded in other people's pages, which are the same for all callers.
    is_everybodys: bool,
    /// True for resources about the calling account, which differ between accounts.
    is_own: bool,
}

fn rows() -> Vec<Row> {
    let get = |face, name: &str, path: String| Row {
        face,
        name: name.to_owned(),
        path,
        message: None,
        is_everybodys: false,
        is_own: false,
    };
    let call = |face, name: &str, method: &str, params: Value| Row {
        face,
        name: name.to_owned(),
        path: "/mcp".to_owned(),
        message: Some(json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })),
        is_everybodys: false,
        is_own: false,
    };
    let mut rows = Vec::new();
    for operation in endpoints().filter(|operation| operation.meta().method == Method::Get) {
        let meta = operation.meta();
        let row = get("endpoint", meta.name, address(meta.path, &widest(&operation.arguments())));
        rows.push(Row { is_own: meta.access > Tier::Anonymous, ..row });
    }
    // Operations that change something do not show days.
    for operation in tools().filter(|operation| operation.meta().method == Method::Get) {
        let (name, access) = (operation.meta().name, operation.meta().access);
        let arguments: serde_json::Map<String, Value> = widest(&operation.arguments())
            .iter()
            .map(|(name, text)| ((*name).to_owned(), json!(text)))
            .collect();
        let row = call("tool", name, "tools/call", json!({ "name": name, "arguments": arguments }));
        rows.push(Row { is_own: access > Tier::Anonymous, ..row });
    }
    for chart in CHARTS {
        rows.push(get("chart", chart.meta().name, address(chart.meta().path, &widest(&chart.arguments()))));
    }
    for resource in RESOURCES {
        rows.push(call("resource", resource.uri, "resources/read", json!({ "uri": resource.uri })));
    }
    let filled = |path: &str| path.replace("{slug}", "zermatt").replace("{region}", "alps");
    for page in PAGES {
        let path = page.meta().path;
        let query = if path == "/compare" {
            "?r=zermatt,verbier"
        } else if path == "/search" {
            "?q=zermat"
        } else {
            ""
        };
        rows.push(get("page", path, format!("{}{query}", filled(path))));
    }
    for file in pages::files() {
        // The maximum is requested, because the default contains no withheld days.
        let query = if file.path.ends_with("/forecast.csv") { "?days=14" } else { "" };
        let row = get("feed or badge", file.path, format!("{}{query}", filled(file.path)));
        rows.push(Row { is_everybodys: file.is_shown_elsewhere, ..row });
    }
    rows
}

/// Returns status and body without the parts that depend on the time of the request.
async fn asked<S, B>(app: &S, row: &Row, bearer: Option<&str>) -> (u16, Value)
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let mut request = test::TestRequest::default().uri(&row.path).insert_header(("host", "127.0.0.1:8080"));
    if let Some(message) = &row.message {
        request = request.method(actix_web::http::Method::POST).set_json(message);
    }
    if let Some(bearer) = bearer {
        request = request.insert_header(("authorization", format!("Bearer {bearer}")));
    }
    let response = test::call_service(app, request.to_request()).await;
    let status = response.status().as_u16();
    let caching =
        response.headers().get("cache-control").and_then(|value| value.to_str().ok()).map(str::to_owned);
    if bearer.is_some() && status == 200 && !row.is_everybodys {
        let caching = caching.unwrap_or_default();
        assert!(caching.contains("no-store"), "{} is cacheable by others: {caching}", row.path);
    }
    let body = test::read_body(response).await;
    let mut body = settled(&body);
    if let Some(text) = body["result"]["content"][0]["text"].as_str() {
        // The structured answer is equal; its text names ages.
        assert!(!text.is_empty());
        body = settled(body["result"]["structuredContent"].to_string().as_bytes());
    } else if let Some(text) = body["result"]["contents"][0]["text"].as_str() {
        body = settled(text.as_bytes());
    }
    if status >= 400 {
        // Every rejection contains the id of its request.
        return (status, body["code"].clone());
    }
    if let Value::String(text) = &body {
        body = Value::String(without_ages(text));
    }
    (status, body)
}

/// Removes the parts of a page that show ages, the note that it is a stored copy (only on anonymous pages), the alerts
/// (only after sign-in), and the footer.
fn without_ages(text: &str) -> String {
    let without = |text: &str, start: &str, end: &str| {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(start) {
            out.push_str(before);
            rest = after.split_once(end).map_or("", |(_, rest)| rest);
        }
        out + rest
    };
    let out = without(&without(text, "<time", "</time>"), "<p class=\"note\" id=\"stored\"", "</p>");
    let out = without(&out, "<details class=\"fold screen\" id=\"alerts\"", "</details>");
    out.split("<footer").next().unwrap_or_default().to_owned()
}

/// Returns the first place where two answers differ.
fn difference(one: &Value, other: &Value) -> Option<(String, String)> {
    let (one, other) = (one.to_string(), other.to_string());
    let at = one.chars().zip(other.chars()).position(|(a, b)| a != b);
    let at = at.or((one.len() != other.len()).then_some(one.len().min(other.len())))?;
    let near = |text: &str| text.chars().skip(at.saturating_sub(80)).take(200).collect();
    Some((near(&one), near(&other)))
}

#[actix_rt::test]
async fn only_pro_sees_days_8_to_14() {
    let bench = bench("open");
    let app = bench.app().await;
    let bearers = bearers(&bench);
    let mut table = String::from(
        "# Visibility of days 8 to 14\n\nGenerated by a test with real accounts; do not edit. \
         7: the same as for anonymous callers. 14: more than that. own: the data of the \
         calling account, by the same rule.\n\n| Face | Name | anonymous | free | free, resort saved | Pro |\n|---|---|---|---|---|---|\n",
    );
    let mut told_apart = 0;
    for row in rows() {
        // Pro first and last: answers cached for Pro do not reach the others, and theirs do not hide anything from Pro.
        let mut seen: [Option<(u16, Value)>; 4] = [const { None }; 4];
        for at in [3, 2, 1, 0, 0, 1, 2, 3] {
            let got = asked(&app, &row, bearers[at].as_deref()).await;
            let before = seen[at].get_or_insert_with(|| got.clone());
            assert_eq!(*before, got, "{} as {}", row.path, WHO[at]);
        }
        let [anonymous, free, saved, pro] = seen.map(Option::unwrap);
        if row.is_own {
            assert_ne!(anonymous, free, "{} {} is the same for anonymous callers", row.face, row.name);
            let _ = writeln!(table, "| {} | `{}` | refused | own | own | own |", row.face, row.name);
            continue;
        }
        assert_eq!(anonymous.0, free.0, "{} {}", row.face, row.name);
        if let Some((one, other)) = difference(&anonymous.1, &free.1) {
            panic!("{} {}: `{one}` and `{other}`", row.face, row.name);
        }
        if anonymous.0 >= 400 {
            assert_eq!((saved.0, pro.0), (anonymous.0, anonymous.0), "{} {}", row.face, row.name);
        }
        if row.is_everybodys {
            assert_eq!(
                (&saved, &pro),
                (&anonymous, &anonymous),
                "{} is not the same for all callers",
                row.path
            );
        }
        let days = |got: &(u16, Value)| if *got == anonymous { 7 } else { 14 };
        told_apart += usize::from(days(&pro) == 14);
        let _ =
            writeln!(table, "| {} | `{}` | 7 | 7 | {} | {} |", row.face, row.name, days(&saved), days(&pro));
    }
    assert!(told_apart >= 10, "only {told_apart} rows show Pro more than anonymous callers");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated/entitlement.md");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, &table).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap_or_default(), table, "UPDATE_EXPECT=1 rewrites it");
}
