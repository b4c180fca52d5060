use super::*;

/// Returns an index from JFM 2000 to NDJ 2005 with these seasons, neutral elsewhere.
fn phases(values: &[(i32, u8, i32)]) -> Phases {
    let first = Season::around(2000, 1);
    let mut series = Series { first, anomalies: vec![0; 71] };
    for (year, month0, value) in values {
        let nth = usize::try_from(Season::around(*year, *month0).0 - first.0).unwrap();
        series.anomalies[nth] = *value;
    }
    Phases::new(series, EnsoPolicy::DEFAULT)
}

fn winter(hemisphere: Hemisphere, year: i32) -> Winter {
    Winter::new(hemisphere, year).unwrap()
}

#[test]
fn northern_phase_is_djf() {
    // SON 2002 to JFM 2003.
    let phases = phases(&[(2002, 9, 60), (2002, 10, 90), (2002, 11, 160), (2003, 0, 150), (2003, 1, 50)]);
    let was = phases.winter_phase(winter(Hemisphere::North, 2002)).unwrap();
    assert_eq!(was, WinterPhase { phase: Phase::ElNino, anomaly: 150, strong: true });
    for year in [2001, 2003] {
        assert_eq!(
            phases.winter_phase(winter(Hemisphere::North, year)).unwrap().phase,
            Phase::Neutral,
            "{year}"
        );
    }
    assert_eq!(phases.winter_phase(winter(Hemisphere::South, 2002)).unwrap().phase, Phase::Neutral);
}

#[test]
fn southern_phase_is_jja() {
    let phases = phases(&[(2002, 4, -60), (2002, 5, -60), (2002, 6, -60), (2002, 7, -60), (2002, 8, -60)]);
    let was = phases.winter_phase(winter(Hemisphere::South, 2002)).unwrap();
    assert_eq!(was, WinterPhase { phase: Phase::LaNina, anomaly: -60, strong: false });
    assert_eq!(phases.winter_phase(winter(Hemisphere::North, 2002)).unwrap().phase, Phase::Neutral);
}

#[test]
fn short_run_is_neutral_once_ended() {
    let ended = phases(&[(2002, 10, 60), (2002, 11, 60), (2003, 0, 60), (2003, 1, 60)]);
    assert_eq!(ended.winter_phase(winter(Hemisphere::North, 2002)).unwrap().phase, Phase::Neutral);
    let mut open = phases(&[(2002, 11, 60), (2003, 0, 60)]);
    open.series.anomalies.truncate(36);
    let open = Phases::new(open.series, EnsoPolicy::DEFAULT);
    assert_eq!(open.series().last().unwrap().to_string(), "DJF 2003");
    assert_eq!(open.winter_phase(winter(Hemisphere::North, 2002)), None);
    assert_eq!(open.winter_phase(winter(Hemisphere::North, 2003)), None);
    assert_eq!(open.winter_phase(winter(Hemisphere::North, 1999)), None);
}
