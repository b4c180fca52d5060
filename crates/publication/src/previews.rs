//! Pictures for previews of shared links: painted when they are asked for, off the threads that answer, few at once, and the
//! last ones kept. What is kept is found by what is drawn, so that a publication which changes nothing in a picture leaves it.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use charts::raster::{FontError, PaintError, Painter};
use runtime::clock;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::rendered::RenderedAnswer;

/// Pictures painted at once.
const AT_ONCE: usize = 2;
/// How long one may wait for its turn.
const PATIENCE: Duration = Duration::from_secs(2);
/// Pictures kept, of some tens of kilobytes each.
const KEPT: usize = 64;

/// Why there are no pictures.
#[derive(Debug, thiserror::Error)]
pub enum NoPreviews {
    /// There is no font.
    #[error(transparent)]
    Font(#[from] FontError),
    /// The font does not do for the service.
    #[error("the font lacks letters of the service's name; name one that has them")]
    Letters,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PreviewError {
    /// Too many at once.
    #[error("too many pictures are being painted at once; try again in a second")]
    Busy,
    /// The fonts lack letters of it.
    #[error("the fonts lack letters of the picture")]
    Unwritable,
    /// It cannot be painted.
    #[error("cannot paint the picture: {0}")]
    Failed(String),
}

/// What a picture is found by: the digest of its SVG.
type Key = [u8; 32];

/// Paints and keeps pictures.
#[derive(Debug)]
pub struct Previews {
    painter: Painter,
    turns: Arc<Semaphore>,
    patience: Duration,
    kept: Arc<RecentPictures>,
}

/// The last pictures that were asked for, the latest at the end; `None` for one that the fonts cannot write.
#[derive(Debug, Default)]
struct RecentPictures {
    pictures: Mutex<VecDeque<(Key, Option<Arc<RenderedAnswer>>)>>,
}

impl Previews {
    /// With the font of a file, else with those of the system, for a service of this name.
    ///
    /// # Errors
    /// [`NoPreviews`], which says what to do.
    pub fn new(font: Option<&Path>, service: &str) -> Result<Self, NoPreviews> {
        let painter = Painter::new(font)?;
        if !painter.can_write(service) {
            return Err(NoPreviews::Letters);
        }
        let (turns, kept) = (Arc::new(Semaphore::new(AT_ONCE)), Arc::default());
        Ok(Self { painter, turns, patience: PATIENCE, kept })
    }

    /// The picture of an SVG, from the kept ones when it was asked for before.
    ///
    /// # Errors
    /// [`PreviewError`].
    pub async fn picture(&self, svg: String) -> Result<Arc<RenderedAnswer>, PreviewError> {
        let key = Sha256::digest(&svg).into();
        if let Some(known) = self.kept.find(&key) {
            return known.ok_or(PreviewError::Unwritable);
        }
        let turn = tokio::time::timeout(self.patience, Arc::clone(&self.turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(PreviewError::Busy) };
        // Somebody else may have asked for the same meanwhile.
        if let Some(known) = self.kept.find(&key) {
            return known.ok_or(PreviewError::Unwritable);
        }
        let (painter, kept) = (self.painter.clone(), Arc::clone(&self.kept));
        let work = move || {
            // Given back, and the picture kept, also when nobody waits for it any more.
            let _turn = turn;
            let painted = match painter.paint(&svg) {
                Ok(png) => Some(Arc::new(RenderedAnswer::new(png, clock::now()))),
                Err(error @ PaintError::Unwritable(_)) => {
                    tracing::debug!(%error, "a picture cannot be written with these fonts");
                    None
                }
                Err(error) => return Err(PreviewError::Failed(error.to_string())),
            };
            kept.keep(key, painted.clone());
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

    fn keep(&self, key: Key, picture: Option<Arc<RenderedAnswer>>) {
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
