//! The table of lanes: the one ordered list that documentation, configuration, ingest and health iterate over.
//!
//! A new upstream is a file that implements [`Lane`] and a line in one of the tables. A station network also implements
//! [`StationNetwork`] and is listed in [`NETWORKS`].

use crate::avalanche::avalanche_canada::AvalancheCanada;
use crate::avalanche::avalanche_org::AvalancheOrg;
use crate::avalanche::eaws::Eaws;
use crate::avalanche::issuers;
use crate::avalanche::meteo_france::MeteoFrance;
use crate::avalanche::varsom::Varsom;
use crate::credit::Credit;
use crate::lane::{Lane, PollSchedule};
use crate::network::StationNetwork;
use crate::travel_iq::{self, TravelIq};

/// Every station network, in the order of the documentation. Add a line here for a new one.
pub static NETWORKS: [&dyn StationNetwork; 6] = [
    &crate::snotel::Snotel,
    &crate::slf::Slf,
    &crate::metar::Metar,
    &crate::swob::Swob,
    &crate::tawes::Tawes,
    &crate::amedas::Amedas,
];

/// The lane of the forecasts.
pub static FORECAST: &dyn Lane = &crate::open_meteo::OpenMeteo;
/// The lane of past winters.
pub static CLIMATE: &dyn Lane = &crate::open_meteo::archive::Archive;

/// The lane of El Niño and La Niña.
pub static ENSO: &dyn Lane = &crate::enso::Enso;
/// The lane of freely licensed photos.
pub static COMMONS: &dyn Lane = &crate::commons::Commons;

/// The lanes that are not station networks.
static OTHERS: [&dyn Lane; 28] = [
    FORECAST,
    CLIMATE,
    ENSO,
    &crate::caltrans::Caltrans,
    &crate::caltrans::cameras::CaltransCameras,
    &crate::digitraffic::Digitraffic,
    &crate::digitraffic::cameras::DigitrafficCameras,
    &crate::wsdot::Wsdot,
    &crate::cotrip::Cotrip,
    &travel_iq::UTAH,
    &travel_iq::NEVADA,
    &travel_iq::IDAHO,
    &travel_iq::ALASKA,
    &travel_iq::WISCONSIN,
    &travel_iq::NEW_YORK,
    &issuers::EUREGIO,
    &issuers::LAWINEN_WARNUNG,
    &issuers::AINEVA,
    &issuers::SLF,
    &issuers::ARAGON,
    &issuers::LAUEGI,
    &issuers::LAVINY,
    &Varsom,
    &MeteoFrance,
    &AvalancheOrg,
    &AvalancheCanada,
    &Eaws,
    COMMONS,
];

/// A road lane, and the countries (ISO 3166-1 alpha-2) and states that it covers.
#[derive(Clone, Copy)]
pub struct RoadLane {
    pub lane: &'static dyn Lane,
    /// Returns whether the lane covers a country or state.
    pub covers: fn(&str, Option<&str>) -> bool,
}

/// Every road lane. Add a line here for a new one.
pub static ROADS: [RoadLane; 12] = [
    RoadLane { lane: &crate::caltrans::Caltrans, covers: crate::caltrans::covers },
    RoadLane { lane: &crate::caltrans::cameras::CaltransCameras, covers: crate::caltrans::covers },
    RoadLane { lane: &crate::digitraffic::Digitraffic, covers: crate::digitraffic::covers },
    RoadLane { lane: &crate::digitraffic::cameras::DigitrafficCameras, covers: crate::digitraffic::covers },
    RoadLane { lane: &crate::wsdot::Wsdot, covers: crate::wsdot::covers },
    RoadLane { lane: &crate::cotrip::Cotrip, covers: crate::cotrip::covers },
    of_state(&travel_iq::UTAH, |country, state| travel_iq::UTAH.covers(country, state)),
    of_state(&travel_iq::NEVADA, |country, state| travel_iq::NEVADA.covers(country, state)),
    of_state(&travel_iq::IDAHO, |country, state| travel_iq::IDAHO.covers(country, state)),
    of_state(&travel_iq::ALASKA, |country, state| travel_iq::ALASKA.covers(country, state)),
    of_state(&travel_iq::WISCONSIN, |country, state| travel_iq::WISCONSIN.covers(country, state)),
    of_state(&travel_iq::NEW_YORK, |country, state| travel_iq::NEW_YORK.covers(country, state)),
];

const fn of_state(lane: &'static TravelIq, covers: fn(&str, Option<&str>) -> bool) -> RoadLane {
    RoadLane { lane, covers }
}

/// Every lane, in the order of the documentation: first the others, then the station networks.
pub static LANES: [&dyn Lane; OTHERS.len() + NETWORKS.len()] = {
    let mut lanes = [OTHERS[0]; OTHERS.len() + NETWORKS.len()];
    let mut index = 0;
    while index < lanes.len() {
        lanes[index] = if index < OTHERS.len() { OTHERS[index] } else { NETWORKS[index - OTHERS.len()] };
        index += 1;
    }
    lanes
};

/// Returns the lane with this identifier.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Lane> {
    LANES.into_iter().find(|lane| lane.meta().id == id)
}

/// Returns the station network with this identifier.
#[must_use]
pub fn find_network(id: &str) -> Option<&'static dyn StationNetwork> {
    NETWORKS.into_iter().find(|network| network.meta().id == id)
}

/// Returns the milliseconds without a success after which a source counts as silent. `name` is a lane, a part of a lane
/// (`enso/roni`), or a lift feed, which is not a lane.
#[must_use]
pub fn silent_ms(name: &str) -> i64 {
    let lane = name.split('/').next().and_then(find);
    lane.map_or(PollSchedule::SILENT_MS, |lane| lane.meta().rhythm.silent_ms)
}

/// Returns the age in milliseconds above which the newest value of a source shows that the upstream is no longer
/// updated; `None` for sources whose values may be old, such as bulletins out of season. Stations measure all year.
#[must_use]
pub fn old_ms(name: &str) -> Option<i64> {
    find_network(name).map(|network| network.meta().rhythm.silent_ms)
}

/// Returns every credit of every lane, in the lanes' order, without repetition.
#[must_use]
pub fn credits() -> Vec<Credit> {
    let mut out: Vec<Credit> = Vec::new();
    for lane in LANES {
        let meta = lane.meta();
        for credit in core::iter::once(&meta.credit).chain(meta.providers) {
            if !out.contains(credit) {
                out.push(*credit);
            }
        }
    }
    out
}
