//! Finds small files: a private module of fewer than 40 production lines with one importer is merged into that file.
//! Fewer transitions between files are worth more than shorter files.
//!
//! A row of a table of similar files, such as one operation or one message language, is accepted with its reason.

use super::Violation;
use super::circles::uses;
use super::orphans::above;
use super::scan::blanked;
use super::size::{is_test, production};
use crate::workspace::File;

mod accepted;

/// Minimum production lines of a separate file.
const LARGE_ENOUGH: usize = 40;

/// Returns the accepted files, those with a reason and the others.
pub(super) fn accepted() -> Vec<&'static str> {
    let natural = accepted::NATURAL.iter().flat_map(|(files, _)| files.iter());
    natural.chain(accepted::KNOWN).copied().collect()
}

pub(super) fn check(files: &[File], accepted: &[&str]) -> Vec<Violation> {
    let uses = uses(files);
    let importer = |path: &str| {
        let mut users = uses.iter().filter(|(_, used)| used.contains(path)).map(|(user, _)| *user);
        (users.next(), users.next())
    };
    let small = files.iter().filter(|file| is_small(file) && is_private_leaf(&file.path, files));
    let small = small.filter_map(|file| match importer(&file.path) {
        // Its items are not imported: methods of a type of the file that declares it.
        (None, _) => Some((file, declaring(&file.path, files)?)),
        (Some(user), None) => Some((file, user)),
        (Some(_), Some(_)) => None,
    });
    let small: Vec<(&File, &str)> = small.collect();
    let strange = small.iter().filter(|(file, _)| !accepted.contains(&file.path.as_str()));
    let strange = strange.map(|(file, user)| {
        let what = format!("fewer than {LARGE_ENOUGH} lines and one importer: merge it into {user}");
        Violation::new(&file.path, 0, what)
    });
    let stale = accepted.iter().filter(|path| !small.iter().any(|(file, _)| file.path == **path));
    let stale = stale.map(|path| {
        let what = format!("`{path}` is not small with one importer any more: remove it from the list");
        Violation::new("xtask/src/tidy/small/accepted.rs", 0, what)
    });
    strange.chain(stale).collect()
}

fn is_small(file: &File) -> bool {
    file.path.contains("/src/")
        && !is_test(&file.path)
        && production(&file.text).lines().count() < LARGE_ENOUGH
}

/// Returns whether a file is a private module without modules of its own. Other crates may use a public module.
fn is_private_leaf(path: &str, files: &[File]) -> bool {
    let Some((folder, (_, name))) = path.strip_suffix(".rs").zip(above(path)) else { return false };
    let folder = format!("{folder}/");
    let is_root = files.iter().any(|file| file.path.starts_with(&folder) && !is_test(&file.path));
    let declaration = format!("pub mod {name};");
    let is_public = declaring(path, files)
        .and_then(|above| files.iter().find(|file| file.path == above))
        .is_some_and(|file| blanked(&file.text).contains(&declaration));
    !is_root && !is_public
}

/// Returns the file that declares a module.
fn declaring<'a>(path: &str, files: &'a [File]) -> Option<&'a str> {
    let (above, _) = above(path)?;
    files.iter().find(|file| above.contains(&file.path)).map(|file| file.path.as_str())
}

#[cfg(test)]
mod tests;
