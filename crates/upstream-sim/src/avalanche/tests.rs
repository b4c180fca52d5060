//! Tests of the files with the readers of the real ones.

use sources::DocumentLane;
use sources::avalanche::avalanche_canada::AvalancheCanada;
use sources::avalanche::avalanche_org::AvalancheOrg;
use sources::avalanche::eaws::Eaws;
use sources::avalanche::issuers;
use sources::avalanche::varsom::Varsom;

use super::*;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

/// Answers a request for a path with its query.
fn respond(world: &World, address: &str, now: Timestamp) -> Option<SimResponse> {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    handle(world, path, query, now)
}

fn of(
    issuer: &str,
    fault: Option<BulletinFault>,
    now: &str,
) -> Result<::avalanche::Bulletins, sources::ParseError> {
    let traps = fault.map(|fault| BulletinTrap { issuer: issuer.to_owned(), fault });
    let world = World { seed: 5, bulletin_traps: traps.into_iter().collect(), ..World::default() };
    let lane = issuers::ISSUERS
        .into_iter()
        .find(|lane| lane.feeds.iter().any(|feed| feed.region == issuer))
        .unwrap();
    let subjects = lane.subjects(at(now));
    let subject = subjects.iter().find(|subject| subject.name == issuer).unwrap();
    lane.document(subject, &respond(&world, &subject.request.path, at(now)).unwrap().body)
}

#[test]
fn issuers_publish_in_winter() {
    let mut bulletins = 0;
    for feed in issuers::ISSUERS.iter().flat_map(|lane| lane.feeds) {
        let winter = of(feed.region, None, "2026-01-10T12:00:00Z").unwrap();
        let now = at("2026-01-10T12:00:00Z");
        assert!(
            winter.bulletins.iter().all(|bulletin| bulletin.valid.unwrap().contains(now)),
            "{}",
            feed.region
        );
        bulletins += winter.bulletins.len();
        assert!(of(feed.region, None, "2026-07-10T12:00:00Z").unwrap().bulletins.is_empty());
    }
    assert!(bulletins > 60, "{bulletins}");
}

#[test]
fn traps_take_effect() {
    let now = "2026-01-10T12:00:00Z";
    let well = of("AT-07", None, now).unwrap();
    let wrong = of("AT-07", Some(BulletinFault::WrongWord), now).unwrap();
    assert_eq!(wrong.bulletins.len() + 1, well.bulletins.len(), "its neighbours stay");
    let back = of("AT-07", Some(BulletinFault::GoesBack), now).unwrap();
    assert!(back.goes_back(&well).is_some());
    let frozen = of("AT-07", Some(BulletinFault::Frozen(at("2026-01-05T12:00:00Z"))), now).unwrap();
    assert!(frozen.bulletins.iter().all(|bulletin| !bulletin.valid.unwrap().contains(at(now))));
    let scripted = of("AT-07", Some(BulletinFault::Script), now).unwrap();
    let texts =
        |bulletin: &::avalanche::Bulletin| (bulletin.headline.clone().unwrap(), bulletin.link.clone());
    let (headline, link) = texts(&scripted.bulletins[0]);
    assert_eq!(headline, "Synthetic: says nothing about the world.");
    assert_eq!(link.as_deref(), Some("https://avalanche.report/"), "the issuer's own page in its place");
    for fault in [BulletinFault::NoSnow, BulletinFault::NoRatings] {
        let none = of("AT-07", Some(fault), now).unwrap();
        assert!(none.bulletins.iter().all(|bulletin| bulletin.highest().is_none()), "{fault:?}");
    }
}

#[test]
fn aggregate_has_a_file_per_day() {
    let world = World { seed: 5, ..World::default() };
    let read = |now: &str| {
        let subjects = Eaws.subjects(at(now));
        subjects
            .iter()
            .map(|subject| {
                let answer = respond(&world, &subject.request.path, at(now)).unwrap();
                (answer.status == 200).then(|| Eaws.document(subject, &answer.body).unwrap().bulletins.len())
            })
            .collect::<Vec<_>>()
    };
    let morning = read("2026-01-10T09:00:00Z");
    assert!(morning[0].is_some_and(|bulletins| bulletins > 10) && morning[1].is_none(), "{morning:?}");
    assert!(read("2026-01-10T16:00:00Z").iter().all(Option::is_some));
    assert_eq!(read("2026-07-10T16:00:00Z"), [None, None]);
}

/// Returns the document that a lane of one subject reads from its simulated response.
fn of_lane<L: DocumentLane<Value = ::avalanche::Bulletins>>(
    lane: &L,
    issuer: &str,
    fault: Option<BulletinFault>,
    now: &str,
) -> ::avalanche::Bulletins {
    let traps = fault.map(|fault| BulletinTrap { issuer: issuer.to_owned(), fault });
    let world = World { seed: 5, bulletin_traps: traps.into_iter().collect(), ..World::default() };
    let subject = lane.subjects(at(now)).remove(0);
    lane.document(&subject, &respond(&world, &subject.request.path, at(now)).unwrap().body).unwrap()
}

fn rated(document: &::avalanche::Bulletins) -> usize {
    document.bulletins.iter().filter(|bulletin| bulletin.highest().is_some()).count()
}

#[test]
fn norway_warns_for_two_days() {
    let of = |fault, now| of_lane(&Varsom, "NO", fault, now);
    let morning = of(None, "2026-01-10T09:00:00Z");
    let afternoon = of(None, "2026-01-10T16:00:00Z");
    assert!(rated(&morning) > 3, "{morning:?}");
    assert_eq!(rated(&afternoon), 2 * rated(&morning));
    assert_eq!(morning.bulletins.len(), rated(&morning), "an unwritten warning for tomorrow is dropped");
    let summer = of(None, "2026-07-10T09:00:00Z");
    assert_eq!((rated(&summer), summer.bulletins.len()), (0, morning.bulletins.len()));
    let wrong = of(Some(BulletinFault::WrongWord), "2026-01-10T09:00:00Z");
    assert_eq!(wrong.bulletins.len() + 1, morning.bulletins.len(), "its neighbours stay");
    let back = of(Some(BulletinFault::GoesBack), "2026-01-10T16:00:00Z");
    assert!(back.goes_back(&afternoon).is_some());
    let scripted = of(Some(BulletinFault::Script), "2026-01-10T09:00:00Z");
    assert_eq!(scripted.bulletins[0].headline.as_deref(), Some("Synthetic: says nothing about the world."));
    assert_eq!(rated(&of(Some(BulletinFault::NoRatings), "2026-01-10T09:00:00Z")), 0);
}

#[test]
fn united_states_map_has_its_traps() {
    let now = "2026-01-10T20:00:00Z";
    let map = of_lane(&AvalancheOrg, "US", None, now);
    let ids: Vec<&str> = map.bulletins.iter().map(|zone| zone.regions[0].id.as_str()).collect();
    assert!(!ids.contains(&"US-9003") && !ids.contains(&"US-9007"), "no time zone, two dangers: {ids:?}");
    assert_eq!((ids.len(), rated(&map)), (6, 4), "one out of season and one without a rating");
    assert!(map.bulletins.iter().all(|zone| zone.link.as_deref() == Some("https://example.org/")));
    let over =
        map.bulletins.iter().filter(|zone| zone.area.as_ref().unwrap().contains(40.6, -111.65)).count();
    assert_eq!(over, 2, "one overlaps another");
    assert_eq!(rated(&of_lane(&AvalancheOrg, "US", None, "2026-07-10T20:00:00Z")), 0);
    let frozen = of_lane(&AvalancheOrg, "US", Some(BulletinFault::Frozen(at("2026-01-05T20:00:00Z"))), now);
    assert!(frozen.bulletins.iter().all(|zone| zone.valid.is_none_or(|valid| !valid.contains(at(now)))));
}

#[test]
fn united_states_forecasts_fit_the_map() {
    let now = "2026-01-10T20:00:00Z";
    let world = World { seed: 5, ..World::default() };
    let map = of_lane(&AvalancheOrg, "US", None, now);
    let places = [(40.65, -111.6), (39.6, -106.0), (39.1, -120.1), (47.75, -121.1), (37.65, -119.0)];
    let details = AvalancheOrg.details(&map, &places, at(now));
    let names: Vec<&str> = details.iter().map(|detail| detail.name.as_str()).collect();
    assert_eq!(names, ["US-9001", "US-9002", "US-9004", "US-9008"], "rated zones with a resort");
    let mut whole = map.clone();
    for detail in &details {
        let answer = respond(&world, &detail.request.path, at(now)).unwrap();
        match AvalancheOrg.with_detail(whole.clone(), detail, &answer.body) {
            Ok(added) => whole = added,
            Err(error) => assert_eq!(detail.name, "US-9002", "the expired one: {error}"),
        }
    }
    let added = whole.bulletins.iter().filter(|zone| zone.issued_at.is_some()).count();
    assert_eq!((added, rated(&whole)), (2, rated(&map)), "one is a summary, one has expired");
    assert!(whole.bulletins.iter().any(|zone| zone.ratings.len() == 3));
    assert_eq!(AvalancheOrg.details(&whole, &places, at(now)).len(), 2);
    assert_eq!(AvalancheOrg.after(map, &whole), whole, "the next map keeps what was added");
}

#[test]
fn canada_covers_each_area() {
    let now = "2026-01-10T20:00:00Z";
    let of = |fault: Option<BulletinFault>, nth: usize, now: &str| {
        let traps = fault.map(|fault| BulletinTrap { issuer: "CA".to_owned(), fault });
        let world = World { seed: 5, bulletin_traps: traps.into_iter().collect(), ..World::default() };
        let subject = AvalancheCanada.subjects(at(now)).remove(nth);
        let answer = respond(&world, &subject.request.path, at(now)).unwrap();
        AvalancheCanada.document(&subject, &answer.body).unwrap()
    };
    let (grounds, forecasts) = (of(None, 0, now), of(None, 1, now));
    assert_eq!(forecasts.bulletins.len(), grounds.grounds.len() + 1, "one for an undrawn area; one rejected");
    assert_eq!(rated(&forecasts), forecasts.bulletins.len());
    assert!(forecasts.bulletins.iter().all(|forecast| forecast.valid.unwrap().contains(at(now))));
    let drawn = |id: &str| grounds.grounds.contains_key(id);
    assert_eq!(
        forecasts.bulletins.iter().filter(|one| drawn(&one.regions[0].id)).count(),
        grounds.grounds.len()
    );
    let evening = "2026-01-11T01:00:00Z";
    assert!(
        of(None, 1, evening).bulletins.iter().all(|forecast| forecast.valid.unwrap().contains(at(evening)))
    );
    assert_eq!(of(Some(BulletinFault::WrongWord), 1, now).bulletins.len() + 1, forecasts.bulletins.len());
    assert_eq!(rated(&of(None, 1, "2026-07-10T20:00:00Z")), 0);
    assert!(of(Some(BulletinFault::GoesBack), 1, now).goes_back(&forecasts).is_some());
}
