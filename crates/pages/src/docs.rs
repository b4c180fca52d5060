//! `/docs` and `/docs/{doc}`: the repository's documentation as pages. It is in English and part of the program, so
//! that a service documents the version that it runs.

use std::sync::LazyLock;

use maud::{Markup, PreEscaped, html};
use operations::OpError;

use crate::ask::Ask;
use crate::page::{Content, LedTo, Meta, Page};

mod render;

use render::{RenderedDocument, rendered};

/// A document: the name in its address, and its text.
type Source = (&'static str, &'static str);

/// Every document, in the order in which they are listed.
const SOURCES: [Source; 5] = [
    ("guide", include_str!("../../../docs/guide.md")),
    ("connect", include_str!("../../../docs/connect.md")),
    ("webhooks", include_str!("../../../docs/webhooks.md")),
    ("embedding", include_str!("../../../docs/embedding.md")),
    ("self-hosting", include_str!("../../../docs/self-hosting.md")),
];

/// Rendered documents by name.
static DOCUMENTS: LazyLock<Vec<(&'static str, RenderedDocument)>> = LazyLock::new(|| {
    let is_served = |name: &str| SOURCES.iter().any(|(known, _)| *known == name);
    SOURCES.iter().map(|(name, text)| (*name, rendered(text, &is_served))).collect()
});

pub(crate) struct Docs;

impl Page for Docs {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/docs", query: &[], led_to: LedTo::Foot(|words| words.asking.docs) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let body = html! {
            p.lead { (words.asking.docs_say) }
            (in_english(ask))
            ul.list lang="en" {
                @for (name, document) in DOCUMENTS.iter() {
                    li { a href=(ask.to(&format!("/docs/{name}"))) { (document.title) } " " small { (document.summary) } }
                }
            }
            p { a href=(ask.to("/definitions")) { (words.definitions) } }
        };
        Ok(Content::new(words.asking.docs, words.asking.docs_say, body))
    }
}

pub(crate) struct OneDoc;

impl Page for OneDoc {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/docs/{doc}", query: &[], led_to: LedTo::Content }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let asked = ask.given("doc").unwrap_or_default();
        let Some((_, document)) = DOCUMENTS.iter().find(|(name, _)| *name == asked) else {
            let suggestions = SOURCES.iter().map(|(name, _)| (*name).to_owned()).collect();
            return Err(OpError::NotFound {
                what: "document",
                next: None,
                asked: world::unknown::shortened(asked),
                suggestions,
            });
        };
        let body = html! {
            (in_english(ask))
            div.doc lang="en" {
                @if document.contents.len() > 1 {
                    ul.columns.tags {
                        @for (id, heading) in &document.contents { li { a href={ "#" (id) } { (heading) } } }
                    }
                }
                (PreEscaped(document.html.replace(render::DOCS, &ask.to("/docs/"))))
            }
            p { a href=(ask.to("/docs")) { (ask.words().asking.docs) } }
        };
        Ok(Content::new(document.title.clone(), document.summary.clone(), body))
    }
}

fn in_english(ask: &Ask<'_>) -> Markup {
    html! { @if ask.words().code != "en" { p.soft { (ask.words().asking.in_english) } } }
}
