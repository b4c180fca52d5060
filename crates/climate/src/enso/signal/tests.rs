use super::*;
use crate::enso::index::{Season, Series};
use crate::enso::policy::EnsoPolicy;
use crate::enso::tier::Tier;
use crate::winter::Hemisphere;

/// Returns phases from 1990 on with every third winter warm and every third cold, for six seasons around January.
fn phases() -> Phases {
    let first = Season::around(1990, 0);
    let anomalies = (0..36 * 12).map(|nth| {
        let season = first.plus(nth);
        let winter = season.plus(4).0.div_euclid(12);
        let near = season.plus(4).0.rem_euclid(12) < 7;
        match winter.rem_euclid(3) {
            0 if near => 120,
            1 if near => -110,
            _ => 0,
        }
    });
    Phases::new(Series { first, anomalies: anomalies.collect() }, EnsoPolicy::DEFAULT)
}

/// Returns thirty winters with a factor by phase for the season and for its late half.
fn winters(season: impl Fn(Phases, Winter) -> f64, late: impl Fn(Phases, Winter) -> f64) -> Vec<WinterSnow> {
    (1994..2024)
        .filter_map(|year| Winter::new(Hemisphere::North, year))
        .map(|winter| {
            // Winters vary independently of the phases.
            let luck = f64::from(winter.year() * 7 % 10) * 4.0 - 18.0;
            let season_cm = 400.0 * season(phases(), winter) + luck;
            WinterSnow { winter, season_cm, late_cm: 180.0 * late(phases(), winter) + luck / 2.0 }
        })
        .collect()
}

fn warm_by(factor: f64) -> impl Fn(Phases, Winter) -> f64 {
    move |phases, winter| {
        let warm = phases.winter_phase(winter).is_some_and(|was| was.phase == crate::enso::Phase::ElNino);
        if warm { factor } else { 1.0 }
    }
}

#[test]
fn planted_effect_is_found() {
    for (factor, tier) in [(1.25, Tier::Prime), (1.10, Tier::Favored), (0.75, Tier::TimingPlay)] {
        let found = signal(&phases(), &winters(warm_by(factor), warm_by(factor))).unwrap();
        assert_eq!(found.tier, Some(tier), "{factor}");
        let pct = found.el_nino().pct.unwrap();
        assert!((pct - (factor - 1.0) * 100.0).abs() < 4.0, "{factor}: {pct}");
        assert_eq!(found.el_nino().winters + found.el_nino().neutral_winters, 20);
    }
}

#[test]
fn late_half_makes_a_late_bloomer() {
    let found = signal(&phases(), &winters(warm_by(1.0), warm_by(1.3))).unwrap();
    assert_eq!(found.tier, Some(Tier::LateBloomer));
}

#[test]
fn no_effect_is_low_evidence() {
    let found = signal(&phases(), &winters(warm_by(1.0), warm_by(1.0))).unwrap();
    assert!(found.el_nino().low_evidence, "{found:?}");
    // The interval rules out a link of the prime size too.
    assert_eq!(found.tier, Some(Tier::EnsoProof));
    let (low, high) = found.el_nino().interval_pct.unwrap();
    assert!(low < 0.0 && high > 0.0);
}

#[test]
fn missing_signal_has_a_reason() {
    let all = winters(warm_by(1.0), warm_by(1.0));
    let few = signal(&phases(), &all[..9]).unwrap_err();
    assert_eq!(few, MissingReason::TooFewWinters { have: 9, need: 10 });
    let bare: Vec<WinterSnow> = all.iter().map(|snow| WinterSnow { season_cm: 3.0, ..*snow }).collect();
    assert_eq!(signal(&phases(), &bare), Err(MissingReason::TooLittleSnow));
    // Winters without a phase in the index do not count.
    let old: Vec<WinterSnow> =
        all.iter().filter_map(|snow| Some(WinterSnow { winter: snow.winter.plus(-60)?, ..*snow })).collect();
    assert_eq!(signal(&phases(), &old), Err(MissingReason::TooFewWinters { have: 0, need: 10 }));
}

#[test]
fn late_half_is_three_months() {
    let policy = crate::Policy::DEFAULT;
    for (hemisphere, early, late) in
        [(Hemisphere::North, "2021-01-31", "2021-02-01"), (Hemisphere::South, "2020-07-31", "2020-08-01")]
    {
        let winter = Winter::new(hemisphere, 2020).unwrap();
        let days = winter.season_first_day().iter_days().take_while(|day| *day <= winter.season_last_day());
        let days = days.map(|date| {
            let cm = if date.to_string() == early {
                7.0
            } else if date.to_string() == late {
                30.0
            } else {
                0.0
            };
            crate::Day { date, snowfall_cm: Some(cm), ..crate::Day::default() }
        });
        let at = conditions_core::time::Timestamp::from_millis(0);
        let (packed, _) = crate::WinterDays::from_days(&policy, winter, at, days);
        let mut winters = Winters::new(hemisphere);
        winters.insert(packed);
        assert_eq!(complete(&winters), [WinterSnow { winter, season_cm: 37.0, late_cm: 30.0 }]);
    }
}
