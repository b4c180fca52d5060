//! Tests of what people do: sign in, save, make a token, set a password, export data, leave.

use accounts::Plan;
use runtime::clock;
use serde_json::{Value, json};
use services::accounts::actions::{self, Actor};
use storage::accounts::{audit, people};
use webhooks::{Secret, signature};

use super::bench::{BILLING, Bench, Browser, Got, bench, program};

fn json(got: &Got) -> Value {
    serde_json::from_str(&got.body).unwrap()
}

/// Counts the days 8 to 14 of a resort that an answer shows.
fn days_ahead(got: &Got) -> usize {
    let days = json(got)["data"]["forecast"]["days"].as_array().unwrap().clone();
    days[7..].iter().filter(|day| day["proRequired"] == false).count()
}

/// Extracts the token from the page that shows it.
fn token(page: &Got) -> String {
    let at = page.body.find("osc_pat_").unwrap_or_else(|| panic!("{}: {}", page.status, page.body));
    page.body[at..at + 46].to_owned()
}

#[actix_rt::test]
async fn account_lives_from_sign_up_to_deletion() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    let page = ada.get(&app, "/account").await;
    assert!(page.status == 200 && page.body.contains("/account/sign-in"));
    assert_eq!(page.header("cache-control"), "private, no-store");
    assert_eq!(page.header("referrer-policy"), "same-origin", "else forms say that they come from nowhere");
    assert_eq!(page.header("access-control-allow-origin"), "", "no page of another origin reads this");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    assert!(ada.cookie("osc_challenge").is_none() && ada.cookie("osc_session").is_some());
    let page = ada.get(&app, "/de/account").await;
    assert!(page.body.contains("Angemeldet als ada@example.org"), "{}", page.body);

    // Saved by name; fourteen days are visible at once in the browser and with a token, but to no other caller.
    let anonymous = Browser::at("192.0.2.9");
    let path = "/api/v1/resorts/zermatt";
    assert_eq!(days_ahead(&anonymous.get(&app, path).await), 0);
    assert_eq!(ada.post(&app, "/account/save", &[("resort", "Zermatt")]).await.status, 303);
    assert!(ada.get(&app, "/account").await.body.contains("/resorts/zermatt"));
    assert_eq!(ada.post(&app, "/account/save", &[("resort", "nowhere at all")]).await.status, 404);
    let form = [("name", "laptop"), ("days", "90"), ("scope", "forecast.pro"), ("scope", "saved")];
    let made = token(&ada.post(&app, "/account/tokens", &form).await);
    assert!(!ada.get(&app, "/account/tokens").await.body.contains("osc_pat_"), "shown once");
    assert_eq!(days_ahead(&program(&app, path, &made).await), 7);
    assert_eq!(days_ahead(&program(&app, "/api/v1/resorts/verbier", &made).await), 0);
    let kept = program(&app, path, &made).await;
    assert_eq!(kept.header("cache-control"), "private, no-store");
    assert_eq!(days_ahead(&ada.get(&app, path).await), 0, "at the API a cookie means nothing");
    let narrow = [("name", "narrow"), ("days", "30"), ("scope", "saved")];
    let narrow = token(&ada.post(&app, "/account/tokens", &narrow).await);
    assert_eq!(days_ahead(&program(&app, path, &narrow).await), 0);

    // A revoked token is rejected at once, over REST and as a tool.
    let page = ada.get(&app, "/account/tokens").await.body;
    for id in page.split("name=\"revoke\" value=\"").skip(1).map(|rest| rest[..36].to_owned()) {
        assert_eq!(ada.post(&app, "/account/tokens", &[("revoke", &id)]).await.status, 200);
    }
    let refused = program(&app, path, &made).await;
    assert_eq!((refused.status, refused.header("www-authenticate")), (401, "Bearer error=\"invalid_token\""));

    let data = json(&ada.get(&app, "/account/data.json").await);
    assert_eq!(
        (&data["account"]["email"], &data["savedResorts"]),
        (&json!("ada@example.org"), &json!(["zermatt"]))
    );
    assert!(!data.to_string().contains("$argon2") && !data.to_string().contains("osc_pat_"));
    let wrong = ada.post(&app, "/account/delete", &[("email", "bea@example.org")]).await;
    assert_eq!(wrong.status, 400);
    assert_eq!(ada.post(&app, "/account/delete", &[("email", "ADA@example.org")]).await.status, 200);
    assert!(ada.get(&app, "/account").await.body.contains("/account/sign-in"), "nobody again");
    let log = bench.store.run_blocking(|conn| audit::newest(conn, None, 99)).unwrap();
    let acts: Vec<&str> = log.iter().rev().map(|line| line.act.as_str()).collect();
    assert_eq!(acts, ["signed_up", "token_made", "token_made", "token_revoked", "token_revoked", "deleted"]);
    assert!(
        log.iter().all(|line| !format!("{line:?}").contains("example.org")),
        "no address outlives its account"
    );
}

#[actix_rt::test]
async fn suspended_account_is_closed() {
    let bench = bench("open");
    let app = bench.app().await;
    let (ada, other) = (Browser::at("192.0.2.1"), Browser::at("192.0.2.2"));
    ada.sign_in(&bench, &app, "ada@example.org").await;
    let password = "lift queue before dawn";
    assert_eq!(ada.post(&app, "/account/password", &[("password", password)]).await.status, 200);
    let form = [("name", "laptop"), ("days", "90"), ("scope", "saved")];
    let made = token(&ada.post(&app, "/account/tokens", &form).await);
    other.post(&app, "/account/sign-in", &[("email", "ada@example.org")]).await;
    let (_, link) = bench.code_and_link();

    let id = bench.store.run_blocking(|conn| people::page(conn, None, 9)).unwrap()[0].id;
    let suspend = move |conn: &mut _| actions::suspend(conn, Actor::Admin, id, clock::now());
    assert!(bench.store.run_blocking(suspend).unwrap());
    // Another process starts with an empty cache.
    let bench = bench.replica();
    let app = bench.app().await;
    assert!(ada.get(&app, "/account").await.body.contains("/account/sign-in"));
    assert_eq!(program(&app, "/api/v1/resorts/zermatt", &made).await.status, 401);
    assert_eq!(other.post(&app, "/account/link", &[("t", &link)]).await.status, 400, "mailed before");
    let by_password = [("email", "ada@example.org"), ("password", password)];
    assert_eq!(other.post(&app, "/account/password-sign-in", &by_password).await.status, 400);
    assert_eq!(other.post(&app, "/account/sign-in", &[("email", "ada@example.org")]).await.status, 303);
    assert!(bench.mail().is_none(), "the same answer as for any address, without an email");

    let resume = move |conn: &mut _| actions::resume(conn, Actor::Admin, id, clock::now());
    assert!(bench.store.run_blocking(resume).unwrap());
    assert_eq!(other.post(&app, "/account/password-sign-in", &by_password).await.status, 303);
}

#[actix_rt::test]
async fn link_works_once_and_password_needs_no_email() {
    let bench = bench("open");
    let app = bench.app().await;
    let (desk, phone) = (Browser::at("192.0.2.1"), Browser::at("192.0.2.2"));
    desk.post(&app, "/account/sign-in", &[("email", "ada@example.org")]).await;
    let (_, link) = bench.code_and_link();
    let page = phone.get(&app, &format!("/account/link?t={link}")).await;
    assert!(page.status == 200 && phone.cookie("osc_session").is_none(), "a look at a link does nothing");
    assert_eq!(phone.post(&app, "/account/link", &[("t", &link)]).await.status, 303);
    assert_eq!(desk.post(&app, "/account/link", &[("t", &link)]).await.status, 400, "once");

    assert_eq!(phone.post(&app, "/account/password", &[("password", "password12345678")]).await.status, 400);
    let good = "lift queue before dawn";
    assert_eq!(phone.post(&app, "/account/password", &[("password", good)]).await.status, 200);
    let form = |password| [("email", "Ada@example.org"), ("password", password)];
    assert_eq!(
        desk.post(&app, "/account/password-sign-in", &form("lift queue before dusk")).await.status,
        400
    );
    assert_eq!(desk.post(&app, "/account/password-sign-in", &form(good)).await.status, 303);

    // Two browsers at once: each is listed, and one ends the other.
    let page = desk.get(&app, "/account/sessions").await.body;
    assert_eq!(page.matches("name=\"end\"").count(), 3, "the phone, all others, everything");
    assert_eq!(desk.post(&app, "/account/sessions", &[("end", "others")]).await.status, 200);
    assert!(phone.get(&app, "/account").await.body.contains("/account/sign-in"));
    assert!(!desk.get(&app, "/account").await.body.contains("/account/sign-in\""));
    // A new sign-in ends the browser's previous session.
    let former = desk.cookie("osc_session").unwrap();
    assert_eq!(desk.post(&app, "/account/password-sign-in", &form(good)).await.status, 303);
    phone.put("osc_session", &former);
    assert!(phone.get(&app, "/account").await.body.contains("/account/sign-in"));
}

#[actix_rt::test]
async fn pages_exist_in_all_languages() {
    let bench = bench("invited");
    let app = bench.app().await;
    let somebody = Browser::at("192.0.2.1");
    for language in ["", "/de", "/fr", "/it", "/es", "/ja"] {
        for path in ["", "/sign-in", "/code", "/link?t=x"] {
            let got = somebody.get(&app, &format!("{language}/account{path}")).await;
            assert_eq!(got.status, 200, "{language}{path}");
            assert!(got.body.contains("<h1>") && got.body.contains("noindex"), "{language}{path}");
        }
        for path in ["/sessions", "/tokens", "/password", "/data", "/data.json", "/delete"] {
            let got = somebody.get(&app, &format!("{language}/account{path}")).await;
            assert_eq!(got.status, 401, "{language}{path}");
        }
    }
}

/// Sends an event of the billing provider, signed this number of seconds from now.
async fn billed<S, B>(app: &S, id: &str, body: &Value, seconds: i64, secret: &str) -> u16
where
    S: actix_web::dev::Service<
            actix_http::Request,
            Response = actix_web::dev::ServiceResponse<B>,
            Error = actix_web::Error,
        >,
    B: actix_web::body::MessageBody,
{
    let (body, at) = (body.to_string(), clock::now().millis() / 1_000 + seconds);
    let signed = signature::standard(&[&Secret::parse(secret).unwrap()], id, at, body.as_bytes());
    let request = actix_web::test::TestRequest::post()
        .uri("/account/billing-events")
        .insert_header(("webhook-id", id))
        .insert_header(("webhook-timestamp", at.to_string()))
        .insert_header(("webhook-signature", signed))
        .set_payload(body);
    actix_web::test::call_service(app, request.to_request()).await.status().as_u16()
}

#[actix_rt::test]
async fn signed_event_grants_pro_until_its_end() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    let form = [("name", "laptop"), ("days", "90"), ("scope", "forecast.pro")];
    let made = token(&ada.post(&app, "/account/tokens", &form).await);
    let path = "/api/v1/resorts/zermatt";
    let ahead = async || days_ahead(&program(&app, path, &made).await);
    let end = clock::now().plus_millis(86_400_000).to_string();
    let event = json!({ "account": "Ada@example.org", "plan": "pro", "until": end });
    let other = "whsec_CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg=";
    assert_eq!(billed(&app, "evt_1", &event, 0, other).await, 401, "forged");
    assert_eq!(billed(&app, "evt_1", &event, -301, BILLING).await, 401, "replayed after its time");
    assert_eq!(ahead().await, 0);
    assert_eq!(billed(&app, "evt_1", &event, 0, BILLING).await, 204);
    assert_eq!(ahead().await, 7, "at once");
    let free = json!({ "account": "ada@example.org", "plan": "free" });
    assert_eq!(billed(&app, "evt_2", &free, 0, BILLING).await, 204);
    assert_eq!(billed(&app, "evt_1", &event, 0, BILLING).await, 204, "taken before: nothing happens");
    assert_eq!(ahead().await, 0);
    // The newer of two events counts, in either order of arrival.
    let at = |ms: i64| clock::now().plus_millis(ms).to_string();
    let ended = json!({ "account": "ada@example.org", "plan": "free", "at": at(-1_000) });
    let paid = json!({ "account": "ada@example.org", "plan": "pro", "at": at(-2_000) });
    assert_eq!(billed(&app, "evt_5", &ended, 0, BILLING).await, 204);
    assert_eq!(billed(&app, "evt_6", &paid, 0, BILLING).await, 204, "nothing to be sent again");
    assert_eq!(ahead().await, 0);
    let paid_again = json!({ "account": "ada@example.org", "plan": "pro", "at": at(-500) });
    assert_eq!(billed(&app, "evt_7", &paid_again, 0, BILLING).await, 204);
    assert_eq!(ahead().await, 7);
    let unknown = json!({ "account": "bea@example.org", "plan": "pro" });
    assert_eq!(billed(&app, "evt_3", &unknown, 0, BILLING).await, 404);
    for malformed in [
        json!({}),
        json!({ "account": "ada@example.org", "plan": "gold" }),
        json!({ "account": "ada@example.org", "plan": "pro", "until": "soon" }),
        json!({ "account": "ada@example.org", "plan": "pro", "at": at(600_000) }),
    ] {
        assert_eq!(billed(&app, "evt_4", &malformed, 0, BILLING).await, 400, "{malformed}");
    }
    // An expired plan is free again without any action.
    let now = clock::now();
    set_plan(&bench, Plan::Pro { until: Some(now.plus_millis(-1)) });
    ada.post(&app, "/account/unsave", &[("resort", "none")]).await;
    assert_eq!(ahead().await, 0);
}

fn set_plan(bench: &Bench, plan: Plan) {
    let now = clock::now();
    let is_set = bench.store.run_blocking(move |conn| {
        let account = people::page(conn, None, 1)?.remove(0).id;
        actions::set_plan(conn, Actor::Admin, account, plan, now)
    });
    assert!(is_set.unwrap());
}

#[cfg(not(feature = "passkeys"))]
#[actix_rt::test]
async fn build_without_passkeys_hides_them() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    assert!(!ada.get(&app, "/account").await.body.contains("passkey"));
    ada.sign_in(&bench, &app, "ada@example.org").await;
    assert!(!ada.get(&app, "/account").await.body.contains("passkey"));
    assert_eq!(ada.get(&app, "/account/passkeys").await.status, 404);
    for path in
        ["/passkeys", "/passkeys/begin", "/passkeys/add", "/passkey-sign-in", "/passkey-sign-in/begin"]
    {
        for language in ["", "/de"] {
            assert_eq!(ada.post(&app, &format!("{language}/account{path}"), &[]).await.status, 404, "{path}");
        }
    }
}
