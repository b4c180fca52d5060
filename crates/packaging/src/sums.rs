//! Checksums of a folder of packages, and their signature.

use std::fmt::Write as _;
use std::io::Cursor;

use minisign::SecretKeyBox;
use sha2::{Digest as _, Sha256};

use crate::failure::{Failure, Result};
use crate::release::{NAME, Release};

/// Name of the file of checksums, in the form of `sha256sum`.
pub(crate) const FILE: &str = "SHA256SUMS";

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns the lines for files by name.
pub(crate) fn lines<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    files.map(|(name, bytes)| format!("{}  {name}\n", hex(&Sha256::digest(bytes)))).collect()
}

/// Signs the checksums with a secret key of minisign, given as the text of its file.
pub(crate) fn sign(release: &Release, sums: &str, key: &str) -> Result<String> {
    let key = SecretKeyBox::from_string(key)?;
    let key = key.into_unencrypted_secret_key().map_err(|error| {
        Failure::Other(format!("cannot use the key: {error}; make one without a password: minisign -G -W"))
    })?;
    let comment = format!("{NAME} {} {} {FILE}", release.version, release.timestamp());
    let untrusted = format!("signature of {FILE} of {NAME} {}", release.version);
    let signature = minisign::sign(None, &key, Cursor::new(sums), Some(&comment), Some(&untrusted))?;
    Ok(signature.into_string())
}

#[cfg(test)]
mod tests;
