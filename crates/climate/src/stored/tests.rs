use chrono::Days;
use conditions_core::evidence::PerBand;
use conditions_core::record::Band;

use crate::raw::{Day, DayWeather, RawWinter};
use crate::winter::Hemisphere;

use super::*;

const POLICY: Policy = Policy::DEFAULT;
const NOW: Timestamp = Timestamp::from_millis(0);

fn site() -> Site {
    let bands = PerBand { base: Some(1_499.6), mid: Some(2_000.0), summit: None };
    Site { asked_m: Some(1_499.6), bands }
}

fn winter() -> Winter {
    Winter::new(Hemisphere::North, 2023).unwrap()
}

/// Returns a winter with a dry cold spell, rain on snow and a gap before its last days.
fn days() -> String {
    let mut raw = RawWinter::new(winter());
    let day = |index: usize| {
        let season = (index as f64 / 365.0 * std::f64::consts::TAU).cos() * 12.0 + 3.0;
        let mean = season + (index as f64 * 0.9).sin() * 6.0;
        let water_mm = [0.0, 7.3, 0.0, 21.4, 1.2].get(index % 5).copied();
        let weather = DayWeather { temp_min_c: Some(mean - 4.0), temp_max_c: Some(mean + 5.0), water_mm };
        let weather = if (300..304).contains(&index) { DayWeather::default() } else { weather };
        Day {
            date: winter().first_day() + Days::new(index as u64),
            depth_cm: Some(3.0),
            weather,
            ..Day::default()
        }
    };
    raw.merge_days(&POLICY, (0..320).map(day));
    pack::write(&raw)
}

fn of(site: &Site, modelled: Option<&str>) -> StoredWinter {
    read(&POLICY, site, winter(), NOW, StoredTexts { days: &days(), modelled }).unwrap()
}

#[test]
fn stored_snow_skips_the_model() {
    let anew = of(&site(), None);
    let text = anew.made.unwrap();
    let again = of(&site(), Some(&text));
    assert_eq!(again, StoredWinter { days: anew.days, made: None });
    assert!(again.days.reached().unwrap().packs.base.is_some());
    // Even an amount that the model would not compute is accepted.
    let other = text.replacen(";319;0", ";319;41", 1);
    assert_ne!(other, text);
    let other = of(&site(), Some(&other));
    assert_eq!((other.days.modelled_depth_at(Band::Base, 0), other.made), (Some(41), None));
}

#[test]
fn stale_snow_is_computed_again() {
    let anew = of(&site(), None);
    let text = anew.made.clone().unwrap();
    let (_, rest) = text.split_once(' ').unwrap();
    let newer = format!("{} {rest}", form::VERSION + 1);
    let (cut, long) = (text.rsplit_once(';').unwrap().0, format!("{text};-"));
    let broken = [
        newer.as_str(),
        cut,
        &long,
        "",
        "<html>",
        &text.replacen("319", "366", 1),
        &text.replacen("319", "318", 1),
    ];
    for broken in broken {
        assert_eq!(of(&site(), Some(broken)), anew, "{broken}");
    }
    let moved = Site { asked_m: Some(1_700.0), ..site() };
    assert_eq!(of(&moved, Some(&text)), of(&moved, None));
    assert_ne!(of(&moved, None).days, anew.days);
    let patient = Policy { pack_missing_hours: 200.0, ..POLICY };
    let with =
        |kept| read(&patient, &site(), winter(), NOW, StoredTexts { days: &days(), modelled: kept }).unwrap();
    assert_eq!(with(Some(text.as_str())), with(None));
}

#[test]
fn winter_without_weather_has_no_text() {
    let bare = pack::write(&RawWinter::new(winter()));
    let read = |days: &str, kept| read(&POLICY, &site(), winter(), NOW, StoredTexts { days, modelled: kept });
    assert_eq!(read(&bare, None).unwrap().made, None);
    assert_eq!(of(&Site::default(), None).made, None);
    assert_eq!(read("3;1", None), Err(PackError::Form));
    let kept = of(&site(), None).made;
    assert_eq!(read("2;1x9", kept.as_deref()), Err(PackError::Days));
}
