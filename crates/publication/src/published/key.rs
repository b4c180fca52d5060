//! Cache keys of answers. A key is a struct with derived equality: no value of a request can imitate another member of
//! its key.

use pages::Units;

/// The request that an answer depends on, in addition to the publication and the caller.
pub trait Key: Eq + std::hash::Hash + Clone {
    /// Returns the size of the key itself, in bytes.
    fn size(&self) -> usize;
}

/// A request for an operation or a chart by its URL.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RequestKey {
    /// Path, as requested.
    pub path: String,
    /// Query, as requested.
    pub query: String,
}

impl RequestKey {
    /// Creates the key of a request.
    #[must_use]
    pub fn new(path: &str, query: &str) -> Self {
        Self { path: path.to_owned(), query: query.to_owned() }
    }
}

impl Key for RequestKey {
    fn size(&self) -> usize {
        self.path.len() + self.query.len()
    }
}

/// A tool call.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallKey {
    /// Name of the tool.
    pub tool: &'static str,
    /// Resort of the endpoint; `None` for the endpoint of all resorts.
    pub resort: Option<String>,
    /// Arguments, as sent.
    pub arguments: String,
}

impl Key for CallKey {
    fn size(&self) -> usize {
        self.resort.as_ref().map_or(0, String::len) + self.arguments.len()
    }
}

/// A request for a page.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PageKey {
    /// Path, as requested.
    pub path: String,
    /// Decoded parameters, in order.
    pub query: Vec<(String, String)>,
    /// Units that the URL or the browser requests.
    pub units: Option<Units>,
}

impl Key for PageKey {
    fn size(&self) -> usize {
        self.path.len() + self.query.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>()
    }
}

/// A resource by its URI.
impl Key for &'static str {
    fn size(&self) -> usize {
        0
    }
}
