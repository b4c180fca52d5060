use super::*;
use crate::enso::index::Series;
use crate::enso::phase::Phase;
use crate::enso::policy::EnsoPolicy;
use crate::enso::state;
use crate::winter::Hemisphere;

/// Returns an index from DJF 2000 to ASO 2010 with each ASO as given and 10 elsewhere.
fn phases(autumns: [i32; 11]) -> Phases {
    let mut anomalies = vec![10; 11 * 12 - 3];
    for (nth, value) in autumns.into_iter().enumerate() {
        anomalies[nth * 12 + 8] = value;
    }
    Phases::new(Series { first: Season::around(2000, 0), anomalies }, EnsoPolicy::DEFAULT)
}

fn found(phases: &Phases, hemisphere: Hemisphere) -> Vec<(i32, i32)> {
    let now = state::state(phases, "2010-11-21".parse().unwrap()).unwrap();
    let winter = Winter::new(hemisphere, 2010).unwrap();
    let candidates = (1990..=2010).filter_map(|year| Winter::new(hemisphere, year));
    let found = analogues(phases, &now, winter, candidates);
    found.into_iter().map(|analogue| (analogue.winter.year(), analogue.anomaly)).collect()
}

#[test]
fn nearest_autumns_come_first() {
    let phases = phases([90, 10, 120, 85, -90, 95, 10, 165, 20, 10, 90]);
    assert_eq!(found(&phases, Hemisphere::North), [(2000, 90), (2005, 95), (2003, 85)]);
}

#[test]
fn distant_winters_are_no_analogues() {
    let phases = phases([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 200]);
    assert!(found(&phases, Hemisphere::North).is_empty());
    let now = state::state(&phases, "2010-11-21".parse().unwrap()).unwrap();
    assert_eq!(now.phase, Phase::ElNino);
}

#[test]
fn late_winter_compares_its_heart() {
    // JJA, the heart of the southern winter, was 10 in every year.
    let phases = phases([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 200]);
    let years: Vec<i32> = found(&phases, Hemisphere::South).into_iter().map(|(year, _)| year).collect();
    assert_eq!(years, [2009, 2008, 2007]);
}
