//! The recorder of one camera: each still is scaled down, stamped and appended to the others of its storm.

use ::ingest::cameras::Recorder;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use pictures::reels::{Bounds, Still, frame, moving, stamp};
use pictures::{Frame, PicturePolicy, Reel};
use world::pictures::Camera;

use super::Disk;
use super::weather::Measured;

/// Longest side of a reel's picture, in pixels.
const LONGEST_SIDE: usize = 480;

/// Returns the depths that stations measured lately, at a time.
pub type Depths = Box<dyn Fn(Timestamp) -> Vec<Measured> + Send>;

/// Makes reels from one camera's stills.
pub struct ReelRecorder {
    camera: Camera,
    depths: Depths,
    disk: Disk,
    policy: PicturePolicy,
    open: Option<Open>,
}

/// The reel in progress.
struct Open {
    reel: Reel,
    /// Width and height of its pictures without the stamps.
    size: (usize, usize),
    /// The first measured depth.
    before: Option<Tenths>,
}

impl ReelRecorder {
    /// Creates the recorder of a camera.
    #[must_use]
    pub fn new(camera: Camera, depths: Depths, disk: Disk) -> Self {
        Self { camera, depths, disk, policy: PicturePolicy::DEFAULT, open: None }
    }

    /// Begins a reel now.
    fn begin_reel(&self, still: &Still, now: Timestamp) -> Open {
        let Camera { slug, id, name, owner, page_url, .. } = &self.camera;
        let reel = Reel {
            id: format!("{slug}-{id}-{}z", now.utc().format("%Y%m%dt%H%M%S")),
            slug: slug.clone(),
            camera: name.clone(),
            owner: owner.clone(),
            page_url: page_url.clone(),
            measured_by: None,
            is_over: false,
            width: 0,
            height: 0,
            bytes: 0,
            frames: Vec::new(),
        };
        Open { reel, size: still.size_within(LONGEST_SIDE), before: None }
    }

    /// Adds a frame to the reel in progress and rebuilds its picture.
    fn add(&self, open: &mut Open, still: &Still, now: Timestamp) -> Result<(), String> {
        let depth_cm = self.depth(&mut open.reel, now);
        open.before = open.before.or(depth_cm);
        let accumulated_cm = depth_cm
            .zip(open.before)
            .map(|(depth, before)| Tenths::from_units(depth.units().saturating_sub(before.units()).max(0)));
        let small = still.fitted(open.size.0, open.size.1).with_fewer_shades();
        let stamped = stamp(&small, &words(now, accumulated_cm));
        let written = frame::written(&stamped)?;
        let io = |error: std::io::Error| format!("cannot store a frame: {error}");
        let (id, nth) = (open.reel.id.clone(), open.reel.frames.len());
        self.disk.put_frame(&id, nth, &written).map_err(io)?;
        let mut frames = self.disk.frames(&id, nth).map_err(io)?;
        frames.push(written);
        let picture = moving::joined(&frames, self.policy.frame_ms).map_err(|error| error.to_string())?;
        self.disk.put_picture(&id, &picture).map_err(io)?;
        let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
        (open.reel.width, open.reel.height) = (side(stamped.width), side(stamped.height));
        open.reel.bytes = picture.len() as u64;
        open.reel.frames.push(Frame { at: now, depth_cm, accumulated_cm });
        Ok(())
    }

    /// Returns the depth at the reel's station; the first station with a depth stays the reel's station.
    fn depth(&self, reel: &mut Reel, now: Timestamp) -> Option<Tenths> {
        let depths = (self.depths)(now);
        let (station, depth) = match &reel.measured_by {
            None => depths.into_iter().next()?,
            Some(known) => depths.into_iter().find(|(station, _)| station == known)?,
        };
        reel.measured_by = Some(station);
        Some(depth)
    }

    /// Ends a reel and removes its frames, which are no longer needed.
    fn ended(&self, reel: Reel) -> Reel {
        if let Err(error) = self.disk.forget_frames(&reel.id) {
            tracing::warn!(reel = reel.id, %error, "cannot remove the frames of a reel");
        }
        Reel { is_over: true, ..reel }
    }

    /// Reopens a stored reel that can continue.
    fn resumed(&self, reel: &Reel) -> Option<Open> {
        let frames = self.disk.frames(&reel.id, reel.frames.len()).ok()?;
        let first = Still::read(frames.first()?, Bounds::USUAL).ok()?;
        let blank = Still { width: first.width, height: 0, rgb: Vec::new() };
        let bar = stamp(&blank, &words(reel.begins_at()?, None)).height;
        let size = (first.width, first.height.checked_sub(bar)?);
        let before = reel.frames.iter().find_map(|frame| frame.depth_cm);
        Some(Open { reel: reel.clone(), size, before })
    }
}

impl Recorder for ReelRecorder {
    fn begin(&mut self, reels: Vec<Reel>, now: Timestamp) -> Vec<Reel> {
        self.open = None;
        let is_own =
            |reel: &Reel| reel.slug == self.camera.slug && reel.camera == self.camera.name && !reel.is_over;
        let mut own: Vec<Reel> = reels.into_iter().filter(is_own).collect();
        own.sort_by_key(Reel::ends_at);
        if let Some(newest) = own.last() {
            let is_recent = newest.ends_at().is_some_and(|at| now.since(at) < self.policy.pause_ms);
            self.open = is_recent.then(|| self.resumed(newest)).flatten();
        }
        if self.open.is_some() {
            own.pop();
        }
        own.into_iter().map(|reel| self.ended(reel)).collect()
    }

    fn record(&mut self, still: &[u8], now: Timestamp) -> Result<Reel, String> {
        let still = Still::read(still, Bounds::USUAL).map_err(|error| error.to_string())?;
        let mut open = self.open.take().unwrap_or_else(|| self.begin_reel(&still, now));
        let added = self.add(&mut open, &still, now);
        if added.is_ok() && open.reel.frames.len() >= self.policy.frames {
            return Ok(self.ended(open.reel));
        }
        let reel = open.reel.clone();
        // A reel without a frame has not begun.
        self.open = Some(open).filter(|open| !open.reel.frames.is_empty());
        added.map(|()| reel)
    }

    fn finish(&mut self) -> Option<Reel> {
        self.open.take().map(|open| self.ended(open.reel))
    }
}

/// Returns the stamp of a frame; `?` if there is no measurement. Its length is constant, so that every frame has the
/// same size.
fn words(at: Timestamp, accumulated_cm: Option<Tenths>) -> String {
    let snow = accumulated_cm.map_or_else(|| "?".to_owned(), |cm| format!("+{:.1}", cm.get()));
    let words = format!("{} UTC {snow} cm", at.utc().format("%Y-%m-%d %H:%M"));
    format!("{words:<30}")
}

#[cfg(test)]
mod tests;
