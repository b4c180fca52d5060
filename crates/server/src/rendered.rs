//! A rendered answer: its bytes once per encoding, and the tags and dates that spare sending them.

use std::io::Write as _;
use std::sync::OnceLock;

use actix_web::http::header::HeaderValue;
use actix_web::web::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use conditions_core::time::Timestamp;

/// A content coding that the service sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// As it is.
    Identity,
    /// `Content-Encoding: gzip`.
    Gzip,
    /// `Content-Encoding: br`.
    Brotli,
    /// `Content-Encoding: zstd`.
    Zstd,
}

impl Coding {
    const ALL: [Self; 4] = [Self::Identity, Self::Gzip, Self::Brotli, Self::Zstd];

    /// The token in `Content-Encoding`; `None` for the identity.
    #[must_use]
    pub const fn token(self) -> Option<&'static str> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some("gzip"),
            Self::Brotli => Some("br"),
            Self::Zstd => Some("zstd"),
        }
    }

    /// The best coding that an `Accept-Encoding` header allows; among equals the one that is ready first.
    #[must_use]
    pub fn negotiate(header: Option<&str>) -> Self {
        let Some(header) = header else { return Self::Identity };
        let mut best = (Self::Identity, 0_u16);
        for part in header.split(',') {
            let mut pieces = part.split(';');
            let coding = match pieces.next().map(str::trim) {
                Some("gzip" | "x-gzip" | "*") => Self::Gzip,
                Some("br") => Self::Brotli,
                Some("zstd") => Self::Zstd,
                _ => continue,
            };
            let weight = pieces.find_map(|piece| piece.trim().strip_prefix("q=")).map_or(1000, thousandths);
            let readier = weight == best.1 && coding == Self::Gzip;
            if weight > best.1 || readier && weight > 0 {
                best = (coding, weight);
            }
        }
        best.0
    }
}

fn thousandths(text: &str) -> u16 {
    let value: f32 = text.trim().parse().unwrap_or(0.0);
    (value.clamp(0.0, 1.0) * 1000.0) as u16
}

/// One answer, immutable once made.
#[derive(Debug)]
pub struct Rendered {
    plain: Bytes,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
    zstd: OnceLock<Bytes>,
    tag: String,
    /// The strong entity tag of each coding, in the order of [`Coding`].
    etags: [HeaderValue; 4],
    last_modified: HeaderValue,
    /// When it was made.
    pub at: Timestamp,
    /// From when on it is wrong, where that is known.
    pub wrong_from: Option<Timestamp>,
}

/// Smaller answers are sent as they are: a coding would not spare a packet.
const WORTH_ENCODING: usize = 256;

impl Rendered {
    /// From the plain bytes; every coding is made when it is first asked for.
    #[must_use]
    pub fn new(plain: Vec<u8>, at: Timestamp) -> Self {
        let digest = Sha256::digest(&plain);
        let tag = digest.iter().take(12).fold(String::with_capacity(24), |mut tag, byte| {
            use std::fmt::Write as _;
            let _ = write!(tag, "{byte:02x}");
            tag
        });
        let etags = Coding::ALL.map(|coding| match coding.token() {
            None => header(&format!("\"{tag}\"")),
            Some(token) => header(&format!("\"{tag}-{token}\"")),
        });
        Self {
            plain: plain.into(),
            gzip: OnceLock::new(),
            brotli: OnceLock::new(),
            zstd: OnceLock::new(),
            tag,
            etags,
            last_modified: header(&at.utc().format(HTTP_DATE).to_string()),
            at,
            wrong_from: None,
        }
    }

    /// The same, known to be wrong from an instant on.
    #[must_use]
    pub fn wrong_from(self, instant: Timestamp) -> Self {
        Self { wrong_from: Some(instant), ..self }
    }

    /// With gzip made at once, for answers that are asked for often.
    #[must_use]
    pub fn with_gzip(plain: Vec<u8>, at: Timestamp) -> Self {
        let rendered = Self::new(plain, at);
        rendered.gzip.get_or_init(|| gzip(&rendered.plain));
        rendered
    }

    /// The bytes in `coding`, and the coding they really are in: small answers stay plain.
    #[must_use]
    pub fn bytes(&self, coding: Coding) -> (Bytes, Coding) {
        if self.plain.len() < WORTH_ENCODING {
            return (self.plain.clone(), Coding::Identity);
        }
        let bytes = match coding {
            Coding::Identity => &self.plain,
            Coding::Gzip => self.gzip.get_or_init(|| gzip(&self.plain)),
            Coding::Brotli => self.brotli.get_or_init(|| brotli(&self.plain)),
            Coding::Zstd => self.zstd.get_or_init(|| zstd(&self.plain)),
        };
        (bytes.clone(), coding)
    }

    /// The plain bytes.
    #[must_use]
    pub fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// The strong entity tag in `coding`: bytes differ by coding, so tags do.
    #[must_use]
    pub const fn etag(&self, coding: Coding) -> &HeaderValue {
        let [identity, gzip, brotli, zstd] = &self.etags;
        match coding {
            Coding::Identity => identity,
            Coding::Gzip => gzip,
            Coding::Brotli => brotli,
            Coding::Zstd => zstd,
        }
    }

    /// When it was made, as `Last-Modified` says it.
    #[must_use]
    pub const fn last_modified(&self) -> &HeaderValue {
        &self.last_modified
    }

    /// Whether an `If-None-Match` header names this answer, in any coding.
    #[must_use]
    pub fn matches(&self, if_none_match: &str) -> bool {
        if_none_match.split(',').map(str::trim).any(|candidate| {
            let candidate = candidate.strip_prefix("W/").unwrap_or(candidate);
            candidate == "*"
                || candidate
                    .strip_prefix('"')
                    .and_then(|inner| inner.strip_prefix(&self.tag))
                    .is_some_and(|rest| rest == "\"" || rest.starts_with('-'))
        })
    }

    /// Bytes held, for bounding a cache.
    #[must_use]
    pub fn size(&self) -> usize {
        self.plain.len()
            + [&self.gzip, &self.brotli, &self.zstd]
                .iter()
                .filter_map(|c| c.get())
                .map(Bytes::len)
                .sum::<usize>()
    }
}

/// How HTTP writes an instant.
pub const HTTP_DATE: &str = "%a, %d %b %Y %H:%M:%S GMT";

/// A header out of visible ASCII, which tags and dates are.
fn header(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

fn gzip(plain: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 3), Compression::new(6));
    // Writing to memory cannot fail.
    let _ = encoder.write_all(plain);
    encoder.finish().unwrap_or_default().into()
}

fn brotli(plain: &[u8]) -> Bytes {
    let mut out = Vec::with_capacity(plain.len() / 3);
    {
        let mut encoder = brotli::CompressorWriter::new(&mut out, 4096, 5, 18);
        let _ = encoder.write_all(plain);
    }
    out.into()
}

fn zstd(plain: &[u8]) -> Bytes {
    zstd::bulk::compress(plain, 3).unwrap_or_default().into()
}

#[cfg(test)]
mod tests;
