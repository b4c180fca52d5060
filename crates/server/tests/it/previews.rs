//! Tests of preview pictures of shared links over HTTP: a page names its picture, which has the right size.

use reqwest::Method;
use upstream_sim::Fault;

use crate::harness::{Harness, Reply, SHARED, Setup, fetch, problem};

/// Returns what a page states about its picture.
fn meta(html: &str, name: &str) -> Option<String> {
    let opening = format!("property=\"{name}\" content=\"");
    let (_, rest) = html.split_once(&opening)?;
    Some(rest.split_once('"')?.0.to_owned())
}

/// Returns whether this system can render pictures; prints a note if there is no font.
fn has_pictures() -> bool {
    let named = meta(&SHARED.get("/").text(), "og:image").is_some();
    if !named {
        eprintln!("NOT TRIED, pictures of pages: the system has no font");
        assert_eq!(SHARED.get("/preview.png").status, 404);
        assert_eq!(SHARED.get("/resorts/zermatt/preview.png").status, 404);
    }
    named
}

/// Reads width and height from the header of a PNG.
fn size(picture: &Reply) -> (u32, u32) {
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/png"));
    assert_eq!(&picture.body[..8], b"\x89PNG\r\n\x1a\n");
    let number =
        |at: usize| picture.body[at..at + 4].iter().fold(0, |sum, byte| (sum << 8) | u32::from(*byte));
    (number(16), number(20))
}

#[test]
fn page_names_a_1200_by_630_picture() {
    if !has_pictures() {
        return;
    }
    let mut pictures = Vec::new();
    for path in ["/", "/de/", "/resorts/zermatt", "/fr/resorts/zermatt", "/resorts/vail"] {
        let html = SHARED.get(path).text();
        let address = meta(&html, "og:image").unwrap();
        assert!(address.starts_with(&SHARED.base), "an absolute address: {address}");
        assert!(meta(&html, "og:image:alt").is_some_and(|told| told.ends_with('.')), "{path}");
        assert!(html.contains("content=\"summary_large_image\""), "{path}");
        let picture = fetch(&address);
        assert_eq!(size(&picture), (1200, 630), "{address}");
        assert!((5_000..200_000).contains(&picture.body.len()), "{address}: {}", picture.body.len());
        pictures.push(picture.body);
    }
    for (at, picture) in pictures.iter().enumerate() {
        assert!(!pictures[..at].contains(picture), "each is another");
    }
}

#[test]
fn picture_is_cached_like_others() {
    if !has_pictures() {
        return;
    }
    let path = "/resorts/verbier/preview.png";
    let first = SHARED.get_with(path, &[("Accept-Encoding", "gzip")]);
    assert_eq!(first.header("cache-control"), "public, max-age=300");
    assert_eq!(
        (first.header("content-encoding"), first.header("cross-origin-resource-policy")),
        ("", "cross-origin")
    );
    let again = SHARED.get_with(path, &[("If-None-Match", first.header("etag"))]);
    assert!(again.status == 304 && again.body.is_empty() || again.header("etag") != first.header("etag"));
    let head = SHARED.send(Method::HEAD, path, &[]);
    assert!(head.status == 200 && head.body.is_empty() && head.header("content-type") == "image/png");
    assert_eq!(SHARED.send(Method::POST, path, &[]).status, 405);
    // A units cookie concerns the person who shares, not the person who receives the link.
    let cookie = SHARED.get_with(path, &[("Cookie", "units=imperial")]);
    assert!(cookie.header("set-cookie").is_empty() && cookie.header("cache-control").starts_with("public"));
}

#[test]
fn missing_picture_is_a_problem() {
    if !has_pictures() {
        return;
    }
    problem(&SHARED.get("/resorts/nowhere-at-all/preview.png"), 404, "resort_not_found");
    problem(&SHARED.get("/ja/resorts/nowhere-at-all/preview.png"), 404, "resort_not_found");
    problem(&SHARED.get("/resorts/zermatt/preview.png?units=dark"), 400, "invalid_argument");
    assert_eq!(SHARED.get("/xx/preview.png").status, 404);
}

#[test]
fn unknown_conditions_are_not_drawn() {
    if !has_pictures() {
        return;
    }
    let harness = Harness::start(Setup::few("previews").always(Fault::Status(500)));
    let html = harness.get("/resorts/zermatt").text();
    let told = meta(&html, "og:image:alt").unwrap();
    assert!(told.contains("Nothing is known of the snow here today"), "{told}");
    let picture = fetch(&meta(&html, "og:image").unwrap());
    assert_eq!(size(&picture), (1200, 630));
    assert_ne!(picture.body, SHARED.get("/resorts/zermatt/preview.png").body);
}
