use super::*;

/// Returns a PNG of these pixels.
fn png_of(width: u32, height: u32, color: png::ColorType, pixels: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(color);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels).unwrap();
    writer.finish().unwrap();
    out
}

/// Returns the beginning of a PNG with this size.
fn header(width: u32, height: u32) -> Vec<u8> {
    let mut small = png_of(1, 1, png::ColorType::Rgb, &[0, 0, 0]);
    small[16..20].copy_from_slice(&width.to_be_bytes());
    small[20..24].copy_from_slice(&height.to_be_bytes());
    let checksum = crc32fast::hash(&small[12..29]);
    small[29..33].copy_from_slice(&checksum.to_be_bytes());
    small
}

#[test]
fn all_png_forms_become_rgb() {
    let read = |color, pixels: &[u8]| Still::read(&png_of(1, 1, color, pixels), Bounds::USUAL).unwrap().rgb;
    assert_eq!(read(png::ColorType::Rgb, &[1, 2, 3]), [1, 2, 3]);
    assert_eq!(read(png::ColorType::Rgba, &[1, 2, 3, 4]), [1, 2, 3]);
    assert_eq!(read(png::ColorType::Grayscale, &[7]), [7, 7, 7]);
    assert_eq!(read(png::ColorType::GrayscaleAlpha, &[7, 9]), [7, 7, 7]);
}

#[test]
fn rejects_decompression_bomb_early() {
    let refused = |width, height| Still::read(&header(width, height), Bounds::USUAL).unwrap_err();
    assert_eq!(refused(50_000, 50_000), StillError::TooManyPixels(50_000, 50_000));
    assert_eq!(refused(8_000, 8_000), StillError::TooManyPixels(8_000, 8_000));
    let small = Bounds { bytes: 100, ..Bounds::USUAL };
    assert_eq!(Still::read(&[0; 101], small), Err(StillError::TooLarge(100)));
    // A JPEG whose header says 65500 by 65500.
    let jpeg = b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xdc\xff\xdc\x03\x01\x11\x00\x02\x11\x00\x03\x11\x00";
    assert!(Still::read(jpeg, Bounds::USUAL).is_err());
}

#[test]
fn rejects_other_content() {
    let read = |body: &[u8]| Still::read(body, Bounds::USUAL);
    assert_eq!(read(b"<!doctype html>"), Err(StillError::Other));
    assert_eq!(read(b"GIF89a"), Err(StillError::Other));
    assert_eq!(read(b""), Err(StillError::Other));
    let whole = png_of(8, 8, png::ColorType::Rgb, &[5; 192]);
    for end in [9, 20, 40, whole.len() - 13] {
        assert!(matches!(read(&whole[..end]), Err(StillError::Broken(_))), "{end}");
    }
    assert!(read(b"\xff\xd8\xff\xe0 no picture").is_err());
    let frame = crate::reels::frame::written(&Still { width: 1, height: 1, rgb: vec![1, 2, 3] }).unwrap();
    let moving = crate::reels::moving::joined(&[frame.clone(), frame], 100).unwrap();
    assert_eq!(read(&moving), Err(StillError::Moving));
}

#[test]
fn scaling_averages_pixels() {
    let still = Still { width: 4, height: 2, rgb: [[0; 3], [100; 3], [200; 3], [200; 3]].concat().repeat(2) };
    assert_eq!(still.fitted(2, 1).rgb, [50, 50, 50, 200, 200, 200]);
    assert_eq!(still.fitted(8, 4).rgb.len(), 8 * 4 * 3);
    assert_eq!((still.size_within(2), still.size_within(9)), ((2, 1), (4, 2)));
}

#[test]
fn fewer_shades_keep_black_and_white() {
    let still = Still { width: 1, height: 1, rgb: vec![0, 255, 131] };
    assert_eq!(still.with_fewer_shades().rgb, [0, 255, 132]);
}
