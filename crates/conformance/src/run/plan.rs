//! What a caller wants to be judged.

/// What is judged and how.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// These resorts alone; empty for all.
    pub resorts: Vec<String>,
    /// So many of the list, evenly spread; `None` for all.
    pub sample: Option<usize>,
    /// A bearer token of the Pro tier.
    pub token: Option<String>,
    /// Requests at a time.
    pub concurrency: usize,
    /// Resorts of which detail, rows and a second sample are judged too.
    pub deep: usize,
    /// Leaves the connector out.
    pub no_connector: bool,
    /// A key of the write connector; a sentence is published with it and taken back.
    pub write_key: Option<String>,
}
