//! Finds circular uses between files of a crate; only a short list of natural ones is accepted. A file and those below
//! it may use each other: the upper composes the lower, which use what it defines.

use std::collections::{BTreeMap, BTreeSet};

use super::Violation;
use super::paths::{NamedFile, paths};
use super::scan::blanked;
use super::size::{is_test, production};
use crate::workspace::File;

mod accepted;

/// Names of a module, from the crate's root; empty for the root.
type Module = Vec<String>;

/// Used files of every file.
type Uses<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// Returns the accepted circles, those with a reason and the others.
pub(super) fn accepted() -> Vec<&'static [&'static str]> {
    let natural = accepted::NATURAL.iter().map(|(circle, _)| *circle);
    natural.chain(accepted::KNOWN.iter().copied()).collect()
}

pub(super) fn check(files: &[File], accepted: &[&[&str]]) -> Vec<Violation> {
    let circles: Vec<Vec<&str>> = by_crate(files).values().flat_map(|files| of_crate(files)).collect();
    let is_in = |circle: &[&str], listed: &[&str]| circle.iter().all(|file| listed.contains(file));
    let strange = circles.iter().filter(|circle| !accepted.iter().any(|listed| is_in(circle, listed)));
    let strange = strange.filter_map(|circle| {
        let what =
            format!("a circle of files: {}; move what both need to a separate file", circle.join(", "));
        Some(Violation::new(circle.first()?, 0, what))
    });
    let stale = accepted.iter().filter(|listed| !circles.iter().any(|circle| is_in(circle, listed)));
    let stale = stale.map(|listed| {
        let what = format!("no circle any more: {}; take it out of the list", listed.join(", "));
        Violation::new("xtask/src/tidy/circles/accepted.rs", 0, what)
    });
    strange.chain(stale).collect()
}

/// Returns, for every production file, the files of its crate that it uses.
pub(super) fn uses(files: &[File]) -> BTreeMap<&str, BTreeSet<&str>> {
    by_crate(files).values().flat_map(|files| CrateModules::new(files).uses()).collect()
}

/// Returns the production files of every crate.
fn by_crate(files: &[File]) -> BTreeMap<&str, Vec<&File>> {
    let mut crates: BTreeMap<&str, Vec<&File>> = BTreeMap::new();
    for file in files.iter().filter(|file| !is_test(&file.path)) {
        if let Some((room, _)) = file.path.split_once("/src/") {
            crates.entry(room).or_default().push(file);
        }
    }
    crates
}

/// Returns the circles of one crate, the files of each in order.
fn of_crate<'a>(files: &[&'a File]) -> Vec<Vec<&'a str>> {
    let rooms = CrateModules::new(files);
    let uses = rooms.uses();
    let upwards = |from: &str, to: &str| rooms.is_above(to, from);
    let downwards = |from: &str, to: &str| rooms.is_above(from, to);
    // Circles between a file and those below it disappear if one direction is ignored.
    let mut circles = strongly_connected(&without(&uses, upwards));
    for circle in strongly_connected(&without(&uses, downwards)) {
        if !circles.iter().any(|known| circle.iter().all(|file| known.contains(file))) {
            circles.push(circle);
        }
    }
    circles
}

fn without<'a>(uses: &Uses<'a>, dropped: impl Fn(&str, &str) -> bool) -> Uses<'a> {
    let kept = |(from, to): (&&'a str, &BTreeSet<&'a str>)| {
        (*from, to.iter().copied().filter(|to| !dropped(from, to)).collect())
    };
    uses.iter().map(kept).collect()
}

/// Returns the strongly connected components: files that reach each other.
fn strongly_connected<'a>(uses: &Uses<'a>) -> Vec<Vec<&'a str>> {
    let reached: Uses<'a> = uses.keys().map(|from| (*from, reached(uses, from))).collect();
    let reaches = |from: &str, to: &str| reached.get(from).is_some_and(|files| files.contains(to));
    let mut knots: BTreeSet<Vec<&str>> = BTreeSet::new();
    for from in uses.keys().filter(|from| reaches(from, from)) {
        knots.insert(uses.keys().copied().filter(|to| reaches(from, to) && reaches(to, from)).collect());
    }
    knots.into_iter().collect()
}

fn reached<'a>(uses: &Uses<'a>, from: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = uses.get(from).into_iter().flatten().copied().collect();
    while let Some(file) = open.pop() {
        if found.insert(file) {
            open.extend(uses.get(file).into_iter().flatten());
        }
    }
    found
}

/// The files of a crate by module, with the paths that each names.
struct CrateModules<'a> {
    files: BTreeMap<Module, &'a str>,
    modules: BTreeMap<&'a str, Module>,
    named: BTreeMap<Module, Vec<NamedFile>>,
}

impl<'a> CrateModules<'a> {
    fn new(files: &[&'a File]) -> Self {
        let mut rooms = Self { files: BTreeMap::new(), modules: BTreeMap::new(), named: BTreeMap::new() };
        for file in files {
            let Some(module) = module(&file.path) else { continue };
            // A program next to a library uses it by its name and is itself not used.
            if file.path.ends_with("/main.rs") && rooms.files.contains_key(&module) {
                continue;
            }
            rooms.files.insert(module.clone(), &file.path);
            rooms.modules.insert(&file.path, module.clone());
            rooms.named.insert(module, paths(&blanked(production(&file.text))));
        }
        rooms
    }

    /// Returns whether a file's module contains another's.
    fn is_above(&self, upper: &str, lower: &str) -> bool {
        let (Some(upper), Some(lower)) = (self.modules.get(upper), self.modules.get(lower)) else {
            return false;
        };
        lower.len() > upper.len() && lower.starts_with(upper)
    }

    fn uses(&self) -> Uses<'a> {
        let mut uses = Uses::new();
        for (module, file) in &self.files {
            let named = self.named.get(module).into_iter().flatten();
            let used = named.filter_map(|one| self.files.get(&self.target(module, &one.path, 0)?).copied());
            uses.insert(*file, used.filter(|used| used != file).collect());
        }
        uses
    }

    /// Returns the module in which a path ends, following re-exports.
    fn target(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let mut at = from.clone();
        let mut rest = path.iter();
        match rest.next()?.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => drop(at.pop()?),
            child => {
                at.push(child.to_owned());
                self.files.get(&at)?;
            }
        }
        while let Some(name) = rest.next() {
            if name == "super" {
                at.pop()?;
                continue;
            }
            let mut below = at.clone();
            below.push(name.clone());
            if self.files.contains_key(&below) {
                at = below;
                continue;
            }
            let again = self.named.get(&at)?.iter().find(|one| one.name.as_ref() == Some(name));
            let further = again.filter(|_| depth < DEEPEST).and_then(|again| {
                let path: Vec<String> = again.path.iter().chain(rest.as_slice()).cloned().collect();
                self.target(&at, &path, depth + 1)
            });
            return Some(further.unwrap_or(at));
        }
        Some(at)
    }
}

/// Maximum number of followed re-exports.
const DEEPEST: usize = 8;

/// Returns the module of a file below `src`; `None` for additional programs.
fn module(path: &str) -> Option<Module> {
    let (_, below) = path.split_once("/src/")?;
    let name = below.strip_suffix(".rs")?;
    if name.starts_with("bin/") {
        return None;
    }
    let name = name.strip_suffix("/mod").unwrap_or(name);
    let names = name.split('/').map(str::to_owned).collect();
    Some(if name == "lib" || name == "main" { Vec::new() } else { names })
}

#[cfg(test)]
mod tests;
