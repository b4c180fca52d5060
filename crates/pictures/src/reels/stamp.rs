//! Writes time and measured snow into a bar below a picture, in a font with only the necessary letters.
//!
//! The font is this project's own, five dots wide and seven high.

use super::still::Still;

/// Dots of the letters, from the top; the lowest five bits of each row, the leftmost first.
const FONT: [(char, [u8; 7]); 20] = [
    ('0', [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110]),
    ('1', [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110]),
    ('2', [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111]),
    ('3', [0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110]),
    ('4', [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010]),
    ('5', [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110]),
    ('6', [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110]),
    ('7', [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000]),
    ('8', [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110]),
    ('9', [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100]),
    ('-', [0, 0, 0, 0b11111, 0, 0, 0]),
    ('+', [0, 0b00100, 0b00100, 0b11111, 0b00100, 0b00100, 0]),
    (':', [0, 0b00100, 0b00100, 0, 0b00100, 0b00100, 0]),
    ('.', [0, 0, 0, 0, 0, 0b01100, 0b01100]),
    ('?', [0b01110, 0b10001, 0b00001, 0b00110, 0b00100, 0, 0b00100]),
    ('c', [0, 0, 0b01110, 0b10000, 0b10000, 0b10000, 0b01110]),
    ('m', [0, 0, 0b11010, 0b10101, 0b10101, 0b10101, 0b10101]),
    ('U', [0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110]),
    ('T', [0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100]),
    ('C', [0b01110, 0b10001, 0b10000, 0b10000, 0b10000, 0b10001, 0b01110]),
];

/// Dots from one letter to the next, and height of the bar.
const ADVANCE: usize = 6;
const BAR: usize = 11;
/// Colours of bar and letters.
const DARK: u8 = 16;
const LIGHT: u8 = 240;

/// Returns the picture with a bar below it that shows `words`. Letters that the font lacks stay blank.
#[must_use]
pub fn stamp(still: &Still, words: &str) -> Still {
    let length = words.chars().count().max(1);
    // As large as fits, up to double size.
    let dot = (still.width / (length * ADVANCE + 2)).clamp(1, 2);
    let height = still.height + BAR * dot;
    let mut rgb = still.rgb.clone();
    rgb.resize(still.width * height * 3, DARK);
    let mut out = Still { width: still.width, height, rgb };
    for (at, letter) in words.chars().enumerate() {
        let Some((_, rows)) = FONT.iter().find(|(known, _)| *known == letter) else { continue };
        for (y, row) in rows.iter().enumerate() {
            for x in (0..5).filter(|x| row & (0b10000 >> x) != 0) {
                square(&mut out, (2 + at * ADVANCE + x) * dot, still.height + (2 + y) * dot, dot);
            }
        }
    }
    out
}

fn square(still: &mut Still, left: usize, top: usize, side: usize) {
    for y in top..top + side {
        for x in left..(left + side).min(still.width) {
            let begin = (y * still.width + x) * 3;
            if let Some(pixel) = still.rgb.get_mut(begin..begin + 3) {
                pixel.fill(LIGHT);
            }
        }
    }
}

#[cfg(test)]
mod tests;
