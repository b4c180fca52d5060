//! Rules for every page, in every language and both worlds: valid HTML, one heading, unique ids, working links, and
//! nothing that the content security policy forbids.

use std::collections::BTreeSet;

use pages::{Answer, Language, PAGES, Units, assets, files};

use crate::fixture::{Request, addresses, ask};
use crate::html::{Element, elements};

fn check(path: &str, language: Language, answer: &Answer) {
    let place = format!("{path} in {language:?}");
    let all = elements(&answer.html);
    let of = |name: &str| all.iter().filter(|element| element.name == name).collect::<Vec<_>>();
    assert_eq!(of("h1").len(), 1, "{place}: one heading of the first level");
    assert_eq!(of("main").len(), 1, "{place}");
    assert_eq!(of("html")[0].get("lang"), Some(language.code()), "{place}");
    assert!(!of("title")[0].text.is_empty(), "{place}: a title");
    let ids: Vec<&str> = all.iter().filter_map(|element| element.get("id")).collect();
    assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{place}: ids are unique: {ids:?}");
    let labelled: BTreeSet<&str> = of("label").iter().filter_map(|label| label.get("for")).collect();
    for field in all.iter().filter(|element| ["input", "select"].contains(&element.name.as_str())) {
        let is_hidden = field.get("type") == Some("hidden");
        assert!(
            is_hidden || field.get("id").is_some_and(|id| labelled.contains(id)),
            "{place}: a label: {field:?}"
        );
    }
    assert_eq!(of("caption").len(), of("table").len(), "{place}: a caption for every table");
    assert!(
        of("th").iter().all(|cell| cell.get("scope").is_some()),
        "{place}: a scope for every heading cell"
    );
    assert!(of("img").iter().all(|image| image.get("alt").is_some()), "{place}: alternative texts");
    assert!(
        of("svg").iter().all(|svg| svg.get("aria-hidden").is_some() || svg.get("aria-label").is_some()),
        "{place}: charts have names"
    );
    let names: Vec<_> =
        of("nav").iter().map(|nav| nav.get("aria-label").expect("a name").to_owned()).collect();
    assert_eq!(
        names.len(),
        names.iter().collect::<BTreeSet<_>>().len(),
        "{place}: landmarks differ: {names:?}"
    );
    levels(&place, &all);
    policy(&place, &all);
    // The documentation mentions null and Rust; no other page shows either.
    let words = ["NaN", "Infinity", ">null<", ">None<", "Some("];
    for word in words.iter().filter(|_| !path.starts_with("/docs/")) {
        assert!(!answer.html.contains(word), "{place}: {word}");
    }
    if answer.status == 200 {
        for other in Language::ALL {
            let code = other.code();
            assert!(
                all.iter().any(|element| element.name == "link" && element.get("hreflang") == Some(code)),
                "{place}: {code}"
            );
        }
    }
}

/// Checks that headings skip no level.
fn levels(place: &str, all: &[Element]) {
    let mut before = 0;
    for heading in all.iter().filter(|element| ["h1", "h2", "h3", "h4"].contains(&element.name.as_str())) {
        let level: u8 = heading.name[1..].parse().unwrap();
        // The search form of a page's header precedes its heading.
        assert!(level <= before + 1, "{place}: {} after level {before}", heading.name);
        before = level;
    }
}

/// Checks for styles, scripts and addresses that the policy forbids.
fn policy(place: &str, all: &[Element]) {
    let own: Vec<&str> = assets().into_iter().map(|asset| asset.path.as_str()).collect();
    for element in all {
        assert!(element.get("style").is_none(), "{place}: {element:?}");
        assert_ne!(element.name, "style", "{place}");
        assert!(!element.attributes.keys().any(|name| name.starts_with("on")), "{place}: {element:?}");
        let loaded = match element.name.as_str() {
            // Data for search engines, which browsers do not run.
            "script" if element.get("type") == Some("application/ld+json") => None,
            "script" | "img" => element.get("src"),
            "link" if ["icon", "stylesheet"].contains(&element.get("rel").unwrap_or_default()) => {
                element.get("href")
            }
            _ => None,
        };
        if let Some(address) = loaded {
            assert!(own.contains(&address), "{place}: {address}");
        }
        if let Some(address) = element.get("href").filter(|_| element.name == "a") {
            let is_known = ["https://", "/", "#"].iter().any(|start| address.starts_with(start));
            assert!(is_known && !address.starts_with("//"), "{place}: {address}");
        }
    }
}

#[test]
fn every_page_follows_the_rules() {
    for path in addresses() {
        for language in Language::ALL {
            for units in [None, Some(Units::Imperial)] {
                let request = Request { language: Some(language), units, ..Request::default() };
                let answer = ask(&path, &request);
                assert_eq!(answer.status, 200, "{path}: {}", answer.html);
                check(&path, language, &answer);
                let empty = ask(&path, &Request { empty: true, ..request });
                let names_a_resort = path.starts_with("/resorts/");
                assert_eq!(empty.status, if names_a_resort { 404 } else { 200 }, "{path}: {}", empty.html);
                check(&path, language, &empty);
            }
        }
    }
}

#[test]
fn internal_links_resolve() {
    let is_page = |path: &str| {
        let matches = |pattern: &str| {
            let (pattern, path): (Vec<_>, Vec<_>) = (pattern.split('/').collect(), path.split('/').collect());
            pattern.len() == path.len()
                && pattern
                    .iter()
                    .zip(&path)
                    .all(|(known, given)| known.starts_with('{') && !given.is_empty() || known == given)
        };
        // The account page is built for each request and is not in the table.
        path == "/account" || PAGES.iter().any(|page| matches(page.meta().path))
    };
    let is_file = |path: &str| {
        files().any(|file| {
            let (start, end) = file.path.split_once("{slug}").unwrap_or((file.path, ""));
            path.len() >= start.len() + end.len() && path.starts_with(start) && path.ends_with(end)
        })
    };
    for path in addresses() {
        let answer = ask(&path, &Request { language: Some(Language::De), ..Request::default() });
        for element in elements(&answer.html).iter().filter(|element| element.name == "a") {
            let href = element.get("href").unwrap();
            let address = href.split(['?', '#']).next().unwrap();
            if !address.starts_with('/')
                || is_file(address)
                || ["/api/", "/llms.txt", "/.well-known/"].iter().any(|data| address.starts_with(data))
            {
                continue;
            }
            let english = Language::ALL.iter().skip(1).find_map(|language| {
                address.strip_prefix(&format!("/{}", language.code())).filter(|rest| rest.starts_with('/'))
            });
            assert!(is_page(english.unwrap_or(address)), "{path} leads to {href}");
            assert!(
                element.get("hreflang").is_some() || english.is_some(),
                "{path}: {href} leaves the language"
            );
        }
    }
}

#[test]
fn every_page_marks_synthetic_data() {
    for path in addresses() {
        for language in Language::ALL {
            let html = ask(&path, &Request { language: Some(language), ..Request::default() }).html;
            assert_eq!(html.matches("class=\"synthetic\"").count(), 1, "{path} in {language:?}");
        }
    }
}

#[test]
fn assets_are_small_and_hashed() {
    for asset in assets() {
        let most = if asset.path.ends_with(".css") { 32 * 1024 } else { 8 * 1024 };
        assert!(asset.bytes.len() <= most, "{}: {}", asset.path, asset.bytes.len());
        assert!(asset.path.starts_with("/assets/"), "{}", asset.path);
        let hash = asset.path.split('.').nth(1).unwrap();
        assert!(hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit()), "{}", asset.path);
    }
}
