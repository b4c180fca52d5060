//! Tests that need letters are skipped with a message if the system has no font.

use super::*;

fn painter() -> Option<Painter> {
    let made = Painter::new(None);
    if let Err(error) = &made {
        eprintln!("NOT TRIED, pictures with letters: {error}");
    }
    made.ok()
}

fn svg(inside: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"630\">{inside}</svg>")
}

/// Returns width, height and the colours of a picture.
fn decoded(picture: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(picture)).read_info().unwrap();
    let mut colours = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut colours).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    (info.width, info.height, colours)
}

/// Returns the number of pixels that are not white.
fn inked(picture: &[u8]) -> usize {
    decoded(picture).2.chunks_exact(3).filter(|pixel| pixel != &[255, 255, 255]).count()
}

/// Returns a painter without letters.
fn mute() -> Painter {
    Painter { fonts: Arc::new(Database::new()) }
}

#[test]
fn png_has_size_and_shapes_of_svg() {
    let picture = mute().paint(&svg("<rect width=\"10\" height=\"20\" fill=\"#0B5FA5\"/>")).unwrap();
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    let (width, height, colours) = decoded(&picture);
    assert_eq!((width, height, &colours[..3]), (1200, 630, &[0x0B, 0x5F, 0xA5][..]));
    assert_eq!(inked(&picture), 200);
}

#[test]
fn letters_are_drawn() {
    let Some(painter) = painter() else { return };
    let picture = painter
        .paint(&svg("<text x=\"64\" y=\"130\" font-size=\"72\" font-family=\"No Such\">Zermatt 84 cm</text>"))
        .unwrap();
    assert!(inked(&picture) > 2_000, "{}", inked(&picture));
    let bold = "<text x=\"64\" y=\"130\" font-size=\"72\" font-weight=\"700\">Zermatt 84 cm</text>";
    assert_ne!(painter.paint(&svg(bold)).unwrap(), picture);
    assert_eq!(painter.paint(&svg(bold)).unwrap(), painter.paint(&svg(bold)).unwrap());
}

#[test]
fn missing_letter_is_an_error() {
    let Some(painter) = painter() else { return };
    // A private-use character, which system fonts do not have.
    let error = painter.paint(&svg("<text y=\"50\">snow \u{10FFFD}</text>")).map(|_| ()).unwrap_err();
    assert!(matches!(&error, PaintError::Unwritable(letters) if letters == "\u{10FFFD}"), "{error}");
    assert!(
        painter.can_write("Gstaad & <Zürich> \u{2212}4\u{a0}°C") && !painter.can_write("snow \u{10FFFD}")
    );
}

#[test]
fn rejects_invalid_svg_and_other_sizes() {
    for broken in ["", "snow", "<svg", "<html/>", &svg("<text>"), &svg(&"<g/>".repeat(LONGEST))] {
        let error = mute().paint(broken).map(|_| ()).unwrap_err();
        assert!(matches!(error, PaintError::Malformed(_)), "{error}");
    }
    let small = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"320\"/>";
    assert_eq!(
        mute().paint(small).map(|_| ()).unwrap_err().to_string(),
        "the SVG is 640 by 320, not 1200 by 630"
    );
}

#[test]
fn external_content_is_ignored() {
    let data = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>";
    for address in ["/etc/hostname", "file:///etc/hostname", "http://127.0.0.1/", data] {
        let address = address.replace('<', "&lt;");
        let inside = format!("<image href=\"{address}\" width=\"99\" height=\"99\"/>");
        assert_eq!(inked(&mute().paint(&svg(&inside)).unwrap()), 0, "{address}");
    }
}
