//! Tests of `credentials`: of the service's own log, and of the files for proxies, whose logs it cannot watch.

use pages::Language;
use services::accounts::SIGN_IN_LINK;

use super::*;

#[test]
fn paths_with_credentials_are_known_in_every_form() {
    for path in [
        "/mcp/c/osc_opr_x",
        "//mcp//c/osc_opr_x",
        "/account/alerts/confirm/x",
        "/de/account/alerts/unsubscribe/x",
        "/DE/Account/Alerts/Unsubscribe/x/",
    ] {
        assert!(are_in(path, "unknown"), "{path}");
    }
    assert!(are_in("/mcp/%63/osc_opr_x", "/mcp/c/{token}"), "by its route");
    for path in ["/mcp", "/mcp/r/zermatt", "/account/alerts", "/resorts/zermatt", "/"] {
        assert!(!are_in(path, path), "{path}");
    }
}

/// The expression that the files for proxies match: every address with a credential, in every language.
fn expression() -> String {
    let codes: Vec<&str> = Language::ALL.iter().skip(1).map(|language| language.code()).collect();
    let paths: Vec<&str> = IN_PATH.into_iter().chain([SIGN_IN_LINK]).collect();
    format!("^(?:/(?:{}))?(?:{})", codes.join("|"), paths.join("|"))
}

#[test]
fn proxies_log_no_path_with_a_credential() {
    let file = |name: &str| {
        let path = format!("{}/../../deploy/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    let (nginx, caddy) = (file("nginx.conf"), file("Caddyfile"));
    let location = format!("location ~* {} {{\n        access_log off;", expression());
    assert!(nginx.contains(&location), "deploy/nginx.conf needs: {location}");
    for line in nginx.lines().filter(|line| line.contains("log_format")) {
        assert!(
            !["$request ", "$request_uri", "$args", "$http_referer"].iter().any(|word| line.contains(word))
        );
    }
    for prefix in IN_PATH {
        // However many slashes there are.
        assert!(caddy.contains(&prefix.replace('/', "/+")), "deploy/Caddyfile does not mask {prefix}");
    }
}
