//! Makes the packages a second time in another folder, and compares them byte by byte.

use std::fs;
use std::path::Path;
use std::process::Command;

use clap::ValueEnum;

use crate::compile;
use crate::failure::{Failure, Result, output, write};
use crate::pack::{self, Options};
use crate::release::Release;
use crate::tree::Tree;

/// The step that runs twice.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// Pack the same program in another folder.
    Pack,
    /// Build and pack the committed sources in another folder.
    Build,
}

/// Makes the packages of the program again, in a folder of the target folder.
pub(crate) fn run(step: Step, release: &Release, program: &Path, options: Options<'_>) -> Result<Tree> {
    let folder = release.root.join("target/second-run");
    remove(&folder)?;
    let second = match step {
        Step::Pack => {
            let copy = folder.join("program");
            write(&copy, b"")?;
            fs::copy(program, &copy).map_err(|source| Failure::File { path: copy.clone(), source })?;
            pack::run(release, &copy, options)
        }
        Step::Build => {
            let release = checkout(release, &folder)?;
            let program = compile::run(&release, options.features, options.profile)?;
            pack::run(&release, &program, options)
        }
    }?;
    remove(&folder)?;
    Ok(second)
}

/// Removes a folder if it exists.
fn remove(folder: &Path) -> Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    fs::remove_dir_all(folder).map_err(|source| Failure::File { path: folder.to_owned(), source })
}

/// Unpacks the committed sources into a folder.
fn checkout(release: &Release, folder: &Path) -> Result<Release> {
    let archive = output(Command::new("git").args(["archive", "HEAD"]).current_dir(&release.root))?;
    tar::Archive::new(archive.as_slice()).unpack(folder)?;
    Ok(Release { root: folder.to_owned(), ..release.clone() })
}

/// Checks that both have the same files with the same bytes.
pub(crate) fn check(first: &Tree, second: &Tree) -> Result<()> {
    let differences = differences(first, second);
    if differences.is_empty() {
        return Ok(());
    }
    Err(Failure::Other(format!("the packages of two runs differ:\n{}", differences.join("\n"))))
}

fn differences(first: &Tree, second: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    let bytes_of = |tree: &Tree, name: &str| {
        tree.files().find(|(other, _)| *other == name).map(|(_, bytes)| bytes.to_vec())
    };
    for (name, bytes) in first.files() {
        match bytes_of(second, name) {
            None => found.push(format!("{name}: only in the first run")),
            Some(other) if other.len() != bytes.len() => {
                found.push(format!("{name}: {} and {} bytes", bytes.len(), other.len()));
            }
            Some(other) => {
                let place = bytes.iter().zip(&other).position(|(one, two)| one != two);
                found.extend(place.map(|place| format!("{name}: differs at byte {place}")));
            }
        }
    }
    let added = second.files().filter(|(name, _)| bytes_of(first, name).is_none());
    found.extend(added.map(|(name, _)| format!("{name}: only in the second run")));
    found
}

#[cfg(test)]
mod tests {
    use super::differences;
    use crate::tree::Tree;

    fn tree(files: &[(&str, &str)]) -> Tree {
        let mut tree = Tree::default();
        for (name, text) in files {
            tree.file(name, *text);
        }
        tree
    }

    #[test]
    fn equal_sets_do_not_differ() {
        let files = [("a", "1"), ("b", "2")];
        assert!(differences(&tree(&files), &tree(&files)).is_empty());
    }

    #[test]
    fn each_difference_has_a_line() {
        let first = tree(&[("a", "same"), ("b", "snow"), ("c", "long"), ("d", "")]);
        let second = tree(&[("a", "same"), ("b", "slow"), ("c", "longer"), ("e", "")]);
        let expected = [
            "b: differs at byte 1",
            "c: 4 and 6 bytes",
            "d: only in the first run",
            "e: only in the second run",
        ];
        assert_eq!(differences(&first, &second), expected);
    }
}
