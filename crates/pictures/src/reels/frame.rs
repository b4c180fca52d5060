//! A stored frame of a moving picture: a separate PNG.

use super::still::Still;

/// Encodes a still as PNG.
///
/// # Errors
/// Returns the error of the encoder.
pub fn written(still: &Still) -> Result<Vec<u8>, String> {
    let side = |pixels: usize| u32::try_from(pixels).map_err(|_| "too large".to_owned());
    let mut out = Vec::with_capacity(still.rgb.len() / 3);
    let mut encoder = png::Encoder::new(&mut out, side(still.width)?, side(still.height)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(&still.rgb).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(out)
}

#[cfg(test)]
mod tests;
