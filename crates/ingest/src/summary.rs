//! Result of a response, in numbers and lines for counters and logs.

/// Result of a response, for counters and logs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Summary {
    /// Number of values that were dropped or repaired.
    pub notes: usize,
    /// Number of values that were left out, by reason.
    pub dropped: Vec<(&'static str, u64)>,
    /// Lines for the log.
    pub lines: Vec<Line>,
}

/// A line for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Whether the operator should look at it.
    pub is_warning: bool,
    pub text: String,
}

impl Summary {
    pub fn info(&mut self, text: impl Into<String>) {
        self.lines.push(Line { is_warning: false, text: text.into() });
    }

    pub fn warn(&mut self, text: impl Into<String>) {
        self.lines.push(Line { is_warning: true, text: text.into() });
    }
}
