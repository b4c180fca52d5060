//! Scenarios on a pair of PostgreSQL servers: failovers, old primaries that come back, and networks that hang. Each
//! starts its own servers with real flushes, and three replicas of the service.

use std::time::Instant;

use super::{POSTGRES, Scenario, short};

mod cluster;
mod failover;
mod fleet;
mod interrupted;
mod proxy;
mod rolling;
mod split;

/// Number of rounds of these scenarios in the long form of continuous integration.
pub(super) const LONG_ROUNDS: usize = 2;
const ROUNDS: usize = 20;

pub(super) const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "failover-kill",
        short: short(POSTGRES, 1),
        databases: POSTGRES,
        rounds: ROUNDS,
        run: failover::kill,
    },
    Scenario {
        name: "failover-freeze",
        short: None,
        databases: POSTGRES,
        rounds: ROUNDS,
        run: failover::freeze,
    },
    Scenario {
        name: "failover-async",
        short: None,
        databases: POSTGRES,
        rounds: ROUNDS,
        run: failover::asynchronous,
    },
    Scenario {
        name: "split-async",
        short: None,
        databases: POSTGRES,
        rounds: ROUNDS,
        run: split::asynchronous,
    },
    Scenario {
        name: "split-sync",
        short: None,
        databases: POSTGRES,
        rounds: ROUNDS,
        run: split::synchronous,
    },
    Scenario {
        name: "blackhole",
        short: None,
        databases: POSTGRES,
        rounds: ROUNDS,
        run: interrupted::blackhole,
    },
    Scenario {
        name: "pool-session",
        short: None,
        databases: POSTGRES,
        rounds: ROUNDS,
        run: interrupted::pool,
    },
    Scenario { name: "rolling-upgrade", short: None, databases: POSTGRES, rounds: ROUNDS, run: rolling::run },
];

/// Returns whether a scenario is one of these.
pub(super) fn has(name: &str) -> bool {
    SCENARIOS.iter().any(|scenario| scenario.name == name)
}

#[expect(clippy::disallowed_methods, reason = "times of failovers are the figures")]
fn now() -> Instant {
    Instant::now()
}
