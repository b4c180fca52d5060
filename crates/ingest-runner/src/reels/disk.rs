//! The files of reels: a picture for each reel, and a folder with its frames while it grows.

use std::fs;
use std::io;
use std::path::PathBuf;

use pictures::is_id;

/// The folder of all reels.
#[derive(Debug, Clone)]
pub struct Disk(PathBuf);

impl Disk {
    /// Returns the reels of a data folder; the folder is created with the first reel.
    #[must_use]
    pub fn in_data_folder(folder: &std::path::Path) -> Self {
        Self(folder.join("reels"))
    }

    /// Reads the picture of a reel.
    ///
    /// # Errors
    /// Returns the error of the system, including a missing file.
    pub fn picture(&self, id: &str) -> io::Result<Vec<u8>> {
        fs::read(self.picture_path(id)?)
    }

    /// Replaces the picture of a reel atomically.
    pub(super) fn put_picture(&self, id: &str, bytes: &[u8]) -> io::Result<()> {
        write_atomically(&self.picture_path(id)?, bytes)
    }

    /// Reads the first `count` frames of a reel.
    pub(super) fn frames(&self, id: &str, count: usize) -> io::Result<Vec<Vec<u8>>> {
        (0..count).map(|nth| fs::read(self.frame_path(id, nth)?)).collect()
    }

    /// Adds frame number `nth` of a reel.
    pub(super) fn put_frame(&self, id: &str, nth: usize, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(self.frames_path(id)?)?;
        write_atomically(&self.frame_path(id, nth)?, bytes)
    }

    /// Removes the frames of a reel whose picture is complete.
    pub(super) fn forget_frames(&self, id: &str) -> io::Result<()> {
        ignore_missing(fs::remove_dir_all(self.frames_path(id)?))
    }

    /// Removes all files of a reel.
    pub(super) fn remove(&self, id: &str) -> io::Result<()> {
        self.forget_frames(id)?;
        ignore_missing(fs::remove_file(self.picture_path(id)?))
    }

    /// Lists the identifiers of the reels that have a file here.
    pub(super) fn ids(&self) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(&self.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut ids: Vec<String> = names
            .filter_map(|name| {
                let id = name.strip_suffix(".png").unwrap_or(&name);
                is_id(id).then(|| id.to_owned())
            })
            .collect();
        ids.sort();
        ids.dedup();
        Ok(ids)
    }

    fn checked(&self, id: &str) -> io::Result<&PathBuf> {
        if is_id(id) { Ok(&self.0) } else { Err(io::ErrorKind::InvalidInput.into()) }
    }

    fn picture_path(&self, id: &str) -> io::Result<PathBuf> {
        Ok(self.checked(id)?.join(format!("{id}.png")))
    }

    fn frames_path(&self, id: &str) -> io::Result<PathBuf> {
        Ok(self.checked(id)?.join(id))
    }

    fn frame_path(&self, id: &str, nth: usize) -> io::Result<PathBuf> {
        Ok(self.frames_path(id)?.join(format!("{nth:04}.png")))
    }
}

fn write_atomically(path: &std::path::Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("part");
    fs::write(&beside, bytes)?;
    fs::rename(beside, path)
}

/// Treats a missing file as removed.
fn ignore_missing(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}
