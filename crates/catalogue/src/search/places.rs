//! The places that a search knows: towns, hubs and states of the rows, every country, and the states of countries where
//! people write them next to a name.
//!
//! A place without a resort is known too: "Crystal Mountain Michigan" is not the one in Washington.

use std::collections::{BTreeMap, HashMap};

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
    // The tests read the embedded table; a failure would only lose alternative names.
    let hubs = crate::hubs().unwrap_or_default();
    let mut places = Places::default();
    for state in STATES {
        places.know(Part::State, state);
    }
    let mut by_country: HashMap<&str, Vec<u32>> = HashMap::new();
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
        by_country.entry(&resort.country).or_default().push(number);
    }
    for country in COUNTRIES {
        let others = OTHER_NAMES.iter().filter(|(_, code)| *code == country.code).map(|(name, _)| *name);
        for name in std::iter::once(country.name).chain(others) {
            places.know(Part::Country, name);
            for number in by_country.get(country.code).into_iter().flatten() {
                places.lies(Part::Country, name, *number);
            }
        }
    }
    places.into_sorted()
}

/// Places in the order in which they were met.
#[derive(Default)]
struct Places<'a> {
    places: Vec<(Place, Vec<u32>)>,
    /// Positions by kind and comparable name: the state of Georgia is not the country.
    by_name: BTreeMap<(Part, String), usize>,
    /// Positions by kind and text: most resorts share their places with others.
    by_text: HashMap<(Part, &'a str), usize>,
}

impl<'a> Places<'a> {
    fn know(&mut self, part: Part, text: &'a str) -> Option<&mut Vec<u32>> {
        let (places, by_name) = (&mut self.places, &mut self.by_name);
        let at = *self.by_text.entry((part, text)).or_insert_with(|| {
            *by_name.entry((part, compact(text))).or_insert_with(|| {
                places.push((Place { part, text: text.to_owned() }, Vec::new()));
                places.len() - 1
            })
        });
        places.get_mut(at).map(|(_, resorts)| resorts)
    }

    fn lies(&mut self, part: Part, text: &'a str, resort: u32) {
        let resorts = self.know(part, text).filter(|resorts| resorts.last() != Some(&resort));
        if let Some(resorts) = resorts {
            resorts.push(resort);
        }
    }

    /// Returns them in the order of their comparable names.
    fn into_sorted(self) -> Vec<(Place, Vec<u32>)> {
        let mut places = self.places.into_iter().map(Some).collect::<Vec<_>>();
        self.by_name.into_values().filter_map(|at| places.get_mut(at)?.take()).collect()
    }
}
