//! Tests of the calls of a backfill.

use super::*;

fn resort(slug: &str, lat: f64) -> Resort {
    let mut resort = catalogue::embedded().unwrap().swap_remove(0);
    slug.clone_into(&mut resort.slug);
    resort.lat = lat;
    resort
}

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn on_record(slug: &str, winter: i32, through: &str, came_short: u32) -> Coverage {
    Coverage {
        slug: slug.to_owned(),
        winter,
        asked_through: date(through).to_epoch_days(),
        came_short,
        has_weather: true,
    }
}

fn shown(spans: &[Span]) -> Vec<String> {
    spans.iter().map(|span| format!("{} {}..{}", span.place.id, span.first, span.last)).collect()
}

#[test]
fn calls_cover_eleven_winters() {
    let all = spans(&[resort("north", 46.0)], Vec::new(), date("2026-01-20"), 0..=30, USUAL_WEIGHT);
    assert_eq!(
        shown(&all),
        ["north 2015-07-01..2026-01-15", "north 2004-07-01..2015-06-30", "north 1995-07-01..2004-06-30"]
    );
    assert_eq!(all.iter().map(|span| span.winters.len()).sum::<usize>(), 31);
    assert!(all.iter().all(|span| span.weight() <= USUAL_WEIGHT));
    let south = spans(&[resort("south", -45.0)], Vec::new(), date("2026-01-20"), 0..=1, USUAL_WEIGHT);
    assert_eq!(shown(&south), ["south 2025-01-01..2026-01-15"]);
    // A small allowance makes small calls.
    assert_eq!(spans(&[resort("north", 46.0)], Vec::new(), date("2026-01-20"), 0..=30, 15.0).len(), 31);
}

#[test]
fn stored_winters_are_not_requested() {
    let place = [resort("north", 46.0)];
    let asked = |rows: Vec<Coverage>| shown(&spans(&place, rows, date("2026-01-20"), 0..=3, USUAL_WEIGHT));
    let whole = || (2022..2025).map(|year| on_record("north", year, &format!("{}-06-30", year + 1), 0));
    let current = |through: &str| whole().chain([on_record("north", 2025, through, 0)]).collect::<Vec<_>>();
    assert_eq!(asked(current("2026-01-15")), [""; 0]);
    assert_eq!(asked(current("2026-01-09")), [""; 0], "six days are not worth a call");
    assert_eq!(asked(current("2026-01-08")), ["north 2025-07-01..2026-01-15"]);
    // A winter from before the weather was requested is requested again.
    let mut old = current("2026-01-15");
    old[1].has_weather = false;
    assert_eq!(asked(old), ["north 2023-07-01..2024-06-30"]);
    // A gap in the middle is requested separately.
    let gap = current("2026-01-15").into_iter().filter(|row| row.winter != 2023).collect();
    assert_eq!(asked(gap), ["north 2023-07-01..2024-06-30"]);
    // A winter that ended since is requested to its last day.
    let mut ended = current("2026-01-15");
    ended[2].asked_through -= 1;
    assert_eq!(asked(ended), ["north 2024-07-01..2025-06-30"]);
}

#[test]
fn short_winter_is_retried_twice() {
    let place = [resort("north", 46.0)];
    let asked = |came_short: u32| {
        let rows = vec![
            on_record("north", 2024, "2025-06-30", came_short),
            on_record("north", 2025, "2026-01-15", 0),
        ];
        spans(&place, rows, date("2026-01-20"), 0..=1, USUAL_WEIGHT)
    };
    assert!(asked(0).is_empty());
    assert_eq!(asked(2)[0].winters[0].came_short, 2);
    assert!(asked(3).is_empty());
}

#[test]
fn current_winters_of_all_resorts_come_first() {
    let resorts = [resort("b", 46.0), resort("a", 46.0)];
    let today = date("2026-01-20");
    let staged = in_stages(&resorts, &[], today, 30, USUAL_WEIGHT);
    let current = ["b 2025-07-01..2026-01-15", "a 2025-07-01..2026-01-15"];
    let ten = ["b 2015-07-01..2025-06-30", "a 2015-07-01..2025-06-30"];
    assert_eq!(shown(&staged)[..4], [current, ten].concat());
    assert!(
        shown(&staged)[4..].iter().all(|span| span.as_str() < "b 2015" && !span.contains("2015-07-01.."))
    );
    let winters = |spans: &[Span]| -> usize { spans.iter().map(|span| span.winters.len()).sum() };
    assert_eq!(winters(&staged), winters(&spans(&resorts, Vec::new(), today, 0..=30, USUAL_WEIGHT)));
    // Winters on record are not requested in any stage, so an interrupted run continues where it was.
    let rows: Vec<Coverage> = ["a", "b"].map(|slug| on_record(slug, 2025, "2026-01-15", 0)).into();
    assert_eq!(shown(&in_stages(&resorts, &rows, today, 10, USUAL_WEIGHT)), ten);
    assert_eq!(shown(&in_stages(&resorts, &rows, today, 3, USUAL_WEIGHT)).len(), 2);
}

#[test]
fn stages_follow_their_newest_winter() {
    let of = |winters| {
        let spans = spans(&[resort("north", 46.0)], Vec::new(), date("2026-01-20"), winters, USUAL_WEIGHT);
        spans.iter().map(Span::stage).collect::<Vec<_>>()
    };
    assert_eq!(of(0..=0), [Stage::Current]);
    assert_eq!(of(1..=10), [Stage::Few]);
    assert_eq!(of(11..=30), [Stage::Rest, Stage::Rest]);
    let rows = vec![on_record("north", 2025, "2026-01-05", 0)];
    let newer = spans(&[resort("north", 46.0)], rows, date("2026-01-20"), 0..=3, USUAL_WEIGHT);
    assert_eq!(
        newer.iter().map(Span::stage).collect::<Vec<_>>(),
        [Stage::Few],
        "joined with the winter before"
    );
}

#[test]
fn saved_open_and_large_resorts_come_first() {
    let with = |slug: &str, opens: &str, lifts| {
        let mut resort = resort(slug, 46.0);
        let season = resort.season.as_mut().unwrap();
        (season.opens, season.closes) = (opens.to_owned(), "08-31".to_owned());
        resort.lifts = lifts;
        resort
    };
    let mut resorts = [
        with("unknown", "12-01", None),
        with("small", "12-01", Some(3)),
        with("closed", "06-01", Some(90)),
        with("large", "12-01", Some(50)),
        with("saved", "06-01", None),
    ];
    sort_by_interest(&mut resorts, &BTreeMap::from([("saved".to_owned(), 2)]), date("2026-01-20"));
    assert_eq!(resorts.map(|resort| resort.slug), ["saved", "large", "small", "unknown", "closed"]);
}
