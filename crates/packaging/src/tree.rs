//! A tree of files in memory, and the one archive of it: sorted, owned by root, with one timestamp. Equal trees are
//! equal bytes, whatever folder and machine they were collected in.

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

/// The contents of a place in a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Item {
    Folder,
    File(Vec<u8>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    item: Item,
    mode: u32,
    /// User and group.
    owner: u64,
}

/// Files by their path, without a leading slash.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tree(BTreeMap<String, Entry>);

impl Tree {
    /// Adds a file that everyone may read.
    pub(crate) fn file(&mut self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.insert(path, Entry { item: Item::File(bytes.into()), mode: 0o644, owner: 0 });
    }

    /// Adds a file that everyone may run.
    pub(crate) fn program(&mut self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.insert(path, Entry { item: Item::File(bytes.into()), mode: 0o755, owner: 0 });
    }

    pub(crate) fn folder(&mut self, path: &str, mode: u32, owner: u64) {
        self.insert(path, Entry { item: Item::Folder, mode, owner });
    }

    /// Adds an entry, and the folders above it if they are missing.
    fn insert(&mut self, path: &str, entry: Entry) {
        for (end, _) in path.match_indices('/') {
            let folder = || Entry { item: Item::Folder, mode: 0o755, owner: 0 };
            self.0.entry(path[..end].to_owned()).or_insert_with(folder);
        }
        self.0.insert(path.to_owned(), entry);
    }

    /// Returns all files with their contents, in the order of their paths.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0.iter().filter_map(|(path, entry)| match &entry.item {
            Item::File(bytes) => Some((path.as_str(), bytes.as_slice())),
            Item::Folder => None,
        })
    }

    /// Returns the tree as an archive, every path below `prefix` and every time `time`, in seconds since 1970.
    pub(crate) fn tar(&self, prefix: &str, time: u64) -> io::Result<Vec<u8>> {
        let mut archive = Builder::new(Vec::new());
        for (path, entry) in &self.0 {
            let mut header = Header::new_gnu();
            header.set_mode(entry.mode);
            header.set_uid(entry.owner);
            header.set_gid(entry.owner);
            header.set_mtime(time);
            header.set_size(0);
            let path = format!("{prefix}{path}");
            match &entry.item {
                Item::Folder => {
                    header.set_entry_type(EntryType::Directory);
                    archive.append_data(&mut header, format!("{path}/"), io::empty())?;
                }
                Item::File(bytes) => {
                    header.set_size(bytes.len() as u64);
                    archive.append_data(&mut header, path, bytes.as_slice())?;
                }
            }
        }
        archive.into_inner()
    }
}

/// How much time compression may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// As small as possible, for a release.
    Full,
    /// As fast as possible, for a check.
    Least,
}

pub(crate) fn zstd(bytes: &[u8], effort: Effort) -> io::Result<Vec<u8>> {
    let level = match effort {
        Effort::Full => 19,
        Effort::Least => 1,
    };
    zstd::encode_all(bytes, level)
}

/// Compresses without a name and a time in the header.
pub(crate) fn gzip(bytes: &[u8], effort: Effort) -> io::Result<Vec<u8>> {
    let level = match effort {
        Effort::Full => Compression::best(),
        Effort::Least => Compression::fast(),
    };
    let mut encoder = GzBuilder::new().write(Vec::new(), level);
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(test)]
mod tests;
