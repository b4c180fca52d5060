//! The places that a search knows: towns, hubs and states of the rows, every country, and the states of countries where
//! people write them next to a name.
//!
//! A place without a resort is known too: "Crystal Mountain Michigan" is not the one in Washington.

use std::collections::BTreeMap;

use super::Part;
use crate::country::{COUNTRIES, OTHER_NAMES};
use crate::name_text::compact;
use crate::resort::Resort;
use crate::state::other_names;

/// A place by its comparable name.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) part: Part,
    /// Name as written.
    pub(super) text: String,
}

/// States and provinces of North America.
const STATES: &[&str] = &[
    "Alabama",
    "Alaska",
    "Alberta",
    "Arizona",
    "Arkansas",
    "British Columbia",
    "California",
    "Colorado",
    "Connecticut",
    "Delaware",
    "Florida",
    "Georgia",
    "Hawaii",
    "Idaho",
    "Illinois",
    "Indiana",
    "Iowa",
    "Kansas",
    "Kentucky",
    "Louisiana",
    "Maine",
    "Manitoba",
    "Maryland",
    "Massachusetts",
    "Michigan",
    "Minnesota",
    "Mississippi",
    "Missouri",
    "Montana",
    "Nebraska",
    "Nevada",
    "New Brunswick",
    "New Hampshire",
    "New Jersey",
    "New Mexico",
    "New York",
    "Newfoundland and Labrador",
    "North Carolina",
    "North Dakota",
    "Nova Scotia",
    "Ohio",
    "Oklahoma",
    "Ontario",
    "Oregon",
    "Pennsylvania",
    "Quebec",
    "Rhode Island",
    "Saskatchewan",
    "South Carolina",
    "South Dakota",
    "Tennessee",
    "Texas",
    "Utah",
    "Vermont",
    "Virginia",
    "Washington",
    "West Virginia",
    "Wisconsin",
    "Wyoming",
    "Yukon",
];

/// Returns every place with the positions of its resorts, ascending.
pub(super) fn of_resorts(resorts: &[&Resort]) -> Vec<(Place, Vec<u32>)> {
    let mut places = Places::default();
    for state in STATES {
        places.know(Part::State, state);
    }
    // The tests read the embedded table; a failure would only lose alternative names.
    let hubs = crate::hubs().unwrap_or_default();
    for (resort, number) in resorts.iter().zip(0..) {
        let names = resort.places.iter().map(|town| (Part::Town, town));
        for (part, text) in names.chain(resort.state.iter().map(|state| (Part::State, state))) {
            places.lies(part, text, number);
        }
        for name in resort.state.iter().flat_map(|state| other_names(state)) {
            places.lies(Part::State, name, number);
        }
        if let Some(slug) = &resort.hub {
            places.lies(Part::Hub, slug, number);
            for hub in hubs.iter().filter(|hub| hub.slug == *slug) {
                let names = std::iter::once(&hub.name).chain(&hub.aliases);
                names.for_each(|name| places.lies(Part::Hub, name, number));
            }
        }
    }
    for country in COUNTRIES {
        let others = OTHER_NAMES.iter().filter(|(_, code)| *code == country.code).map(|(name, _)| *name);
        for name in std::iter::once(country.name).chain(others) {
            places.know(Part::Country, name);
            for (_, number) in resorts.iter().zip(0..).filter(|(resort, _)| resort.country == country.code) {
                places.lies(Part::Country, name, number);
            }
        }
    }
    places.0.into_values().collect()
}

/// Places by kind and comparable name, which distinguishes the state of Georgia from the country.
#[derive(Default)]
struct Places(BTreeMap<(Part, String), (Place, Vec<u32>)>);

impl Places {
    fn know(&mut self, part: Part, text: &str) -> &mut Vec<u32> {
        let place = || (Place { part, text: text.to_owned() }, Vec::new());
        &mut self.0.entry((part, compact(text))).or_insert_with(place).1
    }

    fn lies(&mut self, part: Part, text: &str, resort: u32) {
        let resorts = self.know(part, text);
        if resorts.last() != Some(&resort) {
            resorts.push(resort);
        }
    }
}
