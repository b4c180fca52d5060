//! Tests of the applicable statements, over single days and over a simulated year.

use super::*;
use crate::bulletin::Bulletins;
use crate::danger::Danger;
use crate::elevation::{Bound, Elevation};
use conditions_core::time::HOUR_MS;
use proptest::prelude::*;

const ZONE: Tz = chrono_tz::Europe::Vienna;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn level(number: i64) -> Danger {
    Danger::Level(Level::new(number).unwrap())
}

fn bulletin(from: &str, to: &str, ratings: Vec<Rating>) -> Bulletin {
    let regions = vec![Region { id: "XX-1".to_owned(), name: None }];
    Bulletin { valid: Some(Span::new(at(from), at(to)).unwrap()), regions, ratings, ..Bulletin::default() }
}

fn choice(bulletin: &Bulletin) -> Choice<'_> {
    Choice {
        lane: "x",
        is_fallback: false,
        bulletin,
        region: bulletin.regions.first(),
        fit: RegionMatch::Same,
    }
}

fn numbers(stated: &Statements<'_>) -> (Result<u8, MissingLevelReason>, Result<u8, MissingLevelReason>) {
    (stated.now.level.map(Level::number), stated.tomorrow.level.map(Level::number))
}

#[test]
fn evening_bulletin_covers_today() {
    let today = bulletin("2026-01-05T16:00:00Z", "2026-01-06T16:00:00Z", vec![Rating::everywhere(level(3))]);
    let next = bulletin("2026-01-06T16:00:00Z", "2026-01-07T16:00:00Z", vec![Rating::everywhere(level(2))]);
    let of = |now, candidates: &[&Bulletin]| {
        let candidates: Vec<_> = candidates.iter().map(|bulletin| choice(bulletin)).collect();
        numbers(&Statements::new(&candidates, at(now), ZONE))
    };
    assert_eq!(of("2026-01-05T15:59:59Z", &[&today]), (Err(MissingLevelReason::NotYetValid), Ok(3)));
    assert_eq!(of("2026-01-05T18:00:00Z", &[&today]), (Ok(3), Ok(3)), "in the evening it is the next day's");
    assert_eq!(of("2026-01-06T10:00:00Z", &[&today]), (Ok(3), Err(MissingLevelReason::NotYetIssued)));
    assert_eq!(of("2026-01-06T15:30:00Z", &[&today, &next]), (Ok(3), Ok(2)), "published before it holds");
    assert_eq!(
        of("2026-01-06T16:00:00Z", &[&today]),
        (Err(MissingLevelReason::Expired), Err(MissingLevelReason::Expired))
    );
    assert_eq!(of("2026-01-06T16:00:00Z", &[&next, &today]), (Ok(2), Ok(2)));
    assert_eq!(
        of("2026-01-06T16:00:00Z", &[]),
        (Err(MissingLevelReason::NoBulletin), Err(MissingLevelReason::NoBulletin))
    );
}

#[test]
fn the_parts_of_a_day_meet_at_noon() {
    let rating = |part, number| Rating { part, ..Rating::everywhere(level(number)) };
    let ratings = vec![rating(Part::Earlier, 2), rating(Part::Later, 4)];
    let spring = bulletin("2026-04-05T15:00:00Z", "2026-04-06T15:00:00Z", ratings);
    let of = |now| {
        let stated = Statements::new(&[choice(&spring)], at(now), ZONE);
        (stated.now.level.map(Level::number), stated.now.part, stated.now.ratings().count())
    };
    assert_eq!(of("2026-04-05T20:00:00Z"), (Ok(2), Part::Earlier, 1));
    assert_eq!(of("2026-04-06T09:59:59Z"), (Ok(2), Part::Earlier, 1));
    assert_eq!(of("2026-04-06T10:00:00Z"), (Ok(4), Part::Later, 1));
    let stated = Statements::new(&[choice(&spring)], at("2026-04-05T20:00:00Z"), ZONE);
    assert_eq!(stated.tomorrow.level.map(Level::number), Ok(4), "a day has its highest level");
    assert_eq!(stated.tomorrow.ratings().count(), 2);
}

#[test]
fn unrated_never_lowers_a_level() {
    let of = |dangers: &[Danger]| {
        let ratings = dangers.iter().map(|danger| Rating::everywhere(*danger)).collect();
        let stated = bulletin("2026-01-05T16:00:00Z", "2026-01-06T16:00:00Z", ratings);
        numbers(&Statements::new(&[choice(&stated)], at("2026-01-06T10:00:00Z"), ZONE)).0
    };
    assert_eq!(of(&[]), Err(MissingLevelReason::Unrated(UnratedReason::NoRating)));
    assert_eq!(
        of(&[Danger::Unrated(UnratedReason::NoSnow)]),
        Err(MissingLevelReason::Unrated(UnratedReason::NoSnow))
    );
    assert_eq!(of(&[Danger::Unrated(UnratedReason::NoSnow), level(2)]), Ok(2));
    let summer = Bulletin {
        ratings: vec![Rating::everywhere(Danger::Unrated(UnratedReason::OffSeason))],
        ..Bulletin::default()
    };
    let stated = Statements::new(&[choice(&summer)], at("2026-07-06T10:00:00Z"), ZONE);
    let off = Err(MissingLevelReason::Unrated(UnratedReason::OffSeason));
    assert_eq!((stated.now.level, stated.tomorrow.level), (off, off));
    assert_eq!(stated.now.ratings().count(), 1);
}

#[test]
fn level_needs_a_span() {
    let timeless = Bulletin { ratings: vec![Rating::everywhere(level(4))], ..Bulletin::default() };
    let stated = Statements::new(&[choice(&timeless)], at("2026-01-06T10:00:00Z"), ZONE);
    assert_eq!(stated.now.level, Err(MissingLevelReason::Unrated(UnratedReason::NoRating)));
}

#[test]
fn choice_is_independent_of_order() {
    let span = ("2026-01-05T16:00:00Z", "2026-01-06T16:00:00Z");
    let of = |number| bulletin(span.0, span.1, vec![Rating::everywhere(level(number))]);
    let (two, three, four) = (of(2), of(3), of(4));
    let update = Bulletin { issued_at: Some(at("2026-01-06T07:00:00Z")), ..of(1) };
    let morning = bulletin("2026-01-06T07:00:00Z", span.1, vec![Rating::everywhere(level(1))]);
    let now = at("2026-01-06T10:00:00Z");
    let cases: [(&str, Vec<Choice<'_>>, u8); 6] = [
        (
            "an issuer before an aggregate",
            vec![Choice { is_fallback: true, ..choice(&four) }, choice(&two)],
            2,
        ),
        (
            "the closer region",
            vec![
                Choice { fit: RegionMatch::Within(5), ..choice(&four) },
                Choice { fit: RegionMatch::Part, ..choice(&two) },
            ],
            2,
        ),
        ("the newer span", vec![choice(&four), choice(&morning)], 1),
        ("the newer edition", vec![choice(&four), choice(&update)], 1),
        ("the higher of two issuers", vec![choice(&three), Choice { lane: "a", ..choice(&two) }], 3),
        (
            "the highest of the parts",
            vec![
                Choice { fit: RegionMatch::Part, ..choice(&four) },
                Choice { fit: RegionMatch::Part, ..choice(&update) },
            ],
            4,
        ),
    ];
    for (what, mut candidates, expected) in cases {
        for _ in 0..2 {
            let level = choose(&candidates, now).unwrap().bulletin.highest().unwrap();
            assert_eq!(level.number(), expected, "{what}");
            candidates.reverse();
        }
    }
}

#[test]
fn a_rating_knows_its_elevations() {
    let ratings = vec![
        Rating { elevation: Elevation::above(Bound::Metres(2200)), ..Rating::everywhere(level(3)) },
        Rating { elevation: Elevation::below(Bound::Metres(2200)), ..Rating::everywhere(level(4)) },
    ];
    let spring = bulletin("2026-04-05T15:00:00Z", "2026-04-06T15:00:00Z", ratings);
    let stated = Statements::new(&[choice(&spring)], at("2026-04-06T10:00:00Z"), ZONE);
    assert_eq!(stated.now.level.map(Level::number), Ok(4), "the danger may be higher below");
}

/// Generates a year of editions of one issuer: from time to time one is missing, late, repeated, of the day before,
/// with a wrong date, without a level, or the season is over.
fn year() -> impl Strategy<Value = Vec<(u8, i64, i64, i64)>> {
    // Kind of fault, level, length in hours, delay in hours.
    prop::collection::vec((0_u8..12, 0_i64..=6, 1_i64..40, 0_i64..30), 366)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn expired_bulletins_are_never_shown(editions in year(), zone in 0_usize..3) {
        let zone = [ZONE, chrono_tz::America::Denver, chrono_tz::Pacific::Auckland][zone];
        let begin = at("2025-11-01T16:00:00Z");
        let mut known = Bulletins::default();
        let mut shown = 0;
        for (day, (fault, number, hours, delay)) in (0..).zip(editions) {
            let from = begin.plus_millis(day * 24 * HOUR_MS);
            let wrong = [0, 0, 0, 0, 0, 0, 0, -24, 24 * 365, -24 * 365][usize::from(fault.min(9))];
            let from_stated = from.plus_millis(wrong * HOUR_MS);
            let danger = Level::new(number).map_or(Danger::Unrated(UnratedReason::NoRating), Danger::Level);
            let valid = Span::new(from_stated, from_stated.plus_millis(hours * HOUR_MS));
            let edition = Bulletins {
                bulletins: vec![Bulletin {
                    valid,
                    regions: vec![Region { id: "XX-1".to_owned(), name: None }],
                    ratings: vec![Rating::everywhere(danger)],
                    ..Bulletin::default()
                }],
                ..Bulletins::default()
            };
            let edition = if fault == 10 { Bulletins::default() } else { edition };
            for hour in 0..24 {
                if hour == delay && fault != 11 && edition.goes_back(&known).is_none() {
                    known = edition.clone().after(&known);
                }
                let now = from.plus_millis(hour * HOUR_MS);
                let candidates: Vec<_> = known.bulletins.iter().map(choice).collect();
                let stated = Statements::new(&candidates, now, zone);
                if stated.now.level.is_ok() {
                    prop_assert!(stated.now.is_valid_at(now), "{:?} at {now}", stated.now);
                    shown += 1;
                }
                if stated.tomorrow.level.is_ok() {
                    prop_assert!(stated.tomorrow.is_valid_at(stated.day.noon), "{:?} at {now}", stated.tomorrow);
                }
                prop_assert!(known.bulletins.len() < 4, "former editions do not pile up");
            }
        }
        prop_assert!(shown > 0, "a year without a level proves nothing");
    }
}
