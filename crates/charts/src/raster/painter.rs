//! Converts SVG to PNG within limits: one size, a maximum length of the SVG, no external content.

use std::path::Path;
use std::sync::Arc;

use fontdb::{Database, Family, Query, Weight};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{FontResolver, GlyphId, Group, ImageHrefResolver, Node, Options, Tree};

use super::fonts::{self, FontError};

/// Width of every picture in pixels, as networks show a large card.
pub const WIDTH: u32 = 1200;
/// Height of every picture, pixels.
pub const HEIGHT: u32 = 630;
/// Maximum length of the SVG, in bytes.
const LONGEST: usize = 128 << 10;

/// The reason why a picture cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PaintError {
    /// The text is not SVG, or too long.
    #[error("cannot read the SVG: {0}")]
    Malformed(String),
    /// The picture has another size.
    #[error("the SVG is {0} by {1}, not {WIDTH} by {HEIGHT}")]
    Size(f32, f32),
    /// Letters that the fonts lack.
    #[error("no font has the letters {0:?}")]
    Unwritable(String),
    /// The PNG cannot be written.
    #[error("cannot write the PNG: {0}")]
    Encoding(#[from] png::EncodingError),
}

/// Renders pictures with a fixed set of fonts.
#[derive(Debug, Clone)]
pub struct Painter {
    fonts: Arc<Database>,
}

impl Painter {
    /// Returns a painter with the font of a file, else with those of the system.
    ///
    /// # Errors
    /// Returns [`FontError`], which says what to do.
    pub fn new(font: Option<&Path>) -> Result<Self, FontError> {
        let fonts = font.map_or_else(fonts::of_system, fonts::of_file)?;
        Ok(Self { fonts: Arc::new(fonts) })
    }

    /// Returns whether the fonts have every letter of a text.
    #[must_use]
    pub fn can_write(&self, text: &str) -> bool {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\">\
             <text y=\"40\" font-size=\"20\">{text}</text></svg>"
        );
        self.read(&svg).is_ok()
    }

    /// Renders an SVG of [`WIDTH`] by [`HEIGHT`] as PNG.
    ///
    /// # Errors
    /// Returns [`PaintError`] if the SVG is invalid or cannot be rendered.
    pub fn paint(&self, svg: &str) -> Result<Vec<u8>, PaintError> {
        let tree = self.read(svg)?;
        let size = tree.size();
        let mut pixels = Some(size)
            .filter(|size| size.width() == WIDTH as f32 && size.height() == HEIGHT as f32)
            .and_then(|_| Pixmap::new(WIDTH, HEIGHT))
            .ok_or_else(|| PaintError::Size(size.width(), size.height()))?;
        pixels.fill(Color::WHITE);
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        Ok(encoded(&pixels)?)
    }

    fn read(&self, svg: &str) -> Result<Tree, PaintError> {
        if svg.len() > LONGEST {
            return Err(PaintError::Malformed(format!("it has more than {LONGEST} bytes")));
        }
        let options = Options {
            fontdb: Arc::clone(&self.fonts),
            // For any requested family: a text in a missing one would be omitted silently.
            font_resolver: FontResolver {
                select_font: Box::new(|font, fonts| {
                    let weight = Weight(font.weight());
                    fonts.query(&Query { families: &[Family::SansSerif], weight, ..Query::default() })
                }),
                select_fallback: FontResolver::default_fallback_selector(),
            },
            image_href_resolver: ImageHrefResolver {
                resolve_data: Box::new(|_, _, _| None),
                resolve_string: Box::new(|_, _| None),
            },
            ..Options::default()
        };
        let tree = Tree::from_str(svg, &options).map_err(|error| PaintError::Malformed(error.to_string()))?;
        let mut missing = String::new();
        unwritten(tree.root(), &mut missing);
        if missing.is_empty() {
            Ok(tree)
        } else {
            Err(PaintError::Unwritable(missing.chars().take(20).collect()))
        }
    }
}

/// Collects letters that the fonts would show as empty boxes.
fn unwritten(group: &Group, missing: &mut String) {
    for node in group.children() {
        match node {
            Node::Group(inner) => unwritten(inner, missing),
            Node::Text(text) => {
                let glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
                missing
                    .extend(glyphs.filter(|glyph| glyph.id == GlyphId(0)).map(|glyph| glyph.text.as_str()));
            }
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

/// Encodes without the alpha channel: a picture on a white ground is opaque.
fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let colours: Vec<u8> =
        pixels.data().chunks_exact(4).flat_map(|pixel| pixel.iter().take(3)).copied().collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    // For flat colours: a quarter smaller than with filtered rows.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&colours)?;
    writer.finish()?;
    Ok(out)
}

#[cfg(test)]
mod tests;
