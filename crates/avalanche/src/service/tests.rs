//! Tests of the service named for a place.

use super::*;
use crate::resorts;

#[test]
fn resorts_with_region_have_a_service() {
    for (slug, region) in resorts() {
        let service = Service::for_place(Some(region), "", None);
        assert!(service.is_some_and(|service| service.page.starts_with("https://")), "{slug} in {region}");
    }
}

#[test]
fn closest_service_is_named() {
    let name = |region: &str| Service::for_region(region).map(|service| service.name);
    assert_eq!(name("AT-07-14-02"), Some("Avalanche Warning Service Tyrol"));
    assert_eq!(name("ES-CT-L-01"), Some("Lauegi, Conselh Generau d'Aran"));
    assert_eq!(name("ES-CT-PA"), Some("Institut Cartogràfic i Geològic de Catalunya"));
    assert_eq!(name("ES-CL"), Some("AEMET"));
    assert_eq!(name("AT-07X"), None);
    assert_eq!(name("JP-01"), None);
    let place = |country: &str, state| Service::for_place(None, country, state).map(|service| service.region);
    assert_eq!(place("US", Some("Utah")), Some("US"));
    assert_eq!(place("CA", Some("Alberta")), Some("CA"));
    assert_eq!(place("CA", Some("Quebec")), None);
    assert_eq!(place("AT", None), None, "its region is not known");
}
