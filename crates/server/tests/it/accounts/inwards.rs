//! Tests of server-side request forgery (OWASP API7): a client's document is fetched only for signed-in callers, and
//! never from an internal address or name.

use std::net::IpAddr;

use accounts::oauth::form::encode;

use super::bench::{Browser, bench_with};
use crate::webhooks::names::{Answer, Names};

/// Returns the addresses of each name; one internal address among several is enough for a rejection.
fn leads(name: &str) -> Answer {
    let addresses: &[&str] = match name {
        "office.example.com" => &["10.0.0.1"],
        "cloud.example.com" => &["203.0.114.9", "169.254.169.254"],
        "six.example.com" => &["fd00::1"],
        "mapped.example.com" => &["::ffff:192.168.0.1"],
        "other.example.com" => {
            return Answer {
                alias: Some("router.example.com".to_owned()),
                addresses: vec![[192, 168, 1, 1].into()],
            };
        }
        _ => &[],
    };
    Answer { alias: None, addresses: addresses.iter().map(|text| text.parse::<IpAddr>().unwrap()).collect() }
}

#[actix_rt::test]
async fn client_documents_stay_external() {
    let names = Names::start(|name, _| leads(name)).await;
    let bench = bench_with("open", Some(names.address));
    let app = bench.app().await;
    let address = |id: &str| format!("/account/authorize?{}", encode(&[("client_id", id)]));
    let hosts = ["office", "cloud", "six", "mapped", "other", "nowhere"];
    let stranger = Browser::at("192.0.2.9");
    for host in hosts {
        let page = stranger.get(&app, &address(&format!("https://{host}.example.com/client.json"))).await;
        assert_eq!(page.status, 401, "{host}");
    }
    assert_eq!(names.asked(), 0, "no name is resolved for anonymous callers");
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    let named = hosts.map(|host| format!("https://{host}.example.com/client.json"));
    let numbers = ["10.0.0.1", "169.254.169.254", "[fd00::1]", "[::ffff:a00:1]", "100.64.0.1"]
        .map(|host| format!("https://{host}/client.json"));
    for id in named.iter().chain(&numbers) {
        let page = ada.get(&app, &address(id)).await;
        let is_refused = page.body.contains("may not be called from here, or does not resolve");
        assert!(page.status == 400 && is_refused, "{id}: {} {}", page.status, page.body);
    }
    assert!(names.asked() > 0);
}
