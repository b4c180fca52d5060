//! Evaluates the response to a webcam's link: a page or a still is served, or something is wrong.
//!
//! Only the beginning of a body is examined, and none of it is stored.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::policy::PicturePolicy;

/// The expected target of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Meant")]
pub enum LinkTarget {
    /// A page for people.
    Page,
    /// One picture, replaced from time to time.
    Still,
}

/// The state of a link when it was last checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LinkState {
    /// It serves the expected content.
    Working,
    /// The host does not have it.
    Missing,
    /// The host denies access: a sign-in, a region, a limit.
    Refused,
    /// The host answers with an error.
    Failing,
    /// The host does not answer.
    Unreachable,
    /// The host's certificate is not valid.
    Insecure,
    /// It does not serve a picture where one is expected.
    NotAPicture,
    /// It does not serve a page where one is expected.
    NotAPage,
    /// It serves a film or an animation instead of a still.
    Moving,
    /// The content is larger than any still or page.
    TooLarge,
    /// It redirects endlessly, or to an address that must not be requested.
    Redirects,
    /// The host's rules for robots forbid the check: people may open it.
    NotAllowed,
    /// It has not been checked yet, or the last check is too old.
    Unchecked,
}

/// The response to a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LinkResponse<'a> {
    /// HTTP status.
    pub status: u16,
    /// `Content-Type`, as sent.
    pub media: Option<&'a str>,
    /// Length of the whole body in bytes, if the host states it.
    pub length: Option<u64>,
    /// The beginning of the body.
    pub head: &'a [u8],
}

/// A state with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub state: LinkState,
    /// Reason in one line; `None` if it works.
    pub reason: Option<String>,
}

impl Verdict {
    /// The verdict for a working link.
    pub const WORKING: Self = Self { state: LinkState::Working, reason: None };

    /// Returns the verdict for a state with a reason.
    #[must_use]
    pub fn new(state: LinkState, reason: impl Into<String>) -> Self {
        Self { state, reason: Some(reason.into()) }
    }
}

/// The last check of a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkCheck {
    pub state: LinkState,
    /// Reason in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Time of the check.
    pub checked_at: Timestamp,
    /// Time of the first check that found this state.
    pub since: Timestamp,
    /// HTTP status of the last response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Time of the last change, as the host states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Timestamp>,
    /// Target of a redirect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_to: Option<String>,
    /// Checked version, by the host's entity tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
    /// Checked version, by the host's date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
}

impl LinkCheck {
    /// Returns the check with `verdict` that follows `before`.
    #[must_use]
    pub fn new(verdict: Verdict, before: Option<&Self>, now: Timestamp) -> Self {
        let since = before.filter(|before| before.state == verdict.state).map_or(now, |before| before.since);
        Self {
            state: verdict.state,
            reason: verdict.reason,
            checked_at: now,
            since,
            status: None,
            changed_at: None,
            moved_to: None,
            etag: None,
            last_modified: None,
        }
    }
}

/// Evaluates a response to a link. Redirects are left to the caller.
#[must_use]
pub fn assess(meant: LinkTarget, heard: &LinkResponse<'_>, policy: &PicturePolicy) -> Verdict {
    let status = heard.status;
    match status {
        200 | 206 => {}
        404 | 410 => return Verdict::new(LinkState::Missing, format!("HTTP {status}: nothing is there")),
        300..=399 => {
            return Verdict::new(
                LinkState::Redirects,
                format!("HTTP {status}: a redirect that leads nowhere"),
            );
        }
        400..=499 => return Verdict::new(LinkState::Refused, format!("HTTP {status}: the host refuses")),
        500..=599 => return Verdict::new(LinkState::Failing, format!("HTTP {status}: the host has a fault")),
        _ => return Verdict::new(LinkState::Failing, format!("HTTP {status}, which says nothing")),
    }
    let most = match meant {
        LinkTarget::Page => policy.page_bytes,
        LinkTarget::Still => policy.still_bytes,
    };
    if let Some(length) = heard.length.filter(|length| *length > most) {
        let (has, may) = (length >> 20, most >> 20);
        return Verdict::new(
            LinkState::TooLarge,
            format!("{has} MiB, more than the {may} MiB that are looked at"),
        );
    }
    match meant {
        LinkTarget::Page => page(heard),
        LinkTarget::Still => still(heard),
    }
}

/// Returns the verdict for a missing response; `why` is the caller's reason.
#[must_use]
pub fn unanswered(why: &str) -> Verdict {
    let lower = why.to_ascii_lowercase();
    let is_tls = ["certificate", "tls", "handshake", "alert"].iter().any(|word| lower.contains(word));
    match () {
        () if is_tls => Verdict::new(LinkState::Insecure, "the host has no valid certificate for its name"),
        () if lower.contains("larger than") => Verdict::new(LinkState::TooLarge, why),
        () => Verdict::new(LinkState::Unreachable, "the host does not answer"),
    }
}

fn page(heard: &LinkResponse<'_>) -> Verdict {
    let media = media(heard);
    let is_page = match media.as_str() {
        "text/html" | "application/xhtml+xml" => true,
        "" => begins_as_page(heard.head),
        _ => false,
    };
    if is_page {
        return Verdict::WORKING;
    }
    Verdict::new(LinkState::NotAPage, format!("{} where a page is meant", media_name(&media)))
}

fn still(heard: &LinkResponse<'_>) -> Verdict {
    let media = media(heard);
    if media.starts_with("video/")
        || media.starts_with("multipart/")
        || matches!(
            media.as_str(),
            "application/vnd.apple.mpegurl" | "application/x-mpegurl" | "application/dash+xml"
        )
    {
        return Verdict::new(LinkState::Moving, format!("{media} where a still is meant"));
    }
    // The bytes count more than the media type: many hosts call every file an octet stream.
    if begins_as_page(heard.head) {
        return Verdict::new(LinkState::NotAPicture, "a page where a picture is meant");
    }
    match picture(heard.head) {
        Some(PictureKind::Still) => Verdict::WORKING,
        Some(PictureKind::Moving(what)) => {
            Verdict::new(LinkState::Moving, format!("{what} where a still is meant"))
        }
        None if heard.head.is_empty() => Verdict::new(LinkState::NotAPicture, "an empty answer"),
        None => Verdict::new(LinkState::NotAPicture, format!("{} that is not a picture", media_name(&media))),
    }
}

/// Returns the media type without its parameters, in lower case, if it is valid.
fn media(heard: &LinkResponse<'_>) -> String {
    let media = heard.media.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '+' | '-' | '.');
    media.chars().filter(|c| is_plain(*c)).take(80).collect::<String>().to_ascii_lowercase()
}

fn media_name(media: &str) -> &str {
    if media.is_empty() { "something without a media type" } else { media }
}

enum PictureKind {
    Still,
    Moving(&'static str),
}

/// Returns the kind of picture that begins with some bytes.
fn picture(head: &[u8]) -> Option<PictureKind> {
    let has = |part: &[u8]| head.windows(part.len()).any(|window| window == part);
    if head.starts_with(b"\xff\xd8\xff") {
        return Some(PictureKind::Still);
    }
    if head.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some(if has(b"acTL") { PictureKind::Moving("an animated PNG") } else { PictureKind::Still });
    }
    if head.starts_with(b"GIF87a") || head.starts_with(b"GIF89a") {
        return Some(if has(b"NETSCAPE2.0") {
            PictureKind::Moving("an animated GIF")
        } else {
            PictureKind::Still
        });
    }
    if head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP") {
        return Some(if has(b"ANIM") { PictureKind::Moving("an animated WebP") } else { PictureKind::Still });
    }
    match head.get(4..12) {
        Some(b"ftypavif" | b"ftypheic" | b"ftypmif1") => Some(PictureKind::Still),
        Some(brand) if brand.starts_with(b"ftyp") => Some(PictureKind::Moving("a film")),
        _ => None,
    }
}

/// Returns whether bytes begin like a page for people.
fn begins_as_page(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let text = head.trim_ascii_start();
    let begins = |with: &[u8]| text.get(..with.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(with));
    begins(b"<!doctype html") || begins(b"<html") || begins(b"<head") || begins(b"<body") || begins(b"<!--")
}

#[cfg(test)]
mod tests;
