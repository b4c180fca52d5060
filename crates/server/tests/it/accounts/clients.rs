//! Tests of clients that act for a person: from the first 401 to a saved resort, and every rejection of the
//! authorization server.

use accounts::oauth::form::encode;
use actix_http::Request;
use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::http::Method;
use actix_web::{Error, test};
use serde_json::{Value, json};

use super::bench::{Bench, Browser, Got, bench, bench_with};
use crate::webhooks::names::Names;
use crate::webhooks::receiver::{Manner, Receiver};

/// Verifier from RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const BACK: &str = "http://127.0.0.1:43117/callback";
const RESOURCE: &str = "http://127.0.0.1:8080/mcp/account";

async fn sent<S, B>(app: &S, request: test::TestRequest) -> Got
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let request = request.insert_header(("host", "127.0.0.1:8080")).to_request();
    let response = test::call_service(app, request).await;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = test::read_body(response).await;
    Got { status, headers, body: String::from_utf8_lossy(&body).into_owned() }
}

fn json(got: &Got) -> Value {
    serde_json::from_str(&got.body).unwrap_or_else(|_| panic!("{}: {}", got.status, got.body))
}

/// Calls a tool of the account's connector.
async fn call<S, B>(app: &S, path: &str, token: Option<&str>, tool: &str, arguments: Value) -> Got
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let params = json!({ "name": tool, "arguments": arguments });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let mut request = test::TestRequest::post().uri(path).set_json(message);
    if let Some(token) = token {
        request = request.insert_header(("authorization", format!("Bearer {token}")));
    }
    sent(app, request).await
}

/// Registers a client dynamically.
async fn registered<S, B>(app: &S) -> String
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let metadata = json!({ "client_name": "Trial", "redirect_uris": ["http://127.0.0.1/callback"] });
    let got = sent(app, test::TestRequest::post().uri("/account/register").set_json(metadata)).await;
    assert_eq!(got.status, 201, "{}", got.body);
    json(&got)["client_id"].as_str().unwrap().to_owned()
}

fn asking<'a>(client: &'a str, changed: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut pairs = vec![
        ("client_id", client),
        ("redirect_uri", BACK),
        ("response_type", "code"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
        ("state", "xyz"),
        ("resource", RESOURCE),
    ];
    pairs.retain(|(name, _)| !changed.iter().any(|(other, _)| other == name));
    pairs.extend_from_slice(changed);
    pairs
}

async fn tokens<S, B>(app: &S, form: &[(&str, &str)]) -> Got
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    sent(app, test::TestRequest::post().uri("/account/token").set_form(form)).await
}

/// Lets a person approve a client; returns the code.
async fn allowed<S, B>(app: &S, person: &Browser, client: &str, changed: &[(&str, &str)]) -> String
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let mut form = asking(client, changed);
    form.push(("decision", "allow"));
    let got = person.post(app, "/account/authorize", &form).await;
    let to = got.header("location").to_owned();
    assert!(got.status == 303 && to.starts_with(BACK), "{} {to} {}", got.status, got.body);
    assert!(to.contains("&state=xyz&iss=http%3A%2F%2F127.0.0.1%3A8080%2Faccount"), "{to}");
    to.split_once("code=").unwrap().1.split('&').next().unwrap().to_owned()
}

fn by_code<'a>(client: &'a str, code: &'a str) -> [(&'a str, &'a str); 6] {
    [
        ("grant_type", "authorization_code"),
        ("client_id", client),
        ("code", code),
        ("code_verifier", VERIFIER),
        ("redirect_uri", BACK),
        ("resource", RESOURCE),
    ]
}

async fn signed_in<S, B>(bench: &Bench, app: &S) -> Browser
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(bench, app, "ada@example.org").await;
    ada
}

#[actix_rt::test]
async fn client_signs_in_saves_and_is_ended() {
    let bench = bench("open");
    let app = bench.app().await;
    // Without a token, the answer to every method except OPTIONS names the metadata; the root has no metadata.
    for method in [Method::POST, Method::GET, Method::DELETE] {
        let got = sent(&app, test::TestRequest::default().method(method).uri("/mcp/account")).await;
        let challenge = got.header("www-authenticate").to_owned();
        assert_eq!(got.status, 401);
        assert!(
            challenge.contains(
                "resource_metadata=\"http://127.0.0.1:8080/.well-known/oauth-protected-resource/mcp/account\""
            ),
            "{challenge}"
        );
        assert!(
            challenge.contains("scope=\"forecast.pro saved alerts\"") && !challenge.contains("error="),
            "{challenge}"
        );
    }
    for root in [
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-authorization-server",
        "/.well-known/openid-configuration",
        "/.well-known/openid-configuration/account",
        "/account/.well-known/openid-configuration",
    ] {
        assert_eq!(sent(&app, test::TestRequest::with_uri(root)).await.status, 404, "{root}");
    }
    let metadata = "/.well-known/oauth-protected-resource/mcp/account";
    let of_resource = json(&sent(&app, test::TestRequest::with_uri(metadata)).await);
    assert_eq!(of_resource["resource"], RESOURCE);
    let issuer = of_resource["authorization_servers"][0].as_str().unwrap();
    assert_eq!(issuer, "http://127.0.0.1:8080/account");
    let metadata = "/.well-known/oauth-authorization-server/account";
    let of_server = json(&sent(&app, test::TestRequest::with_uri(metadata)).await);
    assert_eq!(of_server["issuer"], issuer);
    assert_eq!(of_server["code_challenge_methods_supported"], json!(["S256"]));
    assert_eq!(of_server["client_id_metadata_document_supported"], true);
    assert_eq!(of_server["authorization_response_iss_parameter_supported"], true);

    let client = registered(&app).await;
    let address = format!("/account/authorize?{}", encode(&asking(&client, &[])));
    let bob = Browser::at("192.0.2.9");
    let nobody = bob.get(&app, &address).await;
    assert!(nobody.status == 401 && nobody.body.contains("Sign in first"), "{}", nobody.body);
    // The sign-in leads back to the request that needed it, once.
    for lands in [address.as_str(), "/account"] {
        assert_eq!(bob.sign_in(&bench, &app, "bob@example.org").await, lands);
        assert_eq!(bob.cookie("osc_back"), None);
    }
    assert_eq!(bob.get(&app, &address).await.status, 200);
    let ada = signed_in(&bench, &app).await;
    let page = ada.get(&app, &address).await;
    assert_eq!(page.status, 200, "{}", page.body);
    for said in ["Trial", "127.0.0.1", "your own machine", "ada@example.org", "saved resorts"] {
        assert!(page.body.contains(said), "{said}: {}", page.body);
    }
    // The request has one address for all languages: the browser's language decides.
    let cookie = format!("osc_session={}", ada.cookie("osc_session").unwrap());
    let request = test::TestRequest::with_uri(&address).insert_header(("cookie", cookie));
    let german = sent(&app, request.insert_header(("accept-language", "de-CH,de;q=0.9,en;q=0.8"))).await;
    for said in
        ["Einen Client zulassen?", "Trial", "meine gespeicherten Skigebiete lesen", "href=\"/ja/account\""]
    {
        assert!(german.body.contains(said), "{said}: {}", german.body);
    }
    assert!(page.header("content-security-policy").contains("form-action 'self' http://127.0.0.1:43117;"));
    assert_eq!(page.header("cache-control"), "private, no-store");
    let mut refused = asking(&client, &[]);
    refused.push(("decision", "deny"));
    let got = ada.post(&app, "/account/authorize", &refused).await;
    assert!(
        got.header("location").contains("error=access_denied") && got.header("location").contains("&iss=")
    );

    let code = allowed(&app, &ada, &client, &[]).await;
    let got = tokens(&app, &by_code(&client, &code)).await;
    assert_eq!((got.status, got.header("cache-control")), (200, "no-store"), "{}", got.body);
    let issued = json(&got);
    assert_eq!((&issued["token_type"], &issued["expires_in"]), (&json!("Bearer"), &json!(3600)));
    let access = issued["access_token"].as_str().unwrap();
    let saved = call(&app, "/mcp/account", Some(access), "save_resort", json!({ "slug": "zermatt" })).await;
    assert_eq!(json(&saved)["result"]["structuredContent"]["data"]["saved"], true, "{}", saved.body);
    assert!(ada.get(&app, "/account").await.body.contains("/resorts/zermatt"));
    let listed = call(&app, "/mcp/account", Some(access), "list_saved_resorts", json!({})).await;
    assert_eq!(json(&listed)["result"]["structuredContent"]["data"][0]["slug"], "zermatt");

    // Valid only for that address.
    assert_eq!(call(&app, "/mcp", Some(access), "list_saved_resorts", json!({})).await.status, 401);
    let at_rest = test::TestRequest::with_uri("/api/v1/me/resorts");
    let at_rest = at_rest.insert_header(("authorization", format!("Bearer {access}")));
    assert_eq!(sent(&app, at_rest).await.status, 401);

    // The owner ends it, with immediate effect.
    let page = ada.get(&app, "/account/alerts").await;
    assert!(page.status == 200 && page.body.contains("Trial"), "{}", page.body);
    let id = page.body.split("/account/alerts/client").nth(1).unwrap();
    let id = id.split("value=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(ada.post(&app, "/account/alerts/client", &[("id", id)]).await.status, 303);
    let over = call(&app, "/mcp/account", Some(access), "list_saved_resorts", json!({})).await;
    assert!(over.status == 401 && over.header("www-authenticate").contains("error=\"invalid_token\""));
    let again = [
        ("grant_type", "refresh_token"),
        ("client_id", &*client),
        ("refresh_token", issued["refresh_token"].as_str().unwrap()),
    ];
    assert_eq!(json(&tokens(&app, &again).await)["error"], "invalid_grant");
}

#[actix_rt::test]
async fn narrow_token_lists_missing_scopes() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = signed_in(&bench, &app).await;
    let client = registered(&app).await;
    let code = allowed(&app, &ada, &client, &[("scope", "saved")]).await;
    let issued = json(&tokens(&app, &by_code(&client, &code)).await);
    assert_eq!(issued["scope"], "saved");
    let access = issued["access_token"].as_str().unwrap();
    let got = call(&app, "/mcp/account", Some(access), "list_alerts", json!({})).await;
    let challenge = got.header("www-authenticate");
    assert!(
        got.status == 403 && challenge.contains("error=\"insufficient_scope\""),
        "{} {challenge}",
        got.status
    );
    assert!(challenge.contains("scope=\"alerts\""), "{challenge}");
    assert_eq!(call(&app, "/mcp/account", Some(access), "get_credits", json!({})).await.status, 200);
    let form = [("name", "laptop"), ("days", "90"), ("scope", "alerts")];
    let page = ada.post(&app, "/account/tokens", &form).await.body;
    let at = page.find("osc_pat_").unwrap();
    let own = &page[at..at + 46];
    assert_eq!(call(&app, "/mcp/account", Some(own), "list_alerts", json!({})).await.status, 200);
}

#[actix_rt::test]
async fn incomplete_requests_are_named() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = signed_in(&bench, &app).await;
    let client = registered(&app).await;
    // Shown to the person, and never sent to a client that no person has approved.
    for (changed, says) in [
        (("client_id", "nobody"), "registered here"),
        (("client_id", "http://app.example.org/client.json"), "registered here"),
        (("client_id", "https://app.example.org/a/../client.json"), "https:// address"),
        (("redirect_uri", "https://evil.example/cb"), "redirect_uri"),
        (("redirect_uri", "http://127.0.0.1:43117/other"), "redirect_uri"),
        (("redirect_uri", "http://localhost:43117/callback"), "redirect_uri"),
    ] {
        let address = format!("/account/authorize?{}", encode(&asking(&client, &[changed])));
        let got = ada.get(&app, &address).await;
        assert!(got.status == 400 && got.body.contains(says), "{changed:?}: {} {}", got.status, got.body);
        assert_eq!(got.header("location"), "");
    }
    let long = "s".repeat(2_001);
    for (changed, error) in [
        (("response_type", "token"), "unsupported_response_type"),
        (("code_challenge_method", "plain"), "invalid_request"),
        (("code_challenge", ""), "invalid_request"),
        (("resource", "http://127.0.0.1:8080/mcp"), "invalid_target"),
        (("scope", "everything"), "invalid_scope"),
        (("state", long.as_str()), "invalid_request"),
    ] {
        let asked = asking(&client, &[changed]);
        let got = ada.get(&app, &format!("/account/authorize?{}", encode(&asked))).await;
        let says = format!("the client at 127.0.0.1 sent an invalid request. {error}: ");
        assert!(got.status == 400 && got.body.contains(&says), "{changed:?}: {} {}", got.status, got.body);
        assert_eq!(got.header("location"), "");
        let mut form = asked;
        form.push(("decision", "allow"));
        let got = ada.post(&app, "/account/authorize", &form).await;
        assert_eq!((got.status, got.header("location")), (400, ""), "{changed:?}");
    }
    // A form of another site approves nothing.
    let mut form = asking(&client, &[]);
    form.push(("decision", "allow"));
    for site in [Some("cross-site"), Some("same-site"), None] {
        let got = ada.sent_by(site).post(&app, "/account/authorize", &form).await;
        assert_eq!((got.status, got.header("location")), (403, ""), "{site:?}");
    }
    // At the token endpoint.
    let code = allowed(&app, &ada, &client, &[]).await;
    let good = by_code(&client, &code);
    let with = |name: &'static str, value: &'static str| {
        good.map(|(known, own)| if known == name { (known, value) } else { (known, own) })
    };
    for (form, error) in [
        (with("code_verifier", "a-verifier-that-is-another-one-than-was-hashed"), "invalid_grant"),
        (with("client_id", "other"), "invalid_grant"),
        (with("redirect_uri", "http://127.0.0.1:1/callback"), "invalid_grant"),
        (with("resource", "https://evil.example/"), "invalid_target"),
        (with("grant_type", "password"), "unsupported_grant_type"),
        (with("code", "osc_cod_made_up"), "invalid_grant"),
    ] {
        let got = tokens(&app, &form).await;
        assert_eq!((got.status, &json(&got)["error"]), (400, &json!(error)), "{form:?}");
    }
    let got = sent(&app, test::TestRequest::post().uri("/account/token").set_json(json!({}))).await;
    assert_eq!(json(&got)["error"], "invalid_request", "no form");
}

#[actix_rt::test]
async fn reused_refresh_token_ends_its_family() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = signed_in(&bench, &app).await;
    let client = registered(&app).await;
    let code = allowed(&app, &ada, &client, &[]).await;
    let first = json(&tokens(&app, &by_code(&client, &code)).await);
    let refresh = |token: &Value| {
        let token = token["refresh_token"].as_str().unwrap().to_owned();
        [("grant_type", "refresh_token".to_owned()), ("client_id", client.clone()), ("refresh_token", token)]
    };
    let ask = async |form: [(&str, String); 3]| {
        let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        tokens(&app, &form).await
    };
    let second = ask(refresh(&first)).await;
    assert_eq!(second.status, 200, "{}", second.body);
    let second = json(&second);
    assert_ne!(first["access_token"], second["access_token"]);
    assert_eq!(ask(refresh(&first)).await.status, 400, "used before");
    assert_eq!(ask(refresh(&second)).await.status, 400, "and it took the other back");

    let code = allowed(&app, &ada, &client, &[]).await;
    let third = json(&tokens(&app, &by_code(&client, &code)).await);
    let access = third["access_token"].as_str().unwrap();
    assert_eq!(call(&app, "/mcp/account", Some(access), "list_alerts", json!({})).await.status, 200);
    let form = [("token", access), ("client_id", &*client)];
    let revoke = async |form: &[(&str, &str)]| {
        sent(&app, test::TestRequest::post().uri("/account/revoke").set_form(form)).await.status
    };
    assert_eq!(revoke(&[("token", "osc_acc_nobodys")]).await, 200, "what is unknown has ended already");
    assert_eq!(revoke(&form).await, 200);
    assert_eq!(call(&app, "/mcp/account", Some(access), "list_alerts", json!({})).await.status, 401);
}

/// Returns the address of a client document in the tests, on a port.
fn id_of(port: u16) -> String {
    format!("https://hooks.example.com:{port}/client.json")
}

fn answering(status: &str, headers: &str, body: &str) -> Manner {
    Manner::Answers(format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n{body}", body.len()))
}

fn document(id: &str, more: &str) -> String {
    format!("{{\"client_id\":\"{id}\",\"client_name\":\"Served\",\"redirect_uris\":[\"{BACK}\"]{more}}}")
}

#[actix_rt::test]
async fn only_client_documents_are_trusted() {
    let names = Names::start(|_, _| vec![[127, 0, 0, 1].into()]).await;
    let bench = bench_with("open", Some(names.address));
    let app = bench.app().await;
    let ada = signed_in(&bench, &app).await;
    let ask =
        async |id: &str| ada.get(&app, &format!("/account/authorize?{}", encode(&asking(id, &[])))).await;
    let good = Receiver::secure_of(|port| answering("200 OK", "", &document(&id_of(port), ""))).await;
    let id = id_of(good.address.port());
    let stranger = Browser::at("192.0.2.9");
    stranger.get(&app, &format!("/account/authorize?{}", encode(&asking(&id, &[])))).await;
    assert_eq!(good.count(), 0, "nothing is fetched for anonymous callers");
    for _ in 0..2 {
        let page = ask(&id).await;
        assert!(page.status == 200 && page.body.contains("Served"), "{} {}", page.status, page.body);
    }
    assert_eq!(good.count(), 1, "kept");
    let got = good.requests().remove(0);
    assert!(got.head.starts_with("GET /client.json ") && got.header("cookie").is_none(), "{}", got.head);
    let code = allowed(&app, &ada, &id, &[]).await;
    assert_eq!(tokens(&app, &by_code(&id, &code)).await.status, 200);

    let large = "x".repeat(6_000);
    type Made<'a> = Box<dyn Fn(u16) -> Manner + 'a>;
    let faulty: [(Made<'_>, &str); 8] = [
        (
            Box::new(|_| answering("200 OK", "", &document("https://hooks.example.com/other.json", ""))),
            "another",
        ),
        (Box::new(|_| answering("200 OK", "", "{\"redirect_uris\":[\"http://127.0.0.1/cb\"]}")), "another"),
        (Box::new(|_| answering("200 OK", "", "<html>")), "not JSON"),
        (
            Box::new(|port| {
                answering("200 OK", "", &document(&id_of(port), ",\"dpop_bound_access_tokens\":true"))
            }),
            "DPoP",
        ),
        (
            Box::new(|port| answering("200 OK", "", &document(&id_of(port), &format!(",\"x\":\"{large}\"")))),
            "size limit",
        ),
        (
            Box::new(|_| answering("302 Found", "Location: https://hooks.example.com/\r\n", "")),
            "not followed",
        ),
        (Box::new(|_| Manner::Closes), "in time"),
        (Box::new(|_| Manner::Silent), "in time"),
    ];
    for (made, says) in faulty {
        let served = Receiver::secure_of(made).await;
        let page = ask(&id_of(served.address.port())).await;
        assert!(page.status == 400 && page.body.contains(says), "{says}: {} {}", page.status, page.body);
    }
}

#[actix_rt::test]
async fn registrations_are_limited_per_hour() {
    let bench = bench("open");
    let app = bench.app().await;
    let register = async |metadata: Value| {
        let got = sent(&app, test::TestRequest::post().uri("/account/register").set_json(metadata)).await;
        (got.status, json(&got)["error"].clone())
    };
    let bad = json!({ "redirect_uris": ["http://app.example.org/cb"] });
    assert_eq!(register(bad).await, (400, json!("invalid_client_metadata")));
    let secret = json!({ "redirect_uris": [BACK], "token_endpoint_auth_method": "client_secret_basic" });
    assert_eq!(register(secret).await, (400, json!("invalid_client_metadata")));
    for _ in 0..10 {
        registered(&app).await;
    }
    let good = json!({ "redirect_uris": [BACK] });
    assert_eq!(register(good).await.0, 429);
}
