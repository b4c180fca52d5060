//! Tests of `client`. The documents are synthetic, in the form of published ones.

use super::*;

const ID: &str = "https://app.example.org/oauth/client.json";

fn document(rest: &str) -> Vec<u8> {
    format!(r#"{{"client_id":"{ID}"{rest}}}"#).into_bytes()
}

fn refused(rest: &str) -> ClientMetadataError {
    of_document(ID, &document(rest)).unwrap_err()
}

#[test]
fn document_must_state_its_own_id() {
    let good =
        of_document(ID, &document(r#","client_name":"App","redirect_uris":["https://app.example.org/cb"]"#));
    assert_eq!(good.unwrap().name.unwrap(), "App");
    let other = of_document("https://evil.example/client.json", &document(""));
    assert_eq!(other.unwrap_err(), ClientMetadataError::OtherId);
    let none = of_document(ID, br#"{"client_name":"mcpc","redirect_uris":["http://127.0.0.1:1/cb"]}"#);
    assert_eq!(none.unwrap_err(), ClientMetadataError::OtherId, "without an id it fits no address");
    assert_eq!(of_document(ID, b"<html>").unwrap_err(), ClientMetadataError::Form);
}

#[test]
fn unsupported_features_are_named() {
    let at = r#","redirect_uris":["https://app.example.org/cb"]"#;
    let secret = refused(&format!(r#"{at},"token_endpoint_auth_method":"client_secret_basic""#));
    assert_eq!(secret, ClientMetadataError::Authentication("client_secret_basic".to_owned()));
    assert_eq!(refused(&format!(r#"{at},"dpop_bound_access_tokens":true"#)), ClientMetadataError::Bound);
    assert_eq!(refused(&format!(r#"{at},"grant_types":["client_credentials"]"#)), ClientMetadataError::Grant);
    assert_eq!(refused(r#","redirect_uris":[]"#), ClientMetadataError::Redirects);
    assert_eq!(refused(""), ClientMetadataError::Redirects);
}

#[test]
fn redirect_fits_header_and_policy() {
    for redirect in [
        r"https://app.example.org/cb\nX: y",
        r"https://app.example.org/cb\t",
        "https://app.example.org/c b",
        "https://b\u{fc}cher.example/cb",
        "https://app.example.org/\u{202e}cb",
        "https://a;script-src/cb",
        "https://a,default-src/cb",
        "https://a'b/cb",
        r"https:\\\\app.example.org/cb",
        "https:app.example.org/cb",
        "https:///app.example.org/cb",
        "http://127.1/cb",
    ] {
        let bad = refused(&format!(r#","redirect_uris":["{redirect}"]"#));
        assert!(matches!(bad, ClientMetadataError::Redirect(_)), "{redirect}: {bad:?}");
    }
    let upper = document(r#","redirect_uris":["https://App.Example.org/cb"]"#);
    assert!(of_document(ID, &upper).is_ok(), "hosts are case-insensitive");
}

#[test]
fn client_name_is_plain_text() {
    let at = r#","redirect_uris":["https://app.example.org/cb"]"#;
    for mark in ["\u{202e}", "\u{200b}", "\u{2066}", "\u{feff}", "\u{e0041}", "\u{ad}"] {
        let body = document(&format!(r#"{at},"client_name":"Sn{mark}ow""#));
        let client = of_document(ID, &body).unwrap();
        assert_eq!(client.name.unwrap(), "Snow", "{mark:?}");
    }
    let hidden = "\u{200b}\u{202e}";
    let empty = of_document(ID, &document(&format!(r#"{at},"client_name":"{hidden}""#))).unwrap();
    assert_eq!(empty.name, None);
}

#[test]
fn redirects_need_https_or_this_machine() {
    for redirect in [
        "com.example.app:/callback",
        "http://app.example.org/cb",
        "http://192.168.1.4/cb",
        "https://u:p@app.example.org/cb",
        "https://app.example.org/cb#x",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "http://localhost.evil.example/cb",
        "not an address",
    ] {
        let bad = refused(&format!(r#","redirect_uris":["{redirect}"]"#));
        assert!(matches!(bad, ClientMetadataError::Redirect(_)), "{redirect}: {bad:?}");
    }
    for redirect in
        ["https://a.example/cb?x=1", "http://127.0.0.1/cb", "http://[::1]:9/cb", "http://localhost:7/"]
    {
        let body = document(&format!(r#","redirect_uris":["{redirect}"]"#));
        assert!(of_document(ID, &body).is_ok(), "{redirect}");
    }
}

#[test]
fn local_redirects_may_change_their_port() {
    let redirects = r#","redirect_uris":["https://app.example.org/cb","http://127.0.0.1:8080/callback"]"#;
    let client = of_document(ID, &document(redirects)).unwrap();
    for good in [
        "https://app.example.org/cb",
        "http://127.0.0.1:8080/callback",
        "http://127.0.0.1:51234/callback",
        "http://127.0.0.1/callback",
    ] {
        assert!(client.takes(good), "{good}");
    }
    for bad in [
        "https://app.example.org/cb/",
        "https://app.example.org/cb?x=1",
        "https://app.example.org:444/cb",
        "https://APP.example.org/cb",
        "http://127.0.0.1:51234/other",
        "http://localhost:51234/callback",
        "https://127.0.0.1:51234/callback",
        "http://127.0.0.1:1/callback?x=1",
        "http://127.0.0.1@evil.example/callback",
        "http:///127.0.0.1:51234/callback",
        "http://@127.0.0.1:51234/callback",
        "HTTP://127.0.0.1:51234/callback",
        "",
    ] {
        assert!(!client.takes(bad), "{bad}");
    }
    assert!(!client.is_local_only());
    assert_eq!(Client::host_of("https://app.example.org/cb"), Some(("app.example.org".to_owned(), false)));
}

#[test]
fn id_is_a_plain_document_address() {
    assert!(document_address(ID).is_ok());
    for bad in [
        "http://app.example.org/client.json",
        "https://app.example.org",
        "https://app.example.org/",
        "https://app.example.org/a/../client.json",
        "https://app.example.org/client.json#x",
        "https://u@app.example.org/client.json",
        "https://APP.example.org/client.json",
        "https://app.example.org:443/client.json",
        "ftp://x/y",
        "osc_client",
    ] {
        assert_eq!(document_address(bad), Err(ClientMetadataError::Id), "{bad}");
    }
}

#[test]
fn published_documents_are_parsed() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/payloads/oauth-clients");
    let read = |name: &str| std::fs::read(folder.join(name));
    let Ok(rust_sdk) = read("mcp_rust_sdk.json") else {
        println!("not tried: published documents are missing");
        return;
    };
    let sdk = "https://raw.githubusercontent.com/modelcontextprotocol/rust-sdk/refs/heads/main/client-metadata.json";
    let sdk = of_document(sdk, &rust_sdk).unwrap();
    assert!(sdk.name.is_none() && sdk.is_local_only() && sdk.takes("http://127.0.0.1:39999/callback"));
    let mcpc = of_document("https://apify.github.io/mcpc/client-metadata.json", &read("mcpc.json").unwrap());
    assert_eq!(mcpc, Err(ClientMetadataError::OtherId));
    let multipass = "https://downloads.chimehq.com/com.chimehq.Multipass/client-metadata.json";
    assert_eq!(of_document(multipass, &read("multipass.json").unwrap()), Err(ClientMetadataError::Bound));
    let seevomap = "https://internscience.github.io/SeevoMap-Home/oauth/client-metadata.json";
    let seevomap = of_document(seevomap, &read("seevomap.json").unwrap()).unwrap();
    assert_eq!((seevomap.redirects.len(), seevomap.is_local_only()), (10, false));
}
