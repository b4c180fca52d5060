//! Preview images for shared links: their content, and their links on pages.

use pages::preview::PICTURES;
use pages::{Language, Units};

use crate::fixture::{Request, asked, html};
use crate::html::elements;

/// Returns the picture at an address of the table with its argument filled in, or the error.
fn picture(path: &str, slug: &str, request: &Request<'_>) -> Result<String, String> {
    let picture = PICTURES.iter().find(|picture| picture.path == path).unwrap();
    let ask = asked(path, vec![("slug".to_owned(), slug.to_owned())], request, &[]);
    picture.svg(&ask).map_err(|error| error.to_string())
}

fn resort(slug: &str, request: &Request<'_>) -> String {
    picture("/resorts/{slug}/preview.png", slug, request).unwrap()
}

#[test]
fn preview_has_numbers_and_sources() {
    let svg = resort("invented", &Request::default());
    for said in [
        ">Tom &amp; &lt;Jerry&gt;<",
        "Switzerland",
        ">12<",
        ">Sat 10<",
        "New snow (cm)",
        "10 January 2026<",
        "Test \"Snow\"",
        ">snow.example.org<",
        "Sources: Invented",
        "Synthetic data.",
    ] {
        assert!(svg.contains(said), "{said}: {svg}");
    }
    assert!(!svg.contains(" ago") && !svg.contains("status"), "{svg}");
    let imperial = resort("invented", &Request { units: Some(Units::Imperial), ..Request::default() });
    assert!(
        imperial.contains("New snow (in)") && imperial.contains(">5<") && !imperial.contains("cm"),
        "{imperial}"
    );
    assert!(resort("abroad", &Request::default()).contains("New snow (in)"), "as at the resort");
}

#[test]
fn unreported_values_are_stated() {
    for (language, said) in
        [(Language::En, "not reported"), (Language::De, "nicht gemeldet"), (Language::Ja, "報告なし")]
    {
        let svg = resort("nothing", &Request { language: Some(language), ..Request::default() });
        assert_eq!(svg.matches(said).count(), 1, "the depth: {svg}");
        assert!(!svg.contains(">0"), "{svg}");
    }
    let svg = resort("nothing", &Request::default());
    assert!(svg.contains("No forecast has arrived for this resort."), "{svg}");
}

#[test]
fn previews_are_localised() {
    for language in Language::ALL {
        let request = Request { language: Some(language), ..Request::default() };
        let (one, other) = (resort("invented", &request), resort("invented", &Request::default()));
        assert_eq!(one == other, language == Language::En, "{}", language.code());
        let card = picture("/preview.png", "", &request).unwrap();
        assert!(card.contains("Test \"Snow\"") && card.contains("3"), "{card}");
    }
}

#[test]
fn rejects_unknown_resort_and_units() {
    let path = "/resorts/{slug}/preview.png";
    let unknown = picture(path, "nowhere-at-all", &Request::default()).unwrap_err();
    assert!(unknown.contains("nowhere-at-all"), "{unknown}");
    let query = Request { query: &[("units", "furlongs")], ..Request::default() };
    assert!(picture(path, "invented", &query).unwrap_err().contains("units"));
    let decorated = Request { query: &[("igsh", "1")], ..Request::default() };
    assert_eq!(picture(path, "invented", &decorated), picture(path, "invented", &Request::default()));
}

#[test]
fn page_links_its_preview() {
    let meta = |path: &str, name: &str| {
        let all = elements(&html(path));
        let found = all.iter().find(|one| [one.get("property"), one.get("name")].contains(&Some(name)));
        found.and_then(|one| one.get("content")).map(str::to_owned).unwrap_or_default()
    };
    let resort = "/resorts/invented";
    assert_eq!(meta(resort, "og:image"), "https://snow.example.org/resorts/invented/preview.png");
    assert_eq!(
        (meta(resort, "og:image:width"), meta(resort, "og:image:height")),
        ("1200".into(), "630".into())
    );
    assert_eq!(meta(resort, "twitter:card"), "summary_large_image");
    let told = meta(resort, "og:image:alt");
    assert!(told.contains("Jerry") && told.contains("85\u{a0}cm") && told.ends_with('.'), "{told}");
    for path in ["/", "/rankings"] {
        assert_eq!(meta(path, "og:image"), "https://snow.example.org/preview.png", "{path}");
        assert!(meta(path, "og:image:alt").contains("4 ski resorts"), "{path}");
    }
}
