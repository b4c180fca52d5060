//! Where the indices of El Niño are asked, if at all.

use sources::Lane as _;

use super::{ConfigError, address};

/// The address given, the public one when there is none, and nothing for `none`.
///
/// # Errors
/// An address that cannot be one.
pub(super) fn upstream(given: Option<&str>) -> Result<Option<String>, ConfigError> {
    match given.map(str::trim) {
        None => Ok(Some(sources::enso::Enso.meta().base_url.to_owned())),
        Some("none") => Ok(None),
        Some(url) => address("enso-url", url).map(Some),
    }
}
