//! An answer to a call: which of its locations is which of ours, and the series of each. One location that cannot be
//! used never spoils another.

use conditions_core::geo::degrees_apart;
use conditions_core::hourly::HourlySeries;

use super::request::Call;
use super::series::{self, Note, Remark};
use super::split::split;
use super::wire::Location;
use super::{LANE, error};
use crate::error::{FaultPosition, Kind, ParseError};

/// How far a grid cell's centre may lie from the place asked for, degrees of arc: half a degree is the coarsest grid
/// in use, and a land cell next door may be chosen.
pub const FARTHEST_CELL_DEG: f64 = 0.5;

/// What was read of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// One entry per place of the call, in its order.
    pub locations: Vec<Result<LocationAnswer, ParseError>>,
    /// What was odd.
    pub notes: Vec<Note>,
    /// Why the answer ends before its end, when it does. The locations before that stand.
    pub fault: Option<ParseError>,
}

impl Answer {
    /// The places without an answer, by their index in the call. When the answer broke off because the upstream has
    /// no data for a place ([`crate::Refusal::NoData`]), it is the first of these: asked again without it, the others
    /// get theirs.
    pub fn unanswered(&self) -> impl Iterator<Item = usize> {
        self.locations.iter().enumerate().filter(|(_, location)| location.is_err()).map(|(index, _)| index)
    }
}

/// One location's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct LocationAnswer {
    /// Elevation that the temperature is for, metres above sea level; `None` when the upstream gives none.
    pub elevation_m: Option<f64>,
    /// One series per model that reports.
    pub series: Vec<HourlySeries>,
}

impl Call {
    /// Reads the body of an answer to this call.
    ///
    /// # Errors
    /// When nothing of it can be used: no JSON at all, a refusal, or an answer that breaks off before its first
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
            // A location that is not there because the answer broke off has that for its reason.
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

    /// Where a fault of the element lies: with one element and one place, in the answer as a whole.
    fn whole(&self, elements: usize, index: usize) -> FaultPosition {
        if elements == 1 { FaultPosition::Body } else { FaultPosition::Location(index) }
    }

    /// Sorts the elements by the place they answer for. `location_id` says it; the first location has none. Without
    /// any, order says it, provided that as many came as were asked for; else the coordinates do, where only one place
    /// is near.
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
                // Of two that claim the same place, one that lies there stands.
                Some(slot) => {
                    extra += 1;
                    if matches!(slot, Some(Err(_))) && near.is_ok() {
                        *slot = Some(Ok(location));
                    }
                }
            }
        }
        // One that does not read cannot say which it is; its position does, where that place is still without.
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

    /// Checks that the grid cell lies near the place, as far as the answer states the cell.
    fn distance(&self, index: usize, location: &Location) -> Result<(), ParseError> {
        let fail = |kind| Err(error(FaultPosition::Location(index), kind));
        let Some(place) = self.places.get(index) else { return Ok(()) };
        // The upstream has left coordinates out of answers that were complete. The request knows the place.
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
