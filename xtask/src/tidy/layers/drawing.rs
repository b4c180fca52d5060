//! Draws rows of crates as boxes: the highest row first, long rows over several lines.

use std::fs;

use crate::workspace;

/// File with the drawing.
const MAP: &str = "ARCHITECTURE.md";

/// Lines before and after the drawing.
const MARKS: [&str; 2] =
    ["<!-- Drawn by `cargo xtask codegen` from xtask/src/tidy/layers.rs -->", "<!-- End of the drawing -->"];

/// Maximum width of a line, in columns.
const WIDEST: usize = 116;

/// Cells of a line; the first contains the title of the row, or is blank in a line that continues a row.
type Line = Vec<String>;

/// Returns a text with the drawing between its two marks.
///
/// # Errors
/// Returns an error if a mark is missing.
pub(super) fn with_drawing(text: &str, rows: &[(&str, &[&str])]) -> Result<String, String> {
    let [start, end] = MARKS;
    let missing = || format!("has no `{start}` before and `{end}` after the drawing of layers");
    let (before, rest) = text.split_once(start).ok_or_else(missing)?;
    let (_, after) = rest.split_once(end).ok_or_else(missing)?;
    Ok(format!("{before}{start}\n```\n{}```\n{end}{after}", drawing(rows)))
}

/// Writes the drawing into ARCHITECTURE.md.
///
/// # Errors
/// Returns an error if the file cannot be read or written, or if a mark is missing.
pub(super) fn write(rows: &[(&str, &[&str])]) -> Result<(), String> {
    let path = workspace::root().join(MAP);
    let failed = |error| format!("{MAP}: {error}");
    let text = fs::read_to_string(&path).map_err(failed)?;
    let drawn = with_drawing(&text, rows).map_err(|what| format!("{MAP}: {what}"))?;
    if drawn == text { Ok(()) } else { fs::write(&path, drawn).map_err(failed) }
}

fn drawing(rows: &[(&str, &[&str])]) -> String {
    let titles = rows.iter().enumerate().map(|(at, (title, _))| format!("{} {title}", at + 1));
    let titles: Vec<String> = titles.collect();
    let width = titles.iter().map(|title| title.chars().count()).max().unwrap_or_default();
    let boxes = titles.iter().zip(rows).rev();
    let lines: Vec<Line> =
        boxes.flat_map(|(title, (_, crates))| wrapped(&format!("{title:width$}"), crates)).collect();
    let mut text = String::new();
    let mut above: &[String] = &[];
    for line in &lines {
        text += &border(above, line);
        text += &format!("│ {} │\n", line.join(" │ "));
        above = line;
    }
    text + &border(above, &[])
}

/// Returns the lines of a row.
fn wrapped(title: &str, crates: &[&str]) -> Vec<Line> {
    let mut lines = vec![vec![title.to_owned()]];
    for name in crates {
        let fits = |line: &Line| bars(line).last().is_none_or(|end| end + name.len() + 3 < WIDEST);
        if !lines.last().is_some_and(fits) {
            lines.push(vec![" ".repeat(title.chars().count())]);
        }
        if let Some(line) = lines.last_mut() {
            line.push((*name).to_owned());
        }
    }
    lines
}

/// Returns the columns of a line's vertical bars; empty for an empty line.
fn bars(line: &[String]) -> Vec<usize> {
    let mut bars = Vec::new();
    let mut column = 0;
    for cell in line {
        bars.push(column);
        column += cell.chars().count() + 3;
    }
    if !line.is_empty() {
        bars.push(column);
    }
    bars
}

/// Returns the border between two lines. It is omitted below the title of a row that continues.
fn border(above: &[String], below: &[String]) -> String {
    let (up, down) = (bars(above), bars(below));
    let last = up.iter().chain(&down).copied().max().unwrap_or_default();
    let continues = below.first().is_some_and(|title| title.trim().is_empty());
    let first = if continues { down.get(1).copied().unwrap_or_default() } else { 0 };
    let mut text = String::new();
    for column in 0..=last {
        text.push(match (up.contains(&column), down.contains(&column)) {
            (true, true) if column < first => '│',
            _ if column < first => ' ',
            (true, true) if column == first => '├',
            (true, true) if column == last => '┤',
            (true, true) => '┼',
            (true, false) if column == first => '└',
            (true, false) if column == last => '┘',
            (true, false) => '┴',
            (false, true) if column == first => '┌',
            (false, true) if column == last => '┐',
            (false, true) => '┬',
            (false, false) => '─',
        });
    }
    text + "\n"
}

#[cfg(test)]
mod tests;
