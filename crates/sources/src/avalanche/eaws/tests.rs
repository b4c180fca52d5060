//! Synthetic files in the form of the aggregate: parts of regions, values that are not levels, and the days that are
//! requested.

use super::*;

fn day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 1, 10).unwrap()
}

fn of(levels: &str) -> ParsedBulletins {
    read(format!("{{\"maxDangerRatings\":{{{levels}}}}}").as_bytes(), Some(day())).unwrap()
}

fn words(bulletin: &Bulletin) -> Vec<String> {
    let word = |rating: &Rating| {
        let level = rating.danger.level().map_or(0, Level::number);
        format!("{level} {} {:?}", rating.elevation, rating.part)
    };
    bulletin.ratings.iter().map(word).collect()
}

#[test]
fn only_differing_parts_are_listed() {
    let cases: [(&str, &[&str]); 5] = [
        (r#""FR-22":2"#, &["2 at all elevations AllDay"]),
        (r#""FR-22":2,"FR-22:am":2,"FR-22:pm":2,"FR-22:high:am":2"#, &["2 at all elevations AllDay"]),
        (
            r#""FR-22":3,"FR-22:am":2,"FR-22:pm":3"#,
            &["2 at all elevations Earlier", "3 at all elevations Later"],
        ),
        (
            r#""FR-22":3,"FR-22:high":3,"FR-22:low":1"#,
            &["3 at higher elevations AllDay", "1 at lower elevations AllDay"],
        ),
        (
            r#""FR-22":4,"FR-22:high:am":2,"FR-22:high:pm":4,"FR-22:low:am":1,"FR-22:low:pm":1"#,
            &[
                "2 at higher elevations Earlier",
                "4 at higher elevations Later",
                "1 at lower elevations AllDay",
            ],
        ),
    ];
    for (levels, expected) in cases {
        let read = of(levels);
        assert_eq!((read.bulletins.len(), read.faults.len()), (1, 0), "{levels}");
        assert_eq!(words(&read.bulletins[0]), expected, "{levels}");
    }
}

#[test]
fn invalid_levels_are_dropped() {
    for none in ["0", "-1", "null"] {
        let read = of(&format!(r#""FR-22":{none},"FR-23":1"#));
        let silent = read.bulletins.iter().find(|bulletin| bulletin.regions[0].id == "FR-22").unwrap();
        assert_eq!(silent.ratings, [Rating::everywhere(Danger::Unrated(UnratedReason::NoRating))], "{none}");
    }
    for wrong in ["6", "2.5", "\"2\"", "{}", "true", "99999999999999999999"] {
        let read = of(&format!(r#""FR-21":1,"FR-22":{wrong},"FR-23":1"#));
        let ids: Vec<&str> = read.bulletins[0].regions.iter().map(|region| region.id.as_str()).collect();
        assert_eq!((ids, read.faults.len()), (vec!["FR-21", "FR-23"], 1), "{wrong}");
    }
    let contrary = [
        r#""FR-22":2,"FR-22:am":3"#,
        r#""FR-22":3,"FR-22:am":1,"FR-22:pm":1"#,
        r#""FR-22:am":3"#,
        r#""<b>":3"#,
    ];
    for levels in contrary {
        assert_eq!((of(levels).bulletins.len(), of(levels).faults.len()), (0, 1), "{levels}");
    }
}

#[test]
fn equal_regions_share_a_bulletin() {
    let read = of(r#""ES-CL":2,"ES-CT-PA":2,"ES-CT-L-01":2,"FR-01":2,"FR-02":2,"XY-1":2"#);
    let told: Vec<(&str, usize)> =
        read.bulletins.iter().map(|bulletin| (bulletin.issuer.as_str(), bulletin.regions.len())).collect();
    assert_eq!(
        told,
        [
            ("AEMET", 1),
            ("Institut Cartogràfic i Geològic de Catalunya", 1),
            ("Lauegi, Conselh Generau d'Aran", 1),
            ("Météo-France", 2),
            (OTHERS.0, 1),
        ]
    );
    assert!(read.bulletins.iter().all(|bulletin| bulletin.link.is_some()));
}

#[test]
fn days_follow_central_european_time() {
    // 23:30 UTC on the ninth.
    let now = Timestamp::parse("2026-01-09T23:30:00Z").unwrap();
    let subjects = Eaws.subjects(now);
    let paths: Vec<&str> = subjects.iter().map(|subject| subject.request.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "/eaws_bulletins/2026-01-10/2026-01-10.ratings.json",
            "/eaws_bulletins/2026-01-11/2026-01-11.ratings.json"
        ]
    );
    assert!(subjects.iter().all(|subject| subject.may_be_missing));
    let document = Eaws.document(&subjects[1], br#"{"maxDangerRatings":{"FR-01":2}}"#).unwrap();
    assert!(document.is_fallback);
    let valid = document.bulletins[0].valid.unwrap();
    assert_eq!(valid.from, Timestamp::parse("2026-01-10T23:00:00Z").unwrap());
    assert_eq!(valid.to, Timestamp::parse("2026-01-11T23:00:00Z").unwrap());
}

#[test]
fn rejects_invalid_responses() {
    let subject = &Eaws.subjects(Timestamp::from_millis(0))[0];
    for other in [
        "",
        "<html>",
        "[]",
        "{}",
        "{\"maxDangerRatings\":[]}",
        "{\"maxDangerRatings\":{\"FR-01\":2",
        "{\"maxDangerRatings\":{\"FR-01\":7}}",
    ] {
        assert!(Eaws.document(subject, other.as_bytes()).is_err(), "{other}");
    }
    assert!(Eaws.document(subject, b"{\"maxDangerRatings\":{}}").unwrap().bulletins.is_empty());
}
