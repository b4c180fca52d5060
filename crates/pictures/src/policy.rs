//! The thresholds for pictures.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PicturePolicy {
    /// Radius of the search around a resort without a category, in metres.
    pub around_m: u32,
    /// Maximum number of photos of one resort.
    pub photos: usize,
    /// Interval between searches for photos of a resort, in milliseconds.
    pub photos_period_ms: i64,
    /// Maximum age of a search whose photos are shown, in milliseconds: their licences may have changed.
    pub photos_hold_ms: i64,
    /// Maximum number of road cameras listed and checked next to a resort's webcams.
    pub road_cameras: usize,
    /// Interval between checks of a link, in milliseconds.
    pub link_period_ms: i64,
    /// Maximum size of a still, in bytes.
    pub still_bytes: u64,
    /// Maximum size of a page for people, in bytes.
    pub page_bytes: u64,
    /// Minimum snow of a day, measured or forecast for today, with which snow counts as falling, in centimetres.
    pub falling_cm: f64,
    /// Time without snowfall after which a reel ends, in milliseconds.
    pub pause_ms: i64,
    /// Maximum number of frames of a reel.
    pub frames: usize,
    /// Display time of one frame of a reel, in milliseconds.
    pub frame_ms: u16,
    /// Maximum age of a measured depth shown with a frame, in milliseconds.
    pub measured_ms: i64,
}

impl PicturePolicy {
    /// The current thresholds.
    pub const DEFAULT: Self = Self {
        around_m: 4_000,
        photos: 12,
        photos_period_ms: 7 * DAY_MS,
        photos_hold_ms: 30 * DAY_MS,
        road_cameras: 5,
        link_period_ms: 6 * HOUR_MS,
        still_bytes: 8 << 20,
        page_bytes: 16 << 20,
        falling_cm: 1.0,
        pause_ms: 6 * HOUR_MS,
        frames: 48,
        frame_ms: 400,
        measured_ms: 90 * MINUTE_MS,
    };
}
