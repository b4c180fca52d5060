//! The star of a resort: the list of a browser, of an account, and their way into each other.

use super::bench::{Browser, Got, bench};

/// Returns the order in which the start page shows these resorts.
fn shown<'a>(page: &Got, slugs: &[&'a str]) -> Vec<&'a str> {
    let cards = page.body.split("<ul class=\"cards\">").nth(1).and_then(|rest| rest.split("</ul>").next());
    let cards = cards.unwrap_or_default();
    let mut found: Vec<(usize, &str)> =
        slugs.iter().filter_map(|slug| Some((cards.find(&format!("/resorts/{slug}\""))?, *slug))).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, slug)| slug).collect()
}

const ALL: [&str; 2] = ["zermatt", "verbier"];

#[actix_rt::test]
async fn star_works_without_an_account() {
    let bench = bench("open");
    let app = bench.app().await;
    let browser = Browser::at("192.0.2.1");
    let before = browser.get(&app, "/").await;
    assert!(before.header("cache-control").starts_with("public"), "{}", before.header("cache-control"));
    assert!(!before.body.contains("class=\"cards\""), "{}", before.body);

    let added = browser.post(&app, "/de/mountains", &[("resort", "zermatt")]).await;
    assert_eq!((added.status, added.header("location")), (303, "/de/"), "{}", added.body);
    assert_eq!(added.header("cache-control"), "private, no-store");
    for _ in 0..2 {
        assert_eq!(
            browser.post(&app, "/mountains", &[("resort", "verbier")]).await.status,
            303,
            "twice is once"
        );
    }
    assert_eq!(browser.cookie("mountains").as_deref(), Some("zermatt.verbier"));
    let page = browser.get(&app, "/").await;
    assert_eq!(shown(&page, &ALL).len(), 2, "{}", page.body);
    assert!(page.header("cache-control").starts_with("private"), "{}", page.header("cache-control"));
    assert!(page.header("vary").contains("cookie"));
    let resort = browser.get(&app, "/resorts/zermatt").await;
    assert!(resort.header("cache-control").starts_with("public"), "only the start page is private");
    let stranger = Browser::at("192.0.2.9").get(&app, "/").await;
    assert_eq!(stranger.body, before.body, "other visitors do not see the list");

    let change = browser.get(&app, "/?change=1").await;
    assert!(change.body.contains("name=\"act\" value=\"remove\""), "{}", change.body);
    let removed = browser.post(&app, "/mountains", &[("resort", "zermatt"), ("act", "remove")]).await;
    assert_eq!(removed.status, 303);
    assert_eq!(shown(&browser.get(&app, "/").await, &ALL), ["verbier"]);
    browser.post(&app, "/mountains", &[("resort", "verbier"), ("act", "remove")]).await;
    assert_eq!(browser.cookie("mountains"), None, "an empty list leaves no cookie");
}

#[actix_rt::test]
async fn star_rejects_other_sites_and_unknown_resorts() {
    let bench = bench("open");
    let app = bench.app().await;
    let browser = Browser::at("192.0.2.1");
    for site in [Some("cross-site"), Some("same-site"), None] {
        let got = browser.sent_by(site).post(&app, "/mountains", &[("resort", "zermatt")]).await;
        assert_eq!((got.status, got.header("set-cookie")), (403, ""), "{site:?}");
    }
    let unknown = browser.post(&app, "/mountains", &[("resort", "no-such-resort")]).await;
    assert_eq!((unknown.status, unknown.header("set-cookie")), (404, ""));
    assert!(unknown.body.contains("no-such-resort") && unknown.body.contains("noindex"), "{}", unknown.body);
    assert_eq!(browser.get(&app, "/mountains").await.status, 405);
    // A resort that has left the catalogue can be removed.
    browser.put("mountains", "gone-resort.verbier");
    assert_eq!(shown(&browser.get(&app, "/").await, &["gone-resort", "verbier"]), ["verbier"]);
    let removed = browser.post(&app, "/mountains", &[("resort", "gone-resort"), ("act", "remove")]).await;
    assert_eq!((removed.status, browser.cookie("mountains").as_deref()), (303, Some("verbier")));
}

#[actix_rt::test]
async fn device_keeps_at_most_twenty() {
    let bench = bench("open");
    let app = bench.app().await;
    let browser = Browser::at("192.0.2.1");
    let many: Vec<String> = (0..20).map(|nth| format!("r{nth}")).collect();
    browser.put("mountains", &many.join("."));
    let full = browser.post(&app, "/mountains", &[("resort", "zermatt")]).await;
    assert_eq!((full.status, full.header("set-cookie")), (409, ""), "{}", full.body);
}

#[actix_rt::test]
async fn signed_in_star_is_stored_in_the_account() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.post(&app, "/mountains", &[("resort", "verbier")]).await;
    ada.sign_in(&bench, &app, "ada@example.org").await;
    assert_eq!(shown(&ada.get(&app, "/").await, &ALL), ["verbier"], "the device's list is still there");
    assert_eq!(ada.post(&app, "/mountains", &[("resort", "zermatt")]).await.status, 303);
    assert_eq!(ada.cookie("mountains").as_deref(), Some("~verbier.zermatt"), "a copy of the account's list");
    let data = ada.get(&app, "/account/data.json").await.body;
    assert!(data.contains("\"savedResorts\":[\"verbier\",\"zermatt\"]"), "{data}");

    // Another browser of the account has the same list, and a removal there counts here.
    let other = Browser::at("192.0.2.2");
    other.sign_in(&bench, &app, "ada@example.org").await;
    let page = other.get(&app, "/").await;
    assert_eq!((shown(&page, &ALL).len(), page.header("cache-control")), (2, "private, no-store"));
    other.post(&app, "/mountains", &[("resort", "verbier"), ("act", "remove")]).await;
    assert_eq!(shown(&ada.get(&app, "/").await, &ALL), ["zermatt"]);

    // Alerts are ready to be set, and accepted.
    let change = ada.get(&app, "/?change=1").await.body;
    assert_eq!(change.matches("action=\"/account/alerts/add\"").count(), 3, "{change}");
    for kind in ["powder", "forecast", "opening"] {
        let set = ada.post(&app, "/account/alerts/add", &[("slug", "zermatt"), ("type", kind)]).await;
        assert_eq!(set.status, 303, "{kind}: {}", set.body);
    }

    // Signing out keeps what only the device had, in the account, and empties the device.
    ada.put("mountains", "verbier");
    ada.post(&app, "/account/sign-out", &[]).await;
    assert_eq!(ada.cookie("mountains"), None);
    assert!(!ada.get(&app, "/").await.body.contains("class=\"cards\""));
    assert_eq!(shown(&other.get(&app, "/").await, &ALL).len(), 2, "Zermatt, and Verbier from the device");
}
