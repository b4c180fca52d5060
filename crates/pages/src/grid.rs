//! A table with a caption, row and column headings, and sideways scrolling by keyboard.

use maud::{Markup, html};

/// A table of numbers; the first column names the row.
pub(crate) struct Grid {
    /// Caption of the table.
    pub(crate) caption: String,
    /// Column headings, starting with the one above the row names.
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
