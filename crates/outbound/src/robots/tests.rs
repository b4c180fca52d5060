//! Tests of `robots.txt` redirects.

use webhooks::policy::CallbackPolicy;

use super::*;

/// Returns the reason why a redirect is not followed; `None` if it is.
async fn refused(guard: Option<&Guard>, to: &str) -> Option<String> {
    vet_redirect(guard, &Url::parse(to).unwrap()).await.err()
}

#[tokio::test]
async fn redirects_need_vetted_addresses() {
    // A name server that does not exist: no name resolves.
    let guard = Guard::new(CallbackPolicy::CONTRACT, &["127.0.0.1:9".parse().unwrap()]).unwrap();
    assert_eq!(refused(Some(&guard), "https://1.1.1.1/robots.txt").await, None);
    for inward in [
        "https://127.0.0.1/",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://2130706433/",
        "https://localhost/",
        "http://www.resort.example/robots.txt",
        "https://169.254.169.254.nip.io/latest/meta-data",
        "ftp://www.resort.example/",
    ] {
        let why = refused(Some(&guard), inward).await.unwrap_or_default();
        assert!(why.starts_with(NOT_FOLLOWED), "{inward}: {why}");
    }
    assert!(
        refused(None, "https://1.1.1.1/robots.txt").await.is_some(),
        "nothing is followed without a guard"
    );
}

#[test]
fn rules_see_path_and_query() {
    assert_eq!(path(&Url::parse("https://x.example/a/b?c=d").unwrap()), "/a/b?c=d");
    assert_eq!(path(&Url::parse("https://x.example").unwrap()), "/");
}
