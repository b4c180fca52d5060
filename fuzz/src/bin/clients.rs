//! Fuzzes input of the authorization server's clients and of sign-in forms; the first byte selects which. An answer
//! never goes to an address that the client has not registered, and a redirect is https or to the reader's own machine.
#![no_main]

use std::sync::LazyLock;

use accounts::address::Address;
use accounts::token;
use libfuzzer_sys::fuzz_target;
use accounts::oauth::client::{self, Client};
use accounts::oauth::form::Form;
use accounts::oauth::{ServerAddresses, grant, request};

/// The client that sends the requests.
static CLIENT: LazyLock<Client> = LazyLock::new(|| Client {
    id: "https://app.example.org/client.json".to_owned(),
    name: None,
    redirects: ["https://app.example.org/cb", "http://127.0.0.1:7777/cb"].map(str::to_owned).to_vec(),
});

fuzz_target!(|bytes: &[u8]| {
    let Some((which, body)) = bytes.split_first() else { return };
    let place = ServerAddresses::new("https://snow.example.org".to_owned(), true);
    match which % 4 {
        0 => registered(body),
        1 => asked(&place, body),
        2 => {
            let _ = grant::read(&place, &Form::parse(body));
        }
        _ => signed_in(&String::from_utf8_lossy(body)),
    }
});

fn registered(body: &[u8]) {
    let Ok(client) = client::of_registration("synthetic".to_owned(), body) else { return };
    assert!((1..=client::MOST_REDIRECTS).contains(&client.redirects.len()));
    for redirect in &client.redirects {
        assert!(client.takes(redirect), "{redirect}");
        let (host, is_own) = Client::host_of(redirect).unwrap();
        assert!(!host.is_empty() && (is_own || redirect.to_lowercase().contains("https")), "{redirect}");
    }
}

fn asked(place: &ServerAddresses, query: &[u8]) {
    let form = Form::parse(query);
    let Ok(authorization) = request::read(place, &CLIENT, &form) else { return };
    for to in [authorization.granted(place, "code"), authorization.denied(place)] {
        let is_own = to.starts_with("https://app.example.org/cb?")
            || ["http://127.0.0.1", "http://localhost", "http://[::1]"].iter().any(|own| to.starts_with(own));
        assert!(is_own, "{to}");
    }
}

fn signed_in(text: &str) {
    if let Ok(address) = Address::parse(text) {
        // Must not contain the start of another line of a message.
        assert!(!address.as_str().contains(|c: char| c.is_control() || c.is_whitespace()), "{text:?}");
        assert_eq!(Address::parse(&address.key()).map(|again| again.key()), Ok(address.key()));
    }
    let _ = token::digest(text);
    if let Some(name) = token::name(text) {
        assert!(name.chars().count() <= token::LONGEST_NAME && !name.contains(char::is_control), "{name:?}");
    }
}
