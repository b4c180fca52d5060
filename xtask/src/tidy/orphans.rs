//! Finds files that no module declares: below `src` and `tests/it` every file is a crate's root or declared by the file
//! above it. An undeclared file is not compiled, so its faults are not noticed.

use std::collections::BTreeMap;

use super::Violation;
use super::scan::blanked;
use crate::workspace::File;

pub(super) fn check(files: &[File]) -> Vec<Violation> {
    let texts: BTreeMap<&str, &str> =
        files.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    let is_declared = |path: &str| {
        let Some((above, name)) = above(path) else { return true };
        above.iter().filter_map(|file| texts.get(file.as_str())).any(|text| declares(&blanked(text), name))
    };
    let orphans = files.iter().filter(|file| !is_declared(&file.path));
    orphans
        .map(|file| Violation::new(&file.path, 0, "no module names this file, so nothing compiles it"))
        .collect()
}

/// Returns the files that may declare a file, and the name by which they would; `None` for roots and for files outside
/// crates.
pub(super) fn above(path: &str) -> Option<(Vec<String>, &str)> {
    let (folder, name) = path.strip_suffix(".rs")?.rsplit_once('/')?;
    let (folder, name) = if name == "mod" { folder.rsplit_once('/')? } else { (folder, name) };
    if folder.ends_with("/src") {
        let roots = ["lib", "main"];
        let declaring = roots.iter().map(|root| format!("{folder}/{root}.rs")).collect();
        return (!roots.contains(&name)).then_some((declaring, name));
    }
    if folder.ends_with("/tests/it") {
        return (name != "main").then(|| (vec![format!("{folder}/main.rs")], name));
    }
    let is_inside = folder.contains("/src/") || folder.contains("/tests/it/");
    (is_inside && !folder.ends_with("/src/bin"))
        .then(|| (vec![format!("{folder}.rs"), format!("{folder}/mod.rs")], name))
}

/// Returns whether blanked source declares a module: by `mod`, or in a list whose macro does.
fn declares(blanked: &str, name: &str) -> bool {
    let words =
        |text| str::split(text, |c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
    let is_listed = blanked.contains("mod $") && words(blanked).any(|word| word == name);
    is_listed || words(blanked).zip(words(blanked).skip(1)).any(|pair| pair == ("mod", name))
}

#[cfg(test)]
mod tests;
