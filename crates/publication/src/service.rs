//! The identity of the service and its credits: only the sources that feed it.

use evidence::{DayLog, Form as _};
use ingest::cameras;
use ingest::documents::facts;
use operations::API_PREFIX;
use sources::lanes;
use world::Service;
use world::avalanche::Regions;
use world::credits::{AllCredits, Credit, DocumentCredits, NetworkCredits, ServiceCredit};
use world::lodging::Partner;
use world::pictures::Camera;

/// Suffix of the name of a service with simulated weather, and so in every envelope.
pub const SYNTHETIC_SUFFIX: &str = " (synthetic data)";

/// Identity of a deployment.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Name, shown in every answer.
    pub name: String,
    /// Base URL without a trailing slash.
    pub base_url: String,
    /// Whether the weather is simulated.
    pub synthetic: bool,
    /// Lanes of stations that feed it.
    pub stations: Vec<&'static str>,
    /// Lanes of documents that feed it.
    pub documents: Vec<&'static str>,
    /// Cameras that are shown.
    pub cameras: Vec<Camera>,
    /// Partners whose lodging searches are linked.
    pub lodging: Vec<Partner>,
    /// Avalanche warning regions of a file.
    pub regions: Regions,
}

/// Returns the service of a deployment with its credits; the caller adds the credits of resorts' own feeds.
#[must_use]
pub fn service(options: Options) -> Service {
    let name =
        if options.synthetic { format!("{}{SYNTHETIC_SUFFIX}", options.name) } else { options.name.clone() };
    Service {
        credits: AllCredits {
            service: ServiceCredit { text: format!("Data by {name}"), url: options.base_url.clone() },
            terms_url: format!("{}{API_PREFIX}/credits", options.base_url),
            catalogue: catalogue_credits(),
            // Only the lanes that feed this service: a credit for data that is not shown would be untrue.
            forecast: of_lane(&options, lanes::FORECAST.meta()),
            climate: of_lane(&options, lanes::CLIMATE.meta()),
            documents: documents(&options),
            stations: stations(&options),
            feeds: Vec::new(),
        },
        name,
        base_url: options.base_url,
        synthetic: options.synthetic,
        has_previews: false,
        lodging: options.lodging,
        regions: options.regions,
        cameras: options.cameras,
    }
}

/// Returns the credits of a lane and of the sources that it passes on.
fn of_lane(options: &Options, meta: &sources::Meta) -> Vec<Credit> {
    if options.synthetic {
        return vec![simulated(&options.base_url)];
    }
    std::iter::once(&meta.credit)
        .chain(meta.providers)
        .map(|credit| Credit {
            name: credit.name.to_owned(),
            url: credit.url.to_owned(),
            licence: credit.licence.to_owned(),
            licence_url: credit.licence_url.map(str::to_owned),
            text: credit.text.to_owned(),
        })
        .collect()
}

/// Returns the credits of the enabled lanes of documents.
fn documents(options: &Options) -> Vec<DocumentCredits> {
    let is_asked = |id: &str| options.documents.contains(&id);
    let lanes = facts().filter(|lane| is_asked(lane.meta.id));
    let asked = lanes.map(|lane| DocumentCredits {
        kind: lane.kind,
        lane: lane.meta.id,
        credits: if lane.is_credited { of_lane(options, lane.meta) } else { Vec::new() },
    });
    // The service's own log of days needs no credit.
    let own = DocumentCredits { kind: DayLog::NAME, lane: DayLog::NAME, credits: Vec::new() };
    // Reels are the service's own; their cameras' owners are credited individually.
    let reels = DocumentCredits { kind: evidence::Reels::NAME, lane: cameras::LANE, credits: Vec::new() };
    // Data of resorts about themselves is theirs, and marked as theirs wherever it is shown.
    let voices = DocumentCredits {
        kind: evidence::ResortStatementsForm::NAME,
        lane: evidence::ResortStatementsForm::NAME,
        credits: Vec::new(),
    };
    asked.chain([own, reels, voices]).collect()
}

/// Returns the credits of the enabled networks.
fn stations(options: &Options) -> Vec<NetworkCredits> {
    let networks = options.stations.iter().filter_map(|lane| lanes::find_network(lane));
    networks
        .map(|network| NetworkCredits {
            network: network.meta().id.to_owned(),
            credits: of_lane(options, network.meta()),
        })
        .collect()
}

/// Credits simulated data to the service itself.
#[must_use]
pub fn simulated(base_url: &str) -> Credit {
    Credit {
        name: "Simulated weather".to_owned(),
        url: base_url.to_owned(),
        licence: "none: synthetic".to_owned(),
        licence_url: None,
        text: "Synthetic weather made by this server; not real".to_owned(),
    }
}

fn catalogue_credits() -> Vec<Credit> {
    let odbl = Some("https://opendatacommons.org/licenses/odbl/1-0/".to_owned());
    vec![
        Credit {
            name: "OpenStreetMap".to_owned(),
            url: "https://www.openstreetmap.org/copyright".to_owned(),
            licence: "ODbL 1.0".to_owned(),
            licence_url: odbl.clone(),
            text: "© OpenStreetMap contributors".to_owned(),
        },
        Credit {
            name: "OpenSkiMap".to_owned(),
            url: "https://openskimap.org".to_owned(),
            licence: "ODbL 1.0".to_owned(),
            licence_url: odbl,
            text: "OpenSkiMap.org".to_owned(),
        },
    ]
}
