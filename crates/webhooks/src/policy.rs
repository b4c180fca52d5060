//! All numbers of the webhooks. The specification fixes some; the others are `contract-decisions` 10 and 12.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS};
use conditions_core::units::{Confidence, Tenths};

/// One second in milliseconds.
const SECOND_MS: i64 = 1_000;

/// The policy on where a delivery may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallbackPolicy {
    /// Addresses that a callback may reach.
    pub reach: Reach,
    /// Whether an address of the NAT64 prefix 64:ff9b::/96 is checked by its embedded IPv4 address; otherwise it is
    /// rejected. For networks with only IPv6 that reach IPv4 through a translator.
    pub nat64: bool,
    /// Maximum length of the URL in bytes, as given and as normalised.
    pub longest_url: usize,
    /// Privileged ports (below 1024) that are allowed with `https`.
    pub privileged_ports: &'static [u16],
    /// Other ports on which receivers do not listen: the Fetch standard's "bad ports" from 1024 up, and databases,
    /// queues, container engines and remote desktops.
    pub denied_ports: &'static [u16],
}

/// The addresses that a callback may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// Public https endpoints, as the contract requires.
    #[default]
    Public,
    /// For trials on one machine: also `http`, and loopback by name and address. Never private networks.
    Development,
}

impl CallbackPolicy {
    /// The policy that the contract requires.
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

/// The policy on attempts and on giving up subscriptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryPolicy {
    /// Attempts of one delivery: the first and the contract's one retry.
    pub attempts: u8,
    /// Time limit of one attempt, including name resolution and body, in milliseconds.
    pub deadline_ms: i64,
    /// Part of it for the body of a response after its status is known, in milliseconds.
    pub body_ms: i64,
    /// Maximum number of bytes read of a response's body.
    pub most_body: usize,
    /// Maximum number of those bytes stored of an unsuccessful response, for the owner to see.
    pub most_snippet: usize,
    /// Wait before the retry, in milliseconds.
    pub retry_ms: i64,
    /// Maximum variation of the wait in either direction, in percent.
    pub jitter_percent: u8,
    /// Shortest wait that a `Retry-After` causes, in milliseconds: the only retry is not wasted on a receiver with a
    /// slow clock.
    pub retry_after_least_ms: i64,
    /// Longest wait that a `Retry-After` causes, in milliseconds.
    pub retry_after_most_ms: i64,
    /// Number of failed deliveries in a row that drops the subscription.
    pub drop_after: u32,
    /// Time after which a receiver that never responds with success is given up, in milliseconds.
    pub unanswered_ms: i64,
    /// Duration of a claim without renewal, in milliseconds. Longer than the deadline.
    pub lease_ms: i64,
    /// Maximum number of deliveries in flight per subscription.
    pub per_subscription: usize,
    /// Smoothed duration of an attempt from which a receiver counts as slow and shares the slots of bad receivers, in
    /// milliseconds.
    pub slow_ms: i64,
}

impl DeliveryPolicy {
    /// The policy that the contract requires.
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

/// The policy on when events happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventPolicy {
    /// Snowfall of the past 24 hours from which a powder alert is due, centimetres.
    pub powder_cm: Tenths,
    /// Minimum confidence in that snowfall.
    pub powder_confidence: Confidence,
    /// Minimum time between the observations of two 24-hour snowfalls that count as different snow, in milliseconds.
    /// Less than a day, because reports of two mornings are seldom a whole day apart.
    pub powder_apart_ms: i64,
    /// Number of rows of the leaderboard.
    pub leaderboard_rows: usize,
    /// Maximum wait for the first rounds of lanes after a start, in milliseconds.
    pub first_rounds_ms: i64,
    /// Time from the last of them to a publication that contains its results, in milliseconds.
    pub published_ms: i64,
}

impl EventPolicy {
    /// The policy that the contract requires.
    pub const CONTRACT: Self = Self {
        powder_cm: Tenths::from_units(150),
        powder_confidence: Confidence::from_hundredths(50),
        powder_apart_ms: 20 * HOUR_MS,
        leaderboard_rows: 10,
        first_rounds_ms: 15 * MINUTE_MS,
        published_ms: 2 * SECOND_MS,
    };
}
