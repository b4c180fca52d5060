//! Fuzzes HTTP values from upstreams: `robots.txt`, `Retry-After`, and the pause of the breaker that they cause.
#![no_main]

use conditions_core::time::{DAY_MS, Timestamp};
use libfuzzer_sys::fuzz_target;
use sources::breaker::{Breaker, Config, State};
use sources::retry::{Verdict, classify, parse_retry_after};
use sources::robots::{Rules, TOKEN};

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fuzz_target!(|bytes: &[u8]| {
    let rules = Rules::parse(bytes, TOKEN);
    assert!(rules.allow("/robots.txt"));
    let text = String::from_utf8_lossy(bytes);
    let _ = rules.allow(text.get(..text.len().min(64)).unwrap_or("/"));
    assert!(parse_retry_after(&text, NOW).is_none_or(|at| at >= NOW));
    if let Verdict::Breaker { until } = classify(403, Some(&text), None, NOW) {
        let mut breaker = Breaker::new(Config::USUAL);
        breaker.trip(until, NOW);
        assert!(matches!(breaker.state(), State::Open { until } if until.since(NOW) <= DAY_MS));
    }
});
