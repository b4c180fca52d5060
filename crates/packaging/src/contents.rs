//! The parts that every package is made of: the program, what it prints about itself, and the texts.

use std::path::Path;
use std::process::Command;

use crate::dependencies::Components;
use crate::elf;
use crate::failure::{Failure, Result, output, read};
use crate::notices;
use crate::release::{NAME, Release};
use crate::tree::{Effort, Tree, gzip};

/// Shells, and the place below `/usr/share` where each looks for completions.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "bash-completion/completions/snow-conditions"),
    ("zsh", "zsh/vendor-completions/_snow-conditions"),
    ("fish", "fish/vendor_completions.d/snow-conditions.fish"),
];

/// The program, and the files that it writes about itself.
pub(crate) struct Contents {
    pub(crate) program: Vec<u8>,
    manual: Vec<u8>,
    /// Places below `/usr/share`, and completions.
    completions: Vec<(&'static str, Vec<u8>)>,
    /// Texts, by name.
    texts: Tree,
}

impl Contents {
    /// Reads a built program, adds the list of dependencies, and runs it for its manual and completions.
    pub(crate) fn read(program: &Path, release: &Release, components: &Components) -> Result<Self> {
        let version = output(Command::new(program).arg("--version"))?;
        let version = String::from_utf8_lossy(&version).trim().to_owned();
        if version != format!("{NAME} {}", release.version) {
            let what = format!("it is `{version}`, and the sources are {}: build it again", release.version);
            return Err(Failure::Program(what));
        }
        let mut bytes = read(program)?;
        if elf::is_elf(&bytes) {
            bytes = elf::with_list(&bytes, &components.list())?;
        }
        let mut texts = Tree::default();
        notices::add(&mut texts, "texts", release, components)?;
        let written = |words: &[&str]| output(Command::new(program).args(words));
        let manual = written(&["man"])?;
        let completions = SHELLS.iter().map(|(shell, path)| Ok((*path, written(&["completions", shell])?)));
        let completions = completions.collect::<Result<_>>()?;
        Ok(Self { program: bytes, manual, completions, texts })
    }

    /// Adds the program and its files below a prefix such as `usr`, in the places of a Linux system.
    pub(crate) fn install(&self, tree: &mut Tree, prefix: &str) -> Result<()> {
        tree.program(&format!("{prefix}/bin/{NAME}"), self.program.clone());
        tree.file(&format!("{prefix}/share/man/man1/{NAME}.1.gz"), gzip(&self.manual, Effort::Full)?);
        for (path, bytes) in &self.completions {
            tree.file(&format!("{prefix}/share/{path}"), bytes.clone());
        }
        self.add_texts(tree, &format!("{prefix}/share/doc/{NAME}"));
        Ok(())
    }

    pub(crate) fn add_texts(&self, tree: &mut Tree, folder: &str) {
        for (path, bytes) in self.texts.files() {
            let name = path.rsplit('/').next().unwrap_or(path);
            tree.file(&format!("{folder}/{name}"), bytes);
        }
    }
}
