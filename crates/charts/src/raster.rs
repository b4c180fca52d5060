//! Renders SVG text to PNG bytes for previews of shared links. Programs that show a link as a card do not accept SVG.
//!
//! Fonts are read once, when a [`Painter`] is made. After that a picture depends only on its argument: files, addresses
//! and other pictures that an SVG names are ignored. A letter that is missing in all fonts is an error, never an empty
//! box.

mod fonts;
mod painter;

pub use fonts::FontError;
pub use painter::{HEIGHT, PaintError, Painter, WIDTH};
