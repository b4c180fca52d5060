//! A photo of a place, with all that whoever shows it has to show beside it.

use conditions_core::text::{ShownName, ShownText};
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::licence::Licence;

/// The one origin that photos are shown from. A card's host lets pictures of no other in.
pub const HOST: &str = "https://upload.wikimedia.org";

/// A photo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Photo {
    /// Its title, plain text.
    pub title: ShownName,
    /// Its own page.
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
    /// Who took it, plain text; never missing where the licence asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<ShownName>,
    /// Under which licence it may be shown.
    pub licence: Licence,
    /// What it shows, in its author's words and language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<ShownText>,
    /// The day on which it was taken, where its page states one, `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<String>,
    /// Where it was taken, degrees north and east, where its page says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<(f64, f64)>,
}

/// How the photos of a resort were looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Search {
    /// Those taken within so many metres of it.
    Around(u32),
    /// Those of a category, by its name.
    Category(String),
}

/// The photos of one resort as they were found together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gallery {
    /// When they were looked for.
    pub checked_at: Timestamp,
    /// By place or by category.
    pub search: Search,
    /// Those that may be shown, the best match first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub photos: Vec<Photo>,
    /// Files that were found and may not be shown: their licence is not on the list, or lacks what it asks for.
    #[serde(default)]
    pub refused: u32,
    /// Files that were found and are no photos, such as scans, maps and films.
    #[serde(default)]
    pub others: u32,
}
