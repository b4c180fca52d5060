//! The rule of events on a recording.

use climate::enso::{EnsoPolicy, Phase, Season, events};

/// The events of the recording of 2017, compared with those of the Climate Prediction Center's own table.
#[test]
fn the_events_of_a_recorded_index_are_those_of_its_publisher() {
    let root = std::env::var_os("SNOW_PAYLOADS").map_or_else(
        || std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/payloads")),
        std::path::PathBuf::from,
    );
    let Ok(body) = std::fs::read(root.join("cpc/oni.ascii_2017.txt")) else {
        println!("no recorded index at {}: nothing compared", root.display());
        return;
    };
    let series = sources::enso::read(&body).unwrap();
    let found = events(&series, &EnsoPolicy::DEFAULT);
    let djf = |phase: Phase| -> Vec<i64> {
        let of_phase =
            |year: &i64| found.iter().any(|event| event.phase == phase && event.holds(Season(year * 12)));
        (1950..=2017).filter(of_phase).collect()
    };
    // By the year of the January at their heart.
    let warm = [
        1952, 1953, 1954, 1958, 1959, 1964, 1966, 1969, 1970, 1973, 1977, 1978, 1980, 1983, 1987, 1988, 1992,
        1995, 1998, 2003, 2005, 2007, 2010, 2015, 2016,
    ];
    assert_eq!(djf(Phase::ElNino), warm);
    for cold in [1955, 1956, 1965, 1971, 1974, 1976, 1985, 1989, 1996, 1999, 2000, 2001, 2008, 2011, 2012] {
        assert!(djf(Phase::LaNina).contains(&cold), "{cold}");
    }
}
