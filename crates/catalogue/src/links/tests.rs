use super::*;

#[test]
fn rows_name_catalogue_resorts() {
    let links = parse(TABLE).unwrap();
    let resorts = crate::embedded().unwrap();
    for slug in links.keys() {
        assert!(resorts.iter().any(|resort| resort.slug == *slug), "{slug}");
    }
    assert_eq!(for_slug("no-such-resort"), None);
}

#[test]
fn rejects_invalid_rows() {
    let row = |rest: &str| parse(&format!("[[link]]\nslug = \"vail\"\ndated = \"2026-01-01\"\n{rest}\n"));
    assert!(row("webcams = \"https://example.org/cams\"").is_ok());
    for broken in [
        "",
        "webcams = \"http://example.org\"",
        "webcams = \"javascript:alert(1)\"",
        "commons = \"Category:Vail\"",
        "commons = \" \"",
        "other = \"x\"",
        "commons = \"Vail\"\n[[link]]\nslug = \"vail\"\ndated = \"2026-01-01\"\ncommons = \"Vail\"",
    ] {
        assert!(row(broken).is_err(), "{broken}");
    }
}
