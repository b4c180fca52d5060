//! Builds a document from a request: the page's content, or an error page, in the common frame.

use operations::OpError;

use crate::ask::Ask;
use crate::error_page::{self, RefusalPage};
use crate::file::File;
use crate::layout::document;
use crate::page::Page;
use crate::response::{Answer, HTML};
use crate::table::PAGES;

/// Answers a request for a page; errors are pages too.
#[must_use]
pub fn answer(page: &dyn Page, ask: &Ask<'_>) -> Answer {
    if let Some(location) = ask.checked().ok().and_then(|()| page.leads_to(ask)) {
        return Answer { status: 302, media_type: HTML, html: String::new(), location: Some(location) };
    }
    match ask.checked().and_then(|()| page.content(ask)) {
        Ok(content) => whole(HTML, document(ask, &content, PAGES, true)),
        Err(error) => error_answer(ask, &error),
    }
}

/// Answers a request for a file. Most files answer a failed request with a page; see [`File`].
#[must_use]
pub fn file(file: &File, ask: &Ask<'_>) -> Answer {
    match ask.checked().and_then(|()| (file.make)(ask)) {
        Ok(text) => whole(file.media_type, text),
        Err(error) => file.refuse.unwrap_or(error_answer)(ask, &error),
    }
}

/// Returns the page for an unknown address.
#[must_use]
pub fn not_found(ask: &Ask<'_>) -> Answer {
    refusal_page(ask, &error_page::not_found(ask))
}

/// Returns the error page for a request.
#[must_use]
pub fn error_answer(ask: &Ask<'_>, error: &OpError) -> Answer {
    refusal_page(ask, &error_page::from_error(ask, error))
}

fn refusal_page(ask: &Ask<'_>, refusal: &RefusalPage) -> Answer {
    let html = document(ask, &refusal.content, PAGES, false);
    Answer { status: refusal.status, media_type: HTML, html, location: None }
}

const fn whole(media_type: &'static str, html: String) -> Answer {
    Answer { status: 200, media_type, html, location: None }
}
