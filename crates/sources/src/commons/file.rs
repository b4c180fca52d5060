//! One file of Commons, and whether it is a photo of a place that may be shown.

use pictures::{HOST, Licence, Photo};
use serde_json::Value;

use crate::error::excerpt;
use crate::plain::{link, plain};
use crate::station::is_place;

/// Maximum number of characters of an author, a title and a description.
const LONGEST_AUTHOR: usize = 160;
const LONGEST_TITLE: usize = 160;
const LONGEST_DESCRIPTION: usize = 400;
/// Minimum width, in pixels; narrower pictures are icons and details.
const LEAST_WIDTH: u32 = 640;
/// Words in category names that exclude a photo of a place.
const NO_PHOTOS: [&str; 12] = [
    "biodiversity heritage library",
    "book images",
    "scan",
    "paintings",
    "artworks",
    "maps",
    "diagrams",
    "logos",
    "coats of arms",
    "satellite pictures",
    "advertisements",
    "portraits",
];

/// A file, as far as its facts have been received.
#[derive(Debug, Clone, PartialEq)]
pub struct File {
    pub id: i64,
    /// Position in the search.
    pub index: i64,
    /// Title, without the namespace and the extension.
    pub title: String,
    pub author: Option<String>,
    /// Coordinates at which it was taken.
    pub at: Option<(f64, f64)>,
    info: Option<Info>,
}

/// The facts about a file that arrive together.
#[derive(Debug, Clone, PartialEq)]
struct Info {
    page_url: Option<String>,
    thumb: Option<(String, u32, u32)>,
    size: Option<(u32, u32)>,
    is_jpeg: bool,
    is_non_free: bool,
    code: Option<String>,
    short_name: Option<String>,
    description: Option<String>,
    taken: Option<String>,
    categories: String,
}

/// Reason for which a file is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HiddenReason {
    /// It is not a photo of a place.
    NoPhoto,
    /// Its licence is not on the list, or it lacks what the licence requires.
    Refused,
}

impl HiddenReason {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::NoPhoto => "not shown: no photo of a place",
            Self::Refused => "not shown: licence, author or address",
        }
    }
}

impl File {
    /// Parses a page of a response; `None` if it does not identify the file.
    pub(super) fn read(page: &Value) -> Option<Self> {
        let title = page["title"].as_str()?;
        let title = title.split_once(':').map_or(title, |(_, title)| title);
        let name = title.rsplit_once('.').map_or(title, |(name, _)| name).replace('_', " ");
        let info = page["imageinfo"].get(0);
        let told = |key: &str| info.and_then(|info| words(info, key));
        let at = told("GPSLatitude").zip(told("GPSLongitude"));
        let at = at.and_then(|(lat, lon)| Some((lat.parse::<f64>().ok()?, lon.parse::<f64>().ok()?)));
        Some(Self {
            id: page["pageid"].as_i64()?,
            index: page["index"].as_i64().unwrap_or(i64::MAX),
            title: excerpt(&one_line(&name)?, LONGEST_TITLE),
            author: told("Artist")
                .and_then(|html| one_line(&html))
                .map(|text| excerpt(&text, LONGEST_AUTHOR)),
            at: at.filter(|(lat, lon)| lat.is_finite() && lon.is_finite() && is_place(*lat, *lon)),
            info: info.map(|info| Info::read(info, title)),
        })
    }

    /// Merges the facts from a later part of the search.
    #[must_use]
    pub fn merge(self, later: Self) -> Self {
        Self {
            index: self.index.min(later.index),
            author: self.author.or(later.author),
            at: self.at.or(later.at),
            info: self.info.or(later.info),
            ..self
        }
    }

    /// Returns whether all facts have been received: an incomplete file is not assessed.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.info.is_some()
    }

    /// Returns the photo if it may be shown, else the reason why not.
    pub(super) fn assess(&self) -> Result<Photo, HiddenReason> {
        let info = self.info.as_ref().ok_or(HiddenReason::Refused)?;
        let (width, height) = info.size.ok_or(HiddenReason::NoPhoto)?;
        let is_photo = info.is_jpeg
            && width >= LEAST_WIDTH
            && height >= LEAST_WIDTH / 3
            && !NO_PHOTOS.iter().any(|word| info.categories.contains(word));
        if !is_photo {
            return Err(HiddenReason::NoPhoto);
        }
        let licence = info.licence().filter(|_| !info.is_non_free).ok_or(HiddenReason::Refused)?;
        if licence.asks_for_author() && self.author.is_none() {
            return Err(HiddenReason::Refused);
        }
        let (thumb_url, thumb_width, thumb_height) = info.thumb.clone().ok_or(HiddenReason::Refused)?;
        Ok(Photo {
            title: self.title.clone().into(),
            page_url: info.page_url.clone().ok_or(HiddenReason::Refused)?,
            thumb_url,
            thumb_width,
            thumb_height,
            width,
            height,
            author: self.author.clone().map(Into::into),
            licence,
            description: info.description.clone().map(Into::into),
            taken: info.taken.clone(),
            at: self.at,
        })
    }
}

impl Info {
    fn read(info: &Value, title: &str) -> Self {
        let told = |key: &str| words(info, key);
        let number =
            |key: &str| info[key].as_u64().and_then(|number| u32::try_from(number).ok()).filter(|n| *n > 0);
        let jpeg_by_name = || {
            let lower = title.to_ascii_lowercase();
            lower.ends_with(".jpg") || lower.ends_with(".jpeg")
        };
        let thumb = address(&info["thumburl"]).filter(|url| is_at_host(url));
        let thumb = thumb.zip(number("thumbwidth").zip(number("thumbheight")));
        Self {
            page_url: address(&info["descriptionurl"])
                .filter(|url| url.starts_with("https://commons.wikimedia.org/")),
            thumb: thumb.map(|(url, (width, height))| (url, width, height)),
            size: number("width").zip(number("height")),
            is_jpeg: info["mime"].as_str().map_or_else(jpeg_by_name, |mime| mime == "image/jpeg"),
            is_non_free: told("NonFree").is_some_and(|word| !matches!(word.as_str(), "" | "false" | "False")),
            code: told("License").filter(|code| !code.is_empty()),
            short_name: told("LicenseShortName").filter(|name| !name.is_empty()),
            description: told("ImageDescription")
                .and_then(|html| one_line(&html))
                .map(|text| excerpt(&text, LONGEST_DESCRIPTION)),
            taken: told("DateTimeOriginal").and_then(|html| day(&one_line(&html)?)),
            categories: told("Categories").unwrap_or_default().to_lowercase(),
        }
    }

    /// Returns the licence on which its code and its short name agree; one of the two may be missing.
    fn licence(&self) -> Option<Licence> {
        let read = |text: &Option<String>| text.as_deref().map(Licence::parse);
        match (read(&self.code), read(&self.short_name)) {
            (Some(by_code), Some(by_name)) if by_code == by_name => by_code,
            (Some(only), None) | (None, Some(only)) => only,
            (Some(_), Some(_)) | (None, None) => None,
        }
    }
}

/// Returns the value of a metadata entry: text, or a number as text.
fn words(info: &Value, key: &str) -> Option<String> {
    match &info["extmetadata"][key]["value"] {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns the text of an HTML fragment on one line.
fn one_line(html: &str) -> Option<String> {
    let text = plain(html)?.lines().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// Returns a URL that may be shown. Characters that a title may contain and a link may not are escaped.
fn address(value: &Value) -> Option<String> {
    let text = value.as_str()?;
    let escaped: String = text
        .chars()
        .map(|c| match c {
            '\'' => "%27".to_owned(),
            '"' => "%22".to_owned(),
            '@' => "%40".to_owned(),
            c if c.is_ascii() => c.to_string(),
            c => c.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect(),
        })
        .collect();
    link(&escaped)
}

fn is_at_host(url: &str) -> bool {
    url.strip_prefix(HOST).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns the date at the start of a text, with the precision given.
fn day(text: &str) -> Option<String> {
    let text = text.trim();
    let begin = text.split([' ', 'T', '(']).next()?;
    let parts: Vec<&str> = begin.split('-').collect();
    let number = |part: &&str, length: usize, most: u32| {
        let is_number = part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number && part.parse::<u32>().is_ok_and(|number| (1..=most).contains(&number))
    };
    let reads = match parts.as_slice() {
        [year] => number(year, 4, 2_200),
        [year, month] => number(year, 4, 2_200) && number(month, 2, 12),
        [year, month, day] => number(year, 4, 2_200) && number(month, 2, 12) && number(day, 2, 31),
        _ => false,
    };
    reads.then(|| begin.to_owned())
}
