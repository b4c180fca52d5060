//! Tests of the write connector: two tools, every revision of the protocol, drafts and publication, and credentials
//! that stay hidden.

use std::net::IpAddr;

use serde_json::{Value, json};
use server::config::WebhookSettings;

use super::Served;
use crate::harness::{RUNTIME, Reply, Setup};
use crate::webhooks::names::Names;

const REVISIONS: [&str; 4] = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];

fn call(served: &Served, path: &str, key: Option<&str>, name: &str, arguments: &Value) -> Reply {
    called(served, (path, key), "2025-11-25", name, arguments)
}

fn called(
    served: &Served,
    (path, key): (&str, Option<&str>),
    revision: &str,
    name: &str,
    arguments: &Value,
) -> Reply {
    let bearer = key.map(|key| format!("Bearer {key}"));
    let mut params = json!({ "name": name, "arguments": arguments });
    let mut headers = vec![("content-type", "application/json"), ("mcp-protocol-version", revision)];
    if revision == "2026-07-28" {
        headers.extend([("mcp-method", "tools/call"), ("mcp-name", name)]);
        params["_meta"] = json!({ "io.modelcontextprotocol/protocolVersion": revision,
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {} });
    }
    headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    served.harness.post(path, &headers, message.to_string().as_bytes())
}

#[track_caller]
fn told(reply: &Reply) -> (Value, bool) {
    assert_eq!(reply.status, 200, "{}", reply.text());
    let result = reply.json()["result"].clone();
    let is_error = result["isError"] == true;
    let data =
        if is_error { result["content"][0]["text"].clone() } else { result["structuredContent"].clone() };
    (data, is_error)
}

#[test]
fn content_is_drafted_published_and_undone() {
    let served = Served::start("operators-content");
    let key = served.key("zermatt", &["--role", "manager"]);
    let edit = |arguments: Value| {
        told(&call(&served, "/mcp/write", Some(&key), "update_resort_content", &arguments))
    };
    let read = || told(&call(&served, "/mcp/write", Some(&key), "get_resort_editable_content", &json!({}))).0;
    assert_eq!((&read()["slug"], &read()["revision"]), (&json!("zermatt"), &json!(0)));
    let words = json!({ "summary": "Quiet and steep.", "seasonOpening": "2026-11-28", "seasonClosing": "2027-04-25" });
    let (draft, _) = edit(json!({ "revision": 0, "edits": words }));
    assert_eq!((&draft["state"], &draft["revision"]), (&json!("draft"), &json!(0)));
    assert_eq!(draft["diff"].as_array().unwrap().len(), 3);
    assert_eq!(read()["content"], json!({}), "a draft is not public");
    let (published, _) = edit(json!({ "revision": 0, "edits": words, "publish": true }));
    assert_eq!((&published["state"], &published["revision"]), (&json!("published"), &json!(1)));
    assert_eq!(read()["content"]["summary"], "Quiet and steep.");
    served
        .harness
        .wait_until(|_| served.conditions("zermatt")["data"]["seasonOpening"]["source"] == "operator");
    assert_eq!(served.conditions("zermatt")["data"]["seasonClosing"]["value"], "2027-04-25");
    let (undone, _) = edit(json!({ "revision": 1, "undo": true, "publish": true }));
    assert_eq!(undone["revision"], 2);
    assert_eq!(read()["content"], json!({}));
    let states: Vec<Value> =
        read()["history"].as_array().unwrap().iter().map(|one| one["state"].clone()).collect();
    assert_eq!(states, ["published", "published", "draft"]);
}

#[test]
fn stated_total_replaces_the_catalogue() {
    let served = Served::start("operators-totals");
    let key = served.key("alta", &["--role", "manager"]);
    let runs = || served.conditions("alta")["data"]["runs"].clone();
    assert_eq!(runs()["value"], json!({ "open": null, "total": 119 }), "of the catalogue");
    let sent = served.report(&key, "alta", "", r#"{"runsOpen":10,"runsTotal":60}"#);
    assert_eq!(sent.status, 201, "{}", sent.text());
    assert_eq!(runs()["value"], json!({ "open": null, "total": 60 }), "withheld: the catalogue has more");
    let edits = json!({ "revision": 0, "edits": { "runsTotal": 60, "liftsTotal": "8" }, "publish": true });
    let (published, is_error) =
        told(&call(&served, "/mcp/write", Some(&key), "update_resort_content", &edits));
    assert!(!is_error, "{published}");
    served.harness.wait_until(|_| runs()["value"]["open"] == 10);
    let data = &served.conditions("alta")["data"];
    assert_eq!((&data["runs"]["value"]["total"], &data["runs"]["source"]), (&json!(60), &json!("operator")));
    assert!(!data["flags"].as_array().unwrap().contains(&json!("runs_total_mismatch")), "{}", data["flags"]);
    assert_eq!(
        (&data["lifts"]["value"], &data["lifts"]["source"], &data["lifts"]["observedAt"]),
        (&json!({ "open": null, "total": 8 }), &json!("operator"), &Value::Null)
    );
    let info = served.harness.get("/api/v1/resorts/alta").json();
    assert_eq!((&info["data"]["lifts"], &info["data"]["runs"]), (&json!(8), &json!(60)));
}

#[test]
fn conflicting_edit_is_reported() {
    let served = Served::start("operators-two");
    let key = served.key("zermatt", &["--role", "manager"]);
    let edit = |words: &str| {
        let arguments = json!({ "revision": 0, "edits": { "summary": words }, "publish": true });
        told(&call(&served, "/mcp/write", Some(&key), "update_resort_content", &arguments))
    };
    let said = std::thread::scope(|scope| {
        let both = ["One.", "Two."].map(|words| scope.spawn(move || edit(words)));
        both.map(|one| one.join().unwrap())
    });
    assert_eq!(said.iter().filter(|(_, is_error)| *is_error).count(), 1, "{said:?}");
    assert!(
        said.iter().any(|(text, is_error)| *is_error && text.as_str().unwrap().contains("another revision"))
    );
}

#[test]
fn rejections_name_the_field() {
    let served = Served::start("operators-fields");
    let key = served.key("zermatt", &["--role", "manager"]);
    let edit = |edits: Value| {
        let arguments = json!({ "revision": 0, "edits": edits, "publish": true });
        told(&call(&served, "/mcp/write", Some(&key), "update_resort_content", &arguments))
    };
    for (edits, field) in [
        (json!({ "snowScore": "100", "summary": "Fine." }), "snowScore"),
        (json!({ "rating": "5" }), "rating"),
        (json!({ "seasonOpening": "2026-12-05", "seasonClosing": "2026-04-12" }), "seasonClosing"),
        (json!({ "webcamPageUrl": "https://10.0.0.1/cam" }), "webcamPageUrl"),
        (json!({ "webcamPageUrl": "https://localhost/cam" }), "webcamPageUrl"),
        (json!({ "description": "<script>alert(1)</script>" }), "description"),
        (json!({ "apresSki": "a\u{202e}b" }), "apresSki"),
    ] {
        let (text, is_error) = edit(edits);
        assert!(is_error && text.as_str().unwrap().contains(field), "{field}: {text}");
    }
    let stray = json!({ "revision": 0, "slug": "alta", "edits": { "summary": "x" }, "publish": true });
    let (text, is_error) = told(&call(&served, "/mcp/write", Some(&key), "update_resort_content", &stray));
    assert!(is_error && text.as_str().unwrap().contains("slug"), "{text}");
    let read = told(&call(&served, "/mcp/write", Some(&key), "get_resort_editable_content", &json!({}))).0;
    assert_eq!((&read["revision"], &read["content"], &read["history"]), (&json!(0), &json!({}), &json!([])));
}

#[test]
fn internal_webcam_pages_are_rejected() {
    let leads = |name: &str| -> Vec<IpAddr> {
        let addresses: &[&str] = match name {
            "open.example.com" => &["8.8.8.8"],
            "inner.example.com" => &["10.0.0.1"],
            "loop.example.com" => &["::1"],
            "metadata.example.com" => &["169.254.169.254"],
            // One internal address among public ones spoils the name.
            "both.example.com" => &["8.8.8.8", "192.168.1.9"],
            _ => &[],
        };
        addresses.iter().map(|address| address.parse().unwrap()).collect()
    };
    let names = RUNTIME.block_on(Names::start(move |name, _| leads(name)));
    let webhook_name_servers = Some(names.address.to_string());
    let webhooks = WebhookSettings { webhook_name_servers, ..WebhookSettings::default() };
    let served = Served::started(Setup { webhooks, ..Setup::few("operators-names") });
    let key = served.key("zermatt", &["--role", "manager"]);
    let edit = |host: &str| {
        let edits = json!({ "webcamPageUrl": format!("https://{host}/cam") });
        let arguments = json!({ "revision": 0, "edits": edits, "publish": true });
        told(&call(&served, "/mcp/write", Some(&key), "update_resort_content", &arguments))
    };
    for inward in ["inner", "loop", "metadata", "both", "nobody"] {
        let asked = names.asked();
        let (text, is_error) = edit(&format!("{inward}.example.com"));
        assert!(is_error && text.as_str().unwrap().contains("webcamPageUrl"), "{inward}: {text}");
        assert!(!text.to_string().contains("10.0.0.1"), "callers learn nothing of inner networks: {text}");
        assert!(names.asked() > asked, "{inward}: checked by its resolution, not by its text");
    }
    let (published, is_error) = edit("open.example.com");
    assert!(!is_error && published["revision"] == 1, "{published}");
}

#[test]
fn content_takes_effect_everywhere() {
    let leads = |name: &str| -> Vec<IpAddr> {
        if name.starts_with("www.") { vec![[8, 8, 8, 8].into()] } else { Vec::new() }
    };
    let names = RUNTIME.block_on(Names::start(move |name, _| leads(name)));
    let webhook_name_servers = Some(names.address.to_string());
    let webhooks = WebhookSettings { webhook_name_servers, ..WebhookSettings::default() };
    let served = Served::started(Setup { webhooks, ..Setup::few("operators-effect") });
    let key = served.key("zermatt", &["--role", "manager"]);
    let called =
        |name: &str, arguments: &Value| told(&call(&served, "/mcp/write", Some(&key), name, arguments)).0;
    let read = || called("get_resort_editable_content", &json!({}));
    assert_eq!(read()["public"]["websiteUrl"]["origin"], "catalogue");
    assert_eq!(read()["draft"], json!(null));
    let cams = "https://www.zermatt.example.com/webcams";
    let day =
        |ahead: i64| (runtime::clock::now().utc() + chrono::Duration::days(ahead)).date_naive().to_string();
    let edits = json!({ "webcamPageUrl": cams, "websiteUrl": "https://www.zermatt.example.com/",
        "seasonOpening": day(8), "seasonClosing": day(148) });
    let unresolved = json!({ "trailMapUrl": "https://gone.example.com/map" });
    let draft = called("update_resort_content", &json!({ "revision": 0, "edits": unresolved }));
    assert_eq!((&draft["state"], &draft["unchecked"]), (&json!("draft"), &json!(["trailMapUrl"])));
    assert_eq!(read()["draft"]["edits"], unresolved);
    called("update_resort_content", &json!({ "revision": 0, "edits": edits, "publish": true }));
    let public = read()["public"]["webcamPageUrl"].clone();
    assert_eq!((&public["value"], &public["origin"]), (&json!(cams), &json!("operator")));

    let data =
        |path: &str| served.harness.get(&format!("/api/v1/resorts/zermatt{path}")).json()["data"].clone();
    let page = data("/webcams")["page"].clone();
    assert_eq!((&page["url"], &page["origin"]), (&json!(cams), &json!("operator")));
    assert_eq!(data("")["webcams"]["page"]["url"], cams);
    let info = data("/info");
    assert_eq!((&info["website"], &info["websiteOrigin"]), (&edits["websiteUrl"], &json!("operator")));
    let season = json!({ "opens": day(8), "closes": day(148), "source": "operator" });
    assert_eq!(info["announcedSeason"], season);
    let question = json!({ "question": "When does Zermatt open?" }).to_string();
    let kind = [("content-type", "application/json")];
    let asked = served.harness.post("/api/v1/ask", &kind, question.as_bytes()).json();
    let answer = asked["data"]["answer"].as_str().unwrap();
    assert!(answer.contains("has announced its season") && !answer.contains("typical days"), "{answer}");
    let shown = served.harness.get("/resorts/zermatt");
    assert!(shown.text().contains(cams) && shown.text().contains("https://www.zermatt.example.com/"));
}

#[test]
fn reporter_cannot_edit_content() {
    let served = Served::start("operators-roles");
    let key = served.key("zermatt", &[]);
    assert!(!told(&call(&served, "/mcp/write", Some(&key), "get_resort_editable_content", &json!({}))).1);
    for publish in [false, true] {
        let arguments = json!({ "revision": 0, "edits": { "summary": "x" }, "publish": publish });
        assert!(told(&call(&served, "/mcp/write", Some(&key), "update_resort_content", &arguments)).1);
    }
}

#[test]
fn every_revision_works_with_either_credential() {
    let served = Served::start("operators-revisions");
    let key = served.key("zermatt", &[]);
    let address = served.key("zermatt", &["--address"]);
    let path = &address[address.find("/mcp/c/").unwrap()..];
    for revision in REVISIONS {
        for at in [("/mcp/write", Some(key.as_str())), (path, None)] {
            let reply = called(&served, at, revision, "get_resort_editable_content", &json!({}));
            assert_eq!(reply.status, 200, "{revision} {}", reply.text());
            assert!(reply.text().contains("zermatt"), "{revision} {}", reply.text());
            assert_eq!(reply.header("referrer-policy"), "no-referrer");
            assert_eq!(reply.header("cache-control"), "no-store");
        }
    }
}

#[test]
fn wrong_credential_is_not_repeated() {
    let served = Served::start("operators-credentials");
    let key = served.key("zermatt", &[]);
    let address = served.key("zermatt", &["--address"]);
    let token = address.rsplit('/').next().unwrap();
    let ended = served.key("alta", &["--address", "--days", "0"]);
    let ended = ended.rsplit('/').next().unwrap();
    let revoked = served.key("thredbo", &["--address"]);
    let revoked = revoked.rsplit('/').next().unwrap();
    served.admin(&["key", "revoke", served.admin(&["key", "list", "thredbo"]).split(' ').next().unwrap()]);
    let one = json!({});
    let mut bodies = std::collections::BTreeSet::new();
    for (path, bearer) in [
        ("/mcp/write".to_owned(), None),
        ("/mcp/write".to_owned(), Some(token)),
        ("/mcp/write".to_owned(), Some("osc_key_x")),
        (format!("/mcp/c/{key}"), None),
        (format!("/mcp/c/{token}x"), None),
        (format!("/mcp/c/{token}x"), Some(key.as_str())),
        (format!("/mcp/c/{ended}"), None),
        (format!("/mcp/c/{revoked}"), None),
    ] {
        let reply = call(&served, &path, bearer, "get_resort_editable_content", &one);
        assert_eq!(reply.status, 401, "{path}: {}", reply.text());
        // Without a key, no error is named.
        let is_shown = bearer.is_some() || path != "/mcp/write";
        let challenge = if is_shown { "Bearer error=\"invalid_token\"" } else { "Bearer" };
        assert_eq!(reply.header("www-authenticate"), challenge, "{path}");
        bodies.insert(reply.text().to_owned());
    }
    assert_eq!(bodies.len(), 1, "{bodies:?}");
    let metrics = served.harness.get("/metrics").text().to_owned();
    assert!(
        metrics.contains("/mcp/c/{token}") && !metrics.contains("osc_"),
        "the route replaces the address"
    );
}

#[test]
fn conformance_kit_passes() {
    let served = Served::start("operators-kit");
    let key = served.key("zermatt", &["--role", "manager"]);
    let client =
        conformance::client::Client::new(&format!("http://{}", served.harness.address), None).unwrap();
    let mut verdict = conformance::results::Results::default();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(conformance::write::check_write_connector(&client, &key, &mut verdict));
    assert_eq!(verdict.found, [], "with the key of a manager");
    let read = told(&call(&served, "/mcp/write", Some(&key), "get_resort_editable_content", &json!({}))).0;
    assert_eq!((&read["content"], &read["revision"]), (&json!({}), &json!(2)));
    // A reporter may not publish, and the kit reports what it could not check.
    let reporter = served.key("zermatt", &[]);
    runtime.block_on(conformance::write::check_write_connector(&client, &reporter, &mut verdict));
    assert!(verdict.found.iter().any(|found| found.finding.rule == "write/publish-flag"));
}
