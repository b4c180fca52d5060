//! Tests of an alert by the account's own webhook: from the subscription that its owner names to the signed delivery,
//! which arrives once, with the evidence that triggered it, and nowhere else.

use std::net::SocketAddr;
use std::time::Duration;

use actix_http::Request;
use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::{Error, test};
use runtime::clock;
use serde_json::{Value, json};
use services::alerts::evaluate::{Summary, evaluate};
use storage::webhooks::outbox;
use uuid::Uuid;
use webhooks::{Secret, verify};

use super::alerts::snow;
use super::bench::{Browser, bench};
use crate::webhooks::dispatch::{LIMITS, QUICK, dispatching};
use crate::webhooks::receiver::{Manner, Receiver, plain};

/// Subscribes without an account; returns id and secret.
async fn subscribed<S, B>(app: &S, url: &str, events: &[&str]) -> (String, String)
where
    S: Service<Request, Response = ServiceResponse<B>, Error = Error>,
    B: MessageBody,
{
    let request = test::TestRequest::post().uri("/api/v1/webhooks").peer_addr("192.0.2.1:1".parse().unwrap());
    let request = request.insert_header(("host", "127.0.0.1:8080"));
    let request = request.set_json(json!({ "url": url, "events": events }));
    let response = test::call_service(app, request.to_request()).await;
    let status = response.status();
    let body: Value = serde_json::from_slice(&test::read_body(response).await).unwrap();
    assert_eq!(status, 201, "{body}");
    let text = |name: &str| body["data"][name].as_str().unwrap().to_owned();
    (text("id"), text("secret"))
}

#[actix_rt::test]
async fn alert_reaches_own_webhook_once() {
    let bench = bench("open");
    let app = bench.app().await;
    let own = Receiver::start("127.0.0.1", Manner::Answers(plain("200 OK"))).await;
    let others = Receiver::start("127.0.0.2", Manner::Answers(plain("200 OK"))).await;
    let (id, secret) = subscribed(&app, &own.url(), &["account-alert"]).await;
    let (deaf, deaf_secret) = subscribed(&app, &own.url(), &["powder-alert"]).await;
    // Also subscribes to the event, but belongs to no account.
    let (other, other_secret) = subscribed(&app, &others.url(), &["account-alert"]).await;

    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    let add = [("type", "powder"), ("slug", "Zermatt"), ("thresholdCm", "20")];
    assert_eq!(ada.post(&app, "/account/alerts/add", &add).await.status, 303);
    let named = async |id: &str, secret: &str| {
        ada.post(&app, "/account/alerts/webhook", &[("id", id), ("secret", secret)]).await
    };
    let wrong = named(&id, &other_secret).await;
    assert!(wrong.status == 400 && wrong.body.contains("its secret is different"), "{}", wrong.body);
    let wrong = named(&deaf, &deaf_secret).await;
    assert!(wrong.status == 400 && wrong.body.contains("does not include the event"), "{}", wrong.body);
    assert_eq!(named(&id, &secret).await.status, 303);
    assert!(ada.get(&app, "/account/alerts").await.body.contains(&id));

    let nobody = SocketAddr::from(([127, 0, 0, 1], 9));
    let running = dispatching(&bench.store, &bench.keys, &bench.outgoing, nobody, (QUICK, LIMITS));
    // An observation of minutes ago is due at once.
    let at = clock::now().plus_millis(-180_000);
    let looked = async |cm: f64, minutes: i64| {
        let at = at.plus_millis(minutes * 60_000);
        let summary = evaluate(&bench.store, vec![snow(cm, at)], at).await.unwrap();
        bench.outgoing.notify_one();
        summary
    };
    looked(0.0, 0).await;
    // Email was not requested; quiet hours apply only to email.
    assert_eq!(looked(31.5, 1).await, Summary { fired: 1, letters: 0 });
    let subscription = Uuid::parse_str(&id).unwrap();
    let begun = clock::monotonic();
    let history =
        async || bench.store.read(move |conn| outbox::history(conn, subscription, None, 100)).await.unwrap();
    while !history().await.iter().any(|delivery| delivery.ended_at.is_some()) {
        assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", history().await);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // The same evidence evaluated again, and the same amount of snow a little later.
    assert_eq!(looked(31.5, 1).await, Summary::default());
    assert_eq!(looked(32.0, 2).await, Summary::default());
    running.stop().await;

    let requests = own.requests();
    assert_eq!((requests.len(), others.requests().len(), history().await.len()), (1, 0, 1));
    let got = &requests[0];
    let signature = got.header("x-service-signature").unwrap();
    assert_eq!(verify::service(&[&Secret::parse(&secret).unwrap()], signature, &got.body), Ok(()));
    let other_secret = Secret::parse(&other_secret).unwrap();
    assert!(verify::service(&[&other_secret], signature, &got.body).is_err(), "{other}");
    let body: Value = serde_json::from_slice(&got.body).unwrap();
    assert_eq!(body["event"], "account-alert");
    let data = &body["data"];
    assert_eq!((&data["type"], &data["slug"]), (&json!("powder"), &json!("zermatt")));
    assert_eq!(
        (&data["snowCm"], &data["source"], &data["day"]),
        (&json!(31.5), &json!("station"), &Value::Null)
    );
    assert_eq!(data["observedAt"], json!(at.plus_millis(60_000)));
    assert!(
        ada.get(&app, "/account/alerts").await.body.contains("31.5 cm of new snow"),
        "the page has it too"
    );

    // Removed: later alerts go nowhere.
    assert_eq!(ada.post(&app, "/account/alerts/webhook", &[]).await.status, 303);
    assert_eq!(looked(40.0, 60 * 25).await, Summary { fired: 1, letters: 0 });
    assert_eq!(history().await.len(), 1);
}
