//! Charts as SVG: legible in light, in dark and on a phone, with a title and a description for screen readers, gaps for
//! unknown values, and the credit inside the picture.
//!
//! There are three kinds: standalone pictures with heading, colours and credit; [`inline`] charts, which are part of a
//! page; and [`preview`]s, which represent a page where its link is shared.
//!
//! All functions are pure: the same argument gives the same bytes. There is one file per chart; shared parts are in
//! [`frame`] (heading and credit) and in the files for the plot, the legend, marks, colours and letters. With the
//! feature `raster`, a preview becomes a PNG.

pub mod accuracy;
mod canvas;
pub mod coming_days;
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
mod text_width;

pub use accuracy::{Accuracy, Line, Point};
pub use coming_days::{Day, Forecast};
pub use frame::Heading;
pub use season::{Norm, Season, SeasonDay};
