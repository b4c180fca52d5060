//! Tests of adding a passkey: requires a recent sign-in, a page of this service and a valid answer.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use storage::accounts::{passkeys, people};

use super::authenticator::{Device, Kind, PRESENT, Says, VERIFIED};
use super::{BASE, added, begun, sent, with_passkey};
use crate::accounts::bench::{Bench, Browser, bench_at};

const BEGIN: &str = "/account/passkeys/begin";

/// Counts the passkeys of the only account.
fn count(bench: &Bench) -> usize {
    let list = bench.store.run_blocking(|conn| {
        let account = people::page(conn, None, 1)?.remove(0).id;
        passkeys::list(conn, account)
    });
    list.unwrap().len()
}

/// Checks that a valid device is added and a manipulated one is not.
async fn twisted(kind: Kind, twist: impl FnOnce(&mut Says)) {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let (ada, _) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    let options = begun(&ada, &app, BEGIN).await;
    let answer = Device::new(kind, BASE).add(&options, twist);
    let got = added(&ada, &app, &answer).await;
    assert_eq!((got.status, count(&bench)), (400, 1), "{}", got.body);
    assert!(got.body.starts_with("{\"says\":\"That is wrong"), "{}", got.body);
}

macro_rules! refused {
    ($($name:ident, $kind:ident, $twist:expr;)*) => {$(
        #[actix_rt::test]
        async fn $name() {
            twisted(Kind::$kind, $twist).await;
        }
    )*};
}

refused! {
    a_challenge_of_another_adding_is_refused, Es256, |says| says.challenge = URL_SAFE_NO_PAD.encode([7; 16]);
    a_page_of_another_origin_adds_nothing, Es256, |says| says.origin = "https://snow.example.com".to_owned();
    a_page_in_a_frame_adds_nothing, Es256, |says| says.is_framed = true;
    the_hash_of_another_domain_adds_nothing, Es256, |says| says.site = "example.org".to_owned();
    an_owner_who_is_not_verified_adds_nothing, Es256, |says| says.flags = PRESENT;
    an_owner_who_is_not_there_adds_nothing, Es256, |says| says.flags = VERIFIED;
    the_answer_of_a_sign_in_adds_nothing, Es256, |says| says.kind = "webauthn.get";
    a_key_that_was_not_offered_adds_nothing, Es384, |_| ();
}

#[actix_rt::test]
async fn options_request_a_discoverable_passkey() {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let (ada, device) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    let options = begun(&ada, &app, BEGIN).await;
    assert_eq!(options["rp"]["id"], json!("snow.example.org"));
    assert_eq!(options["user"]["name"], json!("ada@example.org"));
    let selection = &options["authenticatorSelection"];
    assert_eq!(selection["residentKey"], json!("required"));
    assert_eq!(selection["userVerification"], json!("required"));
    assert_eq!((&options["attestation"], &options["timeout"]), (&json!("none"), &json!(300_000)));
    assert_eq!(options["extensions"], json!({}), "additional requirements exclude some devices");
    let kinds: Vec<&Value> =
        options["pubKeyCredParams"].as_array().unwrap().iter().map(|one| &one["alg"]).collect();
    assert_eq!(kinds.len(), 3, "{kinds:?}");
    assert!([-7, -8, -257].iter().all(|kind| kinds.contains(&&json!(kind))), "{kinds:?}");
    assert_eq!(options["excludeCredentials"][0]["id"], json!(device.credential()));
    let guest = Browser::at("192.0.2.2");
    let options = begun(&guest, &app, "/account/passkey-sign-in/begin").await;
    assert_eq!(options["userVerification"], json!("required"));
    assert_eq!(options["allowCredentials"], json!([]), "a stranger hears of no credential");
}

#[actix_rt::test]
async fn adding_needs_a_recent_sign_in() {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let (ada, _) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    let options = begun(&ada, &app, BEGIN).await;
    let answer = Device::new(Kind::Es256, BASE).add(&options, |_| ());
    let nobody = Browser::at("192.0.2.2");
    for foreign in [Some("cross-site"), Some("same-site"), None] {
        let there = ada.sent_by(foreign);
        assert_eq!(sent(&there, &app, BEGIN, &json!({})).await.status, 403, "{foreign:?}");
        assert_eq!(added(&there, &app, &answer).await.status, 403, "{foreign:?}");
        let path = "/account/passkey-sign-in/begin";
        assert_eq!(sent(&nobody.sent_by(foreign), &app, path, &json!({})).await.status, 403, "{foreign:?}");
    }
    assert_eq!(sent(&nobody, &app, BEGIN, &json!({})).await.status, 401);
    assert_eq!(added(&nobody, &app, &answer).await.status, 401);
    // Once the sign-in is old, the same answer from the same browser adds nothing.
    super::walk::aged(&bench, &ada, 16).await;
    assert_eq!(sent(&ada, &app, BEGIN, &json!({})).await.status, 403);
    assert_eq!(added(&ada, &app, &answer).await.status, 403);
    assert_eq!(count(&bench), 1);
}

#[actix_rt::test]
async fn known_credential_stays_with_its_owner() {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let (_, device) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    let bea = Browser::at("192.0.2.2");
    bea.sign_in(&bench, &app, "bea@example.org").await;
    let options = begun(&bea, &app, BEGIN).await;
    let mut posing = Device::new(Kind::Es256, BASE);
    posing.poses_as(&device);
    assert_eq!(added(&bea, &app, &posing.add(&options, |_| ())).await.status, 400);
    // A ceremony that another account began cannot be finished here.
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    let options = begun(&ada, &app, BEGIN).await;
    bea.put(super::CEREMONY, &ada.cookie(super::CEREMONY).unwrap());
    let answer = Device::new(Kind::Es256, BASE).add(&options, |_| ());
    assert_eq!(added(&bea, &app, &answer).await.status, 400);
}
