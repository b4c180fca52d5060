//! Which station networks and lanes of documents are asked, and where.
//!
//! The settings are read off the tables of both: a lane `x` has the flag `--x-url`, the environment's `SNOW_X_URL` and the
//! file's `x_url` by standing there.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use ::ingest::documents::DOCUMENT_LANES;
use clap::{Arg, ArgMatches, Command};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use sources::{Meta, NETWORKS};

use super::{ConfigError, address, wrong};

/// A lane that is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneUpstream {
    /// The lane's identifier.
    pub lane: &'static str,
    /// Base address, no trailing slash.
    pub base_url: String,
}

/// The addresses that were given, by the lane's identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LaneUrls(BTreeMap<&'static str, String>);

/// What the address of a lane is called.
struct Named {
    lane: &'static Meta,
    /// Whether it is a network of stations, and not a lane of documents.
    is_network: bool,
    flag: String,
    variable: String,
    key: String,
}

static NAMED: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let networks = NETWORKS.iter().map(|network| (network.meta(), true));
    let lanes = networks.chain(DOCUMENT_LANES.iter().map(|lane| (lane.meta(), false)));
    let named = lanes.map(|(lane, is_network)| {
        let key = format!("{}_url", lane.id.replace('-', "_"));
        let variable = format!("SNOW_{}", key.to_ascii_uppercase());
        Named { lane, is_network, flag: format!("{}-url", lane.id), variable, key }
    });
    named.collect()
});

static KEYS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| NAMED.iter().map(|named| named.key.as_str()).collect());

impl LaneUrls {
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
    pub(super) fn stations(&self, list: Option<&str>) -> Result<Vec<LaneUpstream>, ConfigError> {
        let chosen = chosen(list)?;
        let mut upstreams = Vec::new();
        for named in NAMED.iter().filter(|named| named.is_network) {
            // An address that is wrong is named even where the network is switched off.
            let upstream = self.upstream(named)?;
            upstreams.extend(chosen.contains(&upstream.lane).then_some(upstream));
        }
        Ok(upstreams)
    }

    /// The lanes of documents at the addresses given, else the public ones; not those whose address is `none`.
    ///
    /// # Errors
    /// An address that cannot be one.
    pub(super) fn documents(&self) -> Result<Vec<LaneUpstream>, ConfigError> {
        let is_asked = |named: &&Named| self.0.get(named.lane.id).is_none_or(|url| url.trim() != "none");
        let documents = NAMED.iter().filter(|named| !named.is_network).filter(is_asked);
        documents.map(|named| self.upstream(named)).collect()
    }

    fn upstream(&self, named: &'static Named) -> Result<LaneUpstream, ConfigError> {
        let base_url = match self.0.get(named.lane.id) {
            Some(url) => address(&named.flag, url)?,
            None => named.lane.base_url.to_owned(),
        };
        Ok(LaneUpstream { lane: named.lane.id, base_url })
    }
}

impl clap::Args for LaneUrls {
    fn augment_args(command: Command) -> Command {
        command.args(NAMED.iter().map(|named| {
            Arg::new(named.flag.as_str())
                .long(named.flag.as_str())
                .env(named.variable.as_str())
                .value_name("URL")
                .help(help(named))
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for LaneUrls {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut urls = Self::default();
        urls.update_from_arg_matches(matches)?;
        Ok(urls)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for named in NAMED.iter() {
            if let Some(url) = matches.get_one::<String>(&named.flag) {
                self.0.insert(named.lane.id, url.clone());
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for LaneUrls {
    /// As a struct with the keys of the table: it is flattened into one that knows its keys and refuses others.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("LaneUrls", &KEYS, Keys)
    }
}

struct Keys;

impl<'de> Visitor<'de> for Keys {
    type Value = LaneUrls;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("addresses of lanes")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LaneUrls, A::Error> {
        let mut urls = LaneUrls::default();
        while let Some((key, url)) = map.next_entry::<String, String>()? {
            let Some(named) = NAMED.iter().find(|named| named.key == key) else {
                return Err(serde::de::Error::unknown_field(&key, &KEYS));
            };
            urls.0.insert(named.lane.id, url);
        }
        Ok(urls)
    }
}

fn help(named: &Named) -> String {
    let title = named.lane.title;
    if named.is_network {
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
