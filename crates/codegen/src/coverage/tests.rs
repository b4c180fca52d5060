//! Tests of the page of coverage.

use super::{airports, markdown, networks, roads};

fn of(slug: &str) -> catalogue::Resort {
    catalogue::embedded().unwrap().into_iter().find(|resort| resort.slug == slug).unwrap()
}

#[test]
fn every_resort_has_one_row() {
    let page = markdown();
    for resort in catalogue::embedded().unwrap() {
        assert_eq!(page.matches(&format!("(`{}`)", resort.slug)).count(), 1, "{}", resort.slug);
    }
}

#[test]
fn networks_cover_their_own_countries() {
    assert_eq!(networks(&of("alta")), ["`snotel`", "`metar`"]);
    assert_eq!(networks(&of("zermatt")), ["`slf`", "`metar`"]);
    assert_eq!(networks(&of("niseko-united")), ["`metar`", "`amedas`"]);
    assert_eq!(networks(&of("valle-nevado")), ["`metar`"]);
    let vermont = of("killington");
    assert_eq!(networks(&vermont), ["`metar`"], "SNOTEL stands in the west alone");
}

#[test]
fn roads_cover_their_own_state_or_country() {
    assert_eq!(roads(&of("kirkwood")), ["`caltrans`", "`caltrans-cameras`"]);
    assert_eq!(roads(&of("levi")), ["`digitraffic`", "`digitraffic-cameras`"]);
    assert_eq!(roads(&of("alta")), [""; 0]);
}

#[test]
fn airports_are_those_that_the_service_names() {
    assert!(airports(&of("alta"))[0].starts_with("SLC "), "{:?}", airports(&of("alta")));
}
