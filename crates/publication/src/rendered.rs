//! A rendered answer: its bytes once per encoding, with the tags and dates that allow clients to cache it.

use std::io::Write as _;
use std::sync::OnceLock;

use bytes::Bytes;
use conditions_core::time::Timestamp;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::HeaderValue;
use sha2::{Digest, Sha256};

/// A content coding that the service sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// No coding.
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

    /// Returns the token in `Content-Encoding`; `None` for the identity.
    #[must_use]
    pub const fn token(self) -> Option<&'static str> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some("gzip"),
            Self::Brotli => Some("br"),
            Self::Zstd => Some("zstd"),
        }
    }

    /// Parses a name in `Accept-Encoding`, in any case.
    fn from_name(name: &str) -> Option<Self> {
        let is = |own: &str| name.eq_ignore_ascii_case(own);
        if is("x-gzip") {
            return Some(Self::Gzip);
        }
        Self::ALL.into_iter().find(|coding| is(coding.token().unwrap_or("identity")))
    }
}

/// The codings that a client accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AcceptedCodings {
    /// The preferred coding; among equals the fastest to make.
    best: Coding,
    /// Whether it also accepts bytes without a coding.
    plain: bool,
}

impl AcceptedCodings {
    /// Returns the codings of a client that accepts one coding, or none at all.
    #[must_use]
    pub const fn either(best: Coding) -> Self {
        Self { best, plain: true }
    }

    /// Reads the members of `Accept-Encoding` with their weights (RFC 9110 12.5.3). A client that accepts nothing that
    /// can be sent gets the plain bytes.
    #[must_use]
    pub fn negotiate<'h>(members: impl Iterator<Item = (&'h str, u16)>) -> Self {
        let (mut weights, mut others) = ([None; Coding::ALL.len()], None);
        for (name, weight) in members {
            if name == "*" {
                others = Some(weight);
            } else if let Some(coding) = Coding::from_name(name) {
                for (own, known) in Coding::ALL.iter().zip(&mut weights) {
                    if *own == coding {
                        *known = Some(weight);
                    }
                }
            }
        }
        let [identity, gzip, brotli, zstd] = weights;
        // Unless it is rejected, the identity is acceptable, and less preferred than everything that is named.
        let plain = identity.or(others).unwrap_or(1);
        let coded = [(gzip, Coding::Gzip), (brotli, Coding::Brotli), (zstd, Coding::Zstd)];
        let coded = coded.map(|(weight, coding)| (weight.or(others).unwrap_or(0), coding));
        let mut best = (0, Coding::Identity);
        for (weight, coding) in coded.into_iter().chain([(plain, Coding::Identity)]) {
            if weight > best.0 {
                best = (weight, coding);
            }
        }
        Self { best: best.1, plain: plain > 0 }
    }
}

/// One immutable answer.
#[derive(Debug)]
pub struct RenderedAnswer {
    plain: Bytes,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
    zstd: OnceLock<Bytes>,
    tag: String,
    /// The strong entity tag of each coding, in the order of [`Coding`].
    etags: [HeaderValue; 4],
    last_modified: HeaderValue,
    /// Name of the publication that it belongs to; `None` for other documents, for the past and for readers, whose answers
    /// also depend on their saved resorts.
    pub publication: Option<HeaderValue>,
    /// Time of its data.
    pub at: Timestamp,
    /// Time from which it is wrong, if known.
    pub wrong_from: Option<Timestamp>,
}

/// Minimum size for a coding, in bytes: below it a coding would not save a packet.
const WORTH_ENCODING: usize = 256;

impl RenderedAnswer {
    /// Creates an answer from the plain bytes; every coding is made when it is first requested.
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
            publication: None,
            at,
            wrong_from: None,
        }
    }

    /// Sets the time from which the answer is wrong.
    #[must_use]
    pub fn wrong_from(self, instant: Timestamp) -> Self {
        Self { wrong_from: Some(instant), ..self }
    }

    /// Sets the name of the publication.
    #[must_use]
    pub fn of_publication(self, name: Option<HeaderValue>) -> Self {
        Self { publication: name, ..self }
    }

    /// Creates an answer and its gzip form, for answers that are requested often.
    #[must_use]
    pub fn with_gzip(plain: Vec<u8>, at: Timestamp) -> Self {
        let rendered = Self::new(plain, at);
        rendered.gzip.get_or_init(|| gzip(&rendered.plain));
        rendered
    }

    /// Returns the bytes for a client and their coding: small answers stay plain if the client accepts that.
    #[must_use]
    pub fn bytes(&self, accepted: AcceptedCodings) -> (Bytes, Coding) {
        if accepted.plain && self.plain.len() < WORTH_ENCODING {
            return (self.plain.clone(), Coding::Identity);
        }
        let coding = accepted.best;
        let bytes = match coding {
            Coding::Identity => &self.plain,
            Coding::Gzip => self.gzip.get_or_init(|| gzip(&self.plain)),
            Coding::Brotli => self.brotli.get_or_init(|| brotli(&self.plain)),
            Coding::Zstd => self.zstd.get_or_init(|| zstd(&self.plain)),
        };
        (bytes.clone(), coding)
    }

    /// Returns the plain bytes.
    #[must_use]
    pub fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// Returns the strong entity tag in `coding`: bytes differ by coding, so tags do.
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

    /// Returns the time of its data as `Last-Modified`.
    #[must_use]
    pub const fn last_modified(&self) -> &HeaderValue {
        &self.last_modified
    }

    /// Returns whether a member of `If-None-Match` names this answer, in any coding.
    #[must_use]
    pub fn matches(&self, member: &str) -> bool {
        let tag = member.strip_prefix("W/").unwrap_or(member);
        let rest = tag.strip_prefix('"').and_then(|inner| inner.strip_prefix(&self.tag));
        member == "*" || rest.is_some_and(|rest| rest == "\"" || rest.starts_with('-'))
    }

    /// Returns the size in memory, in bytes, for bounding a cache.
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

/// The date format of HTTP.
const HTTP_DATE: &str = "%a, %d %b %Y %H:%M:%S GMT";

/// Converts visible ASCII, which tags and dates are, into a header.
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
