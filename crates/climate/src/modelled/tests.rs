use chrono::Days;
use conditions_core::time::Timestamp;

use crate::raw::{self, DayWeather, RawWinter};
use crate::winter_days::WinterDays;

use super::*;

const POLICY: Policy = Policy::DEFAULT;

fn site() -> Site {
    let bands = PerBand { base: Some(1_500.0), mid: Some(2_000.0), summit: None };
    Site { asked_m: Some(1_500.0), bands }
}

fn winter(hemisphere: Hemisphere) -> Winter {
    Winter::new(hemisphere, 2023).unwrap()
}

/// Returns a wet winter with frost from the third to the ninth month; `known` states which days are known.
fn made(winter: Winter, site: Site, known: impl Fn(usize) -> bool) -> WinterDays {
    let mut raw = RawWinter::new(winter);
    let day = |index: usize| {
        let cold = if (90..270).contains(&index) { -6.0 } else { 12.0 };
        let weather =
            DayWeather { temp_min_c: Some(cold - 4.0), temp_max_c: Some(cold + 4.0), water_mm: Some(4.0) };
        let weather = if known(index) { weather } else { DayWeather::default() };
        raw::Day { date: winter.first_day() + Days::new(index as u64), weather, ..raw::Day::default() }
    };
    assert_eq!(raw.merge_days(&POLICY, (0..winter.days()).map(day)), raw::CleaningCounts::default());
    raw.evaluate(&POLICY, &site, Timestamp::from_millis(0))
}

#[test]
fn bands_share_the_weather() {
    let days = made(winter(Hemisphere::North), site(), |_| true);
    let at = |band, index| days.modelled_depth_at(band, index);
    assert_eq!((at(Band::Base, 0), at(Band::Mid, 60)), (Some(0), Some(0)), "it begins on bare ground");
    let (base, mid) = (at(Band::Base, 250).unwrap(), at(Band::Mid, 250).unwrap());
    assert!(base > 100 && mid > base, "{base} {mid}");
    assert_eq!(at(Band::Summit, 250), None, "a band without an elevation has none");
    assert_eq!(at(Band::Base, 365), Some(0));
}

#[test]
fn gap_ends_snow_until_bare_ground() {
    let winter = winter(Hemisphere::North);
    assert_eq!(made(winter, site(), |_| false).reached(), None);
    assert_eq!(made(winter, Site::default(), |_| true).reached(), None);
    let gap = made(winter, site(), |index| !(150..153).contains(&index));
    let at = |index| gap.modelled_depth_at(Band::Base, index);
    assert!(
        at(150).is_some() && at(151).is_none() && at(250).is_none(),
        "one day may be missing, two are too many"
    );
    assert_eq!(at(365), Some(0), "bare ground is known again");
    // A winter whose record begins in its middle.
    let late = made(winter, site(), |index| index >= 150);
    assert_eq!(
        (late.modelled_depth_at(Band::Base, 200), late.modelled_depth_at(Band::Base, 365)),
        (None, Some(0))
    );
}

#[test]
fn running_winter_has_an_extent() {
    let winter = winter(Hemisphere::South);
    let days = made(winter, site(), |index| index < 200);
    let reached = days.reached().unwrap();
    assert_eq!(reached.through, winter.date_at(199));
    let pack = reached.packs.base.unwrap();
    assert_eq!(days.modelled_depth_at(Band::Base, 199), Some(pack.depth_cm.round() as u16));
    assert_eq!(days.modelled_depth_at(Band::Base, 200), None);
    assert_eq!(reached.packs.summit, None);
}
