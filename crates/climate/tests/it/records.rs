//! Records of real winters, as packed tables.

use std::io::Read as _;
use std::path::PathBuf;

/// Returns the rows of a table, each as its fields; `None`, with a message, if it is not available.
pub(crate) fn rows(name: &str) -> Option<Vec<Vec<String>>> {
    let folder = std::env::var_os("SNOW_REAL_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/real"),
        PathBuf::from,
    );
    let Ok(packed) = std::fs::read(folder.join(name)) else {
        eprintln!("no {name} in {}: not tried", folder.display());
        return None;
    };
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed.as_slice()).read_to_string(&mut text).expect("a packed text");
    Some(text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect())
}
