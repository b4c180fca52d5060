//! Fuzzes URLs of webhook subscriptions: an accepted URL is https, has a public address or a name, and is accepted
//! again when it is parsed a second time.
#![no_main]

use libfuzzer_sys::fuzz_target;
use webhooks::callback::{Host, Target, is_public};
use webhooks::policy::CallbackPolicy;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(target) = Target::vet(&CallbackPolicy::CONTRACT, text) else { return };
    assert!(target.is_secure() && target.url().starts_with("https://") && target.url().len() <= 2_048);
    if let Host::Address(address) = target.host() {
        assert!(is_public(*address), "{address}");
    }
    let again = Target::vet(&CallbackPolicy::CONTRACT, target.url());
    assert!(again.is_ok_and(|again| again.url() == target.url() && again.host() == target.host()));
});
