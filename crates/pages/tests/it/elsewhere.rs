//! Embeds, calendars and badges for other sites.

use pages::{Language, Units, assets};
use serde_json::Value;

use crate::fixture::{Request, ask, file, html};
use crate::html::elements;

const BOX: &str = "/embed/v1/{slug}";
const CALENDAR: &str = "/calendars/v1/resorts/{slug}.ics";

#[test]
fn box_works_without_scripts() {
    for slug in ["invented", "nothing"] {
        let shown = file(BOX, slug, &Request::default());
        assert_eq!(shown.status, 200, "{}", shown.html);
        let all = elements(&shown.html);
        assert_eq!(all.iter().filter(|one| one.name == "h1").count(), 1);
        assert!(all.iter().all(
            |one| one.get("style").is_none() && !one.attributes.keys().any(|name| name.starts_with("on"))
        ));
        for one in all.iter().filter(|one| ["script", "img"].contains(&one.name.as_str())) {
            assert!(assets().iter().any(|asset| Some(asset.path.as_str()) == one.get("src")), "{one:?}");
        }
        for link in all.iter().filter(|one| one.name == "a") {
            assert_eq!((link.get("target"), link.get("rel")), (Some("_blank"), Some("noopener")), "{link:?}");
        }
        assert!(
            shown.html.contains("Synthetic data.") && shown.html.contains("Data by Test Snow"),
            "{}",
            shown.html
        );
        assert!(shown.html.contains("Data as of 2026-01-10 12:00 UTC"), "{}", shown.html);
    }
    let known = file(BOX, "invented", &Request::default()).html;
    assert!(
        known.contains("≈\u{a0}85\u{a0}cm") && known.contains("class=\"week\"") && !known.contains("<Jerry>"),
        "{known}"
    );
    let silent = file(BOX, "nothing", &Request::default()).html;
    assert!(silent.contains("not reported") && silent.contains("No forecast has arrived"), "{silent}");
}

#[test]
fn box_follows_its_query() {
    let query = [("lang", "ja"), ("theme", "dark")];
    let shown =
        file(BOX, "invented", &Request { query: &query, units: Some(Units::Imperial), ..Request::default() })
            .html;
    assert!(shown.contains("<html lang=\"ja\" data-theme=\"dark\">"), "{shown}");
    assert!(shown.contains("≈\u{a0}34in<") && shown.contains("/ja/resorts/invented\""), "{shown}");
    for (name, value) in [("lang", "xx"), ("theme", "pink")] {
        let refused = file(BOX, "invented", &Request { query: &[(name, value)], ..Request::default() });
        assert!(refused.status == 400 && refused.html.contains(&format!("<code>{name}</code>")), "{name}");
    }
}

#[test]
fn generator_escapes_its_snippets() {
    let query = [("r", "invented"), ("lang", "de"), ("theme", "dark")];
    let page = ask("/embed", &Request { query: &query, ..Request::default() }).html;
    assert!(
        page.contains(
            "&lt;iframe src=&quot;https://snow.example.org/embed/v1/invented?lang=de&amp;amp;theme=dark&quot;"
        ),
        "{page}"
    );
    assert!(
        page.contains(
            "data-resort=&quot;invented&quot; data-lang=&quot;de&quot; data-theme=&quot;dark&quot;"
        ),
        "{page}"
    );
    assert!(
        page.contains("<iframe class=\"preview\" src=\"/embed/v1/invented?lang=de&amp;theme=dark\""),
        "{page}"
    );
    let empty = ask("/embed", &Request { empty: true, ..Request::default() });
    assert!(empty.status == 200 && !empty.html.contains("<iframe"), "{}", empty.html);
}

#[test]
fn calendar_lists_likely_days() {
    let text = file(CALENDAR, "invented", &Request::default()).html;
    assert!(text.starts_with("BEGIN:VCALENDAR\r\n") && text.ends_with("END:VCALENDAR\r\n"), "{text}");
    assert!(text.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n')), "{text}");
    let whole = text.replace("\r\n ", "");
    assert!(whole.contains("UID:invented-2026-01-10-powder@snow.example.org\r\n"), "{whole}");
    assert!(
        whole.contains("DTSTART;VALUE=DATE:20260110\r\nDTEND;VALUE=DATE:20260111\r\nTRANSP:TRANSPARENT\r\n"),
        "{whole}"
    );
    assert!(
        whole.contains("DTSTAMP:20260110T100000Z\r\n")
            && whole.contains("REFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n")
    );
    assert!(
        whole.contains("SUMMARY:Powder day likely: Tom & <Jerry>\r\n") && whole.contains("Synthetic data."),
        "{whole}"
    );
    // The first two days have a chance of 72 %, the next three of 67 %; later days are less likely.
    assert_eq!(whole.matches("BEGIN:VEVENT").count(), 5, "{whole}");
    let silent = file(CALENDAR, "nothing", &Request::default()).html;
    assert!(silent.contains("BEGIN:VCALENDAR") && !silent.contains("VEVENT"), "{silent}");
    let german = file(CALENDAR, "invented", &Request { query: &[("lang", "de")], ..Request::default() }).html;
    assert!(german.contains("SUMMARY:Pulverschnee wahrscheinlich: Tom"), "{german}");
}

#[test]
fn oembed_answers_only_resort_pages() {
    let about = |url: &str| {
        file("/oembed", "", &Request { query: &[("url", url), ("maxwidth", "300")], ..Request::default() })
    };
    let told: Value =
        serde_json::from_str(&about("https://snow.example.org/de/resorts/invented?units=metric").html)
            .unwrap();
    assert_eq!(
        (&told["type"], &told["width"], &told["version"]),
        (&"rich".into(), &300.into(), &"1.0".into())
    );
    let frame = told["html"].as_str().unwrap();
    assert!(
        frame.starts_with("<iframe src=\"https://snow.example.org/embed/v1/invented?lang=de\""),
        "{frame}"
    );
    assert!(frame.contains("title=\"Tom &amp; &lt;Jerry&gt;\""), "{frame}");
    for foreign in [
        "https://evil.example.org/resorts/invented",
        "https://snow.example.org.evil.example/resorts/invented",
        "https://snow.example.org@evil.example/resorts/invented",
        "https://snow.example.org/",
        "https://snow.example.org/resorts/",
        "https://snow.example.org/resorts/no-such-place",
        "x",
    ] {
        let answer = about(foreign);
        assert_eq!((answer.status, answer.media_type), (404, "application/json"), "{foreign}");
        assert!(serde_json::from_str::<Value>(&answer.html).unwrap()["error"].is_string(), "{foreign}");
    }
    for same in
        ["http://Snow.Example.org/resorts/invented/", "https://snow.example.org/ja/resorts/invented#map"]
    {
        assert_eq!(about(same).status, 200, "{same}");
    }
    let page = ask("/resorts/invented", &Request { language: Some(Language::De), ..Request::default() }).html;
    assert!(
        page.contains("href=\"https://snow.example.org/oembed?url=https%3A%2F%2Fsnow.example.org%2Fde%2Fresorts%2Finvented\""),
        "{page}"
    );
}

/// The request of WordPress 6 (`class-wp-oembed.php`), for a theme 640 pixels wide.
#[test]
fn oembed_fits_wordpress_limits() {
    let with = |format: &str, width: &str, height: &str| {
        let url = "https://snow.example.org/resorts/invented";
        let query =
            [("maxwidth", width), ("maxheight", height), ("url", url), ("dnt", "1"), ("format", format)];
        file("/oembed", "", &Request { query: &query, ..Request::default() })
    };
    let sizes = |width: &str, height: &str| {
        let answer = with("json", width, height);
        assert_eq!((answer.status, answer.media_type), (200, "application/json"), "{}", answer.html);
        let told: Value = serde_json::from_str(&answer.html).unwrap();
        let (width, height) = (told["width"].as_u64().unwrap(), told["height"].as_u64().unwrap());
        let frame = told["html"].as_str().unwrap();
        assert!(frame.contains(&format!("width=\"{width}\" height=\"{height}\"")), "{frame}");
        (width, height)
    };
    assert_eq!(sizes("640", "960"), (480, 400));
    assert_eq!(sizes("120", "90"), (120, 90), "a limit is kept, however small");
    assert_eq!(sizes("99999999999", "1"), (480, 1));
    let xml = with("xml", "640", "960");
    assert_eq!((xml.status, xml.media_type), (501, "application/json"), "{}", xml.html);
    for odd in ["0", "-1", "640px", "1e3"] {
        let refused = with("json", odd, "960");
        assert_eq!((refused.status, refused.media_type), (400, "application/json"), "{odd}");
        assert!(refused.html.contains("maxwidth"), "{}", refused.html);
    }
}

#[test]
fn badge_is_available_as_json() {
    let told = file("/badges/v1/{slug}.json", "nothing", &Request::default()).html;
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["schemaVersion"], &told["message"]), (&1.into(), &"not reported".into()), "{told}");
    assert_eq!(told["label"], "Nothing Known: Snow depth (synthetic)");
}

#[test]
fn pages_can_show_stored_copy_age() {
    for language in Language::ALL {
        let page = ask("/", &Request { language: Some(language), ..Request::default() }).html;
        let place = page
            .split("<p class=\"note\" id=\"stored\" role=\"status\" hidden>")
            .nth(1)
            .expect("the element that the worker looks for");
        assert_eq!(
            place.split('<').next().unwrap().matches('%').count(),
            1,
            "{language:?}: the time has one place"
        );
    }
    let worker = file("/sw.js", "", &Request::default()).html;
    assert!(worker.contains("<p class=\"note\" id=\"stored\" role=\"status\" hidden>"), "{worker}");
    assert!(html("/definitions").contains("id=\"stored\""));
}

#[test]
fn reader_scripts_are_small() {
    // The scripts for the staff form and for passkeys are loaded only there.
    let is_readers =
        |path: &str| path.ends_with(".js") && !["operator", "passkeys"].iter().any(|one| path.contains(one));
    let scripts: usize =
        assets().iter().filter(|asset| is_readers(&asset.path)).map(|asset| asset.bytes.len()).sum();
    let others: usize = ["/sw.js", "/embed/v1/embed.js"]
        .map(|path| file(path, "", &Request::default()).html.len())
        .iter()
        .sum();
    // Half of it is the service worker, which no page waits for.
    assert!(scripts + others <= 10 * 1024, "{} bytes", scripts + others);
}
