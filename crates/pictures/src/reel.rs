//! A powder reel: the stills of a storm as one moving picture, with the measured snow of each as data beside it.

use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

/// One still of a reel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// When the still was fetched.
    pub at: Timestamp,
    /// Measured snow depth at the reel's station at that time, centimetres; null when it had none lately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth_cm: Option<Tenths>,
    /// How much it has risen since the first frame that has one, centimetres; never below 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accumulated_cm: Option<Tenths>,
}

/// A recorded storm at one camera. Its picture is kept as a file under its identifier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reel {
    /// Identifier, of letters, digits and hyphens.
    pub id: String,
    /// The resort.
    pub slug: String,
    /// Name of the camera.
    pub camera: ShownName,
    /// Whose camera it is, as the credit names them.
    pub owner: ShownName,
    /// Page of the owner or of the camera.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_url: Option<String>,
    /// The station that its depths are of, network and identifier; null when none had a depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_by: Option<String>,
    /// Whether the storm is over; else frames may follow.
    pub is_over: bool,
    /// Width of the picture, pixels.
    pub width: u32,
    /// Height of the picture, pixels.
    pub height: u32,
    /// Size of the picture, bytes.
    pub bytes: u64,
    /// Its frames, in order; never empty.
    pub frames: Vec<Frame>,
}

impl Reel {
    /// When its first frame was fetched.
    #[must_use]
    pub fn begins_at(&self) -> Option<Timestamp> {
        self.frames.first().map(|frame| frame.at)
    }

    /// When its last frame was fetched.
    #[must_use]
    pub fn ends_at(&self) -> Option<Timestamp> {
        self.frames.last().map(|frame| frame.at)
    }

    /// How much measured snow fell while it was recorded, centimetres: the highest of its frames; `None` when nobody
    /// measured.
    #[must_use]
    pub fn accumulated_cm(&self) -> Option<Tenths> {
        self.frames.iter().filter_map(|frame| frame.accumulated_cm).max()
    }
}

/// Longest identifier.
const LONGEST_ID: usize = 120;

/// Whether `text` can be the identifier of a reel: what is not may be no file's name.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && text.len() <= LONGEST_ID && text.bytes().all(plain)
}

#[cfg(test)]
mod tests;
