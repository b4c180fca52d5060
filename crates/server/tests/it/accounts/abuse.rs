//! Abuse of accounts: mass guessing, forms of other sites, addresses of other people, and secrets in logs.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::{Arc, Mutex};

use accounts::AccountId;
use actix_http::Request;
use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::http::Method;
use actix_web::{Error, test};
use runtime::clock;
use services::accounts::actions::{self, Actor};
use storage::accounts::people;
use uuid::Uuid;

use super::bench::{Bench, Browser, bench, program};

#[actix_rt::test]
async fn mass_guessing_fails_and_locks_no_one_out() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    ada.post(&app, "/account/password", &[("password", "lift queue before dawn")]).await;

    let attacker = Browser::at("198.51.100.7");
    attacker.post(&app, "/account/sign-in", &[("email", "ada@example.org")]).await;
    let (code, _) = bench.code_and_link();
    let mut looked_at = 0;
    for guess in 0..5_000 {
        let guess = format!("{:06}", (code.parse::<u32>().unwrap() + 1 + guess) % 1_000_000);
        let got = attacker.post(&app, "/account/code", &[("code", &guess)]).await;
        assert!([400, 429].contains(&got.status), "{}", got.status);
        looked_at += usize::from(got.status == 400);
        let form = [("email", "ada@example.org"), ("password", "lift queue before dusk")];
        let got = attacker.post(&app, "/account/password-sign-in", &form).await;
        assert!([400, 429].contains(&got.status), "{}", got.status);
    }
    assert!(looked_at <= 500, "{looked_at} guesses cost more than a look into memory");
    assert_ne!(attacker.post(&app, "/account/code", &[("code", &code)]).await.status, 303, "used up");
    assert!(attacker.cookie("osc_session").is_none());

    // Ada's own browser in another network is still signed in, and can sign in again by email.
    assert!(ada.get(&app, "/account").await.body.contains("ada@example.org"));
    let phone = Browser::at("192.0.2.2");
    phone.sign_in(&bench, &app, "ada@example.org").await;
    // Also by password, without email: guesses count only against the network that they come from.
    let laptop = Browser::at("192.0.2.4");
    let form = [("email", "ada@example.org"), ("password", "lift queue before dawn")];
    assert_eq!(laptop.post(&app, "/account/password-sign-in", &form).await.status, 303);
}

#[actix_rt::test]
async fn link_signs_in_its_requester() {
    let bench = bench("open");
    let app = bench.app().await;
    let attacker = Browser::at("198.51.100.7");
    for _ in 0..5 {
        attacker.post(&app, "/account/sign-in", &[("email", "ada@example.org")]).await;
    }
    let (code, link) = bench.code_and_link();
    assert!(bench.mail().is_none(), "one in ten minutes for a network");
    // The requesting browser keeps the challenge of the email that was sent.
    let ada = Browser::at("192.0.2.1");
    assert_eq!(ada.post(&app, "/account/link", &[("t", &link)]).await.status, 303);
    let bea = Browser::at("192.0.2.2");
    bea.post(&app, "/account/sign-in", &[("email", "bea@example.org")]).await;
    bea.post(&app, "/account/sign-in", &[("email", "bea@example.org")]).await;
    let (first, _) = bench.code_and_link();
    assert!(bench.mail().is_none() && first != code);
    assert_eq!(bea.post(&app, "/account/code", &[("code", &first)]).await.status, 303);
}

/// Requests an email to ada; returns whether one was sent.
async fn mailed<S, B>(bench: &Bench, app: &S, browser: &Browser) -> bool
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let got = browser.post(app, "/account/sign-in", &[("email", "ada@example.org")]).await;
    assert_eq!((got.status, got.header("location")), (303, "/account/code"), "the answer does not reveal it");
    bench.mail().is_some()
}

#[actix_rt::test]
async fn requests_leave_an_email_for_the_owner() {
    let bench = bench("open");
    let app = bench.app().await;
    let mut sent = 0;
    for network in ["198.51.100.1", "203.0.113.1"] {
        for _ in 0..3 {
            sent += usize::from(mailed(&bench, &app, &Browser::at(network)).await);
        }
    }
    assert_eq!(sent, 2, "one for each network");
    assert!(mailed(&bench, &app, &Browser::at("192.0.2.1")).await, "a new browser elsewhere");
    assert!(
        !mailed(&bench, &app, &Browser::at("192.0.2.2")).await,
        "three an hour, however many networks ask"
    );
}

#[actix_rt::test]
async fn network_prefix_is_limited_per_mailbox() {
    let bench = bench("open");
    let app = bench.app().await;
    let mut sent = 0;
    for network in 0..64 {
        let browser = Browser::at(&format!("[2001:db8:1:{network:x}::1]"));
        let address = format!("victim+{network}@example.org");
        browser.post(&app, "/account/sign-in", &[("email", &address)]).await;
        sent += usize::from(bench.mail().is_some());
    }
    assert_eq!(sent, 1);
    // A used email no longer counts, and neither does its network.
    let ada = Browser::at("192.0.2.1");
    for _ in 0..5 {
        Browser::at("192.0.2.1").sign_in(&bench, &app, "ada@example.org").await;
    }
    ada.sign_in(&bench, &app, "ada@example.org").await;
}

#[actix_rt::test]
async fn wrong_secrets_spare_the_network() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    let made = [("name", "laptop"), ("days", "90"), ("scope", "saved")];
    let page = ada.post(&app, "/account/tokens", &made).await.body;
    let token = page[page.find("osc_pat_").unwrap()..][..46].to_owned();
    let mut limited = 0;
    for nth in 0..80 {
        let stranger = Browser::at("192.0.2.1");
        stranger.put("osc_session", &format!("{nth:043}"));
        assert_eq!(stranger.get(&app, "/account/tokens").await.status, 401);
        let wrong = test::TestRequest::default().uri("/account/token").method(Method::POST).set_form([
            ("grant_type", "refresh_token"),
            ("client_id", "x"),
            ("refresh_token", "osc_rfr_made_up"),
        ]);
        limited += usize::from(stranger.send(&app, wrong).await.status == 429);
    }
    assert!(limited > 0, "wrong ones are limited");
    let bea = Browser::at("192.0.2.1");
    bea.sign_in(&bench, &app, "bea@example.org").await;
    assert!(bea.get(&app, "/account").await.body.contains("bea@example.org"));
    assert_eq!(program(&app, "/api/v1/me/resorts", &token).await.status, 200);
    // Strangers' forms use up the limit of their network, but not that of people who are signed in or signing in.
    let cyd = Browser::at("192.0.2.1");
    cyd.post(&app, "/account/sign-in", &[("email", "cyd@example.org")]).await;
    let (code, _) = bench.code_and_link();
    let stranger = Browser::at("192.0.2.1");
    let worn = async || {
        for _ in 0..70 {
            if stranger.post(&app, "/account/code", &[("code", "000000")]).await.status == 429 {
                return true;
            }
        }
        false
    };
    assert!(worn().await);
    assert_eq!(cyd.post(&app, "/account/code", &[("code", &code)]).await.status, 303);
    assert_eq!(bea.post(&app, "/account/save", &[("resort", "zermatt")]).await.status, 303);
}

#[actix_rt::test]
async fn wrong_passwords_lock_no_owner_out() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    ada.post(&app, "/account/password", &[("password", "lift queue before dawn")]).await;
    for network in 1..=20 {
        let guesser = Browser::at(&format!("198.51.100.{network}"));
        for _ in 0..6 {
            let form = [("email", "ada@example.org"), ("password", "lift queue before dusk")];
            guesser.post(&app, "/account/password-sign-in", &form).await;
        }
    }
    let form = [("email", "ada@example.org"), ("password", "lift queue before dawn")];
    let laptop = Browser::at("203.0.113.5");
    assert_eq!(laptop.post(&app, "/account/password-sign-in", &form).await.status, 303);
    assert!(bench.notice().is_some());
}

#[actix_rt::test]
async fn owner_is_notified_of_changes() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    assert!(bench.notice().is_none(), "the sign-in that creates the account is not notified");
    ada.post(&app, "/account/sign-out", &[]).await;
    ada.sign_in(&bench, &app, "ada@example.org").await;
    assert!(bench.notice().is_none(), "a browser that was signed in before");
    let told = |says: &str| {
        let notice = bench.notice().expect(says);
        assert!(notice.to.as_str() == "ada@example.org" && notice.text.contains(says), "{}", notice.text);
        assert!(bench.notice().is_none());
        notice.text
    };
    let phone = Browser::at("192.0.2.2");
    phone.sign_in(&bench, &app, "ada@example.org").await;
    assert!(told("Browser: Firefox").contains("/account/sessions\n"));
    phone.post(&app, "/account/password", &[("password", "lift queue before dawn")]).await;
    assert!(!told("A password was set").contains("dawn"));
    let made = [("name", "laptop"), ("days", "90"), ("scope", "saved")];
    phone.post(&app, "/account/tokens", &made).await;
    assert!(!told("A token").contains("osc_pat_"));
    // In the language of the page, at most three of a kind per hour.
    phone.post(&app, "/de/account/tokens", &made).await;
    told("Für dein Konto wurde ein Token");
    for _ in 0..9 {
        phone.post(&app, "/account/tokens", &made).await;
    }
    assert_eq!(std::iter::from_fn(|| bench.notice()).count(), 1);
    phone.post(&app, "/account/delete", &[("email", "ada@example.org")]).await;
    told("was deleted");
}

#[actix_rt::test]
async fn all_access_ends_at_once() {
    let bench = bench("open");
    let app = bench.app().await;
    let (ada, thief) = (Browser::at("192.0.2.1"), Browser::at("192.0.2.2"));
    ada.sign_in(&bench, &app, "ada@example.org").await;
    thief.sign_in(&bench, &app, "ada@example.org").await;
    let made = [("name", "laptop"), ("days", "90"), ("scope", "saved")];
    let page = thief.post(&app, "/account/tokens", &made).await.body;
    let token = page[page.find("osc_pat_").unwrap()..][..46].to_owned();
    assert_eq!(program(&app, "/api/v1/me/resorts", &token).await.status, 200);
    assert!(ada.get(&app, "/account/sessions").await.body.contains("value=\"everything\""));
    let got = ada.post(&app, "/account/sessions", &[("end", "everything")]).await;
    assert!(got.status == 200 && got.body.contains("Done."), "{}", got.body);
    assert_eq!(program(&app, "/api/v1/me/resorts", &token).await.status, 401);
    assert_eq!(thief.get(&app, "/account/tokens").await.status, 401);
    assert!(ada.get(&app, "/account").await.body.contains("ada@example.org"));
}

#[actix_rt::test]
async fn known_browser_still_gets_email() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    let name = ada.cookie("osc_known").unwrap();
    assert_eq!(ada.post(&app, "/account/sign-out", &[]).await.status, 303);
    assert_eq!(ada.cookie("osc_known").as_ref(), Some(&name), "it outlives the session");
    for network in 1..=4 {
        mailed(&bench, &app, &Browser::at(&format!("198.51.100.{network}"))).await;
    }
    // Strangers: a guess, a browser of another account, and a new visitor.
    let guess = Browser::at("198.51.100.8");
    guess.put("osc_known", "00000000000000000000000000000000");
    let eve = Browser::at("198.51.100.9");
    eve.sign_in(&bench, &app, "eve@example.org").await;
    for stranger in [&guess, &eve, &Browser::at("203.0.113.1")] {
        assert!(!mailed(&bench, &app, stranger).await, "the emails of strangers are used up");
    }
    // From any network. The notices cannot be used to flood a mailbox either.
    let phone = Browser::at("203.0.113.2");
    phone.put("osc_known", &name);
    let sent = [mailed(&bench, &app, &phone).await, mailed(&bench, &app, &ada).await];
    let more = [mailed(&bench, &app, &phone).await, mailed(&bench, &app, &ada).await];
    assert_eq!((sent, more), ([true, true], [true, false]), "three an hour and browser");

    // A new password forgets known browsers, and so does the deletion of the account.
    let home = Browser::at("192.0.2.7");
    home.sign_in(&bench, &app, "bea@example.org").await;
    let remembered = async || {
        let data = home.get(&app, "/account/data.json").await.body;
        serde_json::from_str::<serde_json::Value>(&data).unwrap()["browsersRemembered"].clone()
    };
    assert_eq!(remembered().await, 1);
    home.post(&app, "/account/password", &[("password", "lift queue before dawn")]).await;
    assert_eq!(remembered().await, 0);
}

#[actix_rt::test]
async fn sign_in_does_not_reveal_accounts() {
    let bench = bench("invited");
    let app = bench.app().await;
    let now = clock::now();
    let invited = bench.store.run_blocking(move |conn| {
        let address = accounts::Address::parse("ada@example.org").unwrap();
        actions::invite(conn, Actor::Admin, AccountId(Uuid::from_u128(1)), &address, now)
    });
    assert!(invited.unwrap().1);
    let answer = async |email: &str, address: &str| {
        let browser = Browser::at(address);
        let got = browser.post(&app, "/account/sign-in", &[("email", email)]).await;
        let names: BTreeSet<String> = got.headers.iter().map(|(name, _)| name.to_string()).collect();
        let cookie = browser.cookie("osc_challenge").unwrap().len();
        let page = browser.get(&app, "/account/code").await;
        let wrong = browser.post(&app, "/account/code", &[("code", "000000")]).await;
        (got.status, names, cookie, page.body.len(), wrong.status, wrong.body.len())
    };
    let known = answer("ada@example.org", "192.0.2.1").await;
    assert_eq!(bench.mail().unwrap().to.as_str(), "ada@example.org");
    assert_eq!(answer("eve@example.org", "192.0.2.2").await, known);
    assert!(bench.mail().is_none());
    let password = async |email: &str, address: &str| {
        let form = [("email", email), ("password", "lift queue before dusk")];
        let got = Browser::at(address).post(&app, "/account/password-sign-in", &form).await;
        (got.status, got.body.len())
    };
    assert_eq!(
        password("ada@example.org", "192.0.2.3").await,
        password("eve@example.org", "192.0.2.4").await
    );
    assert!(bench.store.run_blocking(|conn| people::page(conn, None, 9)).unwrap().len() == 1, "nobody new");
}

#[actix_rt::test]
async fn foreign_forms_are_rejected() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    for site in [Some("cross-site"), Some("same-site"), None] {
        let lured = ada.sent_by(site);
        for path in [
            "/account/sign-in",
            "/account/password-sign-in",
            "/account/code",
            "/account/link",
            "/account/save",
            "/account/unsave",
            "/account/sessions",
            "/account/tokens",
            "/account/password",
            "/account/delete",
            "/account/sign-out",
            "/ja/account/delete",
            "/account/alerts/add",
            "/account/alerts/remove",
            "/account/alerts/letters",
            "/account/alerts/webhook",
            "/account/alerts/client",
            "/de/account/alerts/letters",
            "/account/authorize",
        ] {
            let form = [("email", "ada@example.org"), ("name", "x"), ("days", "90"), ("end", "others")];
            let got = lured.post(&app, path, &form).await;
            assert_eq!((got.status, got.header("set-cookie")), (403, ""), "{path} from {site:?}");
        }
    }
    assert!(ada.get(&app, "/account").await.body.contains("ada@example.org"), "as if nothing had happened");
    assert!(bench.mail().is_none());
}

#[actix_rt::test]
async fn malformed_forms_and_reads_change_nothing() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    let sent = |kind: &'static str, body: String| {
        let request = test::TestRequest::default().method(Method::POST).uri("/account/save");
        request.insert_header(("content-type", kind)).set_payload(body)
    };
    for kind in ["text/plain", "application/json", "multipart/form-data; boundary=x"] {
        let got = ada.send(&app, sent(kind, "resort=zermatt".to_owned())).await;
        assert!(got.status == 415 && got.body.contains("That was not a valid form"), "{kind}: {}", got.body);
    }
    let large = format!("resort=zermatt&x={}", "x".repeat(5_000));
    let cut = ada.send(&app, sent("application/x-www-form-urlencoded", large)).await;
    assert!(cut.status == 400 && cut.body.contains("arrived incomplete"), "{}", cut.body);
    for method in [Method::GET, Method::HEAD] {
        for path in
            ["/account/save?resort=zermatt", "/account/sign-out", "/account/delete?email=ada@example.org"]
        {
            let looked = ada.send(&app, test::TestRequest::default().method(method.clone()).uri(path)).await;
            assert!(looked.status < 400 && looked.header("set-cookie").is_empty(), "{method} {path}");
        }
    }
    let page = ada.get(&app, "/account").await.body;
    assert!(page.contains("ada@example.org") && page.contains("Nothing is saved yet"), "{page}");
    // A token without any permission is an error.
    let got = ada.post(&app, "/account/tokens", &[("name", "idle"), ("days", "90")]).await;
    assert!(got.status == 400 && got.body.contains("at least one thing"), "{}", got.body);
    assert!(!ada.get(&app, "/account/tokens").await.body.contains("idle"));
}

#[actix_rt::test]
async fn foreign_cookies_and_tokens_are_rejected() {
    let bench = bench("open");
    let app = bench.app().await;
    let (ada, eve) = (Browser::at("192.0.2.1"), Browser::at("192.0.2.2"));
    ada.sign_in(&bench, &app, "ada@example.org").await;
    eve.sign_in(&bench, &app, "eve@example.org").await;
    let page = ada.get(&app, "/account/sessions").await.body;
    assert!(!page.contains("eve@"));
    ada.post(&app, "/account/tokens", &[("name", "laptop"), ("days", "90"), ("scope", "saved")]).await;
    let page = ada.get(&app, "/account/tokens").await.body;
    let id = page.split("name=\"revoke\" value=\"").nth(1).unwrap()[..36].to_owned();
    eve.post(&app, "/account/tokens", &[("revoke", &id)]).await;
    assert!(
        ada.get(&app, "/account/tokens").await.body.contains(&id),
        "another's token is not hers to revoke"
    );
    for bearer in ["pro", "osc_pat_", &ada.cookie("osc_session").unwrap(), "whsec_x"] {
        for path in ["/api/v1/resorts/zermatt", "/resorts/zermatt", "/api/v1/resorts/zermatt/conditions"] {
            assert_eq!(program(&app, path, bearer).await.status, 401, "{path} with {bearer}");
        }
    }
    let thief = Browser::at("198.51.100.7");
    thief.put("osc_session", "0000000000000000000000000000000000000000000");
    assert_eq!(thief.get(&app, "/resorts/zermatt").await.status, 200, "an ended session is anonymous");
    assert_eq!(thief.get(&app, "/account/tokens").await.status, 401);
    // A cookie name for https services is not accepted over plain http, and the other way round.
    thief.put("__Host-osc_session", &ada.cookie("osc_session").unwrap());
    assert_eq!(thief.get(&app, "/account/tokens").await.status, 401);
}

/// The captured log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[actix_rt::test]
async fn secrets_and_addresses_are_not_logged() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    // With only one subscriber, call sites that another test's thread reaches first would be disabled for this one too.
    let _second = tracing::Dispatch::new(tracing_subscriber::registry());
    let _logged = tracing::subscriber::set_default(subscriber);
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.post(&app, "/account/sign-in", &[("email", "ada@example.org")]).await;
    let (code, link) = bench.code_and_link();
    let challenge = ada.cookie("osc_challenge").unwrap();
    ada.get(&app, &format!("/account/link?t={link}")).await;
    ada.post(&app, "/account/code", &[("code", &code)]).await;
    ada.post(&app, "/account/password", &[("password", "lift queue before dawn")]).await;
    let page = ada
        .post(&app, "/account/tokens", &[("name", "laptop"), ("days", "90"), ("scope", "saved")])
        .await
        .body;
    let at = page.find("osc_pat_").unwrap();
    let token = &page[at..at + 46];
    assert_eq!(program(&app, "/api/v1/resorts/zermatt", token).await.status, 200);
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(text.contains("/account/code"), "something was logged");
    let session = ada.cookie("osc_session").unwrap();
    for secret in [&*code, &link, &challenge, &session, token, "before dawn", "ada@example.org"] {
        assert!(!text.contains(secret), "{secret}");
    }
}
