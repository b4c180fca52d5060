//! Selects fonts: those of the given file, else a sans-serif font of the system with its bold face, followed by one
//! with Japanese letters if the system has one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fontdb::{Database, Family, Query, Source, Style, Weight};

/// Maximum size of a font file, in bytes.
const LARGEST_FILE: u64 = 64 << 20;

/// Sans-serif families with Latin letters, the best known first.
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

/// Families with Japanese letters.
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

/// The reason why no font is available.
#[derive(Debug, thiserror::Error)]
pub enum FontError {
    /// The file cannot be read.
    #[error("cannot read the font {}: {source}", path.display())]
    Unreadable {
        path: PathBuf,
        /// Error of the system.
        #[source]
        source: std::io::Error,
    },
    /// The file is too large.
    #[error("{} is larger than {} MiB; name a smaller font", path.display(), LARGEST_FILE >> 20)]
    TooLarge { path: PathBuf },
    /// The file is not a font.
    #[error("{} is not a TrueType or OpenType font", path.display())]
    NoFont { path: PathBuf },
    /// The system has no suitable font.
    #[error(
        "the system has no sans-serif font; install one, such as Noto Sans or DejaVu Sans, or name a file"
    )]
    NoneInstalled,
}

/// Loads the fonts of a file. Its first family is used for all letters.
pub(crate) fn of_file(path: &Path) -> Result<Database, FontError> {
    let mut fonts = Database::new();
    load(&mut fonts, path)?;
    let family = fonts.faces().next().and_then(|face| face.families.first()).map(|(name, _)| name.clone());
    let family = family.ok_or_else(|| FontError::NoFont { path: path.to_owned() })?;
    fonts.set_sans_serif_family(family);
    Ok(fonts)
}

/// Loads the fonts of the system.
pub(crate) fn of_system() -> Result<Database, FontError> {
    let mut installed = Database::new();
    installed.load_system_fonts();
    chosen(&installed)
}

/// Selects the few used fonts and reads them into memory.
fn chosen(installed: &Database) -> Result<Database, FontError> {
    let any = || {
        let upright = |face: &&fontdb::FaceInfo| face.style == Style::Normal && !face.monospaced;
        let sans = |name: &&str| name.contains("Sans") && name.is_ascii();
        let names =
            installed.faces().filter(upright).filter_map(|face| Some(face.families.first()?.0.as_str()));
        // The order of a folder's files differs between machines.
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

/// Returns the file of a family's upright face that is closest to a weight.
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
