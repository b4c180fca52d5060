//! Parses server-sent events: returns the data of each, wherever the stream was cut into pieces.

/// Assembles events from pieces.
#[derive(Debug, Default)]
pub(crate) struct Events {
    pending: Vec<u8>,
    data: Vec<u8>,
    /// Whether the event has a line of data.
    filled: bool,
}

impl Events {
    /// Adds a piece and returns the data of the events that it completes. Events without data are omitted.
    pub(crate) fn push(&mut self, piece: &[u8]) -> Vec<Vec<u8>> {
        self.pending.extend_from_slice(piece);
        let mut complete = Vec::new();
        let mut start = 0;
        while let Some((length, end)) = line(self.pending.get(start..).unwrap_or_default()) {
            let content = self.pending.get(start..start + length).unwrap_or_default();
            if content.is_empty() {
                let data = std::mem::take(&mut self.data);
                complete
                    .extend(std::mem::take(&mut self.filled).then_some(data).filter(|data| !data.is_empty()));
            } else if let Some(value) = content.strip_prefix(b"data:") {
                if std::mem::replace(&mut self.filled, true) {
                    self.data.push(b'\n');
                }
                self.data.extend_from_slice(value.strip_prefix(b" ").unwrap_or(value));
            }
            start += end;
        }
        self.pending.drain(..start);
        complete
    }

    /// Returns the number of buffered bytes of an incomplete event.
    pub(crate) fn waiting(&self) -> usize {
        self.pending.len() + self.data.len()
    }
}

/// Returns the length of the first line, without and with its end: a line feed, a carriage return, or both.
fn line(text: &[u8]) -> Option<(usize, usize)> {
    let length = text.iter().position(|byte| matches!(byte, b'\n' | b'\r'))?;
    match (text.get(length), text.get(length + 1)) {
        // A line feed may still follow.
        (Some(b'\r'), None) => None,
        (Some(b'\r'), Some(b'\n')) => Some((length, length + 2)),
        _ => Some((length, length + 1)),
    }
}

#[cfg(test)]
mod tests;
