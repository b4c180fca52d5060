//! Fuzzes request input other than paths: arguments of every operation, and bodies about subscriptions; the first byte
//! selects which.
#![no_main]

use libfuzzer_sys::fuzz_target;
use operations::arguments::read;
use operations::{AnyOperation, OpError, endpoints, tools};
use serde::de::IgnoredAny;
use webhooks::subscriptions::request;

/// Maximum number of problems reported at once.
const MOST_PROBLEMS: usize = 10;

fuzz_target!(|bytes: &[u8]| {
    let Some((which, rest)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    match which % 2 {
        0 => arguments(*which, &text),
        _ => bodies(rest),
    }
});

/// Parses `name=value&…`, as path and query give them, for the operation that the byte selects.
fn arguments(which: u8, text: &str) {
    let all: Vec<&dyn AnyOperation> = endpoints().chain(tools()).collect();
    let Some(operation) = all.get(usize::from(which / 2) % all.len()) else { return };
    let pairs: Vec<(&str, &str)> =
        text.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, ""))).collect();
    if let Err(OpError::InvalidArguments(problems)) = read::<IgnoredAny>(operation.rules(), &pairs) {
        assert!((1..=MOST_PROBLEMS).contains(&problems.len()));
        // A problem quotes only a little of the input.
        let told: usize = problems.iter().map(|problem| problem.argument.len() + problem.message.len()).sum();
        assert!(told < 16_384, "{told}");
    }
}

fn bodies(body: &[u8]) {
    if let Ok(wanted) = request::creation(body) {
        assert!(!wanted.events.is_empty());
    }
    let _ = request::test(body);
    assert_eq!(request::check_empty(body).is_ok(), body.is_empty() || is_blank_object(body));
}

fn is_blank_object(body: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(body).is_ok_and(|map| map.is_empty())
}
