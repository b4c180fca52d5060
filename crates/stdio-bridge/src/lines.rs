//! Reads messages from a stream: one per line, of limited length. An overlong line is skipped and does not end the
//! session.

use std::io::{self, BufRead};

/// Maximum length of a line, in bytes. The connector reads 256 KiB; other servers may read more.
pub(crate) const LONGEST: usize = 1 << 20;

/// A line that is not blank.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line without its end.
    Whole(Vec<u8>),
    /// Longer than [`LONGEST`].
    TooLong,
}

/// Returns the next line; `None` at the end of the input.
pub(crate) fn next(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    loop {
        let Some(line) = read(input)? else { return Ok(None) };
        match line {
            Line::Whole(bytes) if bytes.trim_ascii().is_empty() => {}
            line => return Ok(Some(line)),
        }
    }
}

fn read(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let (mut line, mut length) = (Vec::new(), 0_usize);
    loop {
        let part = match input.fill_buf() {
            Ok(part) => part,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if part.is_empty() && length == 0 {
            return Ok(None);
        }
        let end = part.iter().position(|byte| *byte == b'\n');
        let content = part.get(..end.unwrap_or(part.len())).unwrap_or_default();
        length = length.saturating_add(content.len());
        if length <= LONGEST {
            line.extend_from_slice(content);
        }
        let ended = end.is_some() || part.is_empty();
        let used = content.len() + usize::from(end.is_some());
        input.consume(used);
        if ended {
            return Ok(Some(if length <= LONGEST { Line::Whole(line) } else { Line::TooLong }));
        }
    }
}

#[cfg(test)]
mod tests;
