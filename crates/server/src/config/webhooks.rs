//! Settings of the webhooks: whether they are enabled, the location of the keys, the sending limits, and switches for a
//! development machine.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use conditions_core::time::DAY_MS;
use deliveries::keys::KeySource;
use deliveries::start;
use ipnet::IpNet;
use serde::Deserialize;
use webhooks::delivery::slots::Limits;
use webhooks::policy::{CallbackPolicy, DeliveryPolicy, Reach};
use webhooks::seal::KeyRing;
use webhooks::subscriptions::Caps;

use super::connector::list;
use super::{Config, ConfigError, wrong};

/// File name of the key ring in the data folder.
const KEY_FILE: &str = "webhook.keys";
/// Default port of a name server.
const DNS_PORT: u16 = 53;
/// Maximum configurable number of deliveries in flight.
const MOST_SLOTS: usize = 4_096;

/// Webhook settings as given.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[command(next_help_heading = "Webhooks")]
pub struct WebhookSettings {
    /// Accept no webhook subscriptions and deliver nothing.
    #[arg(long, env = "SNOW_NO_WEBHOOKS", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub no_webhooks: Option<bool>,
    /// File with the keys that seal webhook secrets. Default: webhook.keys in the data folder, created at the first
    /// start.
    #[arg(long, global = true, env = "SNOW_WEBHOOK_KEY_FILE", value_name = "FILE")]
    pub webhook_key_file: Option<PathBuf>,
    /// The keys themselves, instead of a file: base64 of 32 bytes each, comma-separated, the current one first.
    #[arg(long, global = true, env = "SNOW_WEBHOOK_KEYS", value_name = "KEYS", hide_env_values = true)]
    pub webhook_keys: Option<String>,
    /// New subscriptions per client and hour. Default: 10, as in the contract.
    #[arg(long, env = "SNOW_WEBHOOK_CREATIONS_PER_HOUR", value_name = "NUMBER")]
    pub webhook_creations_per_hour: Option<usize>,
    /// Active subscriptions per receiver: a registrable domain, or the network of an address. Default: 1000.
    #[arg(long, env = "SNOW_WEBHOOK_SUBSCRIPTIONS_PER_HOST", value_name = "NUMBER")]
    pub webhook_subscriptions_per_host: Option<usize>,
    /// Active subscriptions per receiver by one client, and active subscriptions per URL. Default: 20.
    #[arg(long, env = "SNOW_WEBHOOK_SUBSCRIPTIONS_PER_CLIENT", value_name = "NUMBER")]
    pub webhook_subscriptions_per_client: Option<usize>,
    /// Active subscriptions in total. Default: 100000.
    #[arg(long, env = "SNOW_WEBHOOK_SUBSCRIPTIONS", value_name = "NUMBER")]
    pub webhook_subscriptions: Option<usize>,
    /// Days after which a receiver that never answers with 2xx is given up, 1 to 3650. Default: 7.
    #[arg(long, env = "SNOW_WEBHOOK_UNANSWERED_DAYS", value_name = "DAYS")]
    pub webhook_unanswered_days: Option<u32>,
    /// Test deliveries and manual redeliveries per subscription and minute: one until an event was delivered, twice the
    /// number per client, ten times per receiver, a hundred times in total; 0 for no limit. Default: 6.
    #[arg(long, env = "SNOW_WEBHOOK_TESTS_PER_MINUTE", value_name = "NUMBER")]
    pub webhook_tests_per_minute: Option<u32>,
    /// Seconds between evaluations of the events, 1 to 3600. Default: 60.
    #[arg(long, env = "SNOW_WEBHOOK_EVALUATION_SECONDS", value_name = "SECONDS")]
    pub webhook_evaluation_seconds: Option<u32>,
    /// Concurrent deliveries. Default: 256.
    #[arg(long, env = "SNOW_WEBHOOK_SLOTS", value_name = "NUMBER")]
    pub webhook_slots: Option<usize>,
    /// Concurrent deliveries per receiving host. Default: 8.
    #[arg(long, env = "SNOW_WEBHOOK_SLOTS_PER_HOST", value_name = "NUMBER")]
    pub webhook_slots_per_host: Option<usize>,
    /// Requests per second and receiving host; 0 for no limit. Default: 5.
    #[arg(long, env = "SNOW_WEBHOOK_REQUESTS_PER_SECOND", value_name = "NUMBER")]
    pub webhook_requests_per_second: Option<u32>,
    /// Check addresses of the NAT64 prefix 64:ff9b::/96 by their embedded IPv4 address instead of rejecting them.
    #[arg(long, env = "SNOW_WEBHOOK_NAT64", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub webhook_nat64: Option<bool>,
    /// Addresses and networks (CIDR) that no delivery goes to, comma-separated, in addition to this machine's own.
    #[arg(long, env = "SNOW_WEBHOOK_DENIED", value_name = "LIST")]
    pub webhook_denied: Option<String>,
    /// Name servers that resolve callback hosts, comma-separated. Default: the system's.
    #[arg(long, env = "SNOW_WEBHOOK_NAME_SERVERS", value_name = "LIST")]
    pub webhook_name_servers: Option<String>,
    /// PEM file of certificate authorities to trust for receivers, in addition to the public ones.
    #[arg(long, env = "SNOW_WEBHOOK_ROOTS", value_name = "FILE")]
    pub webhook_roots: Option<PathBuf>,
    /// For a development machine: also deliver to http and to loopback addresses.
    #[arg(long, env = "SNOW_WEBHOOK_DEVELOPMENT", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub webhook_development: Option<bool>,
}

/// The webhook configuration of a deployment.
#[derive(Debug, Clone)]
pub struct Webhooks {
    /// Enables webhooks.
    pub enabled: bool,
    /// Rules for callback addresses.
    pub callback: CallbackPolicy,
    /// The keys, if they are in the settings.
    pub keys: Option<KeyRing>,
    /// Key file, if it is not the one in the data folder.
    pub key_file: Option<PathBuf>,
    /// New subscriptions per client and hour.
    pub creations_per_hour: usize,
    /// Active subscriptions per receiver.
    pub subscriptions_per_host: usize,
    /// Active subscriptions per receiver by one client, and active subscriptions per URL.
    pub subscriptions_per_client: usize,
    /// Active subscriptions in total.
    pub subscriptions: usize,
    /// Time after which a receiver that never answers with success is given up, ms.
    pub unanswered_ms: i64,
    /// Test deliveries and manual redeliveries per subscription and minute; 0 for no limit.
    pub tests_per_minute: u32,
    /// Interval between evaluations of the events.
    pub evaluation: Duration,
    /// Maximum number of deliveries in flight.
    pub slots: usize,
    /// Maximum number of deliveries in flight per receiving host.
    pub per_host: usize,
    /// Requests per second and receiving host; 0 for no limit.
    pub requests_per_second_per_host: u32,
    /// Networks that no delivery goes to, in addition to this machine's own.
    pub denied: Vec<IpNet>,
    /// Name servers to use instead of the system's; empty for the system's.
    pub name_servers: Vec<SocketAddr>,
    /// Certificate authorities to trust for receivers, in addition to the public ones.
    pub roots: Option<PathBuf>,
}

impl Webhooks {
    /// Returns the caps of subscriptions.
    #[must_use]
    pub const fn caps(&self) -> Caps {
        Caps {
            per_origin: self.creations_per_hour,
            per_host: self.subscriptions_per_host,
            per_host_and_origin: self.subscriptions_per_client,
            per_url: self.subscriptions_per_client,
            in_all: self.subscriptions,
            ..Caps::USUAL
        }
    }

    /// Returns the options of the deliveries.
    #[must_use]
    pub fn options(config: &Config) -> start::Options {
        let own = &config.webhooks;
        start::Options {
            keys: own.key_source(&config.data_dir),
            callback: own.callback,
            name_servers: own.name_servers.clone(),
            denied: own.denied.clone(),
            roots: own.roots.clone(),
            caps: own.caps(),
            tests_per_minute: own.tests_per_minute,
            unanswered_ms: own.unanswered_ms,
            evaluation: own.evaluation,
            limits: Limits {
                slots: own.slots,
                per_host: own.per_host,
                per_second: own.requests_per_second_per_host,
            },
            synthetic: config.synthetic,
        }
    }

    /// Returns the location of the keys for data in `data_dir`.
    #[must_use]
    pub fn key_source(&self, data_dir: &Path) -> KeySource {
        match (&self.keys, &self.key_file) {
            (Some(ring), _) => KeySource::Given(ring.clone()),
            (None, Some(path)) => KeySource::File(path.clone()),
            (None, None) => KeySource::File(data_dir.join(KEY_FILE)),
        }
    }
}

impl WebhookSettings {
    /// Fills absent settings from `other`.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            no_webhooks: self.no_webhooks.or(other.no_webhooks),
            webhook_key_file: self.webhook_key_file.or(other.webhook_key_file),
            webhook_keys: self.webhook_keys.or(other.webhook_keys),
            webhook_creations_per_hour: self.webhook_creations_per_hour.or(other.webhook_creations_per_hour),
            webhook_subscriptions_per_host: self
                .webhook_subscriptions_per_host
                .or(other.webhook_subscriptions_per_host),
            webhook_subscriptions_per_client: self
                .webhook_subscriptions_per_client
                .or(other.webhook_subscriptions_per_client),
            webhook_subscriptions: self.webhook_subscriptions.or(other.webhook_subscriptions),
            webhook_unanswered_days: self.webhook_unanswered_days.or(other.webhook_unanswered_days),
            webhook_tests_per_minute: self.webhook_tests_per_minute.or(other.webhook_tests_per_minute),
            webhook_evaluation_seconds: self.webhook_evaluation_seconds.or(other.webhook_evaluation_seconds),
            webhook_slots: self.webhook_slots.or(other.webhook_slots),
            webhook_slots_per_host: self.webhook_slots_per_host.or(other.webhook_slots_per_host),
            webhook_requests_per_second: self
                .webhook_requests_per_second
                .or(other.webhook_requests_per_second),
            webhook_nat64: self.webhook_nat64.or(other.webhook_nat64),
            webhook_denied: self.webhook_denied.or(other.webhook_denied),
            webhook_name_servers: self.webhook_name_servers.or(other.webhook_name_servers),
            webhook_roots: self.webhook_roots.or(other.webhook_roots),
            webhook_development: self.webhook_development.or(other.webhook_development),
        }
    }

    /// Validates the settings and applies the defaults.
    pub(super) fn config(self) -> Result<Webhooks, ConfigError> {
        let reach =
            if self.webhook_development.unwrap_or(false) { Reach::Development } else { Reach::Public };
        let nat64 = self.webhook_nat64.unwrap_or(CallbackPolicy::CONTRACT.nat64);
        let keys = self.webhook_keys.filter(|keys| !keys.trim().is_empty());
        let keys = keys.map(|keys| KeyRing::parse(&keys)).transpose();
        let slots = at_least_one("webhook-slots", self.webhook_slots, 256)?;
        if slots > MOST_SLOTS {
            return Err(wrong("webhook-slots", format!("must be 1 to {MOST_SLOTS}, not {slots}")));
        }
        let evaluation = match self.webhook_evaluation_seconds.unwrap_or(60) {
            seconds @ 1..=3_600 => Duration::from_secs(u64::from(seconds)),
            seconds => {
                return Err(wrong("webhook-evaluation-seconds", format!("must be 1 to 3600, not {seconds}")));
            }
        };
        let unanswered_ms = match self.webhook_unanswered_days {
            None => DeliveryPolicy::CONTRACT.unanswered_ms,
            Some(days @ 1..=3_650) => i64::from(days) * DAY_MS,
            Some(days) => {
                return Err(wrong("webhook-unanswered-days", format!("must be 1 to 3650, not {days}")));
            }
        };
        Ok(Webhooks {
            enabled: !self.no_webhooks.unwrap_or(false),
            callback: CallbackPolicy { reach, nat64, ..CallbackPolicy::CONTRACT },
            keys: keys.map_err(|error| wrong("webhook-keys", error.to_string()))?,
            key_file: self.webhook_key_file,
            creations_per_hour: at_least_one(
                "webhook-creations-per-hour",
                self.webhook_creations_per_hour,
                10,
            )?,
            subscriptions_per_host: at_least_one(
                "webhook-subscriptions-per-host",
                self.webhook_subscriptions_per_host,
                Caps::USUAL.per_host,
            )?,
            subscriptions_per_client: at_least_one(
                "webhook-subscriptions-per-client",
                self.webhook_subscriptions_per_client,
                Caps::USUAL.per_host_and_origin,
            )?,
            subscriptions: at_least_one(
                "webhook-subscriptions",
                self.webhook_subscriptions,
                Caps::USUAL.in_all,
            )?,
            unanswered_ms,
            tests_per_minute: self.webhook_tests_per_minute.unwrap_or(6),
            evaluation,
            slots,
            per_host: at_least_one("webhook-slots-per-host", self.webhook_slots_per_host, 8)?,
            requests_per_second_per_host: self.webhook_requests_per_second.unwrap_or(5),
            denied: denied(self.webhook_denied.as_deref())?,
            name_servers: name_servers(self.webhook_name_servers.as_deref())?,
            roots: self.webhook_roots,
        })
    }
}

fn at_least_one(setting: &'static str, given: Option<usize>, usual: usize) -> Result<usize, ConfigError> {
    match given.unwrap_or(usual) {
        0 => Err(wrong(setting, "must be at least 1")),
        number => Ok(number),
    }
}

fn denied(text: Option<&str>) -> Result<Vec<IpNet>, ConfigError> {
    let network = |part: String| {
        let plain = part.parse::<IpAddr>().map(IpNet::from);
        part.parse().or(plain).map_err(|_| {
            wrong("webhook-denied", format!("`{part}` is not an address or a network such as 203.0.113.0/24"))
        })
    };
    list(text).into_iter().map(network).collect()
}

fn name_servers(text: Option<&str>) -> Result<Vec<SocketAddr>, ConfigError> {
    let address = |part: String| {
        let plain = part.parse::<IpAddr>().map(|address| SocketAddr::new(address, DNS_PORT));
        part.parse().or(plain).map_err(|_| {
            wrong("webhook-name-servers", format!("`{part}` is not an address such as 9.9.9.9 or [::1]:53"))
        })
    };
    list(text).into_iter().map(address).collect()
}

#[cfg(test)]
mod tests;
