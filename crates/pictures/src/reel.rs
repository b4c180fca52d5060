//! A powder reel: the stills of a storm as one moving picture, with the measured snow of each as additional data.

use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

/// A still of a reel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Time at which the still was fetched.
    pub at: Timestamp,
    /// Measured snow depth at the reel's station at that time, centimetres; null without a recent measurement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth_cm: Option<Tenths>,
    /// Increase since the first frame with a depth, centimetres; never below 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accumulated_cm: Option<Tenths>,
}

/// A recorded storm at one camera. Its picture is stored as a file under its identifier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reel {
    /// Identifier, of letters, digits and hyphens.
    pub id: String,
    /// Slug of the resort.
    pub slug: String,
    /// Name of the camera.
    pub camera: ShownName,
    /// Owner of the camera, as named in the credit.
    pub owner: ShownName,
    /// Page of the owner or of the camera.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_url: Option<String>,
    /// Station of its depths, network and identifier; null if none had a depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_by: Option<String>,
    /// Whether the storm is over; otherwise frames may follow.
    pub is_over: bool,
    /// Width of the picture, pixels.
    pub width: u32,
    /// Height of the picture, pixels.
    pub height: u32,
    /// Size of the picture, bytes.
    pub bytes: u64,
    /// Frames in order; never empty.
    pub frames: Vec<Frame>,
}

impl Reel {
    /// Returns the time at which its first frame was fetched.
    #[must_use]
    pub fn begins_at(&self) -> Option<Timestamp> {
        self.frames.first().map(|frame| frame.at)
    }

    /// Returns the time at which its last frame was fetched.
    #[must_use]
    pub fn ends_at(&self) -> Option<Timestamp> {
        self.frames.last().map(|frame| frame.at)
    }

    /// Returns the measured snow during the recording, centimetres: the highest value of its frames; `None` without
    /// measurements.
    #[must_use]
    pub fn accumulated_cm(&self) -> Option<Tenths> {
        self.frames.iter().filter_map(|frame| frame.accumulated_cm).max()
    }
}

/// Maximum length of an identifier.
const LONGEST_ID: usize = 120;

/// Returns whether `text` can be the identifier of a reel, and thus a file name.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && text.len() <= LONGEST_ID && text.bytes().all(plain)
}

#[cfg(test)]
mod tests;
