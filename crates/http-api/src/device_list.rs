//! The list of resorts that a browser remembers, in a cookie that the scripts of pages read.

use actix_web::HttpRequest;
use world::Caller;

use super::cookie;

/// Name of the cookie.
const COOKIE: &str = "mountains";
/// Lifetime of the cookie in seconds: a year.
const YEAR_S: i64 = 31_536_000;
/// Maximum number of resorts on a device.
pub(super) const MOST: usize = 20;
/// Longest slug that is read from the cookie, in bytes.
const LONGEST: usize = 100;
/// Separates slugs; no slug contains it.
const SEPARATOR: char = '.';
/// Precedes a copy of the account's list.
const COPY: char = '~';

/// The list in the cookie.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct DeviceList {
    /// Slugs in the order in which they were added.
    slugs: Vec<String>,
    /// True for a copy of the account's list, which the account overrides.
    is_copy: bool,
}

impl DeviceList {
    /// Parses the value of the cookie. Malformed and repeated slugs are left out.
    fn parse(value: &str) -> Self {
        let rest = value.strip_prefix(COPY);
        let mut slugs: Vec<String> = Vec::new();
        for slug in rest.unwrap_or(value).split(SEPARATOR).filter(|slug| is_slug(slug)) {
            if slugs.len() < MOST && !slugs.iter().any(|known| known == slug) {
                slugs.push(slug.to_owned());
            }
        }
        Self { slugs, is_copy: rest.is_some() }
    }

    /// Returns the list of a request.
    pub(super) fn from_request(request: &HttpRequest) -> Self {
        cookie::value_of(request, COOKIE).map(|value| Self::parse(&value)).unwrap_or_default()
    }

    /// Returns the slugs that the account may not have yet.
    pub(super) fn uncopied(&self) -> &[String] {
        if self.is_copy { &[] } else { &self.slugs }
    }

    /// Makes the list of a browser that is not signed in.
    pub(super) const fn new(slugs: Vec<String>) -> Self {
        Self { slugs, is_copy: false }
    }

    /// Makes a copy of the account's list, as far as it fits the device.
    pub(super) fn copy(saved: impl IntoIterator<Item = String>) -> Self {
        Self { slugs: saved.into_iter().take(MOST).collect(), is_copy: true }
    }

    /// Returns all slugs.
    pub(super) fn into_slugs(self) -> Vec<String> {
        self.slugs
    }

    /// Returns the value of the cookie.
    fn value(&self) -> String {
        let mark = if self.is_copy { COPY.to_string() } else { String::new() };
        mark + &self.slugs.join(&SEPARATOR.to_string())
    }

    /// Returns the header that stores the list in the browser.
    pub(super) fn header(&self) -> String {
        let seconds = if self.slugs.is_empty() { 0 } else { YEAR_S };
        cookie::readable(COOKIE, &self.value(), seconds)
    }
}

/// Returns the header that removes the list from the browser.
pub(super) fn forgotten() -> String {
    DeviceList::default().header()
}

/// Returns whether a text has the form of a slug.
pub(super) fn is_slug(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(is_plain)
}

/// Returns the slugs of the resorts on a caller's start page: the device's, then the account's.
pub(super) fn start_page_slugs(request: &HttpRequest, caller: &Caller) -> Vec<String> {
    let device = DeviceList::from_request(request);
    let mut slugs = match caller.account() {
        Some(_) => device.uncopied().to_vec(),
        None => device.slugs,
    };
    for slug in caller.saved() {
        if !slugs.iter().any(|known| known == slug) {
            slugs.push(slug.to_owned());
        }
    }
    slugs
}

#[cfg(test)]
mod tests;
