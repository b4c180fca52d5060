//! Which station networks are asked, and where: a list of lanes, and an address for each that is not the public one.

use sources::NETWORKS;

use super::{ConfigError, address, wrong};

/// A network of stations that is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StationUpstream {
    /// The lane's identifier.
    pub lane: &'static str,
    /// Base address, no trailing slash.
    pub base_url: String,
}

/// A lane, the flag of its address, and the address that was given.
type Given<'a> = (&'static str, &'static str, Option<&'a str>);

/// The networks of `list` (all when it is absent, none for `none`) at the addresses given, else the public ones.
///
/// # Errors
/// A name that is no network's, or an address that cannot be one.
pub(super) fn upstreams(
    list: Option<&str>,
    given: &[Given<'_>],
) -> Result<Vec<StationUpstream>, ConfigError> {
    let chosen = chosen(list)?;
    let mut upstreams = Vec::new();
    for network in NETWORKS {
        let meta = network.meta();
        let own = given.iter().find(|(lane, ..)| *lane == meta.id);
        let base_url = match own {
            // An address that is wrong is named even where the network is switched off.
            Some((_, flag, Some(url))) => address(flag, url)?,
            Some((_, _, None)) | None => meta.base_url.to_owned(),
        };
        if chosen.contains(&meta.id) {
            upstreams.push(StationUpstream { lane: meta.id, base_url });
        }
    }
    Ok(upstreams)
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
