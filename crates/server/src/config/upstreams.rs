//! Which station networks and lanes of documents are asked, where, and with which key.
//!
//! The settings are read off the tables of both: a lane `x` has the flag `--x-url`, the environment's `SNOW_X_URL` and the
//! file's `x_url` by standing there, and `--x-key` and so on where its upstream wants a key. Without it such a lane is not asked.

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

/// The addresses and keys that were given, by the lane's identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LaneSettings {
    urls: BTreeMap<&'static str, String>,
    keys: LaneKeys,
}

/// Keys, by the lane's identifier.
pub type LaneKeys = BTreeMap<&'static str, Secret>;

/// What a setting of a lane is called.
struct LaneSetting {
    lane: &'static Meta,
    /// Whether it is a network of stations, and not a lane of documents.
    is_network: bool,
    /// Whether it is the key, and not the address.
    is_key: bool,
    /// Whether the lane is not asked without a key.
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
    /// These settings, with the other's where these have none.
    pub(super) fn or(self, other: Self) -> Self {
        let (mut urls, mut keys) = (other.urls, other.keys);
        urls.extend(self.urls);
        keys.extend(self.keys);
        Self { urls, keys }
    }

    /// The networks of `list` (all when it is absent, none for `none`) at the addresses given, else the public ones.
    ///
    /// # Errors
    /// A name that is no network's, or an address that cannot be one.
    pub(super) fn stations(&self, list: Option<&str>) -> Result<Vec<LaneUpstream>, ConfigError> {
        let chosen = chosen(list)?;
        let mut upstreams = Vec::new();
        for named in addresses().filter(|named| named.is_network) {
            // An address that is wrong is named even where the network is switched off.
            let upstream = self.upstream(named)?;
            upstreams.extend(chosen.contains(&upstream.lane).then_some(upstream));
        }
        Ok(upstreams)
    }

    /// The lanes of documents at the addresses given, else the public ones; not those whose address is `none`, nor those
    /// that need a key and have none.
    ///
    /// # Errors
    /// An address that cannot be one.
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

    /// The keys.
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

/// The settings that are addresses: one of each lane.
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
    /// As a struct with the keys of the table: it is flattened into one that knows its keys and refuses others.
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
    let title = named.lane.title;
    if named.is_key {
        format!("Key of {title}, without which it is not asked")
    } else if named.is_network {
        format!("Base address of the station network {title}")
    } else {
        format!("Base address of {title}, or none")
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
