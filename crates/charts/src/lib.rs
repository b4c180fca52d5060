//! Charts as SVG: legible in light and dark, with a title and a description for screen readers, gaps where nothing is
//! known, and the credit inside the picture.
//!
//! Pure: what is drawn is an argument, and the same argument gives the same bytes. One file per chart; what they share, the
//! frame with heading, credit and colours, is in [`frame`].

pub mod accuracy;
pub mod forecast;
pub mod frame;
mod style;

pub use accuracy::{Accuracy, Line, Point};
pub use forecast::{Day, Forecast};
pub use frame::Heading;
