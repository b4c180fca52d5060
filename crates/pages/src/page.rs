//! What a page is: an address, a title, and a template over what the caller may see.

use conditions_core::time::Timestamp;
use maud::Markup;
use world::View;

/// What is said of a page besides its template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta {
    /// Absolute path, without the service's base address.
    pub path: &'static str,
    /// What the page is for, in a few words; stands behind the service's name in the browser's title.
    pub title: &'static str,
}

/// One page.
pub trait Page: Sync {
    /// Address and title.
    fn meta(&self) -> &'static Meta;

    /// The content between header and footer, which [`Page::html`] adds.
    fn content(&self, view: &View<'_>, now: Timestamp) -> Markup;

    /// The whole document, UTF-8.
    fn html(&self, view: &View<'_>, now: Timestamp) -> String {
        crate::layout::document(self.meta().title, view, &self.content(view, now)).into_string()
    }
}
