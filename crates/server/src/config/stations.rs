//! Which station networks are asked, and where: a list of lanes, and an address for each that is not the public one.
//!
//! The settings are read off the table of networks: a network `x` has the flag `--x-url`, the environment's
//! `SNOW_X_URL` and the file's `x_url` by standing there.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use clap::{Arg, ArgMatches, Command};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use sources::{Meta, NETWORKS};

use super::{ConfigError, address, wrong};

/// A network of stations that is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StationUpstream {
    /// The lane's identifier.
    pub lane: &'static str,
    /// Base address, no trailing slash.
    pub base_url: String,
}

/// The addresses that were given, by the lane's identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StationUrls(BTreeMap<&'static str, String>);

/// What the address of a network is called.
struct Named {
    network: &'static Meta,
    flag: String,
    variable: String,
    key: String,
}

static NAMED: LazyLock<[Named; NETWORKS.len()]> = LazyLock::new(|| {
    NETWORKS.map(|network| {
        let network = network.meta();
        let key = format!("{}_url", network.id.replace('-', "_"));
        let variable = format!("SNOW_{}", key.to_ascii_uppercase());
        Named { network, flag: format!("{}-url", network.id), variable, key }
    })
});

static KEYS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| NAMED.iter().map(|named| named.key.as_str()).collect());

impl StationUrls {
    /// These addresses, with the other's where these have none.
    pub(super) fn or(self, other: Self) -> Self {
        let mut urls = other.0;
        urls.extend(self.0);
        Self(urls)
    }

    /// The networks of `list` (all when it is absent, none for `none`) at the addresses given, else the public ones.
    ///
    /// # Errors
    /// A name that is no network's, or an address that cannot be one.
    pub(super) fn upstreams(&self, list: Option<&str>) -> Result<Vec<StationUpstream>, ConfigError> {
        let chosen = chosen(list)?;
        let mut upstreams = Vec::new();
        for Named { network, flag, .. } in NAMED.iter() {
            let base_url = match self.0.get(network.id) {
                // An address that is wrong is named even where the network is switched off.
                Some(url) => address(flag, url)?,
                None => network.base_url.to_owned(),
            };
            if chosen.contains(&network.id) {
                upstreams.push(StationUpstream { lane: network.id, base_url });
            }
        }
        Ok(upstreams)
    }
}

impl clap::Args for StationUrls {
    fn augment_args(command: Command) -> Command {
        command.args(NAMED.iter().map(|named| {
            Arg::new(named.flag.as_str())
                .long(named.flag.as_str())
                .env(named.variable.as_str())
                .value_name("URL")
                .help(format!("Base address of the station network {}", named.network.title))
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for StationUrls {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut urls = Self::default();
        urls.update_from_arg_matches(matches)?;
        Ok(urls)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for named in NAMED.iter() {
            if let Some(url) = matches.get_one::<String>(&named.flag) {
                self.0.insert(named.network.id, url.clone());
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for StationUrls {
    /// As a struct with the keys of the table: it is flattened into one that knows its keys and refuses others.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("StationUrls", &KEYS, Keys)
    }
}

struct Keys;

impl<'de> Visitor<'de> for Keys {
    type Value = StationUrls;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("addresses of station networks")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<StationUrls, A::Error> {
        let mut urls = StationUrls::default();
        while let Some((key, url)) = map.next_entry::<String, String>()? {
            let Some(named) = NAMED.iter().find(|named| named.key == key) else {
                return Err(serde::de::Error::unknown_field(&key, &KEYS));
            };
            urls.0.insert(named.network.id, url);
        }
        Ok(urls)
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
