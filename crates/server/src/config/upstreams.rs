//! Settings of the station networks and document lanes: which ones are polled, at which address and with which key.
//!
//! The settings are derived from the tables of both: a lane `x` in a table gets the flag `--x-url`, the environment
//! variable `SNOW_X_URL` and the file key `x_url`, and also `--x-key` and so on if its upstream needs a key. Such a
//! lane is not polled without a key.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use ::ingest::documents::facts;
use clap::{Arg, ArgMatches, Command};
use ingest_runner::options::LaneUpstream;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use sources::open_meteo::Secret;
use sources::{Meta, NETWORKS};

use super::{ConfigError, address, wrong};

/// The given addresses and keys, by lane identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LaneSettings {
    urls: BTreeMap<&'static str, String>,
    keys: LaneKeys,
}

/// Keys, by lane identifier.
pub type LaneKeys = BTreeMap<&'static str, Secret>;

/// Names of a lane's setting.
struct LaneSetting {
    lane: &'static Meta,
    /// True for a station network, false for a document lane.
    is_network: bool,
    /// True for the key, false for the address.
    is_key: bool,
    /// True if the lane is not polled without a key.
    needs_key: bool,
    flag: String,
    variable: String,
    key: String,
}

static NAMED: LazyLock<Vec<LaneSetting>> = LazyLock::new(|| {
    let networks = NETWORKS.iter().map(|network| (network.meta(), true, false));
    let documents = facts().map(|lane| (lane.meta, false, lane.needs_key));
    let named = networks.chain(documents).flat_map(|(lane, is_network, needs_key)| {
        let name = move |is_key: bool| {
            let what = if is_key { "key" } else { "url" };
            let key = format!("{}_{what}", lane.id.replace('-', "_"));
            let variable = format!("SNOW_{}", key.to_ascii_uppercase());
            LaneSetting {
                lane,
                is_network,
                is_key,
                needs_key,
                flag: format!("{}-{what}", lane.id),
                variable,
                key,
            }
        };
        [Some(name(false)), needs_key.then(|| name(true))].into_iter().flatten()
    });
    named.collect()
});

static KEYS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| NAMED.iter().map(|named| named.key.as_str()).collect());

impl LaneSettings {
    /// Fills absent settings from `other`.
    pub(super) fn or(self, other: Self) -> Self {
        let (mut urls, mut keys) = (other.urls, other.keys);
        urls.extend(self.urls);
        keys.extend(self.keys);
        Self { urls, keys }
    }

    /// Returns the networks of `list` (all if it is absent, none for `none`) at the given addresses, else at the public
    /// ones.
    ///
    /// # Errors
    /// Returns an error if a network is unknown or an address is invalid.
    pub(super) fn stations(&self, list: Option<&str>) -> Result<Vec<LaneUpstream>, ConfigError> {
        let chosen = chosen(list)?;
        let mut upstreams = Vec::new();
        for named in addresses().filter(|named| named.is_network) {
            // An invalid address is reported even if the network is switched off.
            let upstream = self.upstream(named)?;
            upstreams.extend(chosen.contains(&upstream.lane).then_some(upstream));
        }
        Ok(upstreams)
    }

    /// Returns the document lanes at the given addresses, else at the public ones. Leaves out lanes whose address is
    /// `none` and lanes that lack a required key.
    ///
    /// # Errors
    /// Returns an error if an address is invalid.
    pub(super) fn documents(&self) -> Result<Vec<LaneUpstream>, ConfigError> {
        let mut upstreams = Vec::new();
        for named in addresses().filter(|named| !named.is_network) {
            if self.urls.get(named.lane.id).is_some_and(|url| url.trim() == "none") {
                continue;
            }
            let upstream = self.upstream(named)?;
            let is_asked = !named.needs_key || self.keys.contains_key(named.lane.id);
            upstreams.extend(is_asked.then_some(upstream));
        }
        Ok(upstreams)
    }

    pub(super) fn keys(&self) -> LaneKeys {
        self.keys.clone()
    }

    fn upstream(&self, named: &'static LaneSetting) -> Result<LaneUpstream, ConfigError> {
        let base_url = match self.urls.get(named.lane.id) {
            Some(url) => address(&named.flag, url)?,
            None => named.lane.base_url.to_owned(),
        };
        Ok(LaneUpstream { lane: named.lane.id, base_url })
    }

    fn give(&mut self, named: &LaneSetting, text: &str) {
        if !named.is_key {
            self.urls.insert(named.lane.id, text.to_owned());
        } else if !text.trim().is_empty() {
            self.keys.insert(named.lane.id, Secret::new(text));
        }
    }
}

/// Returns the address settings, one per lane.
fn addresses() -> impl Iterator<Item = &'static LaneSetting> {
    NAMED.iter().filter(|named| !named.is_key)
}

impl clap::Args for LaneSettings {
    fn augment_args(command: Command) -> Command {
        command.args(NAMED.iter().map(|named| {
            Arg::new(named.flag.as_str())
                .long(named.flag.as_str())
                .env(named.variable.as_str())
                .hide_env_values(named.is_key)
                .value_name(if named.is_key { "KEY" } else { "URL" })
                .help(help(named))
                .help_heading("Upstreams")
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for LaneSettings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut settings = Self::default();
        settings.update_from_arg_matches(matches)?;
        Ok(settings)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for named in NAMED.iter() {
            if let Some(text) = matches.get_one::<String>(&named.flag) {
                self.give(named, text);
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for LaneSettings {
    /// Deserializes as a struct with the keys of the table, because the type is flattened into one that rejects unknown
    /// keys.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("LaneSettings", &KEYS, Keys)
    }
}

struct Keys;

impl<'de> Visitor<'de> for Keys {
    type Value = LaneSettings;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("addresses and keys of lanes")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LaneSettings, A::Error> {
        let mut settings = LaneSettings::default();
        while let Some((key, text)) = map.next_entry::<String, String>()? {
            let Some(named) = NAMED.iter().find(|named| named.key == key) else {
                return Err(serde::de::Error::unknown_field(&key, &KEYS));
            };
            settings.give(named, &text);
        }
        Ok(settings)
    }
}

fn help(named: &LaneSetting) -> String {
    let (title, id, url) = (named.lane.title, named.lane.id, named.lane.base_url);
    if named.is_key {
        let terms = named.lane.terms;
        format!("Key of {title}; without it, {title} is not polled. Get one at {terms}")
    } else if named.is_network {
        format!("Base address of the station network {id}, {title}. Default: {url}.")
    } else {
        format!("Base address of {title}, or none. Default: {url}.")
    }
}

fn chosen(list: Option<&str>) -> Result<Vec<&'static str>, ConfigError> {
    let known = || NETWORKS.map(|network| network.meta().id);
    let Some(list) = list else { return Ok(known().to_vec()) };
    if list.trim() == "none" {
        return Ok(Vec::new());
    }
    list.split(',')
        .map(|name| {
            let name = name.trim();
            known().into_iter().find(|lane| *lane == name).ok_or_else(|| {
                wrong("stations", format!("`{name}` is not one of {} or none", known().join(", ")))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests;
