use proptest::prelude::*;

use super::*;
use CallbackError::{Credentials, Fragment, Malformed, NotPublic, Port, PrivateName, Scheme, TooLong};

fn vet(text: &str) -> Result<Target, CallbackError> {
    Target::vet(&CallbackPolicy::CONTRACT, text)
}

#[track_caller]
fn refused(texts: &[&str], expected: CallbackError) {
    for text in texts {
        assert_eq!(vet(text).map(|target| target.url().to_owned()), Err(expected), "{text}");
    }
}

#[test]
fn accepts_public_https_endpoint() {
    for (text, url, port) in [
        ("https://example.com", "https://example.com/", 443),
        ("https://example.com:443/hook?a=b", "https://example.com/hook?a=b", 443),
        ("HTTPS://Hooks.Example.COM./x", "https://hooks.example.com/x", 443),
        ("https://example.com:8443/", "https://example.com:8443/", 8443),
        ("https://bücher.example.com/", "https://xn--bcher-kva.example.com/", 443),
        ("https://8.8.8.8/", "https://8.8.8.8/", 443),
        ("https://[2606:4700:4700::1111]:8443/", "https://[2606:4700:4700::1111]:8443/", 8443),
        ("https://example.com/a@b", "https://example.com/a@b", 443),
        ("https://127.0.0.1.example.com/", "https://127.0.0.1.example.com/", 443),
    ] {
        let target = vet(text).unwrap();
        assert_eq!((target.url(), target.port()), (url, port), "{text}");
    }
    let target = vet("https://Example.com:8443/a%20b?c=d").unwrap();
    assert_eq!((target.authority(), target.path()), ("example.com:8443", "/a%20b?c=d"));
    assert_eq!(vet("https://EXAMPLE.com.").unwrap().authority(), "example.com");
    assert_eq!(vet("https://EXAMPLE.com.").unwrap().host(), &Host::Name("example.com".into()));
    assert_eq!(vet("https://8.8.8.8/").unwrap().host(), &Host::Address("8.8.8.8".parse().unwrap()));
}

#[test]
fn rejects_unusual_url_spellings() {
    refused(
        &[
            "",
            "example.com",
            "/hook",
            "//example.com/",
            "https:",
            "https://",
            "https:///example.com/",
            "https:example.com",
            "https:/example.com",
            "https:\\\\example.com",
            "https://example.com\\@10.0.0.1/",
            " https://example.com/",
            "https://example.com/ ",
            "https://exa\tmple.com/",
            "https://example.com/\n",
            "https://example.com/a b",
            "https://exam\u{a0}ple.com/",
            "https://example.com/\0",
            "https://ex%61mple.com/",
            "https://[fe80::1%25eth0]/",
            "https://[example.com]/",
            "https://[::1/",
            "https://::1/",
            "https://example.com:99999/",
            "https://example.com:x/",
            "https://a..example.com/",
            "https://.example.com/",
            "https://example.com../",
            "https://-a.example.com/",
            "https://a-.example.com/",
            "https://1.2.3.4.5/",
            "https://256.1.1.1/",
            "https://foo.0x7f/",
            "https://exa<mple.com/",
            "https://xn--a.example.com/",
        ],
        Malformed,
    );
    let label = format!("https://{}.com/", "a".repeat(64));
    let name = format!("https://{}com/", "abcdefg.".repeat(32));
    refused(&[&label, &name], Malformed);
}

#[test]
fn literals_are_checked_in_any_spelling() {
    refused(
        &[
            "https://127.0.0.1/",
            "https://127.1/",
            "https://2130706433/",
            "https://0177.0.0.1/",
            "https://0x7f.1/",
            "https://0x7f000001/",
            "https://017700000001/",
            "https://127.0.0.1./",
            "https://１２７.0.0.1/",
            "https://127。0。0。1/",
            "https://0/",
            "https://10.0.0.1:8443/",
            "https://192.168.0.1/",
            "https://169.254.169.254/latest/meta-data/",
            "https://0xa9fea9fe/",
            "https://100.100.100.200/",
            "https://[::1]/",
            "https://[::]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::ffff:7f00:1]/",
            "https://[::ffff:8.8.8.8]/",
            "https://[::127.0.0.1]/",
            "https://[0:0:0:0:0:0:0:1]/",
            "https://[fe80::1]/",
            "https://[fd00:ec2::254]/",
            "https://[2002:7f00:1::]/",
            "https://[64:ff9b::7f00:1]/",
            "https://[64:ff9b::8.8.8.8]/",
            "https://[2001:db8::1]/",
            "https://[2001::1]/",
            "https://[ff02::1]/",
            "https://[::ffff:0:7f00:1]/",
            "https://[2600::5efe:127.0.0.1]/",
            "https://255.255.255.255/",
        ],
        NotPublic,
    );
    // Public, but parsers read these spellings differently.
    refused(
        &[
            "https://134744072/",
            "https://0x8.8.8.8/",
            "https://010.8.8.8/",
            "https://8.8.2056/",
            "https://8.8.8.8./",
            "https://８.8.8.8/",
        ],
        Malformed,
    );
}

#[test]
fn each_url_fault_has_its_error() {
    refused(
        &["http://example.com/", "ftp://example.com/", "javascript:alert(1)", "file:///etc/passwd"],
        Scheme,
    );
    refused(&["wss://example.com/", "httpss://example.com/", "data:text/html,x"], Scheme);
    refused(
        &[
            "https://a@example.com/",
            "https://a:b@example.com/",
            "https://@example.com/",
            "https://:@example.com/",
        ],
        Credentials,
    );
    refused(&["https://example.com@10.0.0.1/", "https://10.0.0.1@example.com/"], Credentials);
    // The parser reads one slash as two: its user and host are not those after the first `://`.
    refused(&["https:/user@example.com/://example.org/", "https:user@example.com/://10.0.0.1/"], Malformed);
    refused(&["https://example.com/#a", "https://example.com/#", "https://example.com#@10.0.0.1/"], Fragment);
    for port in [0, 1, 22, 25, 53, 80, 444, 1023, 2375, 3306, 5432, 6379, 9200, 11211, 27017] {
        refused(&[&format!("https://example.com:{port}/")], Port);
    }
    let most = CallbackPolicy::CONTRACT.longest_url;
    let of =
        |bytes: usize| format!("https://example.com/{}", "a".repeat(bytes - "https://example.com/".len()));
    assert!(vet(&of(most)).is_ok());
    refused(&[&of(most + 1)], TooLong);
    // Short as given, too long as sent.
    refused(&[&format!("https://example.com/{}", "ü".repeat(800))], TooLong);
}

#[test]
fn rejects_private_names() {
    refused(
        &[
            "https://localhost/",
            "https://LOCALHOST./",
            "https://a.localhost/",
            "https://backend/",
            "https://com/",
            "https://printer.local/",
            "https://metadata.google.internal/",
            "https://router.home.arpa/",
            "https://1.0.0.127.in-addr.arpa/",
            "https://a.test/",
            "https://a.invalid/",
            "https://a.example/",
            "https://x.onion/",
            "https://nas.lan/",
            "https://wiki.corp./",
            "https://localhost.:8443/",
            "https://ｌｏｃａｌｈｏｓｔ/",
            "https://ⓛocalhost/",
        ],
        PrivateName,
    );
}

#[test]
fn development_adds_http_and_loopback() {
    let policy = CallbackPolicy { reach: Reach::Development, ..CallbackPolicy::CONTRACT };
    let vet = |text: &str| Target::vet(&policy, text).map(|target| target.port());
    assert_eq!(vet("http://127.0.0.1:9000/hook"), Ok(9000));
    assert_eq!(vet("http://localhost/hook"), Ok(80));
    assert_eq!(vet("http://[::1]:9000/"), Ok(9000));
    assert_eq!(vet("http://10.0.0.1/"), Err(NotPublic));
    assert_eq!(vet("http://backend/"), Err(PrivateName));
    assert_eq!(vet("http://a@localhost/"), Err(Credentials));
    assert_eq!(vet("gopher://localhost/"), Err(Scheme));
}

#[test]
fn error_codes_match_interface() {
    assert_eq!(Malformed.code(), "invalid_argument");
    assert_eq!(TooLong.code(), "invalid_argument");
    for error in [Scheme, Credentials, Fragment, Port, PrivateName, NotPublic] {
        assert_eq!(error.code(), "callback_url_not_public");
    }
}

proptest! {
    #[test]
    fn accepted_urls_are_accepted_again(text in ".{0,60}", host in "[a-z0-9.:%@\\[\\]-]{1,40}") {
        for text in [text, format!("https://{host}/")] {
            if let Ok(target) = vet(&text) {
                let again = vet(target.url());
                prop_assert_eq!(again.as_ref(), Ok(&target));
                if let Host::Address(address) = target.host() {
                    prop_assert!(super::super::is_public(*address));
                }
            }
        }
    }

    /// An address spelt as one number in three bases is rejected, public or not.
    #[test]
    fn no_number_is_a_host(bits: u32) {
        for text in [format!("https://{bits}/"), format!("https://{bits:#x}/"), format!("https://0{bits:o}/")] {
            prop_assert!(vet(&text).is_err());
        }
    }
}
