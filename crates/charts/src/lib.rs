//! Charts as SVG: legible in light and dark and on a telephone, with a title and a description for screen readers, gaps
//! where nothing is known, and the credit inside the picture.
//!
//! Three kinds: pictures that stand by themselves, with heading, colours and credit; [`inline`] ones, which are part of a page;
//! and [`preview`]s, which stand for a page where its link is shared.
//!
//! Pure: what is drawn is an argument, and the same argument gives the same bytes. One file per chart; what they share is in
//! [`frame`] (heading and credit) and in the files for the plot, the legend, marks, colours and letters. With the feature `raster`, a preview
//! becomes a PNG.

pub mod accuracy;
mod canvas;
pub mod forecast;
pub mod frame;
pub mod inline;
mod legend;
mod mark;
mod plot;
pub mod preview;
#[cfg(feature = "raster")]
pub mod raster;
pub mod season;
mod style;
mod text;

pub use accuracy::{Accuracy, Line, Point};
pub use forecast::{Day, Forecast};
pub use frame::Heading;
pub use season::{Norm, Season, SeasonDay};
