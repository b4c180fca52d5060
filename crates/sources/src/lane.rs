//! The table of upstreams: what every lane says about itself, and the one ordered list that everything folds over.
//!
//! A new upstream is a file that implements [`Lane`] and a line in one of the tables; a network of stations also
//! implements [`StationNetwork`] and stands in [`NETWORKS`].

use crate::credit::Credit;
use crate::error::ParseError;
use crate::observed::Observations;
use crate::station::StationNetwork;

/// What a lane is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta {
    /// Identifier, kebab-case, unique.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// What it measures or models.
    pub measures: &'static str,
    /// How often it is asked.
    pub every: &'static str,
    /// What it allows.
    pub limits: &'static str,
    /// The credit that its terms demand.
    pub credit: Credit,
    /// Whose data it passes on, to be credited beside it.
    pub providers: &'static [Credit],
    /// Terms of use.
    pub terms: &'static str,
    /// Where it is asked unless the configuration says otherwise.
    pub base_url: &'static str,
    /// Its documentation.
    pub docs: &'static str,
}

/// An upstream.
pub trait Lane: Sync {
    /// What it is.
    fn meta(&self) -> &'static Meta;

    /// Every value of an answer, in the upstream's own names and units, without knowing the request.
    ///
    /// # Errors
    /// When nothing of the answer can be read. A part that cannot be read is left out.
    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError>;

    /// As [`Lane::observations`], of a file: some upstreams tell the time in the name alone.
    ///
    /// # Errors
    /// As there.
    fn observations_of_file(&self, name: &str, body: &[u8]) -> Result<Observations, ParseError> {
        let _ = name;
        self.observations(body)
    }
}

/// Every network of stations, in the order of the documentation: a new one is a line here.
pub static NETWORKS: [&dyn StationNetwork; 6] = [
    &crate::snotel::Snotel,
    &crate::slf::Slf,
    &crate::metar::Metar,
    &crate::swob::Swob,
    &crate::tawes::Tawes,
    &crate::amedas::Amedas,
];

/// The lanes that are no networks of stations.
static OTHERS: [&dyn Lane; 4] = [
    &crate::open_meteo::OpenMeteo,
    &crate::open_meteo::archive::Archive,
    &crate::nws::Nws,
    &crate::enso::Enso,
];

/// Every lane, in the order of the documentation: first the others, then the networks of stations.
pub static LANES: [&dyn Lane; OTHERS.len() + NETWORKS.len()] = {
    let mut lanes = [OTHERS[0]; OTHERS.len() + NETWORKS.len()];
    let mut index = 0;
    while index < lanes.len() {
        lanes[index] = if index < OTHERS.len() { OTHERS[index] } else { NETWORKS[index - OTHERS.len()] };
        index += 1;
    }
    lanes
};

/// The lane with this identifier.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Lane> {
    LANES.into_iter().find(|lane| lane.meta().id == id)
}

/// The network of stations with this identifier.
#[must_use]
pub fn find_network(id: &str) -> Option<&'static dyn StationNetwork> {
    NETWORKS.into_iter().find(|network| network.meta().id == id)
}
