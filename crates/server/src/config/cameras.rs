//! Settings of the cameras of resorts: which ones are shown and which ones may be recorded. Only listed cameras are
//! used. An operator who writes `record = true` states that the owner has agreed.

use std::collections::BTreeSet;
use std::time::Duration;

use clap::Args;
use ingest_runner::options::{CameraUpstream, ReelLimits};
use reqwest::Url;
use serde::Deserialize;
use world::pictures::Camera;

use super::{ConfigError, wrong};

/// Shortest recording interval, in minutes.
const LEAST_MINUTES: u32 = 5;
/// Longest recording interval, in minutes.
const MOST_MINUTES: u32 = 60;
/// Default recording interval, in minutes.
const USUAL_MINUTES: u32 = 30;
/// Maximum length of an address.
const LONGEST_URL: usize = 500;
/// Maximum length of a name or identifier.
const LONGEST_NAME: usize = 80;
const LONGEST_ID: usize = 40;
/// Maximum number of cameras.
const MOST_CAMERAS: usize = 500;

/// One entry of `[[cameras]]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraSetting {
    /// Slug of the resort.
    pub slug: String,
    /// Identifier of the camera at the resort.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Address of the newest still.
    pub url: String,
    /// Page of the camera or of its owner.
    pub page: Option<String>,
    /// Owner of the camera.
    pub owner: String,
    /// The owner permits this service to record the camera.
    pub record: Option<bool>,
    /// Minutes between recorded stills.
    pub interval_minutes: Option<u32>,
}

/// Settings of reels as given.
#[derive(Debug, Clone, Default, Args, Deserialize)]
pub struct ReelSettings {
    /// Days for which powder reels are kept, 1 to 3650. Default: 90.
    #[arg(long, env = "SNOW_REEL_DAYS", value_name = "DAYS")]
    pub reel_days: Option<u32>,
    /// Maximum disk space for powder reels in the data folder, in mebibytes, 10 to 1000000. Default: 1000.
    #[arg(long, env = "SNOW_REEL_MEBIBYTES", value_name = "NUMBER")]
    pub reel_mebibytes: Option<u64>,
}

impl ReelSettings {
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            reel_days: self.reel_days.or(other.reel_days),
            reel_mebibytes: self.reel_mebibytes.or(other.reel_mebibytes),
        }
    }

    pub(super) fn limits(&self) -> Result<ReelLimits, ConfigError> {
        let days = self.reel_days.unwrap_or(90);
        if !(1..=3_650).contains(&days) {
            return Err(wrong("reel-days", format!("must be 1 to 3650, not {days}")));
        }
        let mebibytes = self.reel_mebibytes.unwrap_or(1_000);
        if !(10..=1_000_000).contains(&mebibytes) {
            return Err(wrong("reel-mebibytes", format!("must be 10 to 1000000, not {mebibytes}")));
        }
        Ok(ReelLimits { keep: Duration::from_secs(u64::from(days) * 86_400), bytes: mebibytes << 20 })
    }
}

/// Validates the camera settings.
///
/// # Errors
/// Returns an error for the first invalid entry, or if a camera is listed twice.
pub(super) fn upstreams(settings: Vec<CameraSetting>) -> Result<Vec<CameraUpstream>, ConfigError> {
    if settings.len() > MOST_CAMERAS {
        return Err(wrong("cameras", format!("there are more than {MOST_CAMERAS}")));
    }
    let (mut ids, mut urls) = (BTreeSet::new(), BTreeSet::new());
    let mut cameras = Vec::new();
    for setting in settings {
        let (slug, id) = (setting.slug.clone(), setting.id.clone());
        let broken = |why: String| wrong("cameras", format!("camera `{id}` of resort `{slug}`: {why}"));
        let camera = upstream(setting).map_err(&broken)?;
        if !ids.insert((slug.clone(), id.clone())) {
            return Err(broken("is listed twice; remove one".to_owned()));
        }
        if !urls.insert(camera.url.to_string()) {
            return Err(broken("another camera has the same url; remove one".to_owned()));
        }
        cameras.push(camera);
    }
    Ok(cameras)
}

fn upstream(setting: CameraSetting) -> Result<CameraUpstream, String> {
    let CameraSetting { slug, id, name, url, page, owner, record, interval_minutes } = setting;
    let is_slug = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    if !is_slug(&slug) {
        return Err("slug is not a resort's slug, such as winter-park".to_owned());
    }
    if !is_slug(&id) || id.len() > LONGEST_ID {
        return Err("id may contain only lower-case letters, digits and hyphens".to_owned());
    }
    for (what, text) in [("name", &name), ("owner", &owner)] {
        if text.trim().is_empty() || text.len() > LONGEST_NAME || text.chars().any(char::is_control) {
            return Err(format!("{what} must be 1 to {LONGEST_NAME} printable characters"));
        }
    }
    let minutes = interval_minutes.unwrap_or(USUAL_MINUTES);
    if !(LEAST_MINUTES..=MOST_MINUTES).contains(&minutes) {
        return Err(format!("interval_minutes must be {LEAST_MINUTES} to {MOST_MINUTES}, not {minutes}"));
    }
    let url = address("url", &url)?;
    let page_url = page.map(|page| address("page", &page)).transpose()?.map(String::from);
    let camera = Camera {
        slug,
        id,
        name: name.trim().into(),
        still_url: url.to_string(),
        page_url,
        owner: owner.trim().into(),
        is_recorded: record.unwrap_or(false),
    };
    Ok(CameraUpstream { camera, url, every: Duration::from_secs(u64::from(minutes) * 60) })
}

/// Parses an http(s) address with a host and without credentials or a fragment, because the address is shown.
fn address(what: &str, text: &str) -> Result<Url, String> {
    let url = Url::parse(text.trim()).ok().filter(|url| {
        let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
        let is_bare = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        is_web && is_bare && url.as_str().len() <= LONGEST_URL
    });
    // An address with credentials is not repeated.
    url.ok_or_else(|| format!("{what} is not an http:// or https:// address without credentials or fragment"))
}

#[cfg(test)]
mod tests;
