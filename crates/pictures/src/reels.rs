//! Stills of a camera to one moving picture: read within bounds, made small, stamped with time and measured snow, and put
//! together as an animated PNG. No network, no disk, no clock.
//!
//! ```text
//! bytes --Still::read--> pixels --Still::fitted--> small --stamp--> --frame::written--> one PNG --moving::joined--> all
//! ```
//! A frame is encoded once, when it arrives. A moving picture is made of frames as they are kept: their compressed rows are
//! carried over, so that a long storm costs no more with every still.

pub mod frame;
pub mod moving;
mod stamp;
mod still;

pub use stamp::stamp;
pub use still::{Bounds, Still, StillError};
