//! The texts that accompany the program: its licence, those of its dependencies, and the terms of the data.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::dependencies::Components;
use crate::failure::{Failure, Result, read};
use crate::release::Release;
use crate::tree::Tree;

/// Beginnings of the names of files with licence texts.
const LICENCES: [&str; 6] = ["license", "licence", "copying", "notice", "copyright", "unlicense"];

/// Files of the repository, and their names in a package.
const OURS: [(&str, &str); 5] = [
    ("LICENSE", "copyright"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("docs/licences.md", "licences.md"),
    ("docs/sources.md", "sources.md"),
    ("crates/catalogue/data/LICENSE.md", "catalogue-licence.md"),
];

/// Name of the file with the licences of dependencies.
const THIRD_PARTY: &str = "third-party-licences.txt";

/// Adds the texts to the folder `at`.
pub(crate) fn add(tree: &mut Tree, at: &str, release: &Release, components: &Components) -> Result<()> {
    for (path, name) in OURS {
        tree.file(&format!("{at}/{name}"), read(&release.root.join(path))?);
    }
    tree.file(&format!("{at}/{THIRD_PARTY}"), third_party(components)?);
    Ok(())
}

/// Returns the licences of all dependencies. A text that several have appears once.
fn third_party(components: &Components) -> Result<String> {
    let mut text = String::from(
        "The program contains these crates. Each line has a name, a version and the licence; the texts follow.\n\n",
    );
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for component in components.third_party() {
        let name = format!("{} {}", component.name, component.version);
        let licence = component.licence.as_deref().unwrap_or("see its text below");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}: {licence}");
        for found in licence_texts(&component.folder)? {
            texts.entry(found).or_default().push(name.clone());
        }
    }
    let mut ordered: Vec<(Vec<String>, String)> =
        texts.into_iter().map(|(text, names)| (names, text)).collect();
    ordered.sort();
    for (names, licence) in ordered {
        let _ = write!(text, "\n{}\n{}\n\n{licence}\n", "=".repeat(80), names.join(", "));
    }
    Ok(text)
}

/// Returns the licence texts in a crate's folder, in the order of their names.
fn licence_texts(folder: &Path) -> Result<Vec<String>> {
    let failed = |source| Failure::File { path: folder.to_owned(), source };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && LICENCES.iter().any(|beginning| name.starts_with(beginning)) {
            paths.push(path);
        }
    }
    paths.sort();
    let text = |path: &std::path::PathBuf| {
        Ok(String::from_utf8_lossy(&read(path)?).replace("\r\n", "\n").trim().to_owned())
    };
    paths.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::third_party;
    use crate::dependencies::{Component, Components};

    #[test]
    fn equal_texts_appear_once_with_all_names() {
        let folder = std::env::temp_dir().join(format!("packaging-notices-{}", std::process::id()));
        let component = |name: &str| {
            let folder = folder.join(name);
            crate::failure::write(&folder.join("LICENSE-MIT"), b"Permission is granted\r\n").unwrap();
            crate::failure::write(&folder.join("README.md"), b"not a licence").unwrap();
            Component {
                name: name.to_owned(),
                version: semver::Version::new(1, 0, 0),
                licence: Some("MIT".to_owned()),
                is_in_program: name != "tool",
                is_ours: false,
                folder,
                repository: None,
                checksum: None,
                dependencies: Vec::new(),
            }
        };
        let components = Components(["a", "b", "tool"].map(component).to_vec());
        let text = third_party(&components).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(text.matches("Permission is granted").count(), 1);
        assert!(text.contains("a 1.0.0: MIT\nb 1.0.0: MIT\n"), "{text}");
        assert!(text.contains("a 1.0.0, b 1.0.0\n\nPermission is granted\n"), "{text}");
        assert!(!text.contains("tool") && !text.contains("not a licence"));
    }
}
