//! Settings of lift feeds: which resorts' feeds are polled, at which address and how often. Only listed feeds are
//! polled, and at most once per quarter of an hour.

use std::collections::BTreeSet;
use std::time::Duration;

use ingest_runner::options::LiftUpstream;
use reqwest::Url;
use serde::Deserialize;
use sources::lifts::{Address, FAMILIES, find};

use super::{ConfigError, wrong};

/// Shortest polling interval, in minutes.
const LEAST_MINUTES: u32 = 15;
/// Longest polling interval, in minutes: a lane that is silent for six hours counts as failing.
const MOST_MINUTES: u32 = 300;
/// Default polling interval, in minutes.
const USUAL_MINUTES: u32 = 30;
/// Maximum length of an address.
const LONGEST_URL: usize = 2_000;

/// One entry of `[[lifts]]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LiftSetting {
    /// Slug of the resort.
    pub slug: String,
    /// Family of the feed.
    pub family: String,
    /// Identifier of the resort in the family.
    pub id: Option<String>,
    /// Address of the feed, for families without identifiers.
    pub url: Option<String>,
    /// Minutes between calls.
    pub interval_minutes: Option<u32>,
}

/// Validates the feed settings.
///
/// # Errors
/// Returns an error for the first invalid entry, or if a resort or an address is listed twice.
pub(super) fn upstreams(settings: Vec<LiftSetting>) -> Result<Vec<LiftUpstream>, ConfigError> {
    let mut feeds: Vec<LiftUpstream> = Vec::new();
    let (mut slugs, mut urls) = (BTreeSet::new(), BTreeSet::new());
    for setting in settings {
        let slug = setting.slug.clone();
        let feed = upstream(setting).map_err(|why| wrong("lifts", format!("resort `{slug}`: {why}")))?;
        if !slugs.insert(slug.clone()) {
            return Err(wrong("lifts", format!("resort `{slug}` has two feeds; remove one")));
        }
        if !urls.insert(feed.url.to_string()) {
            return Err(wrong(
                "lifts",
                format!("resort `{slug}`: another resort has the same feed; remove one"),
            ));
        }
        feeds.push(feed);
    }
    Ok(feeds)
}

fn upstream(setting: LiftSetting) -> Result<LiftUpstream, String> {
    let LiftSetting { slug, family, id, url, interval_minutes } = setting;
    if slug.is_empty() || !slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
        return Err("is not the slug of a resort, such as winter-park".to_owned());
    }
    let Some(known) = find(&family) else {
        let all = FAMILIES.map(|family| family.meta().id).join(", ");
        return Err(format!("family `{family}` is not one of {all}"));
    };
    let meta = known.meta();
    let text = match (id, url, meta.address) {
        (None, Some(url), _) => url,
        (Some(id), None, Address::Id(pattern)) => pattern.replace("{id}", checked(&id)?),
        (Some(_), None, Address::Url) => return Err(format!("the family {} has no id; give url", meta.id)),
        (Some(_), Some(_), _) => return Err("give id or url, not both".to_owned()),
        (None, None, Address::Id(_)) => return Err("give id or url".to_owned()),
        (None, None, Address::Url) => return Err("give url".to_owned()),
    };
    let minutes = interval_minutes.unwrap_or(USUAL_MINUTES);
    if !(LEAST_MINUTES..=MOST_MINUTES).contains(&minutes) {
        return Err(format!("interval_minutes must be {LEAST_MINUTES} to {MOST_MINUTES}, not {minutes}"));
    }
    let every = Duration::from_secs(u64::from(minutes) * 60);
    Ok(LiftUpstream { slug, family: meta.id, url: address(&text)?, every })
}

fn checked(id: &str) -> Result<&str, String> {
    let fine = !id.is_empty() && id.len() <= 64 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if fine { Ok(id) } else { Err(format!("id `{id}` may contain only letters, digits and hyphens")) }
}

/// Parses an http(s) address with a host and without credentials or a fragment.
fn address(text: &str) -> Result<Url, String> {
    let url = Url::parse(text.trim()).ok().filter(|url| {
        let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
        let is_bare = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        is_web && is_bare && url.as_str().len() <= LONGEST_URL
    });
    // An address with credentials is not repeated.
    url.ok_or_else(|| "url is not an http:// or https:// address without credentials or fragment".to_owned())
}
