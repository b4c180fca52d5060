//! Reads the response to a call: maps its locations to ours, and reads the series of each. An unusable location never
//! affects another one.

use conditions_core::geo::degrees_apart;
use conditions_core::hourly::HourlySeries;

use super::request::Call;
use super::series::{self, Note, Remark};
use super::split::split;
use super::wire::Location;
use super::{LANE, error};
use crate::error::{FaultPosition, Kind, ParseError};

/// Maximum distance of a grid cell's centre from the requested place, degrees of arc: half a degree is the coarsest
/// grid in use, and a neighbouring land cell may be chosen.
pub const FARTHEST_CELL_DEG: f64 = 0.5;

/// Content of a response.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// One entry per place of the call, in its order.
    pub locations: Vec<Result<LocationAnswer, ParseError>>,
    /// Remarks about the response.
    pub notes: Vec<Note>,
    /// The error at which a truncated response ends. The locations before it are used.
    pub fault: Option<ParseError>,
}

impl Answer {
    /// Returns the indices of the places without data. If the response broke off because the upstream has no data for a
    /// place ([`crate::Refusal::NoData`]), it is the first of these: a repeated call without it returns the others.
    pub fn unanswered(&self) -> impl Iterator<Item = usize> {
        self.locations.iter().enumerate().filter(|(_, location)| location.is_err()).map(|(index, _)| index)
    }
}

/// The data of one location.
#[derive(Debug, Clone, PartialEq)]
pub struct LocationAnswer {
    /// Elevation of the temperature, metres above sea level; `None` if the upstream gives none.
    pub elevation_m: Option<f64>,
    /// One series per model that has values.
    pub series: Vec<HourlySeries>,
}

impl Call {
    /// Reads the body of a response to this call.
    ///
    /// # Errors
    /// Returns an error if nothing in it is usable: not JSON, a rejection, or a response truncated before its first
    /// location is complete.
    pub fn read(&self, body: &[u8]) -> Result<Answer, ParseError> {
        let split = split(body, 2 * self.places.len())?;
        let elements: Vec<Result<Location, ParseError>> = split
            .elements
            .iter()
            .enumerate()
            .map(|(index, element)| Location::read(*element, self.whole(split.elements.len(), index)))
            .collect();
        if let [Err(only)] = elements.as_slice() {
            return Err(only.clone());
        }
        let mut notes = Vec::new();
        let placed = self.assign(elements, &mut notes);
        let missing = |index| {
            // A location that is missing because the response broke off gets that error.
            let kind = split.fault.as_ref().map_or(Kind::Missing, |fault| fault.kind.clone());
            error(FaultPosition::Location(index), kind)
        };
        let locations = placed
            .into_iter()
            .enumerate()
            .map(|(index, found)| {
                let location = found.unwrap_or_else(|| Err(missing(index)))?;
                self.location(index, &location, &mut notes)
            })
            .collect();
        Ok(Answer { locations, notes, fault: split.fault })
    }

    /// Returns the position of an element's error: with one element and one place, the whole response.
    fn whole(&self, elements: usize, index: usize) -> FaultPosition {
        if elements == 1 { FaultPosition::Body } else { FaultPosition::Location(index) }
    }

    /// Assigns the elements to places. `location_id` identifies the place; the first location has none. Without any,
    /// the order decides if the number of elements is as requested; else the coordinates do, if only one place is near.
    fn assign(
        &self,
        elements: Vec<Result<Location, ParseError>>,
        notes: &mut Vec<Note>,
    ) -> Vec<Option<Result<Location, ParseError>>> {
        let mut placed: Vec<Option<Result<Location, ParseError>>> = vec![None; self.places.len()];
        let nameless = elements.iter().flatten().filter(|location| location.id == Ok(None)).count();
        let in_order = elements.len() == self.places.len();
        let mut extra = 0;
        let mut broken = Vec::new();
        for (position, element) in elements.into_iter().enumerate() {
            let location = match element {
                Ok(location) => location,
                Err(fault) => {
                    broken.push((position, fault));
                    continue;
                }
            };
            let index = match location.id {
                Ok(Some(id)) => id,
                Ok(None) if nameless == 1 => 0,
                Ok(None) if in_order => position,
                Ok(None) | Err(_) => match self.only_place_near(&location) {
                    Some(index) => index,
                    None => {
                        broken.push((position, error(FaultPosition::Body, Kind::Ambiguous)));
                        continue;
                    }
                },
            };
            let near = self.distance(index, &location);
            match placed.get_mut(index) {
                None => extra += 1,
                Some(slot @ None) => *slot = Some(near.map(|()| location)),
                // If two elements claim the same place, the one with matching coordinates wins.
                Some(slot) => {
                    extra += 1;
                    if matches!(slot, Some(Err(_))) && near.is_ok() {
                        *slot = Some(Ok(location));
                    }
                }
            }
        }
        // An unreadable element cannot identify its place. Its position does, if that place has no data yet.
        for (position, fault) in broken {
            if let Some(slot @ None) = placed.get_mut(position) {
                *slot = Some(Err(ParseError {
                    lane: LANE,
                    at: FaultPosition::Location(position),
                    kind: fault.kind,
                }));
            }
        }
        if extra > 0 {
            notes.push(Note { location: None, remark: Remark::ExtraLocations(extra) });
        }
        placed
    }

    fn only_place_near(&self, location: &Location) -> Option<usize> {
        location.cell()?;
        let mut near = (0..self.places.len()).filter(|index| self.distance(*index, location).is_ok());
        near.next().filter(|_| near.next().is_none())
    }

    /// Checks that the grid cell is near the place, if the response states the cell.
    fn distance(&self, index: usize, location: &Location) -> Result<(), ParseError> {
        let fail = |kind| Err(error(FaultPosition::Location(index), kind));
        let Some(place) = self.places.get(index) else { return Ok(()) };
        // The upstream has omitted coordinates from complete responses. The request knows the place.
        let Some(cell) = location.cell() else { return Ok(()) };
        let far = degrees_apart(*place, cell);
        if far <= FARTHEST_CELL_DEG { Ok(()) } else { fail(Kind::TooFar(far)) }
    }

    fn location(
        &self,
        index: usize,
        location: &Location,
        notes: &mut Vec<Note>,
    ) -> Result<LocationAnswer, ParseError> {
        let (series, remarks) = series::read(location, &self.models)
            .map_err(|kind| error(FaultPosition::Location(index), kind))?;
        notes.extend(remarks.into_iter().map(|remark| Note { location: Some(index), remark }));
        Ok(LocationAnswer { elevation_m: location.elevation_m, series })
    }
}

#[cfg(test)]
mod tests;
