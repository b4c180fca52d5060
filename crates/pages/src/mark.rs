//! The kind of a value, as a symbol and a word: measured, reported by the resort, modelled, forecast, old, not reported.
//! A value that leads a page or a list is always rendered with its kind.

use conditions_core::field::Field;
use conditions_core::source::Kind;
use conditions_core::time::{HOUR_MS, Timestamp};
use conditions_core::units::Tenths;
use maud::{Markup, html};

use crate::quantity::ValueFormat;
use crate::symbols::Symbol;
use crate::words::Words;

/// The kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Measured,
    Reported,
    Modelled,
    Forecast,
    Computed,
    /// Measured or reported, and out of date: age in hours.
    Old(usize),
}

impl Mark {
    /// Returns the kind of a value from a source; `None` without a source.
    pub(crate) const fn of_source(source: Kind) -> Option<Self> {
        match source {
            Kind::Station => Some(Self::Measured),
            Kind::Operator | Kind::Scraped => Some(Self::Reported),
            Kind::Model => Some(Self::Modelled),
            Kind::Derived => Some(Self::Computed),
            _ => None,
        }
    }

    /// Returns the kind of a field; a stale one is old.
    pub(crate) fn of_field<T>(field: &Field<T>, is_stale: bool, now: Timestamp) -> Option<Self> {
        let mark = Self::of_source(field.source)?;
        match field.observed_at.filter(|_| is_stale && mark != Self::Modelled) {
            Some(at) => usize::try_from(now.since(at) / HOUR_MS).ok().map(Self::Old),
            None => Some(mark),
        }
    }

    /// Returns its symbol.
    pub(crate) const fn symbol(self) -> Symbol {
        match self {
            Self::Measured => Symbol::Measured,
            Self::Reported => Symbol::Reported,
            Self::Modelled | Self::Forecast | Self::Computed => Symbol::Modelled,
            Self::Old(_) => Symbol::Old,
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Self::Measured => "mark measured",
            Self::Reported => "mark reported",
            Self::Modelled | Self::Forecast | Self::Computed => "mark modelled",
            Self::Old(_) => "mark old",
        }
    }

    /// Returns its name.
    pub(crate) fn name(self, words: &Words) -> String {
        let named = match self {
            Self::Measured => words.morning.measured,
            Self::Reported => words.morning.reported,
            Self::Modelled => words.morning.modelled,
            Self::Forecast => words.morning.forecast,
            Self::Computed => words.morning.computed,
            Self::Old(hours) => return (words.morning.old)(hours),
        };
        named.to_owned()
    }

    /// Returns whether the value is not an observation and is written as approximate.
    const fn is_about(self) -> bool {
        matches!(self, Self::Modelled | Self::Forecast)
    }

    /// Renders symbol and name.
    pub(crate) fn markup(self, words: &Words) -> Markup {
        html! { span class=(self.class()) { (self.symbol().icon()) (self.name(words)) } }
    }
}

/// An amount of snow and its kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MarkedSnow {
    cm: Option<Tenths>,
    mark: Option<Mark>,
}

impl MarkedSnow {
    /// Returns the amount of a field.
    pub(crate) fn of_field(field: &Field<Tenths>, is_stale: bool, now: Timestamp) -> Self {
        Self { cm: field.value, mark: Mark::of_field(field, is_stale, now) }
    }

    /// Returns a forecast amount.
    pub(crate) const fn forecast(cm: Option<Tenths>) -> Self {
        Self { cm, mark: Some(Mark::Forecast) }
    }

    /// Renders the amount alone. Use it only next to [`MarkedSnow::mark`].
    pub(crate) fn amount(self, show: ValueFormat) -> Markup {
        let is_about = self.mark.is_some_and(Mark::is_about);
        html! {
            @match self.cm {
                Some(cm) if is_about => { span.val.about { "≈\u{a0}" (show.whole_snow(cm.get(), true)) } }
                Some(cm) => { span.val { (show.whole_snow(cm.get(), false)) } }
                None => { span.none { (show.words.not_reported) } }
            }
        }
    }

    /// Returns the amount as text.
    pub(crate) fn text(self, show: ValueFormat) -> String {
        let is_about = self.mark.is_some_and(Mark::is_about);
        match self.cm {
            Some(cm) if is_about => format!("≈\u{a0}{}", show.whole_snow(cm.get(), true)),
            Some(cm) => show.whole_snow(cm.get(), false),
            None => show.words.not_reported.to_owned(),
        }
    }

    /// Renders the kind; empty without a value.
    pub(crate) fn mark(self, show: ValueFormat) -> Markup {
        html! { @if let (Some(_), Some(mark)) = (self.cm, self.mark) { (mark.markup(show.words)) } }
    }

    /// Renders the amount and its kind.
    pub(crate) fn markup(self, show: ValueFormat) -> Markup {
        html! { (self.amount(show)) " " (self.mark(show)) }
    }
}

#[cfg(test)]
mod tests;
