//! The requests that answers are cached under. A key is a struct with derived equality: no value of a request can imitate
//! another member of its key.

use pages::Units;

/// What an answer depends on besides the publication and its caller.
pub trait Key: Eq + std::hash::Hash + Clone {
    /// Bytes that the key itself takes.
    fn size(&self) -> usize;
}

/// A request for an operation or a chart by its address.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RequestKey {
    /// Path, as it was requested.
    pub path: String,
    /// Query, as it was requested.
    pub query: String,
}

impl RequestKey {
    /// The key of a request.
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

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallKey {
    /// Name of the tool.
    pub tool: &'static str,
    /// The resort of the endpoint; `None` for the endpoint of all.
    pub resort: Option<String>,
    /// Arguments, as they were sent.
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
    /// Path, as it was requested.
    pub path: String,
    /// Parameters, decoded, in order.
    pub query: Vec<(String, String)>,
    /// Units that the address or the browser asks for.
    pub units: Option<Units>,
}

impl Key for PageKey {
    fn size(&self) -> usize {
        self.path.len() + self.query.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>()
    }
}

/// A resource by its address.
impl Key for &'static str {
    fn size(&self) -> usize {
        0
    }
}
