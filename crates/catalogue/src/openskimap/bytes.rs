//! Converts bytes to text: detects gzip by its magic, drops a byte-order mark, and distinguishes CSV and JSON by the
//! first character.

use std::borrow::Cow;
use std::io::Read as _;

use flate2::read::MultiGzDecoder;

use super::ImportError;

/// Maximum size of a file: the live GeoJSON has 17 MB, so a file beyond this is not a list of ski areas.
const LARGEST: usize = 512 * 1024 * 1024;

/// The format as the caller specifies it. Compression is always detected from the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// Detected from the content.
    #[default]
    Detect,
    /// Comma-separated, live or archived columns.
    Csv,
    /// A GeoJSON feature collection.
    GeoJson,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Csv,
    GeoJson,
}

/// Text of a file.
pub(super) struct UnpackedText<'a> {
    pub(super) text: Cow<'a, [u8]>,
    /// Whether the end is known to be complete: the gzip trailer was present.
    pub(super) whole: bool,
}

impl Format {
    /// Returns the format that a file name or address indicates, or [`Format::Detect`].
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        match name.rsplit('.').next() {
            Some("csv") => Self::Csv,
            Some("geojson" | "json") => Self::GeoJson,
            _ => Self::Detect,
        }
    }

    pub(super) fn or_detect(self, text: &[u8]) -> Kind {
        match self {
            Self::Csv => Kind::Csv,
            Self::GeoJson => Kind::GeoJson,
            Self::Detect => match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
                Some(b'{' | b'[') => Kind::GeoJson,
                _ => Kind::Csv,
            },
        }
    }
}

pub(super) fn unpack(bytes: &[u8]) -> Result<UnpackedText<'_>, ImportError> {
    let unpacked = if bytes.starts_with(&[0x1f, 0x8b]) {
        UnpackedText { text: Cow::Owned(gunzip(bytes)?), whole: true }
    } else {
        UnpackedText { text: Cow::Borrowed(bytes), whole: false }
    };
    let text = match unpacked.text {
        Cow::Borrowed(text) => Cow::Borrowed(text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)),
        Cow::Owned(text) if text.starts_with(b"\xef\xbb\xbf") => {
            Cow::Owned(text.into_iter().skip(3).collect())
        }
        owned @ Cow::Owned(_) => owned,
    };
    if text.iter().all(u8::is_ascii_whitespace) {
        return Err(ImportError::Empty);
    }
    Ok(UnpackedText { text, whole: unpacked.whole })
}

fn gunzip(bytes: &[u8]) -> Result<Vec<u8>, ImportError> {
    let mut text = Vec::new();
    let limit = u64::try_from(LARGEST).unwrap_or(u64::MAX).saturating_add(1);
    let outcome = MultiGzDecoder::new(bytes).take(limit).read_to_end(&mut text);
    match outcome {
        Err(error) => Err(ImportError::Compressed { after: text.len(), reason: error.to_string() }),
        Ok(_) if text.len() > LARGEST => Err(ImportError::TooLarge { limit: LARGEST }),
        Ok(_) => Ok(text),
    }
}
