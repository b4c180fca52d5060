//! Which fonts letters are taken from: those of the file that is named, else a sans-serif one of the system with its bold
//! face, and behind it one with Japanese letters where the system has such.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fontdb::{Database, Family, Query, Source, Style, Weight};

/// A larger file is no font for this.
const LARGEST_FILE: u64 = 64 << 20;

/// Families that write Latin letters without serifs, the best known first.
const LATIN: [&str; 11] = [
    "Noto Sans",
    "DejaVu Sans",
    "Liberation Sans",
    "Open Sans",
    "Roboto",
    "Ubuntu",
    "FreeSans",
    "Helvetica Neue",
    "Helvetica",
    "Segoe UI",
    "Arial",
];

/// Families that write Japanese letters.
const JAPANESE: [&str; 12] = [
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Source Han Sans JP",
    "IPAexGothic",
    "IPAGothic",
    "TakaoPGothic",
    "VL PGothic",
    "Hiragino Sans",
    "Yu Gothic",
    "Meiryo",
    "MS Gothic",
    "Droid Sans Fallback",
];

/// Why there are no letters to write with.
#[derive(Debug, thiserror::Error)]
pub enum FontError {
    /// The file cannot be read.
    #[error("cannot read the font {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's words.
        #[source]
        source: std::io::Error,
    },
    /// The file is larger than is read.
    #[error("{} is larger than {} MiB; name a smaller font", path.display(), LARGEST_FILE >> 20)]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The file is no font.
    #[error("{} is no TrueType or OpenType font", path.display())]
    NoFont {
        /// The file.
        path: PathBuf,
    },
    /// The system has no font that would do.
    #[error(
        "the system has no sans-serif font; install one, such as Noto Sans or DejaVu Sans, or name a file"
    )]
    NoneInstalled,
}

/// The fonts of a file. Its first family is that of every letter.
pub(crate) fn of_file(path: &Path) -> Result<Database, FontError> {
    let mut fonts = Database::new();
    load(&mut fonts, path)?;
    let family = fonts.faces().next().and_then(|face| face.families.first()).map(|(name, _)| name.clone());
    let family = family.ok_or_else(|| FontError::NoFont { path: path.to_owned() })?;
    fonts.set_sans_serif_family(family);
    Ok(fonts)
}

/// The fonts of the system.
pub(crate) fn of_system() -> Result<Database, FontError> {
    let mut installed = Database::new();
    installed.load_system_fonts();
    chosen(&installed)
}

/// Of many fonts the few that are written with, read into memory.
fn chosen(installed: &Database) -> Result<Database, FontError> {
    let any = || {
        let upright = |face: &&fontdb::FaceInfo| face.style == Style::Normal && !face.monospaced;
        let sans = |name: &&str| name.contains("Sans") && name.is_ascii();
        let names =
            installed.faces().filter(upright).filter_map(|face| Some(face.families.first()?.0.as_str()));
        // The order of a folder's files is not that of every machine.
        names.filter(sans).min()
    };
    let latin = LATIN.into_iter().find(|name| face(installed, name, Weight::NORMAL).is_some()).or_else(any);
    let latin = latin.ok_or(FontError::NoneInstalled)?;
    let japanese = JAPANESE.into_iter().find(|name| face(installed, name, Weight::NORMAL).is_some());
    let wanted = [(Some(latin), Weight::NORMAL), (Some(latin), Weight::BOLD), (japanese, Weight::NORMAL)];
    let mut fonts = Database::new();
    let mut read = BTreeSet::new();
    for (name, weight) in wanted {
        if let Some(path) = name.and_then(|name| face(installed, name, weight))
            && read.insert(path.clone())
        {
            load(&mut fonts, &path)?;
        }
    }
    fonts.set_sans_serif_family(latin);
    Ok(fonts)
}

/// The file of the upright face of a family that is nearest to a weight.
fn face(installed: &Database, family: &str, weight: Weight) -> Option<PathBuf> {
    let query = Query { families: &[Family::Name(family)], weight, ..Query::default() };
    match &installed.face(installed.query(&query)?)?.source {
        Source::File(path) => Some(path.clone()),
        Source::Binary(_) => None,
    }
}

fn load(fonts: &mut Database, path: &Path) -> Result<(), FontError> {
    let unreadable = |source| FontError::Unreadable { path: path.to_owned(), source };
    if std::fs::metadata(path).map_err(unreadable)?.len() > LARGEST_FILE {
        return Err(FontError::TooLarge { path: path.to_owned() });
    }
    let before = fonts.len();
    fonts.load_font_data(std::fs::read(path).map_err(unreadable)?);
    if fonts.len() == before {
        return Err(FontError::NoFont { path: path.to_owned() });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
