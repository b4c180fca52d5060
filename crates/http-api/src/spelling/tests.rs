use super::canonical;

#[test]
fn slashes_and_languages_are_normalised() {
    for (path, usual) in [
        ("/", "/"),
        ("//", "/"),
        ("/resorts/zermatt", "/resorts/zermatt"),
        ("/resorts/zermatt/", "/resorts/zermatt"),
        ("//api/v1//resorts/", "/api/v1/resorts"),
        ("/de/", "/de/"),
        ("/de", "/de/"),
        ("/DE/", "/de/"),
        ("/de-AT/rankings/", "/de/rankings"),
        ("/ja_JP", "/ja/"),
        ("/en/rankings", "/rankings"),
        ("/EN-us/", "/"),
        ("/de-/", "/de-"),
        ("/destination/", "/destination"),
    ] {
        assert_eq!(canonical(path), usual, "{path}");
    }
}

#[test]
fn no_spelling_leads_to_another_host() {
    for path in ["//evil.example", "///evil.example/", "//evil.example//resorts", "/de//evil.example/"] {
        let usual = canonical(path);
        assert!(usual.starts_with('/') && !usual.contains("//"), "{path}: {usual}");
    }
}
