//! The shelves of pictures: photos by resort, checks of links by address, reels by age; and the cameras that the
//! configuration names.

use std::collections::BTreeMap;

use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use pictures::{Gallery, LinkCheck, LinkState, PicturePolicy, Reel};

use crate::shelf::Shelf;

/// A camera that the configuration names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Camera {
    /// The resort that it shows.
    pub slug: String,
    /// Identifier, of letters, digits and hyphens; unique at its resort.
    pub id: String,
    /// Name for people.
    pub name: ShownName,
    /// Address of its newest still.
    pub still_url: String,
    /// Page of the camera or of its owner.
    pub page_url: Option<String>,
    /// Whose camera it is: whom to credit.
    pub owner: ShownName,
    /// Whether its owner lets this service record it.
    pub is_recorded: bool,
}

impl Camera {
    /// The name under which its owner is credited, beside the resort's slug.
    #[must_use]
    pub fn lane(&self) -> String {
        lane_of(&self.owner)
    }
}

/// The name under which the owner of a camera is credited.
#[must_use]
pub fn lane_of(owner: &str) -> String {
    format!("camera of {owner}")
}

/// Photos of every resort that were looked for.
#[derive(Debug, Clone, Default)]
pub struct Galleries(BTreeMap<String, Gallery>);

impl Galleries {
    /// The photos of a resort, as long as what was read of their licences holds; `Err` with the instant of the last search
    /// when it does not, or with none when there was none.
    ///
    /// # Errors
    /// As above.
    pub fn of(&self, slug: &str, now: Timestamp) -> Result<&Gallery, Option<Timestamp>> {
        let gallery = self.0.get(slug).ok_or(None)?;
        let holds = now.since(gallery.checked_at) <= PicturePolicy::DEFAULT.photos_hold_ms;
        if holds { Ok(gallery) } else { Err(Some(gallery.checked_at)) }
    }
}

impl Shelf for Galleries {
    type Form = evidence::Photos;

    fn put(&mut self, subject: &str, _captured_at: Timestamp, gallery: Gallery) {
        self.0.insert(subject.to_owned(), gallery);
    }

    fn remove(&mut self, subject: &str) {
        self.0.remove(subject);
    }
}

/// The last check of every link.
#[derive(Debug, Clone, Default)]
pub struct LinkBook(BTreeMap<String, LinkCheck>);

/// A check that is older than so many periods says nothing any more.
const PERIODS: i64 = 8;

impl LinkBook {
    /// The last check of a link that is not too long ago.
    #[must_use]
    pub fn of(&self, url: &str, now: Timestamp) -> Option<&LinkCheck> {
        let check = self.0.get(url)?;
        let is_recent = now.since(check.checked_at) <= PERIODS * PicturePolicy::DEFAULT.link_period_ms;
        is_recent.then_some(check).filter(|check| check.state != LinkState::Unchecked)
    }
}

impl Shelf for LinkBook {
    type Form = evidence::Links;

    fn put(&mut self, subject: &str, _captured_at: Timestamp, check: LinkCheck) {
        self.0.insert(subject.to_owned(), check);
    }

    fn remove(&mut self, subject: &str) {
        self.0.remove(subject);
    }
}

/// Every powder reel on record.
#[derive(Debug, Clone, Default)]
pub struct ReelBook(Vec<Reel>);

impl ReelBook {
    /// The reels, the newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = &Reel> {
        self.0.iter()
    }

    /// The reel of an identifier.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Reel> {
        self.0.iter().find(|reel| reel.id == id)
    }
}

impl Shelf for ReelBook {
    type Form = evidence::Reels;

    fn put(&mut self, subject: &str, _captured_at: Timestamp, reel: Reel) {
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
