//! Reports of road agencies, by file, and the ones near a resort or along a route between two places.

use std::collections::{BTreeMap, BTreeSet};

use conditions_core::geo::Point;
use conditions_core::time::Timestamp;
use roads::{Camera, Control, Level, RoadPolicy, RoadReading, RoadStation, Sheet, Spot, UnknownReason};

use crate::credits::{AllCredits, SourceFamilies};
use crate::dataset::Dataset;

/// Every stored file of every agency.
#[derive(Debug, Clone, Default)]
pub struct RoadData {
    sheets: BTreeMap<String, Sheet>,
    /// Locations of stations whose readings arrive separately from them, by lane and identifier.
    places: BTreeMap<(String, String), Spot>,
}

impl Dataset for RoadData {
    type Form = evidence::Roads;

    fn insert(&mut self, subject: &str, _captured_at: Timestamp, sheet: Sheet) {
        self.remove(subject);
        for station in sheet.stations.iter().filter(|station| station.reading.is_none()) {
            if let Some(spot) = &station.spot {
                self.places.insert((sheet.lane.clone(), station.id.clone()), spot.clone());
            }
        }
        self.sheets.insert(subject.to_owned(), sheet);
    }

    fn remove(&mut self, subject: &str) {
        if let Some(sheet) = self.sheets.remove(subject) {
            for station in sheet.stations {
                if station.reading.is_none() {
                    self.places.remove(&(sheet.lane.clone(), station.id));
                }
            }
        }
    }
}

/// Road reports of the enabled lanes: uncredited ones are not shown.
#[derive(Debug, Clone)]
pub struct Roads<'w> {
    book: &'w RoadData,
    sheets: Vec<(SourceFamilies, &'w Sheet)>,
}

/// An item next to a road, with its lane and distance.
#[derive(Debug, Clone, Copy)]
pub struct RoadsideItem<'w, T> {
    /// The control, camera or station.
    pub item: T,
    /// Its location, as its agency describes it.
    pub spot: &'w Spot,
    /// Distance from the requested place or line, in kilometres.
    pub km: f64,
    /// Lane that reports it.
    pub lane: &'w str,
    /// Its credit.
    pub carries: SourceFamilies,
}

/// The state of a control at a time.
#[derive(Debug, Clone, Copy)]
pub struct ControlStatus<'w> {
    pub control: &'w Control,
    /// Required equipment level, or the reason why it is unknown.
    pub level: Result<Level, UnknownReason>,
    /// Time of the agency's last report.
    pub as_of: Option<Timestamp>,
}

impl<'w> Roads<'w> {
    /// Returns the part of `book` that `credits` allow to show.
    #[must_use]
    pub fn visible(book: &'w RoadData, credits: &AllCredits) -> Self {
        let shown =
            book.sheets.values().filter_map(|sheet| Some((credits.document_lane(&sheet.lane)?, sheet)));
        Self { book, sheets: shown.collect() }
    }

    /// Returns whether no agency is stored.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.sheets.is_empty()
    }

    /// Returns the controls near a point, nearest first.
    #[must_use]
    pub fn controls_near(&self, of: Point, now: Timestamp) -> Vec<RoadsideItem<'w, ControlStatus<'w>>> {
        self.controls(now, |spot| spot.within(RoadPolicy::DEFAULT.near_km, of))
    }

    /// Returns the controls that may be on a route: those near its straight lines, nearest first. The actual road is
    /// unknown.
    #[must_use]
    pub fn controls_along(&self, way: &[Point], now: Timestamp) -> Vec<RoadsideItem<'w, ControlStatus<'w>>> {
        let km = RoadPolicy::DEFAULT.corridor_km;
        self.controls(now, |spot| spot.within_of_route(km, way))
    }

    /// Returns the controls with the distance given by `away`, nearest first.
    #[must_use]
    pub fn controls(
        &self,
        now: Timestamp,
        away: impl Fn(&Spot) -> Option<f64>,
    ) -> Vec<RoadsideItem<'w, ControlStatus<'w>>> {
        let policy = RoadPolicy::DEFAULT;
        let found = self.sheets.iter().flat_map(|(carries, sheet)| {
            let away = &away;
            sheet.controls.iter().filter_map(move |control| {
                let km = away(&control.spot)?;
                let level = sheet.stands(control, &policy, now);
                let item = ControlStatus { control, level, as_of: sheet.as_of(control, &policy, now) };
                Some(RoadsideItem { item, spot: &control.spot, km, lane: &sheet.lane, carries: *carries })
            })
        });
        nearest(found, |beside| &beside.item.control.id)
    }

    /// Returns the cameras near a point, nearest first.
    #[must_use]
    pub fn cameras(&self, of: Point) -> Vec<RoadsideItem<'w, &'w Camera>> {
        let found = self.sheets.iter().flat_map(|(carries, sheet)| {
            sheet.cameras.iter().filter_map(move |item| {
                let km = item.spot.within(RoadPolicy::DEFAULT.roadside_km, of)?;
                Some(RoadsideItem { item, spot: &item.spot, km, lane: &sheet.lane, carries: *carries })
            })
        });
        nearest(found, |beside| &beside.item.id)
    }

    /// Returns the stations near a point, each with its recent measurements, nearest first.
    #[must_use]
    pub fn stations(
        &self,
        of: Point,
        now: Timestamp,
    ) -> Vec<RoadsideItem<'w, (&'w str, Option<&'w RoadReading>)>> {
        let found = self.sheets.iter().flat_map(|(carries, sheet)| {
            sheet.stations.iter().filter_map(move |station| {
                let spot = self.spot(sheet, station)?;
                let km = spot.within(RoadPolicy::DEFAULT.roadside_km, of)?;
                let item = (
                    station.id.as_str(),
                    station.reading.as_ref().filter(|reading| is_current(reading, now)),
                );
                Some(RoadsideItem { item, spot, km, lane: &sheet.lane, carries: *carries })
            })
        });
        let mut found = nearest(found, |beside| beside.item.0);
        // A location and a reading that arrive separately are one station.
        found.sort_by_key(|beside| beside.item.1.is_none());
        let mut seen = BTreeSet::new();
        found.retain(|beside| seen.insert((beside.lane, beside.item.0)));
        nearest(found.into_iter(), |beside| beside.item.0)
    }

    /// Returns the location of a station.
    fn spot(&self, sheet: &'w Sheet, station: &'w RoadStation) -> Option<&'w Spot> {
        let own = station.spot.as_ref();
        own.or_else(|| self.book.places.get(&(sheet.lane.clone(), station.id.clone())))
    }
}

fn is_current(reading: &RoadReading, now: Timestamp) -> bool {
    let policy = RoadPolicy::DEFAULT;
    reading.observed_at.is_some_and(|at| policy.is_valid(at, policy.reading_ms, now))
}

/// Sorts by distance, ties by lane and identifier.
fn nearest<'w, T>(
    found: impl Iterator<Item = RoadsideItem<'w, T>>,
    id: impl Fn(&RoadsideItem<'w, T>) -> &'w str,
) -> Vec<RoadsideItem<'w, T>> {
    let mut found: Vec<RoadsideItem<'w, T>> = found.collect();
    found.sort_by(|a, b| a.km.total_cmp(&b.km).then(a.lane.cmp(b.lane)).then_with(|| id(a).cmp(id(b))));
    found
}

#[cfg(test)]
mod tests;
