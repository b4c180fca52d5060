//! Pairs of a forecast and a station's measurement, for every measured day of winter, with or without snow.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{Days, NaiveDate};
use conditions_core::forecast;
use conditions_core::policy::Policy;

use crate::archive::ArchivedIssue;
use crate::policy::{Grading, LEADS};

mod amounts;

pub use amounts::{Amount, Span};

/// Maximum number of members in a pair: as many as fit into a blend.
pub const MEMBERS: usize = 16;

/// A resort that is graded.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// Slug, unique among the resorts of a deployment.
    pub slug: String,
    /// Regions that include the resort.
    pub regions: Vec<String>,
    /// Elevation of its forecast, m.
    pub mid_m: Option<f64>,
}

/// New snow of a local day at one station near a resort.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredSnowfall {
    /// Slug of the resort.
    pub slug: String,
    /// Local day of the resort.
    pub day: NaiveDate,
    /// Network of the station.
    pub network: String,
    /// Identifier of the station within the network.
    pub station: String,
    /// Elevation of the station, m.
    pub elevation_m: Option<f64>,
    /// New snow, cm.
    pub cm: f64,
}

/// One forecast day that was measured. Quantities are centimetres; `None` is unknown, never zero.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Index of the place.
    pub place: usize,
    /// Day that was forecast and measured.
    pub day: NaiveDate,
    /// Lead, 1 for the day of the issue.
    pub lead: u8,
    /// Amount measured by a station.
    pub measured: f32,
    /// The blend as published.
    pub blend: Option<f32>,
    /// Each member, in the order of [`Cases::models`].
    pub members: [Option<f32>; MEMBERS],
    /// Factor of each member by the position of its totals among the others', 0–1; independent of the weights.
    pub standing: [f32; MEMBERS],
    /// Median of the measured days before the issue.
    pub climatology: Option<f32>,
    /// Amount measured on the day before the issue.
    pub persistence: Option<f32>,
}

/// All pairs of a grading.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cases {
    /// Names of the members.
    pub models: Vec<String>,
    /// Pairs by place, issue and lead.
    pub list: Vec<Case>,
    /// Days and totals of the blend, with the predictors of their distributions.
    pub amounts: Vec<Amount>,
}

type Truth = BTreeMap<NaiveDate, f64>;

impl Cases {
    /// Pairs every issue with the measurements.
    #[must_use]
    pub fn new(
        grading: &Grading,
        policy: &Policy,
        places: &[Place],
        issues: &[ArchivedIssue],
        measured: &[MeasuredSnowfall],
    ) -> Self {
        let models = models(issues);
        let index: HashMap<&str, usize> =
            places.iter().enumerate().map(|(at, place)| (place.slug.as_str(), at)).collect();
        let truths = truths(grading, places, &index, measured);
        let (mut list, mut amounts) = (Vec::new(), Vec::new());
        for issued in issues {
            let Some(place) = index.get(issued.slug.as_str()).copied() else { continue };
            let Some(truth) = truths.get(&place) else { continue };
            let pair = Pairing { grading, policy, place, truth, models: &models, issued };
            list.extend(pair.cases());
            amounts.extend(pair.amounts());
        }
        list.sort_by_key(|case| (case.place, case.day, case.lead));
        amounts.sort_by_key(|amount| (amount.place, amount.first, amount.last));
        Self { models, list, amounts }
    }
}

/// Returns the names of the members; if there are too many, those that forecast most often.
fn models(issues: &[ArchivedIssue]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in issues.iter().flat_map(|issued| issued.issue.members.keys()) {
        *counts.entry(name).or_default() += 1;
    }
    let mut names: Vec<(&str, usize)> = counts.into_iter().collect();
    names.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    names.truncate(MEMBERS);
    let mut names: Vec<String> = names.into_iter().map(|(name, _)| name.to_owned()).collect();
    names.sort();
    names
}

/// Returns the measurements, from one station per place and day: the one nearest to the forecast's elevation, so that
/// it is the same station on every day that it reports.
fn truths(
    grading: &Grading,
    places: &[Place],
    index: &HashMap<&str, usize>,
    measured: &[MeasuredSnowfall],
) -> HashMap<usize, Truth> {
    let mut best: HashMap<(usize, NaiveDate), (f64, &MeasuredSnowfall)> = HashMap::new();
    let contradicted = contradicted(measured);
    for one in measured.iter().filter(|one| !contradicted.contains(&key(one))) {
        let Some((at, place)) = index.get(one.slug.as_str()).and_then(|at| Some((*at, places.get(*at)?)))
        else {
            continue;
        };
        let Some((mid, own)) = place.mid_m.zip(one.elevation_m) else { continue };
        let away = (mid - own).abs();
        if away > grading.truth_elevation_m || !one.cm.is_finite() || one.cm < 0.0 {
            continue;
        }
        let held = best.entry((at, one.day)).or_insert((away, one));
        let nearer = away
            .total_cmp(&held.0)
            .then_with(|| (&one.network, &one.station).cmp(&(&held.1.network, &held.1.station)));
        if nearer.is_lt() {
            *held = (away, one);
        }
    }
    let mut out: HashMap<usize, Truth> = HashMap::new();
    for ((at, day), (_, one)) in best {
        out.entry(at).or_default().insert(day, one.cm);
    }
    out
}

/// A station's day near a resort.
type Key<'a> = (&'a str, NaiveDate, &'a str, &'a str);

fn key(one: &MeasuredSnowfall) -> Key<'_> {
    (&one.slug, one.day, &one.network, &one.station)
}

/// Returns the days of a station that appear twice with different amounts: none of these is used.
fn contradicted(measured: &[MeasuredSnowfall]) -> HashSet<Key<'_>> {
    let mut first: HashMap<Key<'_>, f64> = HashMap::with_capacity(measured.len());
    let again = measured.iter().filter(|one| *first.entry(key(one)).or_insert(one.cm) != one.cm);
    again.map(key).collect()
}

struct Pairing<'a> {
    grading: &'a Grading,
    policy: &'a Policy,
    place: usize,
    truth: &'a Truth,
    models: &'a [String],
    issued: &'a ArchivedIssue,
}

impl Pairing<'_> {
    fn cases(&self) -> Vec<Case> {
        let day = self.issued.day;
        let persistence = day.pred_opt().and_then(|before| self.truth.get(&before)).map(|cm| *cm as f32);
        let climatology = self.climatology().map(|cm| cm as f32);
        let first = if self.issued.issue.hour < self.grading.first_day_hour { 0 } else { 1 };
        let told = self.models.iter().map(|name| self.issued.issue.members.get(name));
        let told = told.map(|days| days.map_or(&[][..], Vec::as_slice));
        let standing = forecast::robust_factors(self.policy, told);
        let mut out = Vec::new();
        for ahead in first..LEADS {
            let Some(valid) = day.checked_add_days(Days::new(ahead as u64)) else { continue };
            let Some(measured) = self.truth.get(&valid).filter(|_| self.is_winter(valid)) else { continue };
            let told =
                |days: &[Option<i32>]| days.get(ahead).copied().flatten().map(|units| units as f32 / 10.0);
            let mut members = [None; MEMBERS];
            for (slot, name) in members.iter_mut().zip(self.models) {
                *slot = self.issued.issue.members.get(name).and_then(|days| told(days));
            }
            out.push(Case {
                place: self.place,
                day: valid,
                lead: u8::try_from(ahead + 1).unwrap_or(u8::MAX),
                measured: *measured as f32,
                blend: told(&self.issued.issue.blend),
                members,
                standing: core::array::from_fn(|member| standing(member, ahead) as f32),
                climatology,
                persistence,
            });
        }
        out
    }

    /// Returns the measurements in the days before the issue that make up its climatology.
    fn climatology_days(&self) -> impl Iterator<Item = (NaiveDate, f64)> {
        let day = self.issued.day;
        let since = day.checked_sub_signed(chrono::TimeDelta::days(self.grading.climate_days)).unwrap_or(day);
        self.truth.range(since..day).map(|(day, cm)| (*day, *cm))
    }

    /// Returns whether snow was measured near the day.
    fn is_winter(&self, day: NaiveDate) -> bool {
        let reach = chrono::TimeDelta::days(self.grading.winter_days);
        let (from, to) = (day.checked_sub_signed(reach), day.checked_add_signed(reach));
        let mut near = self.truth.range(from.unwrap_or(day)..=to.unwrap_or(day));
        near.any(|(_, cm)| *cm >= self.grading.snow_day_cm)
    }

    /// Returns the constant with the least mean absolute error over the known days: the median, which on most mountains
    /// is 0 cm and hard to beat. The mean would flatter every forecast.
    fn climatology(&self) -> Option<f64> {
        let mut known: Vec<f64> = self.climatology_days().map(|(_, cm)| cm).collect();
        if known.len() < self.grading.climate_min_days {
            return None;
        }
        known.sort_by(f64::total_cmp);
        let upper = *known.get(known.len() / 2)?;
        let lower = *known.get((known.len() - 1) / 2)?;
        Some(f64::midpoint(lower, upper))
    }
}

#[cfg(test)]
mod tests;
