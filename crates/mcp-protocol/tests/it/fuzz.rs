//! Tests that arbitrary input never panics and always gets a valid response.

use std::sync::OnceLock;

use mcp_protocol::Endpoint;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::mutation::{broken, correct};
use crate::server::{Sent, answer, fault_of};
use crate::support::endpoint;

fn shared() -> &'static Endpoint {
    static ENDPOINT: OnceLock<Endpoint> = OnceLock::new();
    ENDPOINT.get_or_init(endpoint)
}

fn check(sent: &Sent) -> Result<(), TestCaseError> {
    let fault = fault_of(&answer(shared(), &sent.request()));
    prop_assert_eq!(fault, None, "{:?}\n{}", sent, String::from_utf8_lossy(&sent.body));
    Ok(())
}

#[test]
fn correct_requests_are_answered_correctly() {
    for sent in correct() {
        assert_eq!(
            fault_of(&answer(shared(), &sent.request())),
            None,
            "{}",
            String::from_utf8_lossy(&sent.body)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(
        body in vec(any::<u8>(), 0..200),
        version in proptest::option::of(vec(any::<u8>(), 0..14)),
        method in proptest::option::of(vec(any::<u8>(), 0..14)),
        name in proptest::option::of(vec(any::<u8>(), 0..24)),
    ) {
        check(&Sent { version, method, name, body })?;
    }

    #[test]
    fn anything_like_json(body in "[\\[{]{0,3}(\"(jsonrpc|id|method|params|_meta|2\\.0|ping)\"[:,]?|[\\[\\]{},]|null|1|-){0,12}[\\]}]{0,3}") {
        check(&Sent::bare(body))?;
    }

    #[test]
    fn broken_requests_get_responses(which in any::<usize>(), steps in vec(any::<(u8, u16, u16)>(), 1..6)) {
        let all = correct();
        let sent = broken(all[which % all.len()].clone(), &steps);
        check(&sent)?;
    }
}
