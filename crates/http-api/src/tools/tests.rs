use std::sync::LazyLock;
use std::time::Duration;

use conditions_core::policy::Policy;
use publication::service;
use serde_json::{Value, json};
use world::{Caller, ResortEvidence, World};

use super::*;

fn service() -> Arc<Service> {
    Arc::new(service::service(service::Options {
        name: "Open Snow Conditions".to_owned(),
        base_url: "http://127.0.0.1:8080".to_owned(),
        synthetic: true,
        ..service::Options::default()
    }))
}

fn published(service: &Arc<Service>) -> Published {
    let resorts = catalogue::embedded().unwrap().into_iter().take(5);
    let held = resorts.map(|resort| Arc::new(ResortEvidence::new(resort, Default::default()))).collect();
    let now = Timestamp::parse("2026-01-05T06:00:00Z").unwrap();
    Published::new(World::new(Arc::clone(service), Arc::new(Policy::CONTRACT), held, now), now)
}

fn wait<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

/// Returns replays without any stored past.
fn replays() -> Replays {
    static STORE: LazyLock<storage::Store> = LazyLock::new(|| {
        let file = std::env::temp_dir().join(format!("snow-connector-{}.sqlite", std::process::id()));
        runtime::opening::open(&file.to_string_lossy()).unwrap()
    });
    Replays::new(STORE.clone(), Duration::from_secs(14 * 86_400))
}

/// Sends a message like a client of the handshake era; returns status and answer.
fn ask(slug: Option<&str>, message: &Value) -> (u16, Value) {
    let service = service();
    let (connector, published) = (Connector::new(&service).unwrap(), published(&service));
    let metrics = Metrics::default();
    let replays = &replays();
    let context = Context {
        published: Some(&published),
        metrics: &metrics,
        replays,
        holdings: None,
        caller: &Caller::anonymous(),
        now: published.world.as_of,
        trace: None,
    };
    let body = message.to_string();
    let request = Request { body: body.as_bytes(), ..Request::default() };
    let response = match slug {
        None => wait(connector.answer(&request, context)),
        Some(slug) => wait(connector.answer_for(slug, "A Resort", &request, context)),
    };
    (response.status, serde_json::from_slice(&response.body.unwrap()).unwrap())
}

fn call(slug: Option<&str>, name: &str, arguments: Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    ask(slug, &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params })).1
}

fn list(slug: Option<&str>) -> Vec<Value> {
    let (_, answer) = ask(slug, &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }));
    answer["result"]["tools"].as_array().unwrap().clone()
}

fn resources(slug: Option<&str>) -> Vec<Value> {
    let (_, answer) = ask(slug, &json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/list" }));
    answer["result"]["resources"].as_array().unwrap().clone()
}

fn read(slug: Option<&str>, uri: &str) -> Value {
    ask(slug, &json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": { "uri": uri } })).1
}

fn first() -> String {
    catalogue::embedded().unwrap().remove(0).slug
}

#[test]
fn tools_are_listed_in_documented_order() {
    let names: Vec<String> =
        list(None).iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
    let documented: Vec<&str> = operations::tools().map(|operation| operation.meta().name).collect();
    assert_eq!(names, documented);
    for tool in list(None) {
        let name = tool["name"].as_str().unwrap();
        let operation = operations::tools().find(|operation| operation.meta().name == name).unwrap();
        let reads = operation.meta().method == operations::Method::Get;
        assert_eq!(tool["annotations"]["readOnlyHint"], reads, "{name}");
        let scheme = if operation.meta().access == Tier::Anonymous { "noauth" } else { "oauth2" };
        assert_eq!(tool["securitySchemes"][0]["type"], scheme, "{name}");
        assert_eq!(tool["outputSchema"]["type"], "object");
    }
}

#[test]
fn credit_rule_comes_first_and_fits() {
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let asked = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
    for slug in [None, Some("a-resort")] {
        let (_, answer) = ask(slug, &asked);
        let instructions = answer["result"]["instructions"].as_str().unwrap();
        assert!(
            instructions.starts_with("Wherever you show data of this server, show the credit \"Data by ")
        );
        assert!(instructions.len() <= 1536, "{} bytes", instructions.len());
        assert!(instructions.contains("synthetic"));
    }
}

#[test]
fn text_and_structure_carry_the_credit() {
    let answer = call(None, "get_conditions", json!({ "resort": first() }));
    let result = &answer["result"];
    assert!(result["isError"].is_null(), "{result}");
    assert_eq!(result["structuredContent"]["data"]["slug"], first());
    let credit = result["structuredContent"]["credits"]["service"]["text"].as_str().unwrap();
    assert!(result["content"][0]["text"].as_str().unwrap().contains(credit));
}

#[test]
fn model_is_shown_input_errors() {
    for (name, arguments, says) in [
        ("get_conditions", json!({ "slug": "no-such-resort-anywhere" }), "search_resorts"),
        ("get_conditions", json!({}), "`slug`: required parameter is missing"),
        ("get_conditions", json!({ "slug": first(), "colour": "red" }), "allowed: "),
        ("get_weather_forecast", json!({ "slug": first(), "days": "many" }), "a whole number from 1 to 14"),
    ] {
        let result = call(None, name, arguments)["result"].clone();
        assert_eq!(result["isError"], true, "{name}");
        assert!(result["content"][0]["text"].as_str().unwrap().contains(says), "{result}");
    }
    assert_eq!(call(None, "no_such_tool", json!({}))["error"]["code"], -32602);
}

#[test]
fn resort_connector_is_limited_to_it() {
    let slug = first();
    let names: Vec<Value> = list(Some(&slug)).iter().map(|tool| tool["name"].clone()).collect();
    assert!(names.contains(&"get_conditions".into()) && !names.contains(&"search_resorts".into()));
    assert!(!names.contains(&"get_destination".into()), "its slug is not a resort's");
    for tool in list(Some(&slug)) {
        assert!(tool["inputSchema"]["properties"]["slug"].is_null(), "{tool}");
    }
    let own = call(Some(&slug), "get_conditions", json!({}));
    assert_eq!(own["result"]["structuredContent"]["data"]["slug"], slug);
    let own = call(Some(&slug), "get_conditions", json!({ "slug": slug }));
    assert_eq!(own["result"]["structuredContent"]["data"]["slug"], slug);
    let other = call(Some(&slug), "get_conditions", json!({ "resort": "another" }));
    assert_eq!(other["result"]["isError"], true);
    assert_eq!(call(Some(&slug), "search_resorts", json!({ "query": "x" }))["error"]["code"], -32602);
}

#[test]
fn topics_list_their_tools_in_short() {
    let service = service();
    let (connector, published) = (Connector::new(&service).unwrap(), published(&service));
    let context = Context {
        published: Some(&published),
        metrics: &Metrics::default(),
        replays: &replays(),
        holdings: None,
        caller: &Caller::anonymous(),
        now: published.world.as_of,
        trace: None,
    };
    let asked = |topics: &str, message: Value| {
        let body = message.to_string();
        let request = Request { body: body.as_bytes(), ..Request::default() };
        wait(connector.answer_on(topics.parse().unwrap(), &request, context)).body.unwrap()
    };
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    for topics in ["snow", "forecast", "climate", "travel", "media", "account"] {
        let body = asked(topics, list.clone());
        assert!(body.len() < 14_000, "{topics}: {} bytes", body.len());
        let answer: Value = serde_json::from_slice(&body).unwrap();
        for tool in answer["result"]["tools"].as_array().unwrap() {
            assert!(tool["outputSchema"].is_null() && tool["inputSchema"].is_object(), "{tool}");
        }
    }
    // A tool of another topic is answered as well.
    let params = json!({ "name": "get_conditions", "arguments": { "slug": first() } });
    let called = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let answer: Value = serde_json::from_slice(&asked("media", called)).unwrap();
    assert_eq!(answer["result"]["structuredContent"]["data"]["slug"], first());
}

#[test]
fn tools_report_a_missing_publication() {
    let connector = Connector::new(&service()).unwrap();
    let metrics = Metrics::default();
    let now = Timestamp::from_millis(0);
    let context = Context {
        published: None,
        metrics: &metrics,
        replays: &replays(),
        holdings: None,
        caller: &Caller::anonymous(),
        now,
        trace: None,
    };
    let body = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_conditions"}}"#;
    let response = wait(connector.answer(&Request { body, ..Request::default() }, context));
    let answer: Value = serde_json::from_slice(&response.body.unwrap()).unwrap();
    assert_eq!(answer["result"]["isError"], true);
}

#[test]
fn a_tool_answers_the_past_and_why() {
    let then = "2026-01-04T06:00:00.000Z";
    for name in ["asOf", "as_of"] {
        let result = call(None, "get_conditions", json!({ "slug": first(), name: then }))["result"].clone();
        assert_eq!(result["structuredContent"]["meta"]["resolvedAt"], then, "{result}");
    }
    let arguments = json!({ "asOf": then, "explain": true });
    let result = call(Some(&first()), "get_conditions", arguments)["result"].clone();
    assert_eq!(result["structuredContent"]["data"]["conditions"]["meta"]["resolvedAt"], then, "{result}");
    assert!(result["structuredContent"]["credits"]["service"]["text"].is_string());
    assert!(result["content"][0]["text"].as_str().unwrap().contains("Why:"));
    for (instant, says) in
        [("2026-01-06T06:00:00Z", "future"), ("2025-12-01T00:00:00Z", "not retained"), ("x", "RFC 3339")]
    {
        let result =
            call(None, "get_conditions", json!({ "slug": first(), "asOf": instant }))["result"].clone();
        assert_eq!(result["isError"], true);
        assert!(result["content"][0]["text"].as_str().unwrap().contains(says), "{result}");
    }
}

#[test]
fn all_resources_are_listed_and_read() {
    let listed = resources(None);
    let uris: Vec<&str> = listed.iter().map(|one| one["uri"].as_str().unwrap()).collect();
    assert!(uris.iter().copied().eq(operations::RESOURCES.iter().map(|one| one.uri)));
    for one in &listed {
        let answer = read(None, one["uri"].as_str().unwrap());
        let contents = &answer["result"]["contents"][0];
        for member in ["uri", "mimeType", "_meta"] {
            assert_eq!(contents[member], one[member], "{one}");
        }
        let text = contents["text"].as_str().unwrap();
        if contents["mimeType"] == "application/json" {
            let data: Value = serde_json::from_str(text).unwrap();
            assert!(data["meta"]["credits"]["service"]["text"].is_string(), "{one}");
        } else {
            assert_eq!(one["size"], text.len(), "{one}");
            assert_eq!(one["_meta"]["ui"]["prefersBorder"], true, "{one}");
        }
    }
    for uri in ["service://snow-report/", "ui://widget/", "file:///etc/passwd", ""] {
        assert_eq!(read(None, uri)["error"]["code"], -32002, "{uri}");
    }
}

#[test]
fn reads_state_their_cache_time() {
    let service = service();
    let (connector, published) = (Connector::new(&service).unwrap(), published(&service));
    let (metrics, replays) = (Metrics::default(), &replays());
    let context = Context {
        published: Some(&published),
        metrics: &metrics,
        replays,
        holdings: None,
        caller: &Caller::anonymous(),
        now: published.world.as_of,
        trace: None,
    };
    for one in operations::RESOURCES {
        let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {} });
        let params = json!({ "uri": one.uri, "_meta": meta });
        let body =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": params }).to_string();
        let request = Request {
            body: body.as_bytes(),
            protocol_version: Some(b"2026-07-28"),
            method: Some(b"resources/read"),
            name: Some(one.uri.as_bytes()),
        };
        let response = wait(connector.answer(&request, context));
        let answer: Value = serde_json::from_slice(&response.body.unwrap()).unwrap();
        let result = &answer["result"];
        assert_eq!(
            (&result["ttlMs"], &result["cacheScope"]),
            (&json!(one.ttl_ms), &json!("public")),
            "{answer}"
        );
    }
}

#[test]
fn cards_of_tools_can_be_read() {
    let slug = first();
    for at in [None, Some(slug.as_str())] {
        let mut named = 0;
        for tool in list(at) {
            let Some(uri) = tool["_meta"]["ui"]["resourceUri"].as_str() else { continue };
            named += 1;
            let answer = read(at, uri);
            assert_eq!(answer["result"]["contents"][0]["mimeType"], "text/html;profile=mcp-app", "{uri}");
            assert!(resources(at).iter().any(|one| one["uri"] == uri), "{uri}");
        }
        assert!(named >= 3, "{at:?}");
    }
    // Resources that do not concern one resort are not available there.
    assert_eq!(read(Some(&slug), "service://resorts")["error"]["code"], -32002);
    assert!(resources(Some(&slug)).iter().all(|one| one["mimeType"] != "application/json"));
}

#[test]
fn only_cards_are_read_before_publication() {
    let connector = Connector::new(&service()).unwrap();
    let (metrics, now) = (Metrics::default(), Timestamp::from_millis(0));
    let context = Context {
        published: None,
        metrics: &metrics,
        replays: &replays(),
        holdings: None,
        caller: &Caller::anonymous(),
        now,
        trace: None,
    };
    let read = |uri: &str| {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": { "uri": uri } });
        let body = body.to_string();
        let response =
            wait(connector.answer(&Request { body: body.as_bytes(), ..Request::default() }, context));
        serde_json::from_slice::<Value>(&response.body.unwrap()).unwrap()
    };
    assert!(read("ui://widget/powder-list.html")["result"]["contents"][0]["text"].is_string());
    assert_eq!(read("service://resorts")["error"]["code"], -32603);
}

/// Members of each tool that a host shows its model; the rest of the list is for the host.
const SEEN_BY_A_MODEL: [&str; 3] = ["name", "description", "inputSchema"];
/// Maximum number of tokens that a model may see of all tools, with the vocabulary `o200k_base`.
const MOST_TOKENS: usize = 8_000;
/// Number of tools in the whole table of operations, including those not built yet.
const TOOLS_IN_THE_END: usize = 49;
/// Mean number of tokens per tool, so that the last one still fits.
const MEAN_TOKENS: usize = MOST_TOKENS / TOOLS_IN_THE_END;

#[test]
fn tool_descriptions_fit_their_budget() {
    let words = tiktoken_rs::o200k_base_singleton();
    let tools = list(None);
    let counted: Vec<(usize, &Value)> = tools
        .iter()
        .map(|tool| {
            let seen = SEEN_BY_A_MODEL.map(|part| (part.to_owned(), tool[part].clone()));
            (words.count_ordinary(&Value::Object(seen.into_iter().collect()).to_string()), &tool["name"])
        })
        .collect();
    let sum: usize = counted.iter().map(|(tokens, _)| tokens).sum();
    let in_the_end = sum * TOOLS_IN_THE_END / tools.len();
    for (tokens, name) in &counted {
        println!("{tokens:4} {name}");
    }
    let longest = counted.iter().max_by_key(|(tokens, _)| tokens).unwrap();
    let told = format!(
        "{sum} tokens in {} tools, {} each; all {TOOLS_IN_THE_END} at that length: {in_the_end}; longest: {longest:?}",
        tools.len(),
        sum / tools.len()
    );
    println!("{told}");
    assert!(sum <= MEAN_TOKENS * tools.len(), "{told}");
}
