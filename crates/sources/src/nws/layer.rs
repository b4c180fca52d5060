//! A layer of the grid: what holds throughout a span, and what adds up over one; and both hour by hour, as far as that
//! needs no guess.

use conditions_core::time::{HOUR_MS, Timestamp};

use super::span::Span;

/// One hour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hour {
    /// Its first instant.
    pub start: Timestamp,
    /// The value; `None` where the forecast does not say.
    pub value: Option<f64>,
}

/// Spans with their values, in order and without overlap. A span may hold a null.
pub(super) type Values = Vec<(Span, Option<f64>)>;

/// A quantity that holds throughout each span: temperature, wind, snow level.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct States(Values);

/// A quantity that adds up over each span: snowfall, precipitation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Amounts(Values);

impl States {
    pub(super) const fn new(values: Values) -> Self {
        Self(values)
    }

    /// The spans, in order.
    #[must_use]
    pub fn spans(&self) -> &[(Span, Option<f64>)] {
        &self.0
    }

    /// Every hour of the clock from the first span's to the last: the value that holds when the hour begins.
    #[must_use]
    pub fn hours(&self) -> Vec<Hour> {
        hours(&self.0, |_, value| value)
    }

    /// The value at an instant.
    #[must_use]
    pub fn at(&self, instant: Timestamp) -> Option<f64> {
        self.0.iter().find(|(span, _)| span.holds(instant)).and_then(|(_, value)| *value)
    }
}

impl Amounts {
    pub(super) const fn new(values: Values) -> Self {
        Self(values)
    }

    /// The spans, in order, each with the amount of the whole span.
    #[must_use]
    pub fn spans(&self) -> &[(Span, Option<f64>)] {
        &self.0
    }

    /// Every hour of the clock from the first span's to the last. An amount over several hours says nothing about each
    /// of them, unless it is zero: then each is.
    #[must_use]
    pub fn hours(&self) -> Vec<Hour> {
        hours(&self.0, |span, value| value.filter(|amount| *amount == 0.0 || span.is_an_hour()))
    }

    /// The amount from `from` up to `to`; `None` unless whole spans, all of them known, cover exactly that time.
    /// Spans of nothing may reach beyond it.
    #[must_use]
    pub fn total(&self, from: Timestamp, to: Timestamp) -> Option<f64> {
        let mut sum = 0.0;
        let mut reached = from;
        for (span, value) in self.0.iter().filter(|(span, _)| span.end() > from && span.start() < to) {
            let amount = (*value)?;
            let inside = span.start() >= from && span.end() <= to;
            if span.start() > reached || !(inside || amount == 0.0) {
                return None;
            }
            sum += amount;
            reached = span.end();
        }
        (reached >= to && from < to).then_some(sum)
    }
}

fn hours(values: &Values, of: impl Fn(Span, Option<f64>) -> Option<f64>) -> Vec<Hour> {
    let (Some((first, _)), Some((last, _))) = (values.first(), values.last()) else { return Vec::new() };
    let mut start = first.start().plus_millis(-first.start().millis().rem_euclid(HOUR_MS));
    let mut out = Vec::new();
    let mut at = 0usize;
    while start < last.end() && out.len() < LONGEST_HOURS {
        while values.get(at).is_some_and(|(span, _)| span.end() <= start) {
            at += 1;
        }
        let value =
            values.get(at).filter(|(span, _)| span.holds(start)).and_then(|(span, value)| of(*span, *value));
        out.push(Hour { start, value });
        start = start.plus_millis(HOUR_MS);
    }
    out
}

/// Two months: spans that lie further apart do not belong together.
const LONGEST_HOURS: usize = 62 * 24;

#[cfg(test)]
mod tests;
