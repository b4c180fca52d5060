//! What came of an answer, in numbers and lines: the driver counts and logs it.

/// What came of an answer, for counters and logs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Summary {
    /// Values that were dropped or repaired.
    pub notes: usize,
    /// Values that were left out, by reason.
    pub dropped: Vec<(&'static str, u64)>,
    /// Lines for the log.
    pub lines: Vec<Line>,
}

/// A line for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Whether somebody should look at it.
    pub is_warning: bool,
    /// The text.
    pub text: String,
}

impl Summary {
    /// One more line.
    pub fn say(&mut self, text: impl Into<String>) {
        self.lines.push(Line { is_warning: false, text: text.into() });
    }

    /// One more line that somebody should look at.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.lines.push(Line { is_warning: true, text: text.into() });
    }
}
