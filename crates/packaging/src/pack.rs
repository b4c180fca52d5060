//! Makes all packages of a program.

use std::path::Path;

use crate::contents::Contents;
use crate::dependencies::Components;
use crate::failure::Result;
use crate::release::{NAME, Release};
use crate::tree::{self, Effort, Tree};
use crate::{deb, elf, image, sbom};

/// The settings of a run.
#[derive(Clone, Copy)]
pub(crate) struct Options<'a> {
    /// Features of the program in addition to the default ones.
    pub(crate) features: &'a str,
    pub(crate) profile: &'a str,
    pub(crate) effort: Effort,
}

/// Returns all packages of a program, by file name.
pub(crate) fn run(release: &Release, program: &Path, options: Options<'_>) -> Result<Tree> {
    let components = Components::read(release, options.features)?;
    let effort = options.effort;
    let contents = Contents::read(program, release, &components)?;
    let name = format!("{NAME}-{}-{}", release.version, release.target.triple);
    let mut packages = Tree::default();
    packages.file(&format!("{name}.cdx.json"), sbom::write(release, &components, &contents.program)?);
    let mut archive = Tree::default();
    contents.install(&mut archive, &name)?;
    packages.file(&format!("{name}.tar.zst"), tree::zstd(&archive.tar("", release.time)?, effort)?);
    if release.target.is_linux() {
        let listed = elf::list(&contents.program)?.packages.len();
        packages.file(&deb::name(release), deb::write(release, &contents, effort)?);
        packages.file(&image::name(release), image::write(release, &contents, effort)?);
        println!("{:>11}  {NAME}, without symbols, with a list of {listed} crates", contents.program.len());
    }
    Ok(packages)
}
