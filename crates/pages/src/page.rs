//! What a page is: an address, the query that it takes, and content made of what the caller may see.

use maud::Markup;
use operations::OpError;
use world::credits::SourceFamilies;

use crate::ask::Ask;
use crate::words::Words;

/// What is said of a page besides its content.
#[derive(Clone, Copy)]
pub struct Meta {
    /// English address, without the service's base address; arguments in braces.
    pub path: &'static str,
    /// The query that it takes, besides `units`, which every page does.
    pub query: &'static [&'static str],
    /// What leads to it: in the head of every page, at its foot, or nothing but links in the content.
    pub(crate) led_to: LedTo,
}

/// Where the name of a page stands as a link.
#[derive(Clone, Copy)]
pub(crate) enum LedTo {
    Head(fn(&Words) -> &'static str),
    Foot(fn(&Words) -> &'static str),
    Content,
}

/// What a page says, before the head and the foot that all have.
pub struct Content {
    /// Heading of the page.
    pub(crate) title: String,
    /// The page in a sentence, for whoever finds or shares it.
    pub(crate) summary: String,
    /// What stands below the heading.
    pub(crate) body: Markup,
    /// Whose data it shows.
    pub(crate) carries: SourceFamilies,
    /// The address that it is best known by, where it was asked for by another.
    pub(crate) canonical: Option<String>,
    /// Address of a feed of the same.
    pub(crate) feed: Option<String>,
    /// Address that says how other pages show it in place of a link.
    pub(crate) embed: Option<String>,
    /// English address of the picture that stands for it where its link is shared; none for the service's own.
    pub(crate) picture: Option<String>,
    /// What it is about, for search engines: JSON-LD.
    pub(crate) about: Option<serde_json::Value>,
}

impl Content {
    pub(crate) fn new(title: impl Into<String>, summary: impl Into<String>, body: Markup) -> Self {
        Self {
            title: title.into(),
            summary: summary.into(),
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

/// One page.
pub trait Page: Sync {
    /// Address and query.
    fn meta(&self) -> &'static Meta;

    /// The content between header and footer.
    ///
    /// # Errors
    /// [`OpError`] for arguments that are wrong or name nothing; the page then says what is wrong.
    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError>;
}
