//! Tests of questions in words over HTTP: the same answer by query and by body, and errors in a body.

use serde_json::json;

use crate::harness::SHARED;

const PATH: &str = "/api/v1/ask";
const JSON: [(&str, &str); 1] = [("Content-Type", "application/json")];

#[test]
fn body_and_query_agree() {
    let body = json!({ "question": "How high is Zermatt?", "locale": "en" }).to_string();
    let posted = SHARED.post(PATH, &JSON, body.as_bytes());
    assert_eq!(posted.status, 200, "{}", posted.text());
    assert_eq!(posted.header("cache-control"), "no-store");
    let got = SHARED.get("/api/v1/ask?question=How%20high%20is%20Zermatt%3F&locale=en");
    assert_eq!(posted.json()["data"], got.json()["data"]);
    assert_eq!(got.json()["data"]["scope"]["resorts"], json!(["zermatt"]));
    let long = json!({ "question": "雪".repeat(1_000) }).to_string();
    assert_eq!(SHARED.post(PATH, &JSON, long.as_bytes()).status, 200);
}

#[test]
fn body_errors_are_explained() {
    let status = |headers: &[(&str, &str)], body: &str| SHARED.post(PATH, headers, body.as_bytes()).status;
    for body in [
        "",
        "[]",
        "{",
        "null",
        "{}",
        "{\"question\":\"\"}",
        "{\"question\":{}}",
        "{\"question\":\"Snow?\",\"colour\":1}",
        "{\"question\":\"Snow?\",\"locale\":\"tlh\"}",
    ] {
        assert_eq!(status(&JSON, body), 400, "{body}");
    }
    assert_eq!(status(&JSON, &json!({ "question": "a ".repeat(5_000) }).to_string()), 400);
    assert_eq!(status(&JSON, &json!({ "question": "a ".repeat(50_000) }).to_string()), 413);
    assert_eq!(status(&[("Content-Type", "text/plain")], "{\"question\":\"Snow?\"}"), 415);
    assert_eq!(status(&JSON, "{\"question\":\"Snow?\",\"slug\":\"nowhere\"}"), 404);
    let put = SHARED.send(reqwest::Method::PUT, PATH, &[]);
    assert_eq!((put.status, put.header("allow")), (405, "GET, HEAD, POST, OPTIONS"));
}

#[test]
fn search_page_answers_questions() {
    let page = SHARED.get("/search?q=How%20high%20is%20Zermatt%3F");
    let text = page.text();
    assert_eq!(page.status, 200, "{text}");
    assert!(text.contains("Elevation of Zermatt") && text.contains("/data/elevation/summitM"), "{text}");
    let name = SHARED.get("/search?q=zermatt");
    assert_eq!(
        (name.status, name.header("location")),
        (302, "/resorts/zermatt"),
        "an exact name is not a question"
    );
    let near = SHARED.get("/search?q=zermat").text();
    assert!(!near.contains("get_resort") && near.contains("/resorts/zermatt\""), "{near}");
    for query in ["tirol", "Tyrol", "%E3%83%81%E3%83%AD%E3%83%AB%E5%B7%9E"] {
        let state = SHARED.get(&format!("/search?q={query}")).text();
        assert!(state.contains("Tyrol: 31 resorts") && state.contains("state=Tyrol"), "{query}: {state}");
    }
    assert_eq!(SHARED.get("/rankings?country=AT&state=Tyrol").status, 200);
    assert_eq!(SHARED.get("/rankings?state=Narnia").status, 400);
}
