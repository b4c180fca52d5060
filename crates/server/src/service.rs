//! The service of a configuration, and the credits of the resorts' own feeds.

use catalogue::Resort;
use ingest_runner::options::CameraUpstream;
use publication::service::{self as own, simulated};
use world::Service;
use world::credits::{Credit, FeedCredit};
use world::pictures::Camera;

use crate::config::Config;

/// Returns the service of a configuration.
#[must_use]
pub fn service(config: &Config) -> Service {
    own::service(own::Options {
        name: config.service_name.clone(),
        base_url: config.base_url.clone(),
        synthetic: config.synthetic,
        stations: config.stations.iter().map(|upstream| upstream.lane).collect(),
        documents: config.documents.iter().map(|upstream| upstream.lane).collect(),
        cameras: config.cameras.iter().map(|camera| camera.camera.clone()).collect(),
        lodging: config.lodging.clone(),
        regions: config.avalanche_regions.clone(),
    })
}

/// Returns the credits of the polled resort feeds, for [`world::credits::AllCredits::feeds`]. A feed of an unknown
/// resort is left out.
#[must_use]
pub fn feeds(config: &Config, resorts: &[Resort]) -> Vec<FeedCredit> {
    let of = |slug: &str| resorts.iter().find(|resort| resort.slug == slug);
    let known = config.lifts.iter().filter_map(|feed| Some((feed, of(&feed.slug)?)));
    let lifts = known.map(|(feed, resort)| {
        let own = Credit {
            name: resort.name.clone(),
            url: resort.website.clone().unwrap_or_else(|| feed.origin()),
            licence: "the resort's own terms".to_owned(),
            licence_url: None,
            text: format!("Lifts and runs: {}", resort.name),
        };
        let credit = if config.synthetic { simulated(&config.base_url) } else { own };
        FeedCredit { slug: feed.slug.clone(), lane: feed.family.to_owned(), credit }
    });
    let of_camera = |camera: &CameraUpstream| {
        let Camera { slug, owner, page_url, .. } = &camera.camera;
        let own = Credit {
            name: owner.clone().into(),
            url: page_url.clone().unwrap_or_else(|| camera.origin()),
            licence: "the owner's own terms".to_owned(),
            licence_url: None,
            text: format!("Webcam: {}", owner.as_str()),
        };
        let credit = if config.synthetic { simulated(&config.base_url) } else { own };
        FeedCredit { slug: slug.clone(), lane: camera.camera.lane(), credit }
    };
    lifts.chain(config.cameras.iter().map(of_camera)).collect()
}

#[cfg(test)]
mod tests;
