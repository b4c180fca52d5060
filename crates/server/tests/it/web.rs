//! Tests of the web pages over HTTP: headers, tags, languages, units, weight, and what browsers get at addresses that
//! give programs data. The content of pages is tested in their crate.

use reqwest::Method;

use crate::harness::{PUBLIC, Reply, SHARED, problem};

/// The header that browsers send.
const BROWSER: (&str, &str) =
    ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8");

fn page(path: &str) -> Reply {
    let reply = SHARED.get_with(path, &[BROWSER]);
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/html; charset=utf-8"), "{path}");
    reply
}

/// Returns the values of an attribute in a document.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    html.split(&format!(" {attribute}=\"")).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn pages_have_policy_and_tag() {
    for path in ["/", "/resorts/zermatt", "/de/resorts/zermatt", "/ja/"] {
        let reply = page(path);
        let policy = reply.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(reply.header("cache-control"), PUBLIC, "{path}");
        assert_eq!(reply.header("vary"), "accept-encoding, authorization, cookie", "{path}");
        let html = reply.text();
        assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>"), "{path}");
        let again = SHARED.get_with(path, &[BROWSER, ("If-None-Match", reply.header("etag"))]);
        assert!(
            again.status == 304 && again.body.is_empty() || again.header("etag") != reply.header("etag"),
            "{path}"
        );
        let packed = SHARED.get_with(path, &[BROWSER, ("Accept-Encoding", "gzip")]);
        assert_eq!(packed.header("content-encoding"), "gzip", "{path}");
    }
    assert!(page("/").text().contains("768 ski resorts"));
}

#[test]
fn pages_stay_below_60_kilobytes() {
    for path in ["/", "/resorts/zermatt", "/resorts/vail", "/ja/resorts/niseko-united"] {
        let html = page(path).text();
        let mut loaded: Vec<&str> = values(&html, "src");
        loaded.extend(values(&html, "href").into_iter().filter(|address| address.starts_with("/assets/")));
        loaded.sort_unstable();
        loaded.dedup();
        let packed = |path: &str| SHARED.get_with(path, &[("Accept-Encoding", "gzip")]).body.len();
        let document = packed(path);
        let bytes: usize = document + loaded.iter().map(|address| packed(address)).sum::<usize>();
        assert!(
            loaded.len() < 6 && bytes <= 60 * 1024,
            "{path}: {bytes} bytes in {} requests",
            loaded.len() + 1
        );
        assert!(document <= 25 * 1024, "{path}: a document of {document} bytes");
    }
}

#[test]
fn page_files_are_cached_forever() {
    let html = page("/").text();
    let assets: Vec<&str> = values(&html, "src").into_iter().chain(values(&html, "href")).collect();
    let assets: Vec<&str> = assets.into_iter().filter(|address| address.starts_with("/assets/")).collect();
    assert!(assets.len() >= 3, "{assets:?}");
    for address in assets {
        let reply = SHARED.get(address);
        assert_eq!(
            (reply.status, reply.header("cache-control")),
            (200, "public, max-age=31536000, immutable")
        );
        assert!(!reply.header("etag").is_empty(), "{address}");
    }
    assert_eq!(SHARED.get("/assets/page.0000000000000000.css").status, 404);
    assert_eq!(SHARED.send(Method::POST, "/", &[]).status, 405);
}

#[test]
fn own_links_are_answered() {
    for path in ["/", "/fr/resorts/zermatt"] {
        let html = page(path).text();
        let mut addresses: Vec<String> = values(&html, "href")
            .into_iter()
            .filter(|address| address.starts_with('/'))
            .map(|a| a.replace("&amp;", "&"))
            .collect();
        addresses.sort_unstable();
        addresses.dedup();
        for address in addresses {
            let reply = SHARED.get(&address);
            assert_eq!(reply.status, 200, "{path} leads to {address}: {}", reply.text());
        }
    }
}

#[test]
fn languages_have_their_own_addresses() {
    assert!(page("/de/rankings").text().contains("<html lang=\"de\">"));
    assert!(page("/es/").text().contains("<html lang=\"es\">"));
    let moved = SHARED.get("/de");
    assert_eq!((moved.status, moved.header("location")), (308, "/de/"));
    assert_eq!(SHARED.get_with("/xx/rankings", &[BROWSER]).status, 404);
    let english = SHARED.get_with("/en/rankings", &[BROWSER]);
    assert_eq!((english.status, english.header("location")), (308, "/rankings"), "English has no prefix");
}

#[test]
fn units_are_remembered_privately() {
    let chosen = SHARED.get_with("/resorts/zermatt?units=imperial", &[BROWSER]);
    assert_eq!((chosen.status, chosen.header("cache-control")), (200, "private, no-cache"));
    assert!(
        chosen.header("set-cookie").starts_with("units=imperial; Path=/;"),
        "{}",
        chosen.header("set-cookie")
    );
    assert!(chosen.text().contains("\u{a0}in") && !chosen.text().contains("\u{a0}cm"));
    let cookie = ("Cookie", "theirs=x; units=imperial; other=\"y\"");
    let remembered = SHARED.get_with("/resorts/zermatt", &[BROWSER, cookie]);
    assert_eq!((remembered.status, remembered.header("cache-control")), (200, "private, no-cache"));
    assert!(remembered.text().contains("\u{a0}in") && remembered.header("set-cookie").is_empty());
    let back = SHARED.get_with("/resorts/zermatt?units=metric", &[BROWSER, cookie]);
    assert!(back.text().contains("\u{a0}cm") && !back.text().contains("\u{a0}in"));
    let nonsense = SHARED.get_with("/resorts/zermatt", &[BROWSER, ("Cookie", "units=furlongs; units")]);
    assert!(nonsense.status == 200 && nonsense.text().contains("\u{a0}cm"));
}

#[test]
fn data_address_serves_browsers_a_page() {
    let led = SHARED.get_with("/api/v1/resorts/zermatt", &[BROWSER]);
    assert_eq!((led.status, led.header("location")), (303, "/resorts/zermatt"));
    let odd = SHARED.get_with("/api/v1/resorts/a%0D%0Ab%2F%E9%9B%AA", &[BROWSER]);
    assert_eq!(odd.status, 303);
    assert!(!odd.header("location").contains(['\r', '\n']), "{}", odd.header("location"));
    for accept in ["*/*", "application/json", "application/json, text/html"] {
        let reply = SHARED.get_with("/api/v1/resorts/zermatt", &[("Accept", accept)]);
        assert_eq!((reply.status, reply.header("content-type")), (200, "application/json"), "{accept}");
    }
    let data = SHARED.get_with("/api/v1/resorts/zermatt/conditions", &[BROWSER]);
    assert_eq!(
        (data.status, data.header("content-type")),
        (200, "application/json"),
        "data may be looked at"
    );
}

#[test]
fn feeds_and_badges_have_media_types() {
    for (path, media_type) in [
        ("/feeds/v1/storms.atom?region=alps", "application/atom+xml; charset=utf-8"),
        ("/feeds/v1/resorts/zermatt.atom", "application/atom+xml; charset=utf-8"),
        ("/badges/v1/zermatt.svg?show=next", "image/svg+xml"),
        ("/sitemap.xml", "application/xml; charset=utf-8"),
        ("/robots.txt", "text/plain; charset=utf-8"),
    ] {
        let reply = SHARED.get(path);
        assert_eq!((reply.status, reply.header("content-type")), (200, media_type), "{path}");
        assert!(!reply.header("etag").is_empty(), "{path}");
    }
    assert_eq!(SHARED.get("/badges/v1/zermat.svg").status, 404);
    assert_eq!(SHARED.get("/badges/v1/zermatt.svg?show=all").status, 400);
}

#[test]
fn missing_pages_depend_on_the_client() {
    let lost = SHARED.get_with("/de/ski/zermat", &[BROWSER]);
    assert_eq!((lost.status, lost.header("content-type")), (404, "text/html; charset=utf-8"));
    assert!(
        lost.text().contains("Meinst du") && lost.text().contains("/de/resorts/zermatt"),
        "{}",
        lost.text()
    );
    problem(&SHARED.get("/ski/zermat"), 404, "not_found");
    problem(&SHARED.get_with("/api/v1/nothing", &[BROWSER]), 404, "not_found");
    let unknown = SHARED.get_with("/resorts/zermat", &[BROWSER]);
    assert_eq!((unknown.status, unknown.header("cache-control")), (404, "no-store"));
    assert!(unknown.text().contains("/resorts/zermatt"));
}

#[test]
fn nonsense_gets_an_error_page() {
    for (path, says) in [
        ("/rankings?sort=best", "<code>sort</code>"),
        ("/rankings?page=0", "<code>page</code>"),
        ("/rankings?country=Narnia", "<code>country</code>"),
        ("/compare?r=zermatt", "<code>r</code>"),
        ("/resorts/zermatt?start=soon", "<code>start</code>"),
        ("/map?region=moon", "<code>region</code>"),
        ("/?units=furlongs", "<code>units</code>"),
        ("/search?q=%FF%FE", "<h1>"),
        ("/resorts/%3Cscript%3E", "<h1>"),
    ] {
        let reply = SHARED.get_with(path, &[BROWSER]);
        assert!(
            [200, 400, 404].contains(&reply.status) && reply.text().contains(says),
            "{path}: {}",
            reply.text()
        );
        assert!(reply.status != 200 || path.starts_with("/search"), "{path}");
        assert!(!reply.text().contains("<script>"), "{path}");
    }
}

#[test]
fn past_page_uses_stored_evidence() {
    let now = runtime::clock::now();
    let reply = page(&format!("/resorts/zermatt?asOf={now}"));
    assert!(reply.text().contains("As it was known on"), "{}", reply.text());
    assert!(!reply.header("memento-datetime").is_empty() && reply.header("cache-control") == "no-cache");
    let before = now.plus_millis(-3_600_000);
    let german = page(&format!("/de/resorts/zermatt?asOf={before}&units=imperial"));
    assert!(german.text().contains("Stand des Wissens vom"), "{}", german.text());
    assert_eq!(german.header("cache-control"), "private, no-cache");
    assert!(german.header("set-cookie").starts_with("units=imperial"));
    for (query, says) in [
        ("asOf=2126-01-01", "must not be in the future"),
        ("asOf=1999-01-01", "older evidence is not retained"),
        ("asOf=nonsense", "must be a day such as"),
        ("asOf=2026-01-01&asOf=2026-01-02", "is given more than once"),
    ] {
        let refused = SHARED.get_with(&format!("/resorts/zermatt?{query}"), &[BROWSER]);
        assert_eq!(
            (refused.status, refused.header("content-type")),
            (400, "text/html; charset=utf-8"),
            "{query}"
        );
        assert!(refused.text().contains(says), "{query}: {}", refused.text());
    }
    assert_eq!(SHARED.get_with("/resorts/no-such-place?asOf=2026-01-01", &[BROWSER]).status, 404);
}

#[test]
fn chart_tables_are_csv() {
    for path in [
        "/csv/v1/resorts/zermatt/forecast.csv?days=14",
        "/csv/v1/resorts/zermatt/hours.csv",
        "/csv/v1/rankings.csv?limit=5",
    ] {
        let reply = SHARED.get(path);
        assert_eq!((reply.status, reply.header("x-synthetic")), (200, "true"), "{path}");
        assert!(reply.header("content-type").starts_with("text/csv"), "{path}");
        let text = reply.text();
        assert!(
            text.lines().count() > 4
                && text.lines().all(|line| line.ends_with("credit") || line.contains("synthetic")),
            "{text}"
        );
    }
    let refused = SHARED.get("/csv/v1/resorts/zermatt/hours.csv?hours=1000");
    assert!(refused.status == 400 && refused.text().contains("<code>hours</code>"), "{}", refused.text());
}

#[test]
fn only_the_box_may_be_framed() {
    let cookie = ("Cookie", "units=imperial");
    let shown = SHARED.get_with("/embed/v1/zermatt", &[BROWSER, cookie]);
    assert_eq!((shown.status, shown.header("content-type")), (200, "text/html; charset=utf-8"));
    let policy = shown.header("content-security-policy");
    assert!(policy.ends_with("frame-ancestors *") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(
        (shown.header("cache-control"), shown.header("cross-origin-resource-policy")),
        ("public, max-age=300", "cross-origin")
    );
    assert!(shown.header("set-cookie").is_empty() && shown.text().contains("\u{a0}cm"), "{}", shown.text());
    assert!(SHARED.get("/embed/v1/zermatt?units=imperial").text().contains("\u{a0}in"));
    for path in ["/", "/embed", "/resorts/zermatt", "/embed/v1/no-such-place", "/embed/v1/zermatt?theme=pink"]
    {
        let policy = SHARED.get_with(path, &[BROWSER]).header("content-security-policy").to_owned();
        assert!(policy.ends_with("frame-ancestors 'none'"), "{path}: {policy}");
    }
    let script = SHARED.get("/embed/v1/embed.js");
    assert_eq!((script.status, script.header("content-type")), (200, "text/javascript; charset=utf-8"));
}

#[test]
fn box_and_badge_stay_small() {
    let packed = |path: &str| SHARED.get_with(path, &[("Accept-Encoding", "gzip")]).body.len();
    let html = SHARED.get("/embed/v1/zermatt").text();
    let mut loaded: Vec<&str> = values(&html, "src").into_iter().chain(values(&html, "href")).collect();
    loaded.retain(|address| address.starts_with("/assets/"));
    let bytes: usize =
        packed("/embed/v1/zermatt") + loaded.iter().map(|address| packed(address)).sum::<usize>();
    assert!(loaded.len() == 2 && bytes <= 15 * 1024, "{bytes} bytes, {loaded:?}");
    assert!(packed("/badges/v1/zermatt.svg") <= 2 * 1024);
    for (path, media_type) in [
        ("/calendars/v1/resorts/zermatt.ics", "text/calendar; charset=utf-8"),
        ("/badges/v1/zermatt.json", "application/json"),
        ("/sw.js", "text/javascript; charset=utf-8"),
    ] {
        let reply = SHARED.get(path);
        assert_eq!((reply.status, reply.header("content-type")), (200, media_type), "{path}");
    }
    let told = SHARED.get(&format!("/oembed?url={}/resorts/zermatt", SHARED.base));
    assert_eq!((told.status, told.json()["type"].as_str()), (200, Some("rich")), "{}", told.text());
}

#[test]
fn other_spellings_redirect() {
    for (path, to) in [
        ("/resorts/zermatt/", "/resorts/zermatt"),
        ("/rankings//?sort=depth&utm_source=x", "/rankings?sort=depth&utm_source=x"),
        ("//api/v1/resorts/zermatt/conditions", "/api/v1/resorts/zermatt/conditions"),
        ("/DE/", "/de/"),
        ("/de-AT/resorts/zermatt?units=imperial", "/de/resorts/zermatt?units=imperial"),
        ("/de?units=metric", "/de/?units=metric"),
        ("/en/map", "/map"),
        ("//?q=1", "/?q=1"),
    ] {
        let reply = SHARED.get(path);
        assert_eq!((reply.status, reply.header("location")), (308, to), "{path}");
    }
    for path in [
        "/mcp/",
        "//mcp",
        "/mcp/r/zermatt/",
        "/.well-known/oauth-protected-resource/mcp/",
        "//evil.example",
        "//evil.example/resorts",
        "/%5Cevil.example/",
        "/nothing-here/",
        "/xx/",
    ] {
        let reply = SHARED.get(path);
        assert_eq!((reply.status, reply.header("location")), (404, ""), "{path}");
    }
    let posted = SHARED.post("/api/v1/webhooks/", &[], b"{}");
    assert_eq!(posted.status, 404, "a body is not sent on");
}

#[test]
fn only_redirecting_operation_varies() {
    let varies =
        |path: &str, headers: &[(&str, &str)]| SHARED.get_with(path, headers).header("vary").to_owned();
    let linked = "/api/v1/resorts/zermatt";
    assert!(varies(linked, &[]).contains("accept, "), "{}", varies(linked, &[]));
    assert_eq!(varies(linked, &[]), varies(linked, &[BROWSER]), "the redirect and the data");
    assert_eq!(varies("/api/v1/resorts/zermatt/conditions", &[]), "accept-encoding, authorization");
    assert_eq!(varies("/api/v1/powder", &[]), "accept-encoding, authorization");
}
