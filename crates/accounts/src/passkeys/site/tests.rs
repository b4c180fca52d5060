use super::*;

#[test]
fn passkeys_need_tls_or_this_machine() {
    let site =
        |base: &str| Site::from_base_url(base).map(|site| (site.id().to_owned(), site.origin().to_owned()));
    let some = |id: &str, origin: &str| Ok((id.to_owned(), origin.to_owned()));
    assert_eq!(site("https://snow.example.org"), some("snow.example.org", "https://snow.example.org"));
    assert_eq!(
        site("https://Snow.example.org:8443/x"),
        some("snow.example.org", "https://snow.example.org:8443")
    );
    assert_eq!(site("http://localhost:8080"), some("localhost", "http://localhost:8080"));
    assert_eq!(site("http://snow.localhost"), some("snow.localhost", "http://snow.localhost"));
    assert_eq!(
        site("https://münchen.example"),
        some("xn--mnchen-3ya.example", "https://xn--mnchen-3ya.example")
    );
    for base in
        ["http://127.0.0.1:8080", "https://192.0.2.1", "https://[2001:db8::1]", "https://0x7f.1", "nonsense"]
    {
        assert_eq!(site(base), Err(SiteError::NoDomain), "{base}");
    }
    for base in [
        "http://snow.example.org",
        "http://nas.local:8080",
        "http://notlocalhost",
        "http://localhost.example",
    ] {
        assert_eq!(site(base), Err(SiteError::NoTls), "{base}");
    }
}
