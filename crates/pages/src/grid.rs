//! A table with a name, headings that say what they head, and room to be scrolled sideways by keyboard.

use maud::{Markup, html};

/// A table of numbers: the first column names the row.
pub(crate) struct Grid {
    /// What it holds.
    pub(crate) caption: String,
    /// Headings of the columns, that of the rows' names first.
    pub(crate) heads: Vec<String>,
    /// Name and cells of each row.
    pub(crate) rows: Vec<(Markup, Vec<Markup>)>,
}

impl Grid {
    pub(crate) fn markup(&self) -> Markup {
        let heads = self.heads.iter().enumerate();
        html! {
            div.scroll tabindex="0" role="region" aria-label=(self.caption) {
                table {
                    caption.unseen { (self.caption) }
                    thead { tr { @for (at, head) in heads { th class=[(at > 0).then_some("n")] scope="col" { (head) } } } }
                    tbody {
                        @for (name, cells) in &self.rows {
                            tr { th scope="row" { (name) } @for cell in cells { td.n { (cell) } } }
                        }
                    }
                }
            }
        }
    }
}
