//! A chart with all that stands beside it: what its lines mean, its numbers as a table, and the same as CSV and JSON. A chart
//! of which nothing is known says so instead.

use charts::inline::Panels;
use maud::{Markup, PreEscaped, html};

use crate::grid::Grid;
use crate::words::Words;

/// A chart and what stands beside it.
pub(crate) struct ChartFigure {
    /// The picture; `None` where there is nothing to draw.
    pub(crate) svg: Option<String>,
    /// What a look means: class and words.
    pub(crate) key: Vec<(&'static str, String)>,
    /// Its numbers.
    pub(crate) grid: Grid,
    /// Addresses of the same as data: what it is, and where.
    pub(crate) data: Vec<(&'static str, String)>,
}

impl ChartFigure {
    /// Of panels.
    pub(crate) fn panels(panels: &Panels, grid: Grid) -> Self {
        Self { svg: panels.is_known().then(|| panels.svg()), key: Vec::new(), grid, data: Vec::new() }
    }

    /// With what each look means.
    pub(crate) fn keyed(mut self, key: Vec<(&'static str, String)>) -> Self {
        self.key = key;
        self
    }

    /// With the same as data.
    pub(crate) fn with_data(mut self, csv: String, json: String) -> Self {
        self.data = vec![("CSV", csv), ("JSON", json)];
        self
    }

    pub(crate) fn markup(&self, words: &Words) -> Markup {
        let Some(svg) = &self.svg else { return html! { p.note { (words.charts.nothing) } } };
        html! {
            figure { (PreEscaped(svg)) (legend(&self.key)) }
            details.screen {
                summary { (words.charts.numbers) }
                (self.grid.markup())
                (links(&self.data))
            }
        }
    }
}

/// The same as data, as links.
pub(crate) fn links(data: &[(&str, String)]) -> Markup {
    html! {
        @if !data.is_empty() {
            ul.tags.screen lang="en" { @for (name, address) in data { li { a href=(address) { (name) } } } }
        }
    }
}

/// What each look means. Columns and lines have a sample of their own.
pub(crate) fn legend(key: &[(&str, String)]) -> Markup {
    html! {
        @if !key.is_empty() {
            ul.legend {
                @for (class, name) in key {
                    li {
                        svg.chart viewBox="0 0 28 14" aria-hidden="true" {
                            @if class.starts_with('f') {
                                path class=(class) d="M8 14V0h12V14z" {}
                            } @else if *class == "whisker" {
                                path class=(class) d="M11 1h6m-3 0v12m-3 0h6" {}
                            } @else {
                                path class=(class) d="M0 7H28" {}
                            }
                        }
                        (name)
                    }
                }
            }
        }
    }
}
