//! Preview pictures of shared links: painted on demand, off the threads that answer, few at a time, with a cache of
//! recent ones. The cache key is the drawing, so a publication that changes nothing in a picture leaves it cached.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use charts::raster::{FontError, PaintError, Painter};
use runtime::clock;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::rendered::RenderedAnswer;

/// Maximum number of pictures painted concurrently.
const AT_ONCE: usize = 2;
/// Maximum wait of a picture for its turn.
const PATIENCE: Duration = Duration::from_secs(2);
/// Number of cached pictures, of some tens of kilobytes each.
const KEPT: usize = 64;

/// The reason why there are no pictures.
#[derive(Debug, thiserror::Error)]
pub enum PreviewSetupError {
    /// There is no usable font.
    #[error(transparent)]
    Font(#[from] FontError),
    /// The font lacks letters of the service's name.
    #[error("the font lacks letters of the service's name; choose a font that has them")]
    Letters,
}

/// The reason why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PreviewError {
    /// Too many pictures are being painted.
    #[error("too many pictures are being painted at once; try again in a second")]
    Busy,
    /// The fonts lack letters of the picture.
    #[error("the fonts lack letters of the picture")]
    Unwritable,
    /// Painting failed.
    #[error("cannot paint the picture: {0}")]
    Failed(String),
}

/// Cache key of a picture: the digest of its SVG.
type Key = [u8; 32];

/// Paints and caches pictures.
#[derive(Debug)]
pub struct Previews {
    painter: Painter,
    turns: Arc<Semaphore>,
    patience: Duration,
    kept: Arc<RecentPictures>,
}

/// The most recently requested pictures, the latest at the end; `None` for one that the fonts cannot write.
#[derive(Debug, Default)]
struct RecentPictures {
    pictures: Mutex<VecDeque<(Key, Option<Arc<RenderedAnswer>>)>>,
}

impl Previews {
    /// Loads the font of a file, or else the system's fonts, for a service with this name.
    ///
    /// # Errors
    /// Returns a [`PreviewSetupError`], which says what to do.
    pub fn new(font: Option<&Path>, service: &str) -> Result<Self, PreviewSetupError> {
        let painter = Painter::new(font)?;
        if !painter.can_write(service) {
            return Err(PreviewSetupError::Letters);
        }
        let (turns, kept) = (Arc::new(Semaphore::new(AT_ONCE)), Arc::default());
        Ok(Self { painter, turns, patience: PATIENCE, kept })
    }

    /// Returns the picture of an SVG, cached if it was requested before.
    ///
    /// # Errors
    /// Returns a [`PreviewError`] if the picture cannot be painted now.
    pub async fn picture(&self, svg: String) -> Result<Arc<RenderedAnswer>, PreviewError> {
        let key = Sha256::digest(&svg).into();
        if let Some(known) = self.kept.find(&key) {
            return known.ok_or(PreviewError::Unwritable);
        }
        let turn = tokio::time::timeout(self.patience, Arc::clone(&self.turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(PreviewError::Busy) };
        // Another request may have painted it in the meantime.
        if let Some(known) = self.kept.find(&key) {
            return known.ok_or(PreviewError::Unwritable);
        }
        let (painter, kept) = (self.painter.clone(), Arc::clone(&self.kept));
        let work = move || {
            // Released, and the picture cached, even if the request is gone.
            let _turn = turn;
            let painted = match painter.paint(&svg) {
                Ok(png) => Some(Arc::new(RenderedAnswer::new(png, clock::now()))),
                Err(error @ PaintError::Unwritable(_)) => {
                    tracing::debug!(%error, "a picture cannot be written with these fonts");
                    None
                }
                Err(error) => return Err(PreviewError::Failed(error.to_string())),
            };
            kept.insert(key, painted.clone());
            painted.ok_or(PreviewError::Unwritable)
        };
        let painted = tokio::task::spawn_blocking(work).await;
        painted.unwrap_or_else(|error| Err(PreviewError::Failed(error.to_string())))
    }
}

impl RecentPictures {
    fn find(&self, key: &Key) -> Option<Option<Arc<RenderedAnswer>>> {
        // A panic while holding the lock leaves a cache that is at worst smaller.
        let mut pictures = self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        let at = pictures.iter().position(|(known, _)| known == key)?;
        let found = pictures.remove(at)?;
        let picture = found.1.clone();
        pictures.push_back(found);
        Some(picture)
    }

    fn insert(&self, key: Key, picture: Option<Arc<RenderedAnswer>>) {
        let mut pictures = self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        pictures.retain(|(known, _)| *known != key);
        while pictures.len() >= KEPT {
            pictures.pop_front();
        }
        pictures.push_back((key, picture));
    }
}

#[cfg(test)]
mod tests;
