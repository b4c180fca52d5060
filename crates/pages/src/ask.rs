//! A request for a page: the view, language, units and arguments.

use conditions_core::time::Timestamp;
use operations::operation::{Operation, Reply};
use operations::{AnyOperation, OpError, arguments};
use world::View;

use crate::quantity::{Units, ValueFormat};
use crate::words::{Language, Words};

/// Maximum length of the query that links to the same page repeat, in bytes, encoded.
const MOST_REPEATED: usize = 1024;

/// The parameter that every page accepts.
pub const UNITS: &str = "units";

/// The health of one upstream, for the status page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lane {
    /// Name of the lane.
    pub name: String,
    /// When it last delivered usable data.
    pub last_success: Option<Timestamp>,
    pub failures: u32,
    /// Whether it has been silent for longer than allowed.
    pub silent: bool,
    /// Time of the newest value that it delivered, if its source states times.
    pub newest_value: Option<Timestamp>,
    /// Whether that value is older than allowed.
    pub old: bool,
    /// Time of the next call, if one is planned.
    pub next_try: Option<Timestamp>,
    /// Whether it must not be queried.
    pub is_off: bool,
    /// Kind of its data.
    pub kind: LaneKind,
}

/// Progress of filling past winters, for the status page.
#[derive(Debug, Clone, PartialEq)]
pub struct WinterProgress {
    pub resorts: usize,
    /// Resorts with the current winter.
    pub current: usize,
    /// Resorts with ten complete finished winters.
    pub ten: usize,
    /// Resorts with thirty of them.
    pub thirty: usize,
    /// Winters that are not stored yet.
    pub missing: usize,
    /// Calls for past winters in the last 24 hours.
    pub calls: f64,
    /// Limit of these; `None` without a limit.
    pub limit: Option<f64>,
    /// Estimated end; `None` if nothing arrived lately.
    pub done_at: Option<Timestamp>,
}

/// Kind of data of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LaneKind {
    Forecasts,
    Winters,
    ElNino,
    Stations,
    Bulletins,
    Roads,
    Lifts,
    Webcams,
    Photos,
}

impl LaneKind {
    /// Every kind, in the order of the status page.
    pub(crate) const ALL: [Self; 9] = [
        Self::Forecasts,
        Self::Winters,
        Self::ElNino,
        Self::Stations,
        Self::Bulletins,
        Self::Roads,
        Self::Lifts,
        Self::Webcams,
        Self::Photos,
    ];
}

/// A request for a page.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Ask<'w> {
    pub view: View<'w>,
    /// The time that the page describes: the present, or a requested past time.
    pub now: Timestamp,
    pub present: Timestamp,
    /// Language of the page.
    pub language: Language,
    /// Requested or remembered units; `None` means US units for resorts in the United States, else metric.
    pub units: Option<Units>,
    /// English address of the page, as requested.
    pub path: String,
    /// Path arguments by name.
    pub arguments: Vec<(String, String)>,
    /// The query. Use [`Ask::known_parameters`] to make it.
    pub query: Vec<(String, String)>,
    /// The upstreams; empty if none is fetched.
    pub lanes: Vec<Lane>,
    /// Progress of past winters, on the status page.
    pub winters: Option<WinterProgress>,
    /// Slugs of the caller's own resorts, on the page that lists them.
    pub mountains: Vec<String>,
    /// Whether accounts can have alerts.
    pub has_alerts: bool,
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
            winters: None,
            mountains: Vec::new(),
            has_alerts: false,
        }
    }

    /// Keeps the parameters that an address accepts: those in `known`, and `units`. Networks, mail programs and search
    /// engines add parameters to shared links, so all others are ignored. Forms send empty values for fields that were
    /// not filled in; these are dropped too.
    #[must_use]
    pub fn known_parameters(query: Vec<(String, String)>, known: &[&str]) -> Vec<(String, String)> {
        let is_known = |name: &str| name == UNITS || known.contains(&name);
        query.into_iter().filter(|(name, value)| is_known(name) && !value.trim().is_empty()).collect()
    }

    /// Returns the format of values of resorts side by side, which have one system of units: the usual one of their
    /// country if they share it, else metric units.
    pub(crate) fn format_of<'c>(&self, countries: impl IntoIterator<Item = &'c str>) -> ValueFormat {
        let mut countries = countries.into_iter();
        let first = countries.next().unwrap_or_default();
        let country = if countries.all(|country| country == first) { first } else { "" };
        ValueFormat::new(self.words(), self.units, country)
    }

    pub(crate) const fn words(&self) -> &'static Words {
        self.language.words()
    }

    /// Rejects unknown units and repeated parameters.
    pub(crate) fn checked(&self) -> Result<(), OpError> {
        for (at, (name, value)) in self.query.iter().enumerate() {
            if name == UNITS && Units::from_name(value).is_none() {
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

    /// Returns the value of a name in the path or in the query.
    pub(crate) fn given(&self, name: &str) -> Option<&str> {
        let all = self.arguments.iter().chain(&self.query);
        all.into_iter().find(|(known, _)| known == name).map(|(_, value)| value.trim())
    }

    /// Returns the values of these names, renamed to the operation's argument names.
    pub(crate) fn pairs<'a>(&'a self, names: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
        names.iter().filter_map(|(name, theirs)| Some((*theirs, self.given(name)?))).collect()
    }

    /// Runs an operation with arguments as texts.
    pub(crate) fn run<O: Operation>(
        &self,
        operation: &O,
        pairs: &[(&str, &str)],
    ) -> Result<Reply<O::Data<'w>>, OpError> {
        let args = arguments::read(AnyOperation::rules(operation), pairs)?;
        O::run(&self.view, args, self.now)
    }

    /// Returns the address of another page in the same language.
    pub(crate) fn to(&self, path: &str) -> String {
        self.language.address(path)
    }

    /// Returns the address of a resort's page in the same language.
    pub(crate) fn to_resort(&self, slug: &str) -> String {
        self.to(&format!("/resorts/{slug}"))
    }

    /// Returns the address of this page with some parameters changed; an empty value removes one. Each parameter of the
    /// query is repeated once, and at most [`MOST_REPEATED`] bytes in total, so that the links of a page cannot
    /// multiply a long query.
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
        // No page has a longer path, so its page links to the start page.
        let path = language.address(if self.path.len() > MOST_REPEATED { "/" } else { &self.path });
        if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
    }
}

/// Encodes a text for an address.
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
