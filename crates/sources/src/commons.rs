//! Wikimedia Commons: photos of a place, with author and licence, through its API.
//!
//! The API has its own etiquette: one request at a time, a pause, `maxlag`, and a client that names itself and a
//! contact. The rules for robots do not apply, since they keep crawlers away from the API. One search may take several
//! requests, each of which returns only part of the facts about a file.

mod file;
mod part;

use conditions_core::time::{DAY_MS, Timestamp};
use pictures::{Gallery, PicturePolicy, Search};

use crate::credit::Credit;
use crate::error::ParseError;
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::{Observations, ParsedValue, ValueTime};

pub use file::File;
pub use part::{Part, read};

pub const LANE: &str = "commons";

/// Maximum number of files of one search.
pub const MOST_FILES: usize = 50;

/// Width of the pictures, in pixels: wide enough for a card, and one of the widths that the upstream has ready.
const THUMB_WIDTH: u32 = 960;
/// Metadata requested for each file.
const METADATA: &str = "Artist|LicenseShortName|License|ImageDescription|DateTimeOriginal|Categories|GPSLatitude|\
    GPSLongitude|NonFree";

static META: Meta = Meta {
    id: LANE,
    title: "Wikimedia Commons",
    measures: "photos near resorts: title, author, licence, page and a smaller copy by link; no picture is fetched",
    rhythm: PollSchedule {
        period_ms: PicturePolicy::DEFAULT.photos_period_ms,
        silent_ms: 8 * DAY_MS,
        note: "each resort; a few seconds between two requests",
    },
    bounds: Bounds::new(8, MOST_FILES),
    allowance: Allowance::unstated("one request at a time, by the API's etiquette"),
    credit: Credit {
        name: "Wikimedia Commons",
        url: "https://commons.wikimedia.org/",
        licence: "each photo's own, shown next to it",
        licence_url: None,
        text: "Photos: Wikimedia Commons, each by its author",
    },
    providers: &[],
    terms: "https://foundation.wikimedia.org/wiki/Policy:Terms_of_Use",
    base_url: "https://commons.wikimedia.org",
    docs: "https://www.mediawiki.org/wiki/API:Imageinfo",
};

#[derive(Debug, Clone, Copy)]
pub struct Commons;

impl Commons {
    /// Returns path and query of a search near a place, in degrees north and east, or of its next part.
    #[must_use]
    pub fn path(search: &Search, lat: f64, lon: f64, goes_on: &[(String, String)]) -> String {
        let mut query: Vec<(&str, String)> = vec![
            ("action", "query".to_owned()),
            ("format", "json".to_owned()),
            ("formatversion", "2".to_owned()),
            ("maxlag", "5".to_owned()),
            ("prop", "imageinfo".to_owned()),
            ("iiprop", "url|size|mime|extmetadata".to_owned()),
            ("iiurlwidth", THUMB_WIDTH.to_string()),
            ("iiextmetadatafilter", METADATA.to_owned()),
            ("iiextmetadatalanguage", "en".to_owned()),
        ];
        match search {
            Search::Around(metres) => query.extend([
                ("generator", "geosearch".to_owned()),
                ("ggscoord", format!("{lat:.5}|{lon:.5}")),
                ("ggsradius", metres.to_string()),
                ("ggsnamespace", "6".to_owned()),
                ("ggslimit", MOST_FILES.to_string()),
            ]),
            Search::Category(name) => query.extend([
                ("generator", "categorymembers".to_owned()),
                ("gcmtitle", format!("Category:{name}")),
                ("gcmtype", "file".to_owned()),
                ("gcmlimit", MOST_FILES.to_string()),
            ]),
        }
        query.extend(goes_on.iter().map(|(name, value)| (name.as_str(), value.clone())));
        let pairs = query.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
        format!("/w/api.php?{}", pairs.collect::<Vec<_>>().join("&"))
    }
}

/// Builds a gallery from the complete files of a search: the photos that may be shown, in the upstream's order, and the
/// number of the others.
#[must_use]
pub fn gallery(files: &[File], search: Search, policy: &PicturePolicy, checked_at: Timestamp) -> Gallery {
    let mut gallery = Gallery { checked_at, search, photos: Vec::new(), refused: 0, others: 0 };
    for file in files {
        match file.assess() {
            Ok(photo) => gallery.photos.push(photo),
            Err(file::HiddenReason::NoPhoto) => gallery.others += 1,
            Err(file::HiddenReason::Refused) => gallery.refused += 1,
        }
    }
    gallery.photos.truncate(policy.photos);
    gallery
}

impl Lane for Commons {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        let part = read(body)?;
        let values = part.files.into_iter().enumerate().map(|(location, file)| {
            let (lat, lon) = file.at.unzip();
            let told = match file.assess() {
                Ok(photo) => photo.licence.name(),
                Err(why) => why.words().to_owned(),
            };
            ParsedValue {
                lane: LANE,
                location,
                lat,
                lon,
                model: file.author.clone(),
                interval: "file".to_owned(),
                time: ValueTime::Unknown,
                variable: file.title.clone(),
                value: None,
                unit: Some(told),
            }
        });
        Ok(Observations::new(Box::new(values.collect::<Vec<_>>().into_iter()), part.faults))
    }
}

/// Percent-encodes a text for a query.
fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests;
