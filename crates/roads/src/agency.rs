//! Web pages of the road agencies of countries and states: links for places that no feed covers. The service sends no
//! requests there.

/// An agency's page for travellers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Agency {
    /// ISO 3166-1 alpha-2.
    country: &'static str,
    /// The state or province; empty for the whole country.
    state: &'static str,
    pub name: &'static str,
    /// Page, https.
    pub url: &'static str,
}

/// Returns the agency of a place; a state's takes precedence over the country's.
#[must_use]
pub fn agency(country: &str, state: Option<&str>) -> Option<&'static Agency> {
    let here = |agency: &&Agency| agency.country == country;
    let of_state = AGENCIES.iter().filter(here).find(|agency| state == Some(agency.state));
    of_state.or_else(|| AGENCIES.iter().filter(here).find(|agency| agency.state.is_empty()))
}

const fn page(country: &'static str, state: &'static str, name: &'static str, url: &'static str) -> Agency {
    Agency { country, state, name, url }
}

static AGENCIES: &[Agency] = &[
    page("US", "Alaska", "Alaska 511", "https://511.alaska.gov/"),
    page("US", "Arizona", "Arizona 511", "https://www.az511.gov/"),
    page("US", "California", "Caltrans QuickMap", "https://quickmap.dot.ca.gov/"),
    page("US", "Colorado", "COtrip", "https://www.cotrip.org/"),
    page("US", "Idaho", "Idaho 511", "https://511.idaho.gov/"),
    page("US", "Maine", "New England 511", "https://newengland511.org/"),
    page("US", "Minnesota", "Minnesota 511", "https://511mn.org/"),
    page("US", "Montana", "Montana 511", "https://www.511mt.net/"),
    page("US", "Nevada", "Nevada 511", "https://www.nvroads.com/"),
    page("US", "New Hampshire", "New England 511", "https://newengland511.org/"),
    page("US", "New Mexico", "NMRoads", "https://www.nmroads.com/"),
    page("US", "New York", "511NY", "https://511ny.org/"),
    page("US", "Oregon", "TripCheck", "https://www.tripcheck.com/"),
    page("US", "Pennsylvania", "511PA", "https://www.511pa.com/"),
    page("US", "Utah", "UDOT Traffic", "https://www.udottraffic.utah.gov/"),
    page("US", "Vermont", "New England 511", "https://newengland511.org/"),
    page("US", "Washington", "WSDOT mountain passes", "https://wsdot.com/travel/real-time/mountainpasses"),
    page("US", "Wyoming", "Wyoming 511", "https://www.wyoroad.info/"),
    page("CA", "Alberta", "511 Alberta", "https://511.alberta.ca/"),
    page("CA", "British Columbia", "DriveBC", "https://www.drivebc.ca/"),
    page("CA", "Ontario", "Ontario 511", "https://511on.ca/"),
    page("CA", "Quebec", "Québec 511", "https://www.quebec511.info/"),
    page("AT", "", "ASFINAG", "https://www.asfinag.at/"),
    page("CH", "", "Touring Club Suisse", "https://www.tcs.ch/"),
    page("ES", "", "DGT", "https://infocar.dgt.es/"),
    page("FI", "", "Fintraffic", "https://liikennetilanne.fintraffic.fi/"),
    page("FR", "", "Bison Futé", "https://www.bison-fute.gouv.fr/"),
    page("GB", "Scotland", "Traffic Scotland", "https://www.traffic.gov.scot/"),
    page("IS", "", "Vegagerðin", "https://umferdin.is/"),
    page("JP", "", "JARTIC", "https://www.jartic.or.jp/"),
    page("NO", "", "Statens vegvesen", "https://www.vegvesen.no/trafikk/"),
    page("NZ", "", "NZTA Journeys", "https://www.journeys.nzta.govt.nz/"),
    page("SE", "", "Trafikverket", "https://www.trafikverket.se/"),
];

#[cfg(test)]
mod tests;
