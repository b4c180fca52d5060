//! Feeds, badges and files for search engines.

use pages::{Units, files};

use crate::fixture::{Request, file, html};

#[test]
fn feed_has_an_entry_per_storm() {
    let feed = file("/feeds/v1/resorts/{slug}.atom", "invented", &Request::default());
    assert_eq!(feed.status, 200);
    let text = feed.html;
    assert!(text.contains("<id>tag:snow.example.org,2026:storm:invented:2026-01-10</id>"), "{text}");
    assert!(text.contains("Tom &amp; &lt;Jerry&gt;") && !text.contains("<Jerry>"), "{text}");
    assert!(
        text.contains("<updated>2026-01-10T10:00:00.000Z</updated>"),
        "when the forecast was fetched: {text}"
    );
    assert!(text.contains("simulated"), "each entry says that it is synthetic: {text}");
    let silent = file("/feeds/v1/resorts/{slug}.atom", "nothing", &Request::default()).html;
    assert!(silent.contains("<feed ") && !silent.contains("<entry>"), "{silent}");
    assert!(html("/resorts/invented").contains("href=\"/feeds/v1/resorts/invented.atom\""));
}

#[test]
fn filtered_feed_has_its_own_id() {
    let of = |query| {
        let text = file("/feeds/v1/storms.atom", "", &Request { query, ..Request::default() }).html;
        let part =
            |from: &str, to: &str| text.split_once(from).unwrap().1.split_once(to).unwrap().0.to_owned();
        (part("<id>", "</id>"), part("<link rel=\"self\" href=\"", "\""), text.contains("not observations"))
    };
    let whole = of(&[]);
    assert_eq!(whole.0, "tag:snow.example.org,2026:/feeds/v1/storms.atom");
    assert_eq!(whole.1, "https://snow.example.org/feeds/v1/storms.atom");
    assert!(whole.2, "a storm is a forecast");
    let alps = of(&[("region", "alps"), ("utm_source", "x")]);
    assert_eq!(alps.0, "tag:snow.example.org,2026:/feeds/v1/storms.atom?region=alps");
    assert_eq!(alps.1, "https://snow.example.org/feeds/v1/storms.atom?region=alps");
    assert_eq!(of(&[("utm_source", "x")]), whole);
    let imperial = of(&[("units", "imperial"), ("region", "alps")]);
    assert_eq!(imperial.0, "tag:snow.example.org,2026:/feeds/v1/storms.atom?region=alps&amp;units=imperial");
}

#[test]
fn unreported_badge_is_grey() {
    let of = |slug: &str, show: &str, units| {
        let query = [("show", show)];
        file("/badges/v1/{slug}.svg", slug, &Request { query: &query, units, ..Request::default() }).html
    };
    let unknown = of("nothing", "depth", None);
    assert!(
        unknown.contains("not reported") && unknown.contains("#5b6670") && !unknown.contains(">0"),
        "{unknown}"
    );
    assert!(unknown.contains("(synthetic)"), "{unknown}");
    assert!(of("invented", "next", None).contains("85\u{a0}cm"));
    assert!(of("invented", "next", Some(Units::Imperial)).contains("34\u{a0}in"));
    assert!(of("invented", "next", None).len() <= 2 * 1024);
}

#[test]
fn files_reject_unknown_units() {
    for known in files() {
        let with = |query| file(known.path, "invented", &Request { query, ..Request::default() });
        assert!(with(&[("odd", "1"), ("odd", "2")]) == with(&[]), "{}", known.path);
        let wrong = with(&[("units", "furlongs")]);
        assert!(wrong.status == 400 && wrong.html.contains("units"), "{}: {}", known.path, wrong.html);
        if known.path.contains("{slug}") {
            assert_eq!(file(known.path, "inventd", &Request::default()).status, 404, "{}", known.path);
        }
    }
}

#[test]
fn sitemap_lists_every_resort() {
    let map = file("/sitemap.xml", "", &Request::default()).html;
    for address in ["/resorts/invented", "/ja/resorts/nothing", "/de/rankings", "/"] {
        assert!(map.contains(&format!("<loc>https://snow.example.org{address}</loc>")), "{address}");
    }
    let robots = file("/robots.txt", "", &Request::default()).html;
    assert!(robots.contains("Sitemap: https://snow.example.org/sitemap.xml"), "{robots}");
}

#[test]
fn resort_page_has_json_ld() {
    let page = html("/resorts/invented");
    let data = page
        .split("<script type=\"application/ld+json\">")
        .nth(1)
        .unwrap()
        .split("</script>")
        .next()
        .unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!((&data["@type"], &data["name"]), (&"SkiResort".into(), &"Tom & <Jerry>".into()), "{data}");
}

#[test]
fn manifest_names_existing_icons() {
    let of = |lang| {
        let query: &[(&str, &str)] = &[("lang", lang)];
        let manifest = file("/app.webmanifest", "", &Request { query, ..Request::default() }).html;
        serde_json::from_str::<serde_json::Value>(&manifest).unwrap()
    };
    let manifest = of("de");
    assert_eq!((&manifest["start_url"], &manifest["lang"]), (&"/de/".into(), &"de".into()));
    assert_eq!(of("en")["start_url"], "/");
    let icons = manifest["icons"].as_array().unwrap();
    assert!(icons.iter().any(|icon| icon["purpose"] == "maskable"), "{manifest}");
    for icon in icons {
        let known = pages::assets().into_iter().find(|asset| icon["src"] == asset.path.as_str());
        let known = known.unwrap_or_else(|| panic!("{icon}"));
        assert_eq!(icon["type"], known.media_type);
        if let Some((side, _)) = icon["sizes"].as_str().unwrap().split_once('x') {
            // Width of a PNG: bytes 16 to 19.
            assert_eq!(known.bytes[16..20], side.parse::<u32>().unwrap().to_be_bytes(), "{icon}");
        }
    }
    let page = html("/rankings");
    assert!(
        page.contains("rel=\"manifest\" href=\"/app.webmanifest?lang=en\"") && page.contains("theme-color")
    );
}

#[test]
fn offline_page_has_the_list_that_the_worker_fills() {
    let worker = file("/sw.js", "", &Request::default()).html;
    let quoted = |name: &str| {
        let rest = worker.split_once(&format!("const {name} = '")).unwrap().1;
        rest.split_once('\'').unwrap().0.to_owned()
    };
    let page = html("/offline");
    assert!(page.contains(&quoted("LIST")), "{page}");
    assert!(page.contains(&quoted("MARK")), "a page without it is not stored: {page}");
}
