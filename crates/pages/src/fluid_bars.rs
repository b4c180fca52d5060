//! Bars with a name and a value: the text keeps its size, and the bars take the remaining width at any window size.

use maud::{Markup, html};

use crate::quantity::number;
use crate::words::Language;

/// A bar.
pub(crate) struct FluidBar {
    pub(crate) name: Markup,
    /// Length in any unit; all bars of a list share it.
    pub(crate) length: f64,
    /// The value in words.
    pub(crate) value: String,
}

/// Renders bars on the scale of the longest.
pub(crate) fn bars(label: &str, rows: &[FluidBar]) -> Markup {
    let longest = rows.iter().map(|row| row.length).fold(f64::MIN_POSITIVE, f64::max);
    let share = |length: f64| number(Language::En.words(), 100.0 * length.max(0.0) / longest, 1);
    html! {
        ul.fluid aria-label=(label) {
            @for row in rows {
                li {
                    span { (row.name) }
                    svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
                        rect width=(share(row.length)) height="8" {}
                    }
                    b { (row.value) }
                }
            }
        }
    }
}
