//! From a request to a document: the page's content, or what is wrong, in the frame that every page has.

use operations::OpError;

use crate::ask::Ask;
use crate::file::File;
use crate::layout::document;
use crate::page::{Content, Page};
use crate::refusal;
use crate::table::PAGES;

/// A document with its status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// The whole document, UTF-8; of a file its text.
    pub html: String,
}

/// Answers a request for a page; what is wrong with it is a page too.
#[must_use]
pub fn answer(page: &dyn Page, ask: &Ask<'_>) -> Answer {
    match ask.checked().and_then(|()| page.content(ask)) {
        Ok(content) => Answer { status: 200, html: document(ask, &content, PAGES, true) },
        Err(error) => refused(ask, &error),
    }
}

/// Makes a file; what is wrong with the request is a page.
#[must_use]
pub fn file(file: &File, ask: &Ask<'_>) -> Answer {
    match ask.checked().and_then(|()| (file.make)(ask)) {
        Ok(text) => Answer { status: 200, html: text },
        Err(error) => refused(ask, &error),
    }
}

/// The page of an address at which there is nothing.
#[must_use]
pub fn nothing_at(ask: &Ask<'_>) -> Answer {
    said(ask, refusal::nothing_at(ask))
}

/// The page that says what is wrong with a request.
#[must_use]
pub fn refused(ask: &Ask<'_>, error: &OpError) -> Answer {
    said(ask, refusal::of(ask, error))
}

fn said(ask: &Ask<'_>, (status, content): (u16, Content)) -> Answer {
    Answer { status, html: document(ask, &content, PAGES, false) }
}
