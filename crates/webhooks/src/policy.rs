//! Every number of the webhooks, once. The specification's are fixed; the rest are `contract-decisions` 10 and 12.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS};
use conditions_core::units::{Confidence, Tenths};

/// One second in milliseconds.
const SECOND_MS: i64 = 1_000;

/// Where a delivery may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallbackPolicy {
    /// Whom a callback may reach.
    pub reach: Reach,
    /// Whether an address of the NAT64 prefix 64:ff9b::/96 is judged by the IPv4 address in it. Off: refused. For
    /// networks that have IPv6 alone and reach IPv4 through a translator.
    pub nat64: bool,
    /// Longest URL, bytes, as given and as normalised.
    pub longest_url: usize,
    /// The privileged ports (below 1024) that are let through with `https`.
    pub privileged_ports: &'static [u16],
    /// Other ports that no receiver listens on: the Fetch standard's "bad ports" from 1024 up, and databases,
    /// queues, container engines and remote desktops.
    pub denied_ports: &'static [u16],
}

/// Whom a callback may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// Public https endpoints, as the contract says.
    #[default]
    Public,
    /// For tries on one machine: also `http`, and loopback by name and address. Never private networks.
    Development,
}

impl CallbackPolicy {
    /// The contract.
    pub const CONTRACT: Self = Self {
        reach: Reach::Public,
        nat64: false,
        longest_url: 2_048,
        privileged_ports: &[443],
        denied_ports: &[
            1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060,
            5061, 5432, 5672, 5900, 5984, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042,
            9092, 9200, 9300, 10_080, 10_250, 11_211, 27_017,
        ],
    };
}

/// How a delivery is tried and when a subscription is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryPolicy {
    /// Attempts of one delivery: the first and the contract's one retry.
    pub attempts: u8,
    /// Time of one attempt, name resolution and body included, ms.
    pub deadline_ms: i64,
    /// Of it, most time that the body of an answer is waited for once its status is known, ms.
    pub body_ms: i64,
    /// Most bytes of an answer's body that are read.
    pub most_body: usize,
    /// Of these, most that are kept of an answer that is no success, for the owner to see.
    pub most_snippet: usize,
    /// Wait before the retry, ms.
    pub retry_ms: i64,
    /// The wait is moved by up to this many percent, either way.
    pub jitter_percent: u8,
    /// Shortest wait that a `Retry-After` brings about, ms: the one retry is not spent at once for a receiver whose
    /// clock is behind.
    pub retry_after_least_ms: i64,
    /// Longest wait that a `Retry-After` brings about, ms.
    pub retry_after_most_ms: i64,
    /// The failed delivery in a row that drops the subscription.
    pub drop_after: u32,
    /// How long a receiver that is called and never answers with success is kept, ms.
    pub unanswered_ms: i64,
    /// How long a claim holds without a word of its holder, ms. Longer than the deadline.
    pub lease_ms: i64,
    /// Most deliveries under way per subscription.
    pub per_subscription: usize,
    /// Smoothed duration of an attempt from which a receiver counts as slow and shares the slots of the poor ones, ms.
    pub slow_ms: i64,
}

impl DeliveryPolicy {
    /// The contract.
    pub const CONTRACT: Self = Self {
        attempts: 2,
        deadline_ms: 10 * SECOND_MS,
        body_ms: SECOND_MS,
        most_body: 4_096,
        most_snippet: 512,
        retry_ms: 30 * SECOND_MS,
        jitter_percent: 20,
        retry_after_least_ms: SECOND_MS,
        retry_after_most_ms: 5 * MINUTE_MS,
        drop_after: 8,
        unanswered_ms: 7 * DAY_MS,
        lease_ms: 20 * SECOND_MS,
        per_subscription: 4,
        slow_ms: 2 * SECOND_MS,
    };
}

/// When there is something to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventPolicy {
    /// Snowfall of the past 24 hours from which a powder alert is due, centimetres.
    pub powder_cm: Tenths,
    /// Least confidence in that snowfall.
    pub powder_confidence: Confidence,
    /// How much later a 24-hour snowfall is observed than the one that was told, to count as other snow, ms. Less than a
    /// day, because reports of two mornings are seldom a whole day apart.
    pub powder_apart_ms: i64,
    /// Rows of the leaderboard.
    pub leaderboard_rows: usize,
    /// How long the first rounds of lanes are waited for after a start, ms.
    pub first_rounds_ms: i64,
    /// How much later than the last of them a publication holds what it brought, ms.
    pub published_ms: i64,
}

impl EventPolicy {
    /// The contract.
    pub const CONTRACT: Self = Self {
        powder_cm: Tenths::from_units(150),
        powder_confidence: Confidence::from_hundredths(50),
        powder_apart_ms: 20 * HOUR_MS,
        leaderboard_rows: 10,
        first_rounds_ms: 15 * MINUTE_MS,
        published_ms: 2 * SECOND_MS,
    };
}
