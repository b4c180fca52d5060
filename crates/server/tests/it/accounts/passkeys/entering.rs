//! Tests of signing in: each manipulates one part of the proof, next to a valid sign-in.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use storage::accounts::audit;

use super::authenticator::{Device, IS_BACKED_UP, Kind, MAY_BE_BACKED_UP, PRESENT, Says, VERIFIED};
use super::{BASE, begun, entered, enters, is_refused, with_passkey};
use crate::accounts::bench::{Browser, bench_at};

/// Checks that a valid device signs in, a manipulated one does not, and a valid one then does again.
async fn twisted(twist: impl Fn(&mut Says), answer: impl Fn(&mut Value)) {
    twisted_of(Kind::Es256, twist, answer).await;
}

/// Like [`twisted`], for a given type of key.
async fn twisted_of(kind: Kind, twist: impl Fn(&mut Says), answer: impl Fn(&mut Value)) {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let (_, mut device) = with_passkey(&bench, &app, "ada@example.org", kind).await;
    enters(&app, &mut device).await;
    let browser = Browser::at("192.0.2.2");
    let options = begun(&browser, &app, "/account/passkey-sign-in/begin").await;
    let mut wrong = device.enter(&options, twist);
    answer(&mut wrong);
    is_refused(&browser, &entered(&browser, &app, &wrong).await);
    enters(&app, &mut device).await;
}

/// Flips a bit in a part of the response.
fn bent(answer: &mut Value, part: &str) {
    let text = answer["response"][part].as_str().unwrap();
    let mut bytes = URL_SAFE_NO_PAD.decode(text).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    answer["response"][part] = json!(URL_SAFE_NO_PAD.encode(bytes));
}

macro_rules! refused {
    ($($name:ident, $twist:expr;)*) => {$(
        #[actix_rt::test]
        async fn $name() {
            twisted($twist, |_| ()).await;
        }
    )*};
}

refused! {
    a_challenge_of_another_ceremony_is_refused, |says| says.challenge = URL_SAFE_NO_PAD.encode([7; 16]);
    a_page_of_another_origin_is_refused, |says| says.origin = "https://snow.example.com".to_owned();
    a_page_of_a_subdomain_is_refused, |says| says.origin = "https://evil.snow.example.org".to_owned();
    a_page_of_another_port_is_refused, |says| says.origin = format!("{BASE}:8443");
    a_page_without_tls_is_refused, |says| says.origin = "http://snow.example.org".to_owned();
    a_page_in_a_frame_of_another_site_is_refused, |says| says.is_framed = true;
    the_hash_of_another_domain_is_refused, |says| says.site = "example.org".to_owned();
    an_owner_who_is_not_verified_is_refused, |says| says.flags = PRESENT;
    an_owner_who_is_not_there_is_refused, |says| says.flags = VERIFIED;
    a_passkey_that_became_one_to_back_up_is_refused, |says| says.flags |= MAY_BE_BACKED_UP;
    a_backup_of_what_is_not_backed_up_is_refused, |says| says.flags |= IS_BACKED_UP;
    the_answer_of_an_adding_is_refused, |says| says.kind = "webauthn.create";
    an_unknown_credential_is_refused, |says| says.credential = vec![9; 32];
    another_account_than_the_passkeys_is_refused, |says| says.user = URL_SAFE_NO_PAD.encode([7; 16]);
    an_account_of_another_form_is_refused, |says| says.user = URL_SAFE_NO_PAD.encode([7; 17]);
}

#[actix_rt::test]
async fn altered_signature_is_rejected() {
    twisted(|_| (), |answer| bent(answer, "signature")).await;
    twisted_of(Kind::Rs256, |_| (), |answer| bent(answer, "signature")).await;
}

#[actix_rt::test]
async fn altered_count_is_rejected() {
    twisted(|_| (), |answer| bent(answer, "authenticatorData")).await;
}

#[actix_rt::test]
async fn foreign_key_is_rejected() {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let (_, mut device) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    let (_, mut other) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    enters(&app, &mut other).await;
    other.poses_as(&device);
    let browser = Browser::at("192.0.2.2");
    let options = begun(&browser, &app, "/account/passkey-sign-in/begin").await;
    is_refused(&browser, &entered(&browser, &app, &other.enter(&options, |_| ())).await);
    enters(&app, &mut device).await;
}

#[actix_rt::test]
async fn every_key_type_signs_in() {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    for kind in [Kind::Es256, Kind::EdDsa, Kind::Rs256] {
        let (_, mut device) = with_passkey(&bench, &app, "ada@example.org", kind).await;
        enters(&app, &mut device).await;
    }
    let ada = Browser::at("192.0.2.3");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    let mut device = Device::new(Kind::Es256, BASE);
    device.flags |= MAY_BE_BACKED_UP;
    let options = begun(&ada, &app, "/account/passkeys/begin").await;
    let answer = device.add(&options, |_| ());
    assert_eq!(super::added(&ada, &app, &answer).await.status, 200);
    device.flags |= IS_BACKED_UP;
    enters(&app, &mut device).await;
}

#[actix_rt::test]
async fn lower_counter_is_accepted_and_recorded() {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let (_, mut device) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    device.count = 40;
    enters(&app, &mut device).await;
    let counted_back = || {
        let log = bench.store.run_blocking(|conn| audit::newest(conn, None, 99)).unwrap();
        log.iter().filter(|line| line.act == "passkey_counted_back").count()
    };
    assert_eq!(counted_back(), 0);
    device.count = 7;
    enters(&app, &mut device).await;
    assert_eq!(counted_back(), 1);
    enters(&app, &mut device).await;
    assert_eq!(counted_back(), 1, "it continues from there");
}

#[actix_rt::test]
async fn begun_sign_ins_are_limited_per_network() {
    let bench = bench_at(BASE, None);
    let app = bench.app().await;
    let guest = Browser::at("198.51.100.7");
    for _ in 0..20 {
        begun(&guest, &app, "/account/passkey-sign-in/begin").await;
    }
    let got = super::sent(&guest, &app, "/account/passkey-sign-in/begin", &json!({})).await;
    assert_eq!(got.status, 429, "{}", got.body);
    assert!(got.header("retry-after").parse::<u32>().unwrap() > 0);
    let (_, mut device) = with_passkey(&bench, &app, "ada@example.org", Kind::Es256).await;
    enters(&app, &mut device).await;
}
