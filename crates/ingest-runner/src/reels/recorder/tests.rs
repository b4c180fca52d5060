//! Tests of the recorder with generated stills.

use std::path::PathBuf;

use conditions_core::time::{HOUR_MS, MINUTE_MS};

use super::*;

fn noon() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

/// A temporary folder, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("snow-reels-{name}-{}", std::process::id())))
    }

    fn recorder(&self) -> ReelRecorder {
        let camera = Camera {
            slug: "alta".to_owned(),
            id: "base".to_owned(),
            name: "Base".into(),
            still_url: "https://cams.example.org/base.jpg".to_owned(),
            page_url: None,
            owner: "A resort".into(),
            is_recorded: true,
        };
        // A centimetre every ten minutes; nothing in the second half hour.
        let depths: Depths = Box::new(|now| {
            let minutes = now.since(noon()) / MINUTE_MS;
            let depth = Tenths::new(100.0 + minutes as f64 / 10.0).unwrap();
            if (30..60).contains(&minutes) { Vec::new() } else { vec![("snotel/766".to_owned(), depth)] }
        });
        ReelRecorder::new(camera, depths, Disk::in_data_folder(&self.0))
    }

    fn disk(&self) -> Disk {
        Disk::in_data_folder(&self.0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Generates a still of one shade.
fn still(width: usize, height: usize, shade: u8) -> Vec<u8> {
    frame::written(&Still { width, height, rgb: vec![shade; width * height * 3] }).unwrap()
}

fn at(minutes: i64) -> Timestamp {
    noon().plus_millis(minutes * MINUTE_MS)
}

#[test]
fn storm_becomes_one_picture() {
    let folder = Folder::new("storm");
    let mut recorder = folder.recorder();
    for (nth, minutes) in [0, 20, 40, 60].into_iter().enumerate() {
        // A camera that changes its size in the middle of a storm.
        let side = if minutes == 40 { 640 } else { 960 };
        let reel =
            recorder.record(&still(side, side / 2, 10 * u8::try_from(nth).unwrap()), at(minutes)).unwrap();
        assert_eq!((reel.frames.len(), reel.is_over), (nth + 1, false));
        assert_eq!((reel.width, reel.height), (480, 240 + 22));
    }
    let reel = recorder.finish().unwrap();
    assert_eq!(reel.id, "alta-base-20260110t120000z");
    assert_eq!(reel.measured_by.as_deref(), Some("snotel/766"));
    let risen: Vec<Option<f64>> =
        reel.frames.iter().map(|frame| frame.accumulated_cm.map(Tenths::get)).collect();
    assert_eq!(risen, [Some(0.0), Some(2.0), None, Some(6.0)], "null where nobody measured, never zero");
    assert_eq!(reel.accumulated_cm(), Tenths::new(6.0));
    let picture = folder.disk().picture(&reel.id).unwrap();
    assert_eq!(picture.len() as u64, reel.bytes);
    assert_eq!(picture.windows(4).filter(|name| *name == b"fcTL").count(), 4);
    assert!(folder.disk().frames(&reel.id, 1).is_err(), "frames are no longer needed");
    assert!(recorder.finish().is_none());
}

#[test]
fn invalid_still_changes_nothing() {
    let folder = Folder::new("faults");
    let mut recorder = folder.recorder();
    for broken in
        [&b"<!doctype html><title>Offline</title>"[..], b"", b"GIF89a NETSCAPE2.0", b"\xff\xd8\xff\xe0junk"]
    {
        assert!(recorder.record(broken, noon()).is_err());
    }
    assert!(recorder.finish().is_none(), "a reel without a frame has not begun");
    recorder.record(&still(64, 48, 9), at(0)).unwrap();
    assert!(recorder.record(b"<html>", at(10)).is_err());
    assert_eq!(recorder.record(&still(64, 48, 9), at(20)).unwrap().frames.len(), 2);
}

#[test]
fn restart_continues_or_ends_a_storm() {
    let folder = Folder::new("restart");
    let reel = folder.recorder().record(&still(640, 480, 9), at(0)).unwrap();
    let mut again = folder.recorder();
    assert_eq!(again.begin(vec![reel.clone()], at(30)), []);
    let reel = again.record(&still(640, 480, 9), at(60)).unwrap();
    assert_eq!((reel.frames.len(), reel.accumulated_cm()), (2, Tenths::new(6.0)));
    let mut late = folder.recorder();
    let ended = late.begin(vec![reel.clone()], noon().plus_millis(9 * HOUR_MS));
    assert_eq!(ended, [Reel { is_over: true, ..reel.clone() }]);
    // A reel cannot continue without its frames.
    let other = Reel { is_over: false, ..reel };
    assert_eq!(folder.recorder().begin(vec![other], at(70)).len(), 1);
}

#[test]
fn full_reel_starts_the_next() {
    let folder = Folder::new("long");
    let mut recorder = folder.recorder();
    let most = PicturePolicy::DEFAULT.frames;
    let mut last = None;
    for nth in 0..=most {
        last = Some(recorder.record(&still(32, 16, 9), at(i64::try_from(nth).unwrap() * 10)).unwrap());
        let reel = last.as_ref().unwrap();
        assert_eq!(reel.is_over, nth + 1 == most, "{nth}");
    }
    assert_eq!(last.unwrap().frames.len(), 1);
}
