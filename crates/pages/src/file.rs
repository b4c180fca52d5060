//! What has another media type than a page: an address, the query that it takes, and how its text is made.

use operations::OpError;

use crate::ask::Ask;
use crate::response::Answer;

/// Something of another media type than a page.
#[derive(Clone, Copy)]
pub struct File {
    /// Address; arguments in braces.
    pub path: &'static str,
    /// The query that it takes, besides `units`.
    pub query: &'static [&'static str],
    /// Media type.
    pub media_type: &'static str,
    /// Whether other pages show it: it is then the same for every browser, and may be framed.
    pub is_shown_elsewhere: bool,
    pub(crate) make: fn(&Ask<'_>) -> Result<String, OpError>,
    /// Answers a request that failed, where the programs that ask expect another form than a page.
    pub(crate) refuse: Option<fn(&Ask<'_>, &OpError) -> Answer>,
}
