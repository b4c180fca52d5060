//! A request for a page: whose view, in which language and units, with which arguments.

use conditions_core::time::Timestamp;
use operations::operation::{Operation, Reply};
use operations::{AnyOperation, OpError, arguments};
use world::View;

use crate::quantity::Units;
use crate::words::{Language, Words};

/// Bytes of the query at most that links to the same page repeat, encoded.
const MOST_REPEATED: usize = 1024;

/// The parameter that every page takes.
pub const UNITS: &str = "units";

/// How one upstream is, as the page of the service's status tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lane {
    /// Name of the lane.
    pub name: String,
    /// When it last brought something usable.
    pub last_success: Option<Timestamp>,
    /// Failures since.
    pub failures: u32,
    /// Whether nothing has come for longer than it may take.
    pub silent: bool,
    /// Time of the newest value that it has brought, where its source states times.
    pub newest_value: Option<Timestamp>,
    /// Whether that is older than it may be.
    pub old: bool,
}

/// A request for a page.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Ask<'w> {
    /// What the caller may see.
    pub view: View<'w>,
    /// The instant that the page speaks of: the present, or that of the past which was asked for.
    pub now: Timestamp,
    /// The present.
    pub present: Timestamp,
    /// In which language.
    pub language: Language,
    /// The units that were asked for or are remembered; none: metric, and beside it those of the United States for
    /// resorts there.
    pub units: Option<Units>,
    /// The English address of the page, as it was asked for.
    pub path: String,
    /// Arguments of the path by name.
    pub arguments: Vec<(String, String)>,
    /// The query. Use [`Ask::heard`] to make it.
    pub query: Vec<(String, String)>,
    /// The upstreams; empty where none are fetched.
    pub lanes: Vec<Lane>,
}

impl<'w> Ask<'w> {
    /// Creates a request for the page at an English address: of the present, without units, arguments, query and lanes.
    #[must_use]
    pub fn new(view: View<'w>, now: Timestamp, language: Language, path: impl Into<String>) -> Self {
        Self {
            view,
            now,
            present: now,
            language,
            units: None,
            path: path.into(),
            arguments: Vec::new(),
            query: Vec::new(),
            lanes: Vec::new(),
        }
    }

    /// Keeps the parameters that an address takes: those in `known`, and `units`. Networks, mail programs and search engines
    /// decorate the links that people share, so every other parameter is ignored. Empty values are what forms send for
    /// fields that were not filled in.
    #[must_use]
    pub fn heard(query: Vec<(String, String)>, known: &[&str]) -> Vec<(String, String)> {
        let is_known = |name: &str| name == UNITS || known.contains(&name);
        query.into_iter().filter(|(name, value)| is_known(name) && !value.trim().is_empty()).collect()
    }

    pub(crate) const fn words(&self) -> &'static Words {
        self.language.words()
    }

    /// Rejects units that do not exist, and a parameter that is given more than once.
    pub(crate) fn checked(&self) -> Result<(), OpError> {
        for (at, (name, value)) in self.query.iter().enumerate() {
            if name == UNITS && Units::named(value).is_none() {
                return Err(OpError::argument(UNITS, "must be metric or imperial"));
            }
            if value.contains(char::is_control) {
                let message = "holds a line end or another control character; leave it out";
                return Err(OpError::argument(name, message));
            }
            if self.query.iter().take(at).any(|(before, _)| before == name) {
                return Err(OpError::argument(name, "is given more than once"));
            }
        }
        Ok(())
    }

    /// What was given for a name, in the path or in the query.
    pub(crate) fn given(&self, name: &str) -> Option<&str> {
        let all = self.arguments.iter().chain(&self.query);
        all.into_iter().find(|(known, _)| known == name).map(|(_, value)| value.trim())
    }

    /// What was given for these names, each under another name where the operation has one.
    pub(crate) fn pairs<'a>(&'a self, names: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
        names.iter().filter_map(|(name, theirs)| Some((*theirs, self.given(name)?))).collect()
    }

    /// Asks an operation, with arguments as texts.
    pub(crate) fn run<O: Operation>(
        &self,
        operation: &O,
        pairs: &[(&str, &str)],
    ) -> Result<Reply<O::Data<'w>>, OpError> {
        let args = arguments::read(AnyOperation::rules(operation), pairs)?;
        O::run(&self.view, args, self.now)
    }

    /// The address of another page in the same language.
    pub(crate) fn to(&self, path: &str) -> String {
        self.language.address(path)
    }

    /// The address of a resort's page in the same language.
    pub(crate) fn to_resort(&self, slug: &str) -> String {
        self.to(&format!("/resorts/{slug}"))
    }

    /// This page with another value for some parameters; an empty value leaves one out. Of its own query each parameter is
    /// repeated once, and [`MOST_REPEATED`] bytes in all, so that no query is multiplied by the links of its page.
    pub(crate) fn with(&self, language: Language, changed: &[(&str, &str)]) -> String {
        let pair = |name: &str, value: &str| format!("{}={}", encoded(name), encoded(value));
        let mut names: Vec<&str> = changed.iter().map(|(name, _)| *name).chain([UNITS]).collect();
        let (mut query, mut left) = (Vec::new(), MOST_REPEATED);
        for (name, value) in &self.query {
            if names.contains(&name.as_str()) || value.is_empty() {
                continue;
            }
            // Encoding never shortens a text.
            let written = (name.len() + value.len() < left).then(|| pair(name, value));
            let Some(written) = written.filter(|written| written.len() < left) else { break };
            left -= written.len();
            names.push(name);
            query.push(written);
        }
        let changed = changed.iter().filter(|(_, value)| !value.is_empty());
        query.extend(changed.map(|(name, value)| pair(name, value)));
        // Nothing lives at a longer path, and its page has links to the beginning.
        let path = language.address(if self.path.len() > MOST_REPEATED { "/" } else { &self.path });
        if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
    }
}

/// A text as part of an address.
pub(crate) fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b',' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
