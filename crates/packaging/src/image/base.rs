//! The lower layer of the image: libraries, certificates and a font of the machine that builds, with their licences,
//! and the few files that a C library expects.

use std::collections::BTreeSet;
use std::path::Path;

use super::USER;
use crate::elf;
use crate::failure::{Failure, Result, read};
use crate::tree::Tree;

/// Certificate authorities of the system.
const AUTHORITIES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// Fonts of Debian's `fonts-dejavu-core`, for pictures of shared links.
const FONTS: [&str; 2] = [
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
];

/// Licences of the files of other packages.
const LICENCES: [&str; 4] = ["libc6", "libgcc-s1", "ca-certificates", "fonts-dejavu-core"];

/// Folders of libraries below a triple's or the system's folder, in the loader's order.
const LIBRARIES: [&str; 6] = [
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/lib/aarch64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/lib64",
    "/usr/lib64",
];

/// Returns the files that a program needs.
pub(super) fn read_files(program: &[u8]) -> Result<Tree> {
    let mut tree = Tree::default();
    libraries(&mut tree, program)?;
    add(&mut tree, AUTHORITIES)?;
    for font in FONTS {
        add(&mut tree, font)?;
    }
    for package in LICENCES {
        add(&mut tree, &format!("/usr/share/doc/{package}/copyright"))?;
    }
    tree.file("etc/passwd", format!("root:x:0:0:root:/:/none\nsnow:x:{USER}:{USER}:snow:/data:/none\n"));
    tree.file("etc/group", format!("root:x:0:\nsnow:x:{USER}:\n"));
    tree.file("etc/nsswitch.conf", *b"hosts: files dns\n");
    tree.folder("tmp", 0o1777, 0);
    Ok(tree)
}

fn add(tree: &mut Tree, path: &str) -> Result<()> {
    let bytes = read(Path::new(path)).map_err(|error| {
        Failure::Other(format!(
            "{error}: the image needs it; on Debian: apt-get install ca-certificates fonts-dejavu-core"
        ))
    })?;
    tree.file(path.trim_start_matches('/'), bytes);
    Ok(())
}

/// Adds the loader and all libraries, including those that libraries need.
fn libraries(tree: &mut Tree, program: &[u8]) -> Result<()> {
    let needs = elf::needs(program)?;
    if let Some(loader) = &needs.loader {
        let bytes = read(Path::new(loader))?;
        tree.program(loader.trim_start_matches('/'), bytes);
    }
    let mut open = needs.libraries;
    let mut known = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !known.insert(name.clone()) {
            continue;
        }
        let path =
            LIBRARIES.iter().map(|folder| format!("{folder}/{name}")).find(|path| Path::new(path).exists());
        let path =
            path.ok_or_else(|| Failure::Program(format!("cannot find its library {name} on this machine")))?;
        let bytes = read(Path::new(&path))?;
        open.extend(elf::needs(&bytes)?.libraries);
        tree.program(path.trim_start_matches('/'), bytes);
    }
    Ok(())
}
