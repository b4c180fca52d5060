use super::*;

fn public() -> Guard {
    Guard::new("https://snow.example.org", "0.0.0.0:8080".parse().unwrap(), &[], &[])
}

fn local() -> Guard {
    Guard::new("http://127.0.0.1:8080", "127.0.0.1:8080".parse().unwrap(), &[], &[])
}

#[test]
fn only_own_and_loopback_hosts_pass() {
    for host in [
        "snow.example.org",
        "SNOW.example.org",
        "snow.example.org:443",
        "localhost:8080",
        "127.0.0.1",
        "[::1]:80",
    ] {
        assert!(public().lets_in_host(Some(host)), "{host}");
    }
    for host in ["evil.example.com", "snow.example.org.evil.com", "10.0.0.1", "", "localhost.evil.com"] {
        assert!(!public().lets_in_host(Some(host)), "{host}");
        assert!(!local().lets_in_host(Some(host)), "{host}");
    }
    assert!(!public().lets_in_host(None));
}

#[test]
fn operator_extends_the_rules() {
    let bind = "0.0.0.0:8080".parse().unwrap();
    let more =
        Guard::new("https://snow.example.org", bind, &["snow.internal".into()], &["http://intra".into()]);
    assert!(more.lets_in_host(Some("snow.internal:9000")) && more.lets_in_origin(Some("http://intra")));
    let all = Guard::new("http://127.0.0.1:1", bind, &["*".into()], &["*".into()]);
    assert!(all.lets_in_host(Some("x")) && all.lets_in_host(None) && all.lets_in_origin(Some("null")));
}

#[test]
fn origins_depend_on_public_or_local() {
    assert!(public().lets_in_origin(None) && local().lets_in_origin(None));
    for origin in
        ["https://claude.ai", "https://vscode.dev:444", "http://localhost:6274", "http://[::1]:3000"]
    {
        assert!(public().lets_in_origin(Some(origin)), "{origin}");
    }
    assert!(local().lets_in_origin(Some("http://localhost:6274")));
    assert!(!local().lets_in_origin(Some("https://claude.ai")));
    for origin in
        ["null", "", "http://evil.example.com", "file://", "https://", "https://a b", "javascript:alert(1)"]
    {
        assert!(!public().lets_in_origin(Some(origin)), "{origin}");
        assert!(!local().lets_in_origin(Some(origin)), "{origin}");
    }
}
