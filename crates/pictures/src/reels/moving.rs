//! Joins frames that are stored as PNG to one animated PNG (the standard's third edition, 2025).
//!
//! Every frame covers the whole picture. Programs without support for animation show the first one. Compressed rows are
//! copied unchanged.

/// The signature of a PNG.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Size of a chunk without its content, in bytes: length, name and checksum.
const FRAMING: usize = 12;

/// The reason why frames cannot be joined.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// The list of frames is empty.
    #[error("there are no frames")]
    Empty,
    /// A frame is not a PNG in the stored form.
    #[error("frame {0} does not read")]
    Unreadable(usize),
    /// A frame differs in size or form from the first.
    #[error("frame {0} has another size than the first")]
    Different(usize),
}

/// The used parts of a frame.
struct Parts<'a> {
    /// Size and form.
    header: &'a [u8],
    /// Compressed rows, chunk by chunk.
    data: Vec<&'a [u8]>,
}

/// Joins `frames` to an endlessly repeated animated PNG, each shown for `frame_ms` milliseconds and the last five times
/// as long.
///
/// # Errors
/// Returns [`JoinError`] if the frames do not fit together.
pub fn joined(frames: &[impl AsRef<[u8]>], frame_ms: u16) -> Result<Vec<u8>, JoinError> {
    let parts =
        frames.iter().enumerate().map(|(at, frame)| parts(frame.as_ref()).ok_or(JoinError::Unreadable(at)));
    let parts: Vec<Parts<'_>> = parts.collect::<Result<_, _>>()?;
    let first = parts.first().ok_or(JoinError::Empty)?;
    let size = first.header.get(..8).ok_or(JoinError::Unreadable(0))?;
    let whole: usize = frames.iter().map(|frame| frame.as_ref().len() + 64).sum();
    let mut out = Vec::with_capacity(whole);
    out.extend_from_slice(SIGNATURE);
    chunk(&mut out, *b"IHDR", &[first.header]);
    let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
    chunk(&mut out, *b"acTL", &[&count.to_be_bytes(), &0_u32.to_be_bytes()]);
    let mut sequence = 0_u32;
    let mut next = || {
        sequence += 1;
        (sequence - 1).to_be_bytes()
    };
    for (at, part) in parts.iter().enumerate() {
        if part.header != first.header {
            return Err(JoinError::Different(at));
        }
        let is_last = at + 1 == parts.len();
        let delay = if is_last { frame_ms.saturating_mul(5) } else { frame_ms };
        // Left and top 0, a delay in thousandths of a second, nothing disposed, everything overwritten.
        let (corner, delay, rest) = ([0_u8; 8], delay.to_be_bytes(), [3, 232, 0, 0]);
        chunk(&mut out, *b"fcTL", &[&next(), size, &corner, &delay, &rest]);
        for data in &part.data {
            if at == 0 {
                chunk(&mut out, *b"IDAT", &[data]);
            } else {
                chunk(&mut out, *b"fdAT", &[&next(), data]);
            }
        }
    }
    chunk(&mut out, *b"IEND", &[]);
    Ok(out)
}

fn parts(frame: &[u8]) -> Option<Parts<'_>> {
    let mut rest = frame.strip_prefix(SIGNATURE)?;
    let (mut header, mut data) = (None, Vec::new());
    while let Some((length, _)) = rest.split_first_chunk::<4>() {
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let (name, content) = (rest.get(4..8)?, rest.get(8..8_usize.checked_add(length)?)?);
        match name {
            b"IHDR" => header = Some(content).filter(|header| header.len() == 13),
            b"IDAT" => data.push(content),
            b"IEND" => return Some(Parts { header: header?, data }).filter(|parts| !parts.data.is_empty()),
            _ => {}
        }
        rest = rest.get(length + FRAMING..)?;
    }
    None
}

/// Appends a chunk with the concatenated parts as content.
fn chunk(out: &mut Vec<u8>, name: [u8; 4], content: &[&[u8]]) {
    let length: usize = content.iter().map(|part| part.len()).sum();
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&name);
    // A frame is far below the standard's bound of 2 GiB.
    out.extend_from_slice(&u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes());
    out.extend_from_slice(&name);
    for part in content {
        checksum.update(part);
        out.extend_from_slice(part);
    }
    out.extend_from_slice(&checksum.finalize().to_be_bytes());
}

#[cfg(test)]
mod tests;
