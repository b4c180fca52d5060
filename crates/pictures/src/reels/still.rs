//! Reads a still of a camera within limits: a file that is not a still, or too large a one, is rejected before its
//! pixels are read.

use std::io::Cursor;

use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

/// The maximum size of a still.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Size of the file in bytes.
    pub bytes: usize,
    /// Length of a side in pixels.
    pub side: usize,
    /// Total number of pixels.
    pub pixels: usize,
}

impl Bounds {
    /// Limits above those of any webcam.
    pub const USUAL: Self = Self { bytes: 8 << 20, side: 8_192, pixels: 24_000_000 };
}

/// The reason for rejecting a still.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StillError {
    /// Neither JPEG nor PNG.
    #[error("the answer is neither a JPEG nor a PNG picture")]
    Other,
    /// Too many bytes.
    #[error("the still has more than {0} bytes")]
    TooLarge(usize),
    /// Too many pixels.
    #[error("the still is {0} by {1} pixels, more than are read")]
    TooManyPixels(usize, usize),
    /// An animation.
    #[error("the picture moves: a still is meant")]
    Moving,
    /// The file cannot be decoded.
    #[error("the still does not read: {0}")]
    Broken(String),
}

/// A picture: rows of red, green and blue, one byte each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Still {
    /// Pixels of a row.
    pub width: usize,
    /// Rows of pixels.
    pub height: usize,
    /// Three bytes per pixel.
    pub rgb: Vec<u8>,
}

impl Still {
    /// Reads a JPEG or PNG picture.
    ///
    /// # Errors
    /// Returns [`StillError`] if the picture is invalid or too large.
    pub fn read(body: &[u8], bounds: Bounds) -> Result<Self, StillError> {
        if body.len() > bounds.bytes {
            return Err(StillError::TooLarge(bounds.bytes));
        }
        let still = if body.starts_with(b"\xff\xd8\xff") {
            jpeg(body, bounds)?
        } else if body.starts_with(b"\x89PNG\r\n\x1a\n") {
            png(body, bounds)?
        } else {
            return Err(StillError::Other);
        };
        let is_whole =
            still.width > 0 && still.height > 0 && still.rgb.len() == still.width * still.height * 3;
        if is_whole { Ok(still) } else { Err(StillError::Broken("it ends early".to_owned())) }
    }

    /// Scales to exactly `width` by `height` pixels: each is the mean of the original pixels. Smaller pictures are
    /// enlarged by repetition.
    #[must_use]
    pub fn fitted(&self, width: usize, height: usize) -> Self {
        let span = |at: usize, from: usize, to: usize| {
            let begin = at * from / to;
            begin..((at + 1) * from / to).max(begin + 1).min(from)
        };
        let mut rgb = Vec::with_capacity(width * height * 3);
        for y in 0..height {
            let rows = span(y, self.height, height);
            for x in 0..width {
                let columns = span(x, self.width, width);
                let mut sums = [0_u64; 3];
                for row in rows.clone() {
                    let begin = (row * self.width + columns.start) * 3;
                    let end = (row * self.width + columns.end) * 3;
                    for pixel in self.rgb.get(begin..end).unwrap_or_default().chunks_exact(3) {
                        for (sum, value) in sums.iter_mut().zip(pixel) {
                            *sum += u64::from(*value);
                        }
                    }
                }
                let count = (rows.len() * columns.len()).max(1) as u64;
                rgb.extend(sums.map(|sum| u8::try_from(sum / count).unwrap_or(u8::MAX)));
            }
        }
        Self { width, height, rgb }
    }

    /// Returns the size of the picture scaled to at most `most` pixels wide and high.
    #[must_use]
    pub fn size_within(&self, most: usize) -> (usize, usize) {
        let longest = self.width.max(self.height).max(1);
        if longest <= most {
            return (self.width, self.height);
        }
        ((self.width * most / longest).max(1), (self.height * most / longest).max(1))
    }

    /// Reduces the number of shades: the lowest bits of a camera's picture are noise, which would take up most of a
    /// file.
    #[must_use]
    pub fn with_fewer_shades(mut self) -> Self {
        const KEPT: u8 = 0b1111_1000;
        self.rgb.iter_mut().for_each(|value| *value = (*value & KEPT) | (*value >> 5));
        self
    }
}

fn allowed(width: usize, height: usize, bounds: Bounds) -> Result<(), StillError> {
    let fits = width <= bounds.side && height <= bounds.side && width.saturating_mul(height) <= bounds.pixels;
    if fits { Ok(()) } else { Err(StillError::TooManyPixels(width, height)) }
}

fn broken(error: impl std::fmt::Display) -> StillError {
    StillError::Broken(error.to_string().chars().take(120).collect())
}

fn jpeg(body: &[u8], bounds: Bounds) -> Result<Still, StillError> {
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGB)
        .set_max_width(bounds.side)
        .set_max_height(bounds.side);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(body), options);
    decoder.decode_headers().map_err(broken)?;
    let (width, height) = decoder.dimensions().ok_or_else(|| broken("no size"))?;
    allowed(width, height, bounds)?;
    let rgb = decoder.decode().map_err(broken)?;
    Ok(Still { width, height, rgb })
}

fn png(body: &[u8], bounds: Bounds) -> Result<Still, StillError> {
    // Twice the pixels at four bytes each: the rows, and buffers of the decoder.
    let limits = png::Limits { bytes: bounds.pixels.saturating_mul(8) };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(body), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let info = decoder.read_header_info().map_err(broken)?;
    let (width, height) = (info.width as usize, info.height as usize);
    allowed(width, height, bounds)?;
    let mut reader = decoder.read_info().map_err(broken)?;
    if reader.info().animation_control.is_some() {
        return Err(StillError::Moving);
    }
    let size = reader.output_buffer_size().ok_or_else(|| broken("no size"))?;
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(broken)?;
    pixels.truncate(frame.buffer_size());
    let rgb = match frame.color_type {
        png::ColorType::Rgb => pixels,
        png::ColorType::Rgba => pixels
            .chunks_exact(4)
            .flat_map(|pixel| pixel.iter().take(3).copied().collect::<Vec<u8>>())
            .collect(),
        png::ColorType::Grayscale => pixels.iter().flat_map(|value| [*value; 3]).collect(),
        png::ColorType::GrayscaleAlpha => {
            pixels.chunks_exact(2).flat_map(|pixel| [pixel.first().copied().unwrap_or_default(); 3]).collect()
        }
        png::ColorType::Indexed => return Err(broken("an index without its table")),
    };
    Ok(Still { width, height, rgb })
}

#[cfg(test)]
mod tests;
