//! Checksums of a folder of packages, and their signature.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

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

/// Signs the checksums in a folder with a secret key of minisign. The program asks for the key's password if it has one.
pub(crate) fn sign(release: &Release, folder: &Path, key: &Path) -> Result<()> {
    let comment = format!("{NAME} {} {} {FILE}", release.version, release.timestamp());
    let mut minisign = Command::new("minisign");
    minisign.args(["-S", "-t", &comment, "-m"]).arg(folder.join(FILE)).arg("-s").arg(key);
    let failed = |reason: String| Failure::Command { command: "minisign".to_owned(), reason };
    match minisign.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(failed(format!("{status}; the packages are not signed"))),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(failed("not installed; on Debian: apt-get install minisign".to_owned()))
        }
        Err(error) => Err(failed(error.to_string())),
    }
}

#[cfg(test)]
mod tests;
