//! Tests of the lift feeds and their traps with the families' own parsers.

use conditions_core::evidence::Claim;
use conditions_core::record::Band;
use conditions_core::time::{HOUR_MS, Timestamp};
use sources::lifts::{Report, ReportTime, State, find};
use sources::robots::{Rules, TOKEN};
use upstream_sim::{Family, LiftArea, LiftTrap, Robots, SimResponse, World, handle};

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T18:20:00Z").unwrap()
}

fn ask(family: Family, trap: Option<LiftTrap>) -> SimResponse {
    let area = LiftArea {
        key: "synthetic".to_owned(),
        family,
        lat: 39.6,
        lon: -106.4,
        elevation_m: 3_200.0,
        zone: chrono_tz::America::Denver,
        lifts: 20,
        runs: 60,
        trap,
    };
    let world = World { seed: 1, lift_areas: vec![area], ..World::default() };
    let answer = handle(&world, "/lift-feeds/synthetic", "", now(), 0);
    assert!(answer.headers.contains(&("X-Synthetic", "true".to_owned())));
    answer
}

fn read(family: Family, trap: Option<LiftTrap>) -> Result<Report, sources::ParseError> {
    find(family.id()).unwrap().read(&ask(family, trap).body)
}

#[test]
fn every_family_is_complete() {
    for family in Family::ALL {
        let report = read(family, None).unwrap();
        let id = family.id();
        let counted = report.lifts.rows.iter().filter(|row| row.counted);
        let open = counted.filter(|row| row.state == Some(State::Open)).count();
        let count = report.lifts.count();
        assert_eq!((count.open, count.total), (Some(open as u32), Some(20)), "{id}: {:?}", report.notes());
        assert!(report.lifts.rows.iter().any(|row| row.state != Some(State::Open)), "{id}: all open");
        let runs = report.runs.count();
        assert!(runs.total.is_none() || (runs.total == Some(60) && runs.open.is_some()), "{id}: {runs:?}");
        let age = now().since(report.stated.observed_at(&chrono_tz::America::Denver, now()).unwrap());
        assert!((0..HOUR_MS).contains(&age), "{id}: {age}");
    }
}

#[test]
fn only_one_family_gives_depths() {
    let report = read(Family::JacksonHole, None).unwrap();
    let bands: Vec<Band> = report.snow.depths.iter().map(|(band, _)| *band).collect();
    assert_eq!(bands, [Band::Mid, Band::Summit], "the base has no stake");
}

#[test]
fn traps_never_yield_a_count() {
    for family in Family::ALL {
        for trap in [
            LiftTrap::UnknownWord,
            LiftTrap::Zeros,
            LiftTrap::RenamedField,
            LiftTrap::Page,
            LiftTrap::WaitingRoom,
        ] {
            let claims = read(family, Some(trap)).map_or_else(|_| Vec::new(), |report| report.claims());
            for (claim, _) in &claims {
                let is_open = matches!(claim, Claim::Lifts(count) if count.open.is_some());
                assert!(!is_open, "{} {trap:?}: {claims:?}", family.id());
            }
            let is_known = trap == LiftTrap::UnknownWord;
            assert_eq!(read(family, Some(trap)).is_ok(), is_known, "{} {trap:?}", family.id());
        }
    }
}

#[test]
fn missing_times_mean_now() {
    assert_eq!(read(Family::Boyne, None).unwrap().stated, ReportTime::OfTheMoment);
}

#[test]
fn robots_txt_follows_the_world() {
    let of = |robots| handle(&World { robots, ..World::default() }, "/robots.txt", "", now(), 0);
    assert_eq!(of(Robots::Missing).status, 404);
    assert_eq!(of(Robots::Status(503)).status, 503);
    let text = "User-agent: *\nDisallow: /lift-feeds/\n";
    let answer = of(Robots::Text(text.to_owned()));
    assert!(!Rules::parse(&answer.body, TOKEN).allow("/lift-feeds/alta"));
}
