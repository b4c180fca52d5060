//! Tests of the datasets of pictures.

use conditions_core::time::{DAY_MS, HOUR_MS};
use pictures::{Frame, Search, Verdict};

use super::*;

const NOON: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn reel(id: &str, hours_ago: i64) -> Reel {
    Reel {
        id: id.to_owned(),
        slug: "alta".to_owned(),
        camera: "Base".into(),
        owner: "A resort".into(),
        page_url: None,
        measured_by: None,
        is_over: true,
        width: 4,
        height: 3,
        bytes: 99,
        frames: vec![Frame {
            at: NOON.plus_millis(-hours_ago * HOUR_MS),
            depth_cm: None,
            accumulated_cm: None,
        }],
    }
}

#[test]
fn reels_are_newest_first() {
    let order = |ids: &[(&str, i64)]| {
        let mut book = ReelData::default();
        ids.iter().for_each(|(id, hours)| book.insert(id, NOON, reel(id, *hours)));
        book.newest_first().map(|reel| reel.id.clone()).collect::<Vec<_>>()
    };
    let expected = ["now", "a-same", "b-same", "old"];
    assert_eq!(order(&[("old", 9), ("b-same", 3), ("now", 0), ("a-same", 3)]), expected);
    assert_eq!(order(&[("a-same", 3), ("now", 0), ("b-same", 3), ("old", 9), ("old", 9)]), expected);
}

#[test]
fn photos_expire_with_their_licences() {
    let mut dataset = Galleries::default();
    let gallery =
        Gallery { checked_at: NOON, search: Search::Around(1), photos: Vec::new(), refused: 0, others: 0 };
    dataset.insert("alta", NOON, gallery);
    assert!(dataset.get("alta", NOON.plus_millis(29 * DAY_MS)).is_ok());
    assert_eq!(dataset.get("alta", NOON.plus_millis(31 * DAY_MS)), Err(Some(NOON)));
    assert_eq!(dataset.get("vail", NOON), Err(None));
}

#[test]
fn old_check_is_ignored() {
    let mut book = LinkChecks::default();
    book.insert("https://a.example/", NOON, LinkCheck::new(Verdict::WORKING, None, NOON));
    assert!(book.get("https://a.example/", NOON.plus_millis(HOUR_MS)).is_some());
    assert!(book.get("https://a.example/", NOON.plus_millis(3 * DAY_MS)).is_none());
}
