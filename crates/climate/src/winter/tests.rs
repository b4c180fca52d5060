use super::*;

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn north(year: i32) -> Winter {
    Winter::new(Hemisphere::North, year).unwrap()
}

fn south(year: i32) -> Winter {
    Winter::new(Hemisphere::South, year).unwrap()
}

#[test]
fn dates_belong_to_one_winter() {
    for (hemisphere, day, label) in [
        (Hemisphere::North, "2024-06-30", "2023-24"),
        (Hemisphere::North, "2024-07-01", "2024-25"),
        (Hemisphere::North, "2025-01-01", "2024-25"),
        (Hemisphere::North, "1999-12-31", "1999-00"),
        (Hemisphere::South, "2024-01-01", "2024"),
        (Hemisphere::South, "2024-12-31", "2024"),
    ] {
        let winter = Winter::containing(hemisphere, date(day)).unwrap();
        assert_eq!(winter.to_string(), label, "{day}");
        assert!(winter.index(date(day)).is_some());
    }
}

#[test]
fn season_is_half_a_year() {
    assert_eq!(north(2023).season_first_day(), date("2023-11-01"));
    assert_eq!(north(2023).season_last_day(), date("2024-04-30"));
    assert_eq!(south(2023).season_first_day(), date("2023-05-01"));
    assert_eq!(south(2023).season_last_day(), date("2023-10-31"));
    // A leap day more in the north.
    assert_eq!(north(2023).season_range().len(), 182);
    assert_eq!(north(2022).season_range().len(), 181);
    assert_eq!(south(2023).season_range().len(), 184);
    assert_eq!((north(2023).days(), north(2022).days(), south(2024).days()), (366, 365, 366));
}

#[test]
fn months_cover_a_winter_once() {
    for winter in [north(2023), north(2022), south(2024)] {
        let months: Vec<_> = winter.months().collect();
        assert_eq!(months.len(), 12);
        assert_eq!(months.first().unwrap().1.start, 0);
        assert_eq!(months.last().unwrap().1.end, winter.days());
        assert!(months.windows(2).all(|pair| pair[0].1.end == pair[1].1.start));
    }
    assert_eq!(north(2023).months().map(|(month, _)| month).collect::<Vec<_>>()[..3], [7, 8, 9]);
}

#[test]
fn the_leap_day_falls_on_the_28th() {
    assert_eq!(north(2023).date_of(2, 29), Some(date("2024-02-29")));
    assert_eq!(north(2022).date_of(2, 29), Some(date("2023-02-28")));
    assert_eq!(north(2022).date_of(11, 5), Some(date("2022-11-05")));
    assert_eq!(north(2022).date_of(2, 30), None);
}

#[test]
fn parses_season_names() {
    assert_eq!(SeasonName::parse("2024-25"), Some(SeasonName::Northern(2024)));
    assert_eq!(SeasonName::parse("2024/25"), Some(SeasonName::Northern(2024)));
    assert_eq!(SeasonName::parse("2024-2025"), Some(SeasonName::Northern(2024)));
    assert_eq!(SeasonName::parse("1999-00"), Some(SeasonName::Northern(1999)));
    assert_eq!(SeasonName::parse("2024"), Some(SeasonName::Year(2024)));
    for wrong in
        ["2024-26", "24-25", "", "last", "2024-", "-25", "+024", "2024-2026", "99999", "1024", "2024-025"]
    {
        assert_eq!(SeasonName::parse(wrong), None, "{wrong}");
    }
    assert_eq!(SeasonName::Northern(2024).on(Hemisphere::South), None);
    assert_eq!(SeasonName::Year(2024).on(Hemisphere::South), Some(south(2024)));
}
