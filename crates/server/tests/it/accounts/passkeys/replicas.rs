//! Tests of replicas: a ceremony is in the store, so any replica can finish it, once, in the browser that began it,
//! within five minutes. Passkeys of another domain are useless.

use accounts::Digest;
use accounts::passkey::HOLDS_MS;
use futures_util::future::join;
use runtime::clock;
use serde_json::json;
use services::accounts::upkeep;
use storage::accounts::ceremonies;

use super::authenticator::Kind;
use super::{BASE, CEREMONY, COOKIE, begun, entered, enters, is_refused, with_passkey};
use crate::accounts::bench::{Browser, bench_at};

const BEGIN: &str = "/account/passkey-sign-in/begin";

#[actix_rt::test]
async fn replicas_share_a_ceremony_once() {
    let first = bench_at(BASE, None);
    let second = bench_at(BASE, Some(first.store.clone()));
    let (one, other) = (first.app().await, second.app().await);
    let (_, mut device) = with_passkey(&first, &one, "ada@example.org", Kind::Es256).await;
    let browser = Browser::at("192.0.2.2");
    let options = begun(&browser, &one, BEGIN).await;
    let answer = device.enter(&options, |_| ());
    let ceremony = browser.cookie(CEREMONY).unwrap();
    let thief = browser.sent_by(Some("same-origin"));
    assert_eq!(entered(&browser, &other, &answer).await.status, 200);
    assert!(browser.get(&one, "/account").await.body.contains("ada@example.org"), "signed in on both");
    // The same answer again with a stolen cookie, on either replica.
    thief.put(CEREMONY, &ceremony);
    is_refused(&thief, &entered(&thief, &one, &answer).await);
    is_refused(&thief, &entered(&thief, &other, &answer).await);
    // Two at once.
    let options = begun(&thief, &one, BEGIN).await;
    let answer = device.enter(&options, |_| ());
    let twin = thief.sent_by(Some("same-origin"));
    let (left, right) = join(entered(&thief, &one, &answer), entered(&twin, &other, &answer)).await;
    assert_eq!((left.status + right.status, left.status.min(right.status)), (600, 200));
}

#[actix_rt::test]
async fn ceremony_belongs_to_its_browser() {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let (ada, mut device) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    let (browser, other) = (Browser::at("192.0.2.2"), Browser::at("192.0.2.3"));
    let options = begun(&browser, &app, BEGIN).await;
    let answer = device.enter(&options, |_| ());
    is_refused(&other, &entered(&other, &app, &answer).await);
    begun(&other, &app, BEGIN).await;
    is_refused(&other, &entered(&other, &app, &answer).await);
    other.put(CEREMONY, "short");
    is_refused(&other, &entered(&other, &app, &answer).await);
    // A ceremony begun for adding a passkey cannot be used to sign in.
    let adding = begun(&ada, &app, "/account/passkeys/begin").await;
    let options = json!({ "challenge": adding["challenge"] });
    other.put(CEREMONY, &ada.cookie(CEREMONY).unwrap());
    is_refused(&other, &entered(&other, &app, &device.enter(&options, |_| ())).await);
    assert_eq!(entered(&browser, &app, &answer).await.status, 200, "no other caller used it up");
}

#[actix_rt::test]
async fn ceremony_expires_after_five_minutes() {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let (_, mut device) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    let browser = Browser::at("192.0.2.2");
    for (age_ms, status) in [(HOLDS_MS - 60_000, 200), (HOLDS_MS, 400)] {
        let options = begun(&browser, &app, BEGIN).await;
        let digest = Digest::from_text(&browser.cookie(CEREMONY).unwrap());
        let now = clock::now();
        let aged = bench.store.run_blocking(move |conn| {
            let state = ceremonies::remove(conn, digest, None, now)?.unwrap();
            ceremonies::begin(conn, digest, None, &state, now.plus_millis(-age_ms))
        });
        aged.unwrap();
        let answer = device.enter(&options, |_| ());
        assert_eq!(entered(&browser, &app, &answer).await.status, status, "{age_ms} ms old");
        browser.put(COOKIE, "");
    }
    begun(&browser, &app, BEGIN).await;
    let digest = Digest::from_text(&browser.cookie(CEREMONY).unwrap());
    upkeep::once(&bench.store, clock::now().plus_millis(HOLDS_MS + 1_000)).await.unwrap();
    let left = bench.store.run_blocking(move |conn| ceremonies::remove(conn, digest, None, clock::now()));
    assert_eq!(left.unwrap(), None);
}

#[actix_rt::test]
async fn removed_passkey_opens_nothing() {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let (ada, mut device) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    let (_, mut second) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    let page = ada.get(&app, "/account/passkeys").await.body;
    let oldest = page.rsplit("name=\"remove\" value=\"").next().unwrap()[..36].to_owned();
    assert_eq!(ada.post(&app, "/account/passkeys", &[("remove", &oldest)]).await.status, 200);
    let browser = Browser::at("192.0.2.2");
    let options = begun(&browser, &app, BEGIN).await;
    is_refused(&browser, &entered(&browser, &app, &device.enter(&options, |_| ())).await);
    enters(&app, &mut second).await;
    assert_eq!(ada.post(&app, "/account/delete", &[("email", "ada@example.org")]).await.status, 200);
    let options = begun(&browser, &app, BEGIN).await;
    is_refused(&browser, &entered(&browser, &app, &second.enter(&options, |_| ())).await);
    // A person who signs up with the address again gets another account.
    browser.sign_in(&bench, &app, "ada@example.org").await;
    assert!(!browser.get(&app, "/account/passkeys").await.body.contains("name=\"remove\""));
}

#[actix_rt::test]
async fn passkeys_of_the_old_domain_are_useless() {
    let before = bench_at(BASE, None);
    let app = before.app().await;
    let (_, mut device) = with_passkey(&before, &app, "ada@example.org", Kind::Es256).await;
    let after = bench_at("https://powder.example.org", Some(before.store.clone()));
    let app = after.app().await;
    let browser = Browser::at("192.0.2.2");
    let options = begun(&browser, &app, BEGIN).await;
    let moved = device.enter(&options, |says| {
        says.origin = "https://powder.example.org".to_owned();
        says.site = "powder.example.org".to_owned();
    });
    is_refused(&browser, &entered(&browser, &app, &moved).await);
    browser.sign_in(&after, &app, "ada@example.org").await;
    let page = browser.get(&app, "/account/passkeys").await.body;
    assert!(
        page.contains("created for snow.example.org, no longer usable here: remove it and add a new one"),
        "{page}"
    );
    let options = begun(&browser, &app, "/account/passkeys/begin").await;
    assert_eq!(options["rp"]["id"], json!("powder.example.org"));
    assert_eq!(options["excludeCredentials"], json!([]), "the browser has no passkey of this domain");
}
