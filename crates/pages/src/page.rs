//! Definition of a page: an address, its query parameters, and content made from the caller's view.

use maud::Markup;
use operations::OpError;
use world::credits::SourceFamilies;

use crate::ask::Ask;
use crate::symbols::Symbol;
use crate::words::Words;

/// Metadata of a page.
#[derive(Clone, Copy)]
pub struct Meta {
    /// English address without the service's base address; arguments in braces.
    pub path: &'static str,
    /// Accepted query parameters besides `units`, which every page accepts.
    pub query: &'static [&'static str],
    /// Location of its link: in the header of every page, in the footer, or only in the content of others.
    pub(crate) led_to: LedTo,
}

/// Location of the link to a page.
#[derive(Clone, Copy)]
pub(crate) enum LedTo {
    Head(Symbol, fn(&Words) -> &'static str),
    Foot(fn(&Words) -> &'static str),
    Content,
}

/// Content of a page without the common header and footer.
pub struct Content {
    /// Heading of the page.
    pub(crate) title: String,
    /// Summary in one sentence, for search results and shared links.
    pub(crate) summary: String,
    /// Beginning of the page with its heading, if it has more than the title.
    pub(crate) heading: Option<Markup>,
    /// Content below the heading.
    pub(crate) body: Markup,
    /// Sources of its data.
    pub(crate) carries: SourceFamilies,
    /// Canonical address, if the page was requested at another one.
    pub(crate) canonical: Option<String>,
    /// Address of a feed with the same content.
    pub(crate) feed: Option<String>,
    /// Address of the oEmbed answer.
    pub(crate) embed: Option<String>,
    /// English address of its preview image; `None` for the service's own.
    pub(crate) picture: Option<String>,
    /// Description for search engines: JSON-LD.
    pub(crate) about: Option<serde_json::Value>,
}

impl Content {
    pub(crate) fn new(title: impl Into<String>, summary: impl Into<String>, body: Markup) -> Self {
        Self {
            title: title.into(),
            summary: summary.into(),
            heading: None,
            body,
            carries: SourceFamilies::NOTHING,
            canonical: None,
            feed: None,
            embed: None,
            picture: None,
            about: None,
        }
    }

    pub(crate) const fn carrying(mut self, carries: SourceFamilies) -> Self {
        self.carries = carries;
        self
    }
}

pub trait Page: Sync {
    /// Returns address and query.
    fn meta(&self) -> &'static Meta;

    /// Returns whether the page shows the state of the service, which changes between publications.
    fn shows_service(&self) -> bool {
        false
    }

    /// Returns whether the page lists the caller's own resorts.
    fn shows_mountains(&self) -> bool {
        false
    }

    /// Returns the address of another page that answers the request better, in its language.
    fn leads_to(&self, _: &Ask<'_>) -> Option<String> {
        None
    }

    /// Returns the content between header and footer.
    ///
    /// # Errors
    /// Returns an [`OpError`] if arguments are invalid or name nothing that exists; the page then describes the error.
    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError>;
}
