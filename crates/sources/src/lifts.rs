//! Feeds of resorts: families of sites with one format, and the report of lifts, runs and snow that each of them yields.
//!
//! ```text
//! bytes --LiftFeed::read--> Report: rows with states, snow, stated times --claims--> Claim, for one resort
//! ```
//! A family is a file that implements [`LiftFeed`] and a line in [`FAMILIES`]. The service's operator configures which
//! resort uses which family, and at which URL. A feed is requested only if it was switched on.

pub mod alpinebits;
pub mod aspen;
pub mod boyne;
pub mod jackson_hole;
pub mod line;
pub mod micado;
pub mod mtnpowder;
pub mod pats_peak;
pub mod powdr;
pub mod sheet;
pub mod snow;
pub mod state;
pub mod stated;
pub mod vail;

use conditions_core::evidence::Claim;
use conditions_core::source::AcquisitionTier;

use crate::error::{FaultPosition, Kind, ParseError};
use crate::json_cut::{Object, Parts, Raw};
use crate::lane::Bounds;
pub use sheet::{Row, Sheet};
pub use snow::SnowReport;
pub use state::State;
pub use stated::ReportTime;

/// The facts of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta {
    /// Identifier, kebab-case, unique among families and lanes.
    pub id: &'static str,
    /// Display name.
    pub title: &'static str,
    /// Content of its feeds.
    pub says: &'static str,
    /// How its values are acquired.
    pub tier: AcquisitionTier,
    /// How one of its feeds is addressed.
    pub address: Address,
    /// Media type to request.
    pub accept: &'static str,
}

/// How the feed of one resort is addressed in the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Address {
    /// By its full URL.
    Url,
    /// By its identifier, which replaces `{id}`, or by its full URL.
    Id(&'static str),
}

/// Maximum size of a feed's response: an HTML page is the largest.
pub const BOUNDS: Bounds = Bounds::new(8, 10_000);

/// Media type of JSON feeds.
pub(crate) const JSON: &str = "application/json";

/// A family of feeds.
pub trait LiftFeed: Sync {
    /// Returns the facts of the family.
    fn meta(&self) -> &'static Meta;

    /// Reads a response. Unreadable rows are left out with an error.
    ///
    /// # Errors
    /// Returns an error if the response is not a report: it has neither rows nor snow, or no row has a state.
    fn read(&self, body: &[u8]) -> Result<Report, ParseError>;
}

/// Every family, in the order of the documentation. Add a line here for a new one.
pub static FAMILIES: [&dyn LiftFeed; 9] = [
    &mtnpowder::MtnPowder,
    &boyne::Boyne,
    &powdr::Powdr,
    &aspen::Aspen,
    &micado::Micado,
    &vail::Vail,
    &jackson_hole::JacksonHole,
    &pats_peak::PatsPeak,
    &alpinebits::AlpineBits,
];

/// Returns the family with this identifier.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn LiftFeed> {
    FAMILIES.into_iter().find(|family| family.meta().id == id)
}

/// Content of one response.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// The lifts of the feed.
    pub lifts: Sheet,
    /// The runs, each once; without rows if the family has none.
    pub runs: Sheet,
    /// Time of the states of lifts and runs.
    pub stated: ReportTime,
    /// The snow, with its own time.
    pub snow: SnowReport,
}

impl Report {
    /// Returns the claims about the resort, with their times. Unknown counts yield no claim.
    #[must_use]
    pub fn claims(&self) -> Vec<(Claim, ReportTime)> {
        let (lifts, runs) = (self.lifts.count(), self.runs.count());
        let mut claims = Vec::new();
        if lifts.open.is_some() || lifts.total.is_some() {
            claims.push((Claim::Lifts(lifts), self.stated));
        }
        if runs.open.is_some() || runs.total.is_some() {
            claims.push((Claim::Runs(runs), self.stated));
        }
        claims.extend(self.snow.claims().into_iter().map(|claim| (claim, self.snow.stated)));
        claims
    }

    /// Returns everything that was unreadable or is not used, one line each.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for (what, sheet) in [("lift", &self.lifts), ("run", &self.runs)] {
            notes.extend(sheet.faults.iter().map(|fault| format!("{what}: {fault}")));
            notes.extend(sheet.doubts().into_iter().map(|doubt| format!("{what}: {doubt}")));
        }
        notes.extend(self.snow.left_out.iter().cloned());
        let lifts_undated = !self.lifts.rows.is_empty() && self.stated == ReportTime::Unreadable;
        let snow_undated = !self.snow.is_empty() && self.snow.stated == ReportTime::Unreadable;
        if lifts_undated || snow_undated {
            notes.push("no readable time: the age of the report is unknown".to_owned());
        }
        notes
    }

    /// Returns the report if it has any content.
    fn checked(self, lane: &'static str) -> Result<Self, ParseError> {
        let error = |kind| Err(ParseError { lane, at: FaultPosition::Body, kind });
        if self.lifts.has_no_states() {
            return error(Kind::Malformed("no lift has a state: a member was renamed".to_owned()));
        }
        // Without a readable lift, a family that counts lifts has changed its form.
        let has_only_snow = self.lifts == Sheet::default() && !self.snow.is_empty();
        if self.lifts.rows.is_empty() && !has_only_snow {
            return match self.lifts.faults.first() {
                Some(fault) => Err(fault.clone()),
                None => error(Kind::Malformed("neither a lift nor snow is reported".to_owned())),
            };
        }
        Ok(self)
    }
}

/// Parses a response that is an object.
fn object<'a>(lane: &'static str, body: &'a [u8]) -> Result<Object<'a>, ParseError> {
    let raw = Raw::document(lane, body)?;
    raw.object().map_err(|kind| ParseError { lane, at: FaultPosition::Body, kind })
}

/// Returns the object in a member of `object`.
fn inner<'a>(object: &Object<'a>, member: &str) -> Option<Object<'a>> {
    object.get(member)?.object().ok()
}

/// Returns the list in a member of `object`.
fn list<'a>(lane: &'static str, object: &Object<'a>, member: &str) -> Result<Parts<Raw<'a>>, ParseError> {
    let found = object.get(member).and_then(Raw::elements);
    found.ok_or_else(|| ParseError {
        lane,
        at: FaultPosition::Body,
        kind: Kind::Malformed(format!("no list `{member}`")),
    })
}

#[cfg(test)]
mod tests;
