//! Lift and run feeds of resorts: families of sites with one format, and what a report of any of them holds.
//!
//! ```text
//! bytes --LiftFeed::read--> Report: rows with states, stated times, depths --claims--> Claim, for one resort
//! ```
//! A family is a file that implements [`LiftFeed`] and a line in [`FAMILIES`]. Which resort uses which family, and
//! at which address, is a setting of the operator: no feed is asked unless it was switched on.

pub mod aspen;
pub mod boyne;
pub mod jackson_hole;
pub mod micado;
pub mod mtnpowder;
pub mod pats_peak;
pub mod powdr;
pub mod sheet;
pub mod state;
pub mod stated;
pub mod vail;

use conditions_core::evidence::Claim;
use conditions_core::record::Band;
use conditions_core::source::AcquisitionTier;

use crate::error::{FaultPosition, Kind, ParseError};
use crate::json_cut::{Object, Parts, Raw};
use crate::lane::Bounds;
pub use sheet::{Row, Sheet};
pub use state::State;
pub use stated::ReportTime;

/// What a family is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta {
    /// Identifier, kebab-case, unique among families and lanes.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// What its feeds say.
    pub says: &'static str,
    /// How its values are acquired.
    pub tier: AcquisitionTier,
    /// How one of its feeds is named.
    pub address: Address,
    /// Media type to ask for.
    pub accept: &'static str,
}

/// How the feed of one resort is named in the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Address {
    /// By its whole address.
    Url,
    /// By its identifier, put in the place of `{id}`; or by its whole address.
    Id(&'static str),
}

/// How large a feed's answer is at most: a page for people is the largest.
pub const BOUNDS: Bounds = Bounds::of(8, 10_000);

/// Media type of JSON feeds.
pub(crate) const JSON: &str = "application/json";

/// A family of feeds.
pub trait LiftFeed: Sync {
    /// The facts of the family.
    fn meta(&self) -> &'static Meta;

    /// Reads an answer. Rows that do not read are left out with a fault.
    ///
    /// # Errors
    /// When nothing of the answer is a report: no rows at all, or rows without any state.
    fn read(&self, body: &[u8]) -> Result<Report, ParseError>;
}

/// Every family, in the order of the documentation: a new one is a line here.
pub static FAMILIES: [&dyn LiftFeed; 8] = [
    &mtnpowder::MtnPowder,
    &boyne::Boyne,
    &powdr::Powdr,
    &aspen::Aspen,
    &micado::Micado,
    &vail::Vail,
    &jackson_hole::JacksonHole,
    &pats_peak::PatsPeak,
];

/// The family with this identifier.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn LiftFeed> {
    FAMILIES.into_iter().find(|family| family.meta().id == id)
}

/// What one answer says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// The lifts of the feed, row by row.
    pub lifts: Sheet,
    /// Runs, each once; without rows where the family has none.
    pub runs: Sheet,
    /// When lifts and runs were so.
    pub stated: ReportTime,
    /// Snow depths by band, centimetres.
    pub depths: Vec<(Band, f64)>,
    /// When the depths were so.
    pub depths_stated: ReportTime,
    /// Values of other kinds that were left out, and why: one line each.
    pub left_out: Vec<String>,
}

impl Report {
    /// What it claims of its resort, and when that was so. Counts of which nothing is known claim nothing.
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
        let depths =
            self.depths.iter().map(|(band, cm)| (Claim::Depth { band: *band, cm: *cm }, self.depths_stated));
        claims.extend(depths);
        claims
    }

    /// Everything that did not read or is not used, one line each.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for (what, sheet) in [("lift", &self.lifts), ("run", &self.runs)] {
            notes.extend(sheet.faults.iter().map(|fault| format!("{what}: {fault}")));
            notes.extend(sheet.doubts().into_iter().map(|doubt| format!("{what}: {doubt}")));
        }
        notes.extend(self.left_out.iter().cloned());
        if self.stated == ReportTime::Unreadable {
            notes.push("no time that reads: nobody knows how old this is".to_owned());
        }
        notes
    }

    /// Itself, when it is a report at all.
    fn checked(self, lane: &'static str) -> Result<Self, ParseError> {
        let error = |kind| Err(ParseError { lane, at: FaultPosition::Body, kind });
        if self.lifts.is_mute() {
            return error(Kind::Malformed(
                "no lift says whether it is open: a member was renamed".to_owned(),
            ));
        }
        if self.lifts.rows.is_empty() {
            return match self.lifts.faults.first() {
                Some(fault) => Err(fault.clone()),
                None => error(Kind::Malformed("no lift is listed".to_owned())),
            };
        }
        Ok(self)
    }
}

/// The object that an answer is.
fn object<'a>(lane: &'static str, body: &'a [u8]) -> Result<Object<'a>, ParseError> {
    let raw = Raw::document(lane, body)?;
    raw.object().map_err(|kind| ParseError { lane, at: FaultPosition::Body, kind })
}

/// The object in a member of `object`.
fn inner<'a>(object: &Object<'a>, member: &str) -> Option<Object<'a>> {
    object.get(member)?.object().ok()
}

/// The list in a member of `object`.
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
