//! Converts the stills of a camera to one moving picture: reads them within limits, scales them, stamps time and
//! measured snow, and joins them as an animated PNG. No network, disk or clock.
//!
//! ```text
//! bytes --Still::read--> pixels --Still::fitted--> small --stamp--> --frame::written--> one PNG --moving::joined--> all
//! ```
//! A frame is encoded once, when it arrives. A moving picture is made of the stored frames: their compressed rows are
//! copied, so that the cost per still does not grow with a long storm.

pub mod frame;
pub mod moving;
mod stamp;
mod still;

pub use stamp::stamp;
pub use still::{Bounds, Still, StillError};
