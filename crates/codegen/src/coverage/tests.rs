use super::{airports, bulletins, markdown, networks, roads};

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
    assert_eq!(networks(&vermont), ["`metar`"], "SNOTEL has stations only in the west");
}

#[test]
fn roads_cover_their_region() {
    assert_eq!(roads(&of("kirkwood")), ["`caltrans`", "`caltrans-cameras`"]);
    assert_eq!(roads(&of("levi")), ["`digitraffic`", "`digitraffic-cameras`"]);
    assert_eq!(roads(&of("alta")), ["`utah-511` (key)"]);
    assert_eq!(roads(&of("crystal-mountain")), ["`wsdot` (key)"]);
    assert_eq!(roads(&of("vail")), ["`cotrip` (key)"]);
    assert_eq!(roads(&of("verbier")), [""; 0]);
}

#[test]
fn issuer_precedes_aggregate() {
    assert_eq!(bulletins(&of("verbier")), ["CH-4115", "`slf-bulletin`", "`eaws`"]);
    assert_eq!(bulletins(&of("baqueira-beret")), ["ES-CT-L-01", "`lauegi`", "`eaws`"]);
    assert_eq!(bulletins(&of("chamonix-brevent-flegere")), ["FR-03", "`meteo-france-bra` (key)", "`eaws`"]);
    assert_eq!(bulletins(&of("hemsedal")), ["NO-3032", "`varsom`", "`eaws`"]);
    assert_eq!(bulletins(&of("alta")), ["`avalanche-org`"]);
    assert_eq!(bulletins(&of("whistler-blackcomb")), ["`avalanche-canada`"]);
    assert_eq!(bulletins(&of("niseko-united")), [""; 0]);
}

#[test]
fn airports_match_the_service() {
    assert!(airports(&of("alta"))[0].starts_with("SLC "), "{:?}", airports(&of("alta")));
}
