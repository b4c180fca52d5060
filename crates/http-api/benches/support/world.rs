//! A world of any size from the embedded catalogue, with complete evidence for every resort.

use std::sync::Arc;

use catalogue::Resort;
use conditions_core::policy::Policy;
use publication::service::{self, Options};
use sources::NETWORKS;
use world::{ResortEvidence, Service, World};

#[path = "../../../conditions-core/benches/support/full.rs"]
pub(crate) mod full;

/// Returns the service of an unconfigured deployment, with the credits of every station network.
pub(crate) fn service() -> Arc<Service> {
    Arc::new(service::service(Options {
        name: "Open Snow Conditions".to_owned(),
        base_url: "http://127.0.0.1:8080".to_owned(),
        stations: NETWORKS.iter().map(|network| network.meta().id).collect(),
        ..Options::default()
    }))
}

/// Returns `count` resorts: those of the catalogue, then copies of them under other slugs.
pub(crate) fn resorts(count: usize) -> Result<Vec<Resort>, Box<dyn std::error::Error>> {
    let embedded = catalogue::embedded()?;
    let again = (0..).flat_map(|round| {
        embedded.iter().map(move |resort| match round {
            0 => resort.clone(),
            _ => Resort { slug: format!("{}-{round}", resort.slug), ..resort.clone() },
        })
    });
    Ok(again.take(count).collect())
}

/// Builds a world of `count` resorts.
pub(crate) fn world(count: usize, service: Arc<Service>) -> Result<World, Box<dyn std::error::Error>> {
    let held = resorts(count)?.into_iter().zip(0..).map(|(resort, number)| {
        let (_, evidence) = full::resort(number);
        Arc::new(ResortEvidence::new(resort, evidence))
    });
    Ok(World::new(service, Arc::new(Policy::contract()), held.collect(), full::NOW))
}
