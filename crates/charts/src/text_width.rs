//! Estimates the width of texts and wraps them. No font is read: a wide one is assumed, so a text that fits here fits
//! everywhere.

/// Mean width of a letter of a wide sans-serif font, in hundredths of its size.
const LETTER: i32 = 58;

/// Returns the approximate width of a text in pixels.
pub(crate) fn width(text: &str, size: i32) -> i32 {
    let letters = i32::try_from(text.chars().count()).unwrap_or(i32::MAX / LETTER / size.max(1));
    (letters * size * LETTER + 99) / 100
}

/// Returns how many letters of a size fit into `pixels`.
pub(crate) fn letters_in(pixels: i32, size: i32) -> usize {
    usize::try_from(pixels * 100 / (size * LETTER).max(1)).unwrap_or(0)
}

/// Wraps a text into at most `most` lines of `letters` letters; if it is longer, the last line ends with `rest`.
pub(crate) fn wrapped(text: &str, letters: usize, most: usize, rest: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if count(line) + count(word) < letters => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    let goes_on = lines.len() > most;
    lines.truncate(most);
    for line in &mut lines {
        *line = shortened(line, letters);
    }
    if goes_on && let Some(last) = lines.last_mut() {
        let kept: String = last.chars().take(letters.saturating_sub(count(rest))).collect();
        *last = kept + rest;
    }
    lines
}

fn shortened(text: &str, letters: usize) -> String {
    if count(text) <= letters {
        return text.to_owned();
    }
    text.chars().take(letters.saturating_sub(1)).chain(['…']).collect()
}

fn count(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests;
