//! A photo of a place, with all data that must be shown with it.

use conditions_core::text::{ShownName, ShownText};
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::licence::Licence;

/// The only origin of photos. The host of a card allows pictures from no other.
pub const HOST: &str = "https://upload.wikimedia.org";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Photo {
    /// Title, plain text.
    pub title: ShownName,
    /// Page of the photo.
    pub page_url: String,
    /// A smaller copy, at [`HOST`].
    pub thumb_url: String,
    /// Width of the smaller copy, pixels.
    pub thumb_width: u32,
    /// Height of the smaller copy, pixels.
    pub thumb_height: u32,
    /// Width of the photo, pixels.
    pub width: u32,
    /// Height of the photo, pixels.
    pub height: u32,
    /// Author, plain text; never missing if the licence requires it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<ShownName>,
    /// Licence under which it may be shown.
    pub licence: Licence,
    /// Description in its author's words and language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<ShownText>,
    /// Day on which it was taken, if its page states one, `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<String>,
    /// Location in degrees north and east, if its page states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<(f64, f64)>,
}

/// The way in which the photos of a resort were searched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Search {
    /// Within this distance of the resort, in metres.
    Around(u32),
    /// In a category with this name.
    Category(String),
}

/// The photos of one resort from one search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gallery {
    /// Time of the search.
    pub checked_at: Timestamp,
    /// Kind of the search.
    pub search: Search,
    /// Photos that may be shown, the best match first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub photos: Vec<Photo>,
    /// Number of files that may not be shown: their licence is not on the list, or lacks a required detail.
    #[serde(default)]
    pub refused: u32,
    /// Number of files that are not photos, such as scans, maps and films.
    #[serde(default)]
    pub others: u32,
}
