//! A chart with its legend, its numbers as a table, and links to the same data as CSV and JSON. A chart without data
//! says so instead.

use charts::inline::Panels;
use maud::{Markup, PreEscaped, html};

use crate::grid::Grid;
use crate::words::Words;

/// A chart with its legend, table and data links.
pub(crate) struct ChartFigure {
    /// The picture; `None` if there is nothing to draw.
    pub(crate) svg: Option<String>,
    /// Legend: class and text.
    pub(crate) key: Vec<(&'static str, String)>,
    /// Numbers of the chart.
    pub(crate) grid: Grid,
    /// Links to the data: label and address.
    pub(crate) data: Vec<(&'static str, String)>,
}

impl ChartFigure {
    /// Makes a figure of panels.
    pub(crate) fn panels(panels: &Panels, grid: Grid) -> Self {
        Self { svg: panels.is_known().then(|| panels.svg()), key: Vec::new(), grid, data: Vec::new() }
    }

    pub(crate) fn keyed(mut self, key: Vec<(&'static str, String)>) -> Self {
        self.key = key;
        self
    }

    /// Adds links to the data as CSV and JSON.
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

/// Renders the links to the data.
pub(crate) fn links(data: &[(&str, String)]) -> Markup {
    html! {
        @if !data.is_empty() {
            ul.tags.screen lang="en" { @for (name, address) in data { li { a href=(address) { (name) } } } }
        }
    }
}

/// Renders the legend. Columns and lines have a sample each.
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
