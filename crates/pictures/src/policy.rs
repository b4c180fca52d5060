//! Thresholds of everything that is said of pictures.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS};

/// The thresholds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PicturePolicy {
    /// Photos are looked for this far around a resort that has no category, metres.
    pub around_m: u32,
    /// Photos of one resort at most.
    pub photos: usize,
    /// Photos of a resort are looked for this often, milliseconds.
    pub photos_period_ms: i64,
    /// Photos that were looked for longer ago than this are not shown: their licences may have changed. Milliseconds.
    pub photos_hold_ms: i64,
    /// Road cameras listed and checked beside a resort's webcams at most.
    pub road_cameras: usize,
    /// A link is checked this often, milliseconds.
    pub link_period_ms: i64,
    /// A still that is larger is no still, bytes.
    pub still_bytes: u64,
    /// A page that is larger is not for people, bytes.
    pub page_bytes: u64,
    /// Snow of a day from which snow is falling, measured or forecast for today, centimetres.
    pub falling_cm: f64,
    /// A reel ends when no snow has fallen for so long, milliseconds.
    pub pause_ms: i64,
    /// Frames of a reel at most.
    pub frames: usize,
    /// Milliseconds for which one frame of a reel is shown.
    pub frame_ms: u16,
    /// A measured depth that is older goes beside no frame, milliseconds.
    pub measured_ms: i64,
}

impl PicturePolicy {
    /// The thresholds in force.
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
