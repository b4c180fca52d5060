//! The span of a round of a lane: from its first call to the rest after its last one.

use runtime::spans::{CAN_RECORD, Side, Span};
use sources::failure::FailureClass;

/// The round of a lane, if one is in progress.
#[derive(Debug, Default)]
pub(super) struct Round(Option<Calls>);

/// The calls of a round; its span ends when it is dropped.
#[derive(Debug)]
struct Calls {
    span: Span,
    count: i64,
}

impl Round {
    /// Counts a call, the first of which begins the span.
    pub(super) fn call(&mut self, lane: &str) {
        if !CAN_RECORD {
            return;
        }
        let calls = self.0.get_or_insert_with(|| {
            let mut span = Span::begin(Side::Internal, "ingest round", None);
            span.set_text("ingest.lane", lane);
            Calls { span, count: 0 }
        });
        calls.count += 1;
    }

    /// Marks the round as failed.
    pub(super) fn failed(&mut self, class: FailureClass) {
        if let Some(calls) = &mut self.0 {
            calls.span.fail(class.name());
        }
    }

    /// Ends the round.
    pub(super) fn end(&mut self) {
        self.0 = None;
    }
}

impl Drop for Calls {
    fn drop(&mut self) {
        self.span.set_number("ingest.calls", self.count);
    }
}
