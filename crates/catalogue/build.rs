//! Lists the country files of `data/` for embedding, so that adding a country only needs a new file.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let data = Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("data");
    println!("cargo::rerun-if-changed={}", data.display());
    let mut files: Vec<_> = fs::read_dir(&data)?.collect::<Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    let mut list = String::from("&[\n");
    for path in files.iter().map(fs::DirEntry::path) {
        let country = path.file_stem().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
        // A country file is named by its two-letter code; the folder also contains other tables.
        if country.len() != 2 || path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        writeln!(list, "    ({country:?}, include_str!({:?})),", path.display().to_string())
            .map_err(io::Error::other)?;
    }
    list.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("countries.rs"), list)
}
