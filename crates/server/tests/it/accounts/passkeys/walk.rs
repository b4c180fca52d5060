//! Tests of the passkey pages, and of malformed requests.

use accounts::session;
use actix_web::http::Method;
use actix_web::test::TestRequest;
use runtime::clock;
use serde_json::json;
use storage::accounts::{audit, people, sessions};

use super::authenticator::Kind;
use super::{BASE, COOKIE, body, enters, sent, with_passkey};
use crate::accounts::bench::{Bench, Browser, bench, bench_at};

/// Sets a browser's sign-in back by this number of minutes.
pub(super) async fn aged(bench: &Bench, browser: &Browser, minutes: i64) {
    let digest = session::digest(&browser.cookie(COOKIE).unwrap()).unwrap();
    let then = clock::now().plus_millis(-minutes * 60_000);
    let account = bench.store.run_blocking(move |conn| {
        let account = people::page(conn, None, 1)?.remove(0).id;
        sessions::end(conn, digest)?;
        sessions::begin(
            conn,
            &sessions::NewSession { digest, account, id: "aged", browser: "Firefox" },
            then,
        )?;
        Ok(account)
    });
    // Also drops the cached session of the cookie.
    bench.shared.accounts.as_ref().unwrap().unsave(account.unwrap(), "none").await.unwrap();
}

#[actix_rt::test]
async fn passkey_is_added_used_and_removed() {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let (ada, mut device) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    assert!(ada.get(&app, "/account").await.body.contains("href=\"/account/passkeys\">Passkeys<"));
    let page = ada.get(&app, "/account/passkeys").await.body;
    assert!(page.contains(">phone<") && page.contains(">never<"), "{page}");

    let phone = enters(&app, &mut device).await;
    assert!(phone.get(&app, "/account").await.body.contains("ada@example.org"));
    assert!(!phone.get(&app, "/account/passkeys").await.body.contains(">never<"), "it was used");
    let data = body(&phone.get(&app, "/account/data.json").await);
    let kept = &data["passkeys"][0];
    assert_eq!((&kept["name"], &kept["site"]), (&json!("phone"), &json!("snow.example.org")));
    assert!(kept["usedAt"].is_string() && kept.get("key").is_none(), "{kept}");
    assert!(!data.to_string().contains(&device.credential()));

    let page = phone.get(&app, "/account/passkeys").await.body;
    let id = page.split("name=\"remove\" value=\"").nth(1).unwrap()[..36].to_owned();
    assert_eq!(phone.post(&app, "/account/passkeys", &[("remove", &id)]).await.status, 200);
    let log = bench.store.run_blocking(|conn| audit::newest(conn, None, 99)).unwrap();
    let acts: Vec<&str> = log.iter().rev().map(|line| line.act.as_str()).collect();
    assert_eq!(acts, ["signed_up", "passkey_added", "passkey_removed"]);
}

#[actix_rt::test]
async fn passkey_button_comes_first() {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let somebody = Browser::at("192.0.2.1");
    for language in ["", "/de", "/fr", "/it", "/es", "/ja"] {
        let page = somebody.get(&app, &format!("{language}/account/sign-in")).await.body;
        let button = page.find("<div hidden><form data-passkey=\"get\"").expect("a button");
        assert!(button < page.find("/account/sign-in\"><div>").unwrap(), "first");
        assert!(page.contains(&format!("data-end=\"{language}/account/passkey-sign-in\"")), "{language}");
        assert!(page.contains("src=\"/assets/passkeys."), "{language}");
        let refused = sent(&somebody, &app, &format!("{language}/account/passkey-sign-in"), &json!({})).await;
        assert_eq!(refused.status, 400);
        assert_eq!(somebody.get(&app, &format!("{language}/account/passkeys")).await.status, 401);
    }
    let german = sent(&somebody, &app, "/de/account/passkey-sign-in", &json!({})).await;
    assert!(body(&german)["says"].as_str().unwrap().starts_with("Dieser Passkey wurde nicht angenommen."));
}

#[actix_rt::test]
async fn unsupported_address_hides_the_button() {
    for (base, why) in [
        (None, "This service’s address is an IP address."),
        (Some("http://nas.local:8080"), "This service’s address does not use https."),
    ] {
        let bench = base.map_or_else(|| bench("open"), |base| bench_at(base, None));
        let app = bench.app().await;
        let ada = Browser::at("192.0.2.1");
        assert!(!ada.get(&app, "/account").await.body.contains("passkey"));
        ada.sign_in(&bench, &app, "ada@example.org").await;
        let page = ada.get(&app, "/account/passkeys").await.body;
        assert!(page.contains(why) && !page.contains("data-passkey"), "{page}");
        for path in ["/account/passkeys/begin", "/account/passkey-sign-in/begin"] {
            assert_eq!(sent(&ada, &app, path, &json!({})).await.status, 400, "{path}");
        }
    }
}

#[actix_rt::test]
async fn malformed_answers_are_rejected() {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let (ada, _) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    let long = "x".repeat(10 * 1024);
    let bodies = [
        long.clone(),
        format!("{{\"name\":\"{long}\",\"credential\":{{}}}}"),
        "{\"credential\":".to_owned(),
        "[]".to_owned(),
        "{\"name\":\"a\",\"credential\":null}".to_owned(),
        "{\"name\":\"\",\"credential\":{\"id\":\"\u{0}\"}}".to_owned(),
        "{\"name\":\"a\",\"credential\":{\"id\":\"AA\",\"rawId\":\"AA\",\"type\":\"public-key\",\"response\":{}}}".to_owned(),
        "\u{feff}".to_owned(),
    ];
    let post = |path: &str, kind: &str, body: &str| {
        let request = TestRequest::default()
            .method(Method::POST)
            .uri(path)
            .insert_header(("content-type", kind.to_owned()));
        request.set_payload(body.to_owned())
    };
    for path in ["/account/passkeys/add", "/account/passkey-sign-in"] {
        for bytes in &bodies {
            let got = ada.send(&app, post(path, "application/json", bytes)).await;
            assert_eq!(got.status, 400, "{path}: {}", &bytes[..bytes.len().min(60)]);
            assert!(body(&got)["says"].is_string(), "{}", got.body);
            assert_eq!(got.header("cache-control"), "private, no-store");
        }
        let big = ada.send(&app, post(path, "application/json", &"x".repeat(17 * 1024))).await;
        assert_eq!(big.status, 413);
        let form = ada.send(&app, post(path, "application/x-www-form-urlencoded", "a=b")).await;
        assert_eq!(form.status, 415);
        let looked = ada.get(&app, path).await;
        assert_eq!((looked.status, looked.header("allow")), (405, "POST, OPTIONS"));
    }
}
