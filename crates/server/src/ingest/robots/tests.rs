//! Tests of where a `robots.txt` may have moved to.

use super::*;

fn follows(from: &str, to: &str) -> bool {
    may_follow(&Url::parse(from).unwrap(), &Url::parse(to).unwrap())
}

#[test]
fn redirects_lead_to_names_or_stay_where_they_are() {
    assert!(follows("https://resort.example/x", "https://www.resort.example/robots.txt"));
    assert!(follows("http://127.0.0.1:9/x", "http://127.0.0.1:9/rules.txt"));
    for bare in
        ["http://127.0.0.1/", "http://10.0.0.1/", "http://[::1]/", "http://2130706433/", "http://localhost/"]
    {
        assert!(!follows("https://resort.example/x", bare), "{bare}");
    }
    assert!(!follows("https://resort.example/x", "ftp://www.resort.example/"));
}

#[test]
fn rules_see_path_and_query() {
    assert_eq!(path(&Url::parse("https://x.example/a/b?c=d").unwrap()), "/a/b?c=d");
    assert_eq!(path(&Url::parse("https://x.example").unwrap()), "/");
}
