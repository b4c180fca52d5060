//! Tests of the retention of reels.

use std::time::Duration;

use conditions_core::time::DAY_MS;
use pictures::Frame;

use super::*;

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn reel(id: &str, days_ago: i64, bytes: u64, is_over: bool) -> Reel {
    Reel {
        id: id.to_owned(),
        slug: "alta".to_owned(),
        camera: "Base".into(),
        owner: "A resort".into(),
        page_url: None,
        measured_by: None,
        is_over,
        width: 4,
        height: 3,
        bytes,
        frames: vec![Frame { at: NOW.plus_millis(-days_ago * DAY_MS), depth_cm: None, accumulated_cm: None }],
    }
}

#[test]
fn old_and_surplus_reels_are_removed() {
    let limits = ReelLimits { keep: Duration::from_secs(10 * 86_400), bytes: 250 };
    let reels = [
        reel("now", 0, 100, false),
        reel("new", 1, 100, true),
        reel("third", 2, 100, true),
        reel("old", 11, 1, true),
    ];
    assert_eq!(past(&reels, limits, NOW), ["third", "old"]);
    let roomy = ReelLimits { bytes: 1_000, ..limits };
    assert_eq!(past(&reels, roomy, NOW), ["old"]);
}

#[test]
fn growing_reel_is_retained() {
    let limits = ReelLimits { keep: Duration::from_secs(10 * 86_400), bytes: 50 };
    assert_eq!(past(&[reel("now", 0, 100, false)], limits, NOW), [""; 0]);
}

#[test]
fn unrecorded_files_are_removed() {
    let folder = std::env::temp_dir().join(format!("snow-reels-sweep-{}", std::process::id()));
    let disk = Disk::in_data_folder(&folder);
    for id in ["kept", "left"] {
        disk.put_frame(id, 0, b"frame").unwrap();
        disk.put_picture(id, b"picture").unwrap();
    }
    sweep(&disk, &["kept".to_owned()]).unwrap();
    assert_eq!(disk.ids().unwrap(), ["kept"]);
    assert_eq!(disk.picture("kept").unwrap(), b"picture");
    assert!(disk.picture("left").is_err() && disk.picture("../reels/kept").is_err());
    std::fs::remove_dir_all(folder).unwrap();
}
