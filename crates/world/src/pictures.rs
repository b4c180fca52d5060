//! Shelves of pictures: photos by resort, link checks by URL, reels by age; and the configured cameras.

use std::collections::BTreeMap;

use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use pictures::{Gallery, LinkCheck, LinkState, PicturePolicy, Reel};

use crate::dataset::Dataset;

/// A configured camera.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Camera {
    /// Slug of the resort that it shows.
    pub slug: String,
    /// Identifier of letters, digits and hyphens; unique at its resort.
    pub id: String,
    /// Display name.
    pub name: ShownName,
    /// URL of its newest still.
    pub still_url: String,
    /// Page of the camera or of its owner.
    pub page_url: Option<String>,
    /// Owner of the camera, who is credited.
    pub owner: ShownName,
    /// Whether its owner lets this service record it.
    pub is_recorded: bool,
}

impl Camera {
    /// Returns the lane name under which its owner is credited, together with the resort's slug.
    #[must_use]
    pub fn lane(&self) -> String {
        lane_of(&self.owner)
    }
}

/// Returns the lane name under which the owner of a camera is credited.
#[must_use]
pub fn lane_of(owner: &str) -> String {
    format!("camera of {owner}")
}

/// Photos of every resort that were searched for.
#[derive(Debug, Clone, Default)]
pub struct Galleries(BTreeMap<String, Gallery>);

impl Galleries {
    /// Returns the photos of a resort while their licence data is valid.
    ///
    /// # Errors
    /// Returns the time of the last search if its data has expired, or `None` if there was no search.
    pub fn get(&self, slug: &str, now: Timestamp) -> Result<&Gallery, Option<Timestamp>> {
        let gallery = self.0.get(slug).ok_or(None)?;
        let holds = now.since(gallery.checked_at) <= PicturePolicy::DEFAULT.photos_hold_ms;
        if holds { Ok(gallery) } else { Err(Some(gallery.checked_at)) }
    }
}

impl Dataset for Galleries {
    type Form = evidence::Photos;

    fn insert(&mut self, subject: &str, _captured_at: Timestamp, gallery: Gallery) {
        self.0.insert(subject.to_owned(), gallery);
    }

    fn remove(&mut self, subject: &str) {
        self.0.remove(subject);
    }
}

/// The last check of every link.
#[derive(Debug, Clone, Default)]
pub struct LinkChecks(BTreeMap<String, LinkCheck>);

/// Number of periods after which a check is ignored.
const PERIODS: i64 = 8;

impl LinkChecks {
    /// Returns the last check of a link if it is recent enough.
    #[must_use]
    pub fn get(&self, url: &str, now: Timestamp) -> Option<&LinkCheck> {
        let check = self.0.get(url)?;
        let is_recent = now.since(check.checked_at) <= PERIODS * PicturePolicy::DEFAULT.link_period_ms;
        is_recent.then_some(check).filter(|check| check.state != LinkState::Unchecked)
    }
}

impl Dataset for LinkChecks {
    type Form = evidence::Links;

    fn insert(&mut self, subject: &str, _captured_at: Timestamp, check: LinkCheck) {
        self.0.insert(subject.to_owned(), check);
    }

    fn remove(&mut self, subject: &str) {
        self.0.remove(subject);
    }
}

/// Every stored powder reel.
#[derive(Debug, Clone, Default)]
pub struct ReelData(Vec<Reel>);

impl ReelData {
    /// Returns the reels, newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = &Reel> {
        self.0.iter()
    }

    /// Finds a reel by its identifier.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Reel> {
        self.0.iter().find(|reel| reel.id == id)
    }
}

impl Dataset for ReelData {
    type Form = evidence::Reels;

    fn insert(&mut self, subject: &str, _captured_at: Timestamp, reel: Reel) {
        self.remove(subject);
        let newer = |kept: &Reel| (kept.begins_at(), &reel.id) > (reel.begins_at(), &kept.id);
        let at = self.0.partition_point(newer);
        self.0.insert(at, reel);
    }

    fn remove(&mut self, subject: &str) {
        self.0.retain(|reel| reel.id != subject);
    }
}

#[cfg(test)]
mod tests;
