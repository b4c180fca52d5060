//! The report: every forecaster at every lead, by region and over several windows, and the learnt weights.

use std::collections::{BTreeMap, HashMap};

use chrono::{NaiveDate, TimeDelta};
use conditions_core::policy::Policy;
use serde::{Deserialize, Serialize};

use crate::archive::ArchivedIssue;
use crate::bootstrap::{Draws, interval};
use crate::calibrate::{Calibration, calibrate};
use crate::cases::{Case, Cases, MEMBERS, MeasuredSnowfall, Place};
use crate::learn::{self, BandWeights};
use crate::policy::{BANDS, Grading, band_of};
use crate::tally::{Measures, Reference, Tally};

/// Forecaster name of the blend as published.
pub const BLEND: &str = "blend";
/// Forecaster name of the median of the measured days before the issue.
pub const CLIMATOLOGY: &str = "climatology";
/// Forecaster name of the measurement of the day before the issue.
pub const PERSISTENCE: &str = "persistence";

/// The scores of one forecaster at one lead or band of leads, in one place, over one window.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// Length of the window, in days back from the report.
    pub window_days: i64,
    /// Region of the resorts; null for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Resort; null for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resort: Option<String>,
    /// [`BLEND`], a model, [`CLIMATOLOGY`] or [`PERSISTENCE`].
    pub forecaster: String,
    /// First lead.
    pub lead_from: u8,
    /// Last lead; equal to the first for a single lead.
    pub lead_to: u8,
    /// Number of days with a pair, on which the intervals are based.
    pub days: usize,
    /// Number of pairs of a forecast and a measurement.
    pub pairs: u64,
    /// Number of pairs with measured snow.
    pub snow_pairs: u64,
    /// Measures of the forecast errors.
    pub measures: Measures,
    /// Intervals of the measures.
    pub intervals: Measures<[f64; 2]>,
}

/// The quality of forecasts, with learnt weights and distributions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Day on which the report was made.
    pub made_on: NaiveDate,
    /// Number of archived forecasts on which it is based.
    pub issues: usize,
    /// Total number of pairs.
    pub pairs: usize,
    /// Number of resorts with at least one pair.
    pub resorts: usize,
    /// First and last scored day.
    pub days: Option<(NaiveDate, NaiveDate)>,
    /// Rows by window, place, lead and forecaster.
    pub rows: Vec<Row>,
    /// Weights by band of leads.
    pub weights: Vec<BandWeights>,
    /// The distributions of new snow; null in reports from before they existed.
    #[serde(default)]
    pub chances: Option<Calibration>,
}

/// Grades forecasts with the measurements up to `today`. Days from `today` on are not over and not scored. The default
/// weights are those of `policy`.
#[must_use]
pub fn grade(
    grading: &Grading,
    policy: &Policy,
    places: &[Place],
    issues: &[ArchivedIssue],
    measured: &[MeasuredSnowfall],
    today: NaiveDate,
) -> Report {
    let mut cases = Cases::new(grading, policy, places, issues, measured);
    cases.list.retain(|case| case.day < today);
    cases.amounts.retain(|amount| amount.last < today);
    let chances = Some(calibrate(grading, policy, places, &cases));
    let weights = learn::learn(grading, policy, &cases);
    let mut scored: Vec<usize> = cases.list.iter().map(|case| case.place).collect();
    scored.dedup();
    let days = cases.list.iter().map(|case| case.day);
    let span = days.clone().min().zip(days.max());
    let cells = Cells::new(grading, places, &cases);
    let mut rows = Vec::new();
    for window in grading.windows {
        let since = today - TimeDelta::days(window);
        rows.extend(cells.rows(grading, window, since));
        if span.is_none_or(|(first, _)| first >= since) {
            break;
        }
    }
    let (issues, pairs) = (issues.len(), cases.list.len());
    Report { made_on: today, issues, pairs, resorts: scored.len(), days: span, rows, weights, chances }
}

/// The scope of a tally: all resorts, a region, or a resort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Scope {
    All,
    Region(usize),
    Resort(usize),
}

/// First and last lead.
type Leads = (u8, u8);
type Key = (Scope, Leads, usize);

/// Tallies by day for every future row.
struct Cells<'a> {
    places: &'a [Place],
    regions: Vec<&'a str>,
    forecasters: Vec<&'a str>,
    cells: BTreeMap<Key, BTreeMap<NaiveDate, Tally>>,
}

impl<'a> Cells<'a> {
    fn new(grading: &Grading, places: &'a [Place], cases: &'a Cases) -> Self {
        let mut regions: Vec<&str> =
            places.iter().flat_map(|place| place.regions.iter().map(String::as_str)).collect();
        regions.sort_unstable();
        regions.dedup();
        let own = cases.models.iter().map(String::as_str);
        let forecasters =
            std::iter::once(BLEND).chain(own).chain([CLIMATOLOGY, PERSISTENCE]).collect::<Vec<_>>();
        let mut cells = Self { places, regions, forecasters, cells: BTreeMap::new() };
        let index: HashMap<&str, usize> =
            cells.regions.iter().enumerate().map(|(at, name)| (*name, at)).collect();
        let of_place = |place: &Place| {
            place
                .regions
                .iter()
                .filter_map(|name| index.get(name.as_str()))
                .map(|at| Scope::Region(*at))
                .collect()
        };
        let scopes: Vec<Vec<Scope>> = places.iter().map(of_place).collect();
        for case in &cases.list {
            cells.count(grading, cases.models.len(), case, scopes.get(case.place).map_or(&[], Vec::as_slice));
        }
        cells
    }

    fn count(&mut self, grading: &Grading, models: usize, case: &Case, regions: &[Scope]) {
        let Some(band) = band_of(case.lead).and_then(|band| BANDS.get(band)).copied() else { return };
        let members = case.members.iter().take(models.min(MEMBERS)).copied();
        let said = std::iter::once(case.blend).chain(members).chain([case.climatology, case.persistence]);
        let reference = Reference {
            climatology: case.climatology.map(f64::from),
            persistence: case.persistence.map(f64::from),
        };
        for (forecaster, said) in said.enumerate() {
            let Some(said) = said else { continue };
            let mut tally = Tally::default();
            tally.count(grading, f64::from(said), f64::from(case.measured), reference);
            for scope in std::iter::once(Scope::All).chain(regions.iter().copied()) {
                for leads in [(case.lead, case.lead), band] {
                    self.add((scope, leads, forecaster), case.day, &tally);
                }
            }
            if forecaster == 0 {
                self.add((Scope::Resort(case.place), band, forecaster), case.day, &tally);
            }
        }
    }

    fn add(&mut self, key: Key, day: NaiveDate, tally: &Tally) {
        self.cells.entry(key).or_default().entry(day).or_default().add(tally);
    }

    /// Returns the rows of the days from `since` on.
    fn rows(&self, grading: &Grading, window_days: i64, since: NaiveDate) -> Vec<Row> {
        let row = |((scope, (lead_from, lead_to), forecaster), days): (&Key, &BTreeMap<NaiveDate, Tally>)| {
            let days: Vec<&Tally> = days.range(since..).map(|(_, tally)| tally).collect();
            let all = total(days.iter().copied());
            if all.pairs() == 0 {
                return None;
            }
            let (region, resort) = match scope {
                Scope::All => (None, None),
                Scope::Region(at) => (self.regions.get(*at).map(|name| (*name).to_owned()), None),
                Scope::Resort(at) => (None, self.places.get(*at).map(|place| place.slug.clone())),
            };
            Some(Row {
                window_days,
                region,
                resort,
                forecaster: (*self.forecasters.get(*forecaster)?).to_owned(),
                lead_from: *lead_from,
                lead_to: *lead_to,
                days: days.len(),
                pairs: all.pairs(),
                snow_pairs: all.snow_pairs(),
                measures: Measures::from_all(all.measures().all().map(|one| one.map(thousandth))),
                intervals: intervals(grading, &days),
            })
        };
        self.cells.iter().filter_map(row).collect()
    }
}

fn total<'t>(days: impl Iterator<Item = &'t Tally>) -> Tally {
    days.fold(Tally::default(), |mut sum, day| {
        sum.add(day);
        sum
    })
}

fn intervals(grading: &Grading, days: &[&Tally]) -> Measures<[f64; 2]> {
    let drawn = Draws::new(grading, days.len())
        .each(|drawn| total(drawn.iter().filter_map(|day| days.get(*day).copied())).measures().all());
    Measures::from_all(core::array::from_fn(|measure| {
        let draws = drawn.iter().map(|all| all.get(measure).copied().flatten());
        interval(grading, draws).map(|(low, high)| [thousandth(low), thousandth(high)])
    }))
}

/// Rounds to a thousandth, the precision of stored numbers, far finer than their accuracy.
fn thousandth(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0 + 0.0
}

#[cfg(test)]
mod tests;
