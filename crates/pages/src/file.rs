//! Files of other media types than pages: an address, its query parameters, and a function that renders the text.

use operations::OpError;

use crate::ask::Ask;
use crate::response::Answer;

/// A file of another media type than a page.
#[derive(Clone, Copy)]
pub struct File {
    /// Address, with arguments in braces.
    pub path: &'static str,
    /// Accepted query parameters besides `units`.
    pub query: &'static [&'static str],
    /// Media type of the file.
    pub media_type: &'static str,
    /// Whether other sites embed it: then it is the same for every browser, and may be framed.
    pub is_shown_elsewhere: bool,
    pub(crate) make: fn(&Ask<'_>) -> Result<String, OpError>,
    /// Answers a failed request if clients expect another format than a page.
    pub(crate) refuse: Option<fn(&Ask<'_>, &OpError) -> Answer>,
}
