//! Options of a check.

/// Options of a check of a running server.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Resorts to check; empty for all.
    pub resorts: Vec<String>,
    /// Number of resorts to check, evenly spread over the list; `None` for all.
    pub sample: Option<usize>,
    /// Bearer token of the Pro tier.
    pub token: Option<String>,
    /// Number of concurrent requests.
    pub concurrency: usize,
    /// Number of resorts for which detail, rows and a second sample are checked too.
    pub deep: usize,
    /// Whether to skip the connector.
    pub no_connector: bool,
    /// Key for the write connector; with it, a sentence is published and withdrawn.
    pub write_key: Option<String>,
}
