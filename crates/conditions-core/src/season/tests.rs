use super::*;
use crate::units::Confidence;

fn usual(opens: (u8, u8), closes: (u8, u8)) -> UsualSeason {
    let day = |(month, day)| MonthDay { month, day };
    UsualSeason { opens: day(opens), closes: day(closes) }
}

fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).unwrap()
}

fn season(opening: Option<NaiveDate>, closing: Option<NaiveDate>) -> Season {
    let field = |date: Option<NaiveDate>| {
        date.map_or_else(Field::not_reported, |date| {
            Field::known(date, Kind::Profile, None, Confidence::NONE)
        })
    };
    Season { opening: field(opening), closing: field(closing) }
}

#[test]
fn every_day_has_one_current_season() {
    for usual in [usual((12, 1), (4, 15)), usual((6, 13), (10, 4)), usual((12, 20), (2, 29))] {
        let mut previous: Option<DatedSeason> = None;
        for today in day(2024, 1, 1).iter_days().take(4 * 365 + 1) {
            let placed = place(usual, today, 14).unwrap();
            assert!(placed.opens <= placed.closes, "{today}: {placed:?}");
            assert!(days_between(placed.closes, today) <= 14, "{today}: {placed:?} is long over");
            assert!(days_between(today, placed.opens) < 366, "{today}: {placed:?} is too far ahead");
            assert!(
                previous.is_none_or(|before| before.opens <= placed.opens),
                "{today}: seasons run backwards"
            );
            previous = Some(placed);
        }
    }
}

#[test]
fn current_season_precedes_past_one() {
    let nearly_all_year = usual((1, 5), (12, 31));
    assert_eq!(place(nearly_all_year, day(2026, 1, 4), 14).unwrap().closes, day(2025, 12, 31));
    assert_eq!(place(nearly_all_year, day(2026, 1, 5), 14).unwrap().opens, day(2026, 1, 5));
}

#[test]
fn season_placing_never_panics() {
    let days = [0, 1, 28, 29, 30, 31, 32, 255];
    for today in [NaiveDate::MIN, day(1, 1, 1), day(9999, 12, 31), NaiveDate::MAX] {
        for opens in days {
            for closes in days {
                for slack in [i64::MIN, 0, i64::MAX] {
                    let _ = place(usual((opens, opens), (closes, closes)), today, slack);
                    let _ = place(usual((12, opens), (2, closes)), today, slack);
                }
            }
        }
    }
    assert_eq!(place(usual((4, 31), (10, 1)), day(2026, 1, 1), 14), None);
    assert_eq!(place(usual((2, 30), (10, 1)), day(2026, 1, 1), 14), None);
}

#[test]
fn day_is_within_before_or_after() {
    let winter = season(Some(day(2025, 12, 1)), Some(day(2026, 4, 15)));
    assert_eq!(winter.position(day(2025, 11, 30)), SeasonPosition::Before(1));
    assert_eq!(winter.position(day(2025, 12, 1)), SeasonPosition::Within);
    assert_eq!(winter.position(day(2026, 4, 15)), SeasonPosition::Within);
    assert_eq!(winter.position(day(2026, 4, 16)), SeasonPosition::After);
    assert_eq!(season(None, None).position(day(2026, 1, 1)), SeasonPosition::Unknown);
    assert_eq!(season(None, None).widened_contains(day(2026, 1, 1), 14), None);
    let opening_alone = season(Some(day(2025, 12, 1)), None);
    assert_eq!(opening_alone.position(day(2025, 11, 1)), SeasonPosition::Before(30));
    assert_eq!(opening_alone.position(day(2026, 11, 1)), SeasonPosition::Within);
    let inverted = season(Some(day(2026, 12, 1)), Some(day(2026, 4, 15)));
    assert_eq!(inverted.position(day(2026, 4, 15)), SeasonPosition::Within);
    assert_eq!(inverted.position(day(2026, 4, 16)), SeasonPosition::Before(229));
    assert_eq!(inverted.widened_contains(day(2026, 4, 29), 14), Some(true));
    assert_eq!(inverted.widened_contains(day(2026, 4, 30), 14), Some(false));
    assert_eq!(inverted.widened_contains(day(2026, 11, 17), 14), Some(true));
}

#[test]
fn claimed_closing_moves_opening() {
    let mut claimed = season(Some(day(2025, 12, 1)), Some(day(2027, 4, 20)));
    claimed.closing.source = Kind::Operator;
    claimed.rejoin(usual((12, 1), (4, 15)));
    assert_eq!(claimed.opening.value, Some(day(2026, 12, 1)));
    let mut both = season(Some(day(2025, 12, 1)), Some(day(2027, 4, 20)));
    both.opening.source = Kind::Scraped;
    both.closing.source = Kind::Operator;
    let before = both.clone();
    both.rejoin(usual((12, 1), (4, 15)));
    assert_eq!(both, before, "claims of both dates are unchanged");
}
