//! Pictures for previews of shared links: SVG text in, PNG bytes out. Programs that show a link as a card take no SVG.
//!
//! Fonts are read once, when a [`Painter`] is made; after that nothing but its argument goes into a picture: no file, no
//! address and no other picture that an SVG names is looked at. A letter that no font has is an error and never an empty box.

mod fonts;
mod painter;

pub use fonts::FontError;
pub use painter::{HEIGHT, PaintError, Painter, WIDTH};
