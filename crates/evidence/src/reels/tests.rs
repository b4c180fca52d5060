//! Tests of the stored form of reels.

use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use pictures::Frame;

use super::*;

#[test]
fn version_1_is_read() {
    let text = [
        r#"{"v":1,"reel":{"id":"alta-base-20260110t1200z","slug":"alta","camera":"Base","owner":"A resort","is_over":true,"#,
        r#""width":480,"height":270,"bytes":99,"frames":[{"at":"2026-01-10T12:00:00.000Z","depth_cm":120.5,"#,
        r#""accumulated_cm":0},{"at":"2026-01-10T12:10:00.000Z"}]}}"#,
    ]
    .concat();
    let at = |text: &str| Timestamp::parse(text).unwrap();
    let reel = Reel {
        id: "alta-base-20260110t1200z".to_owned(),
        slug: "alta".to_owned(),
        camera: "Base".into(),
        owner: "A resort".into(),
        page_url: None,
        measured_by: None,
        is_over: true,
        width: 480,
        height: 270,
        bytes: 99,
        frames: vec![
            Frame {
                at: at("2026-01-10T12:00:00Z"),
                depth_cm: Tenths::new(120.5),
                accumulated_cm: Tenths::new(0.0),
            },
            Frame { at: at("2026-01-10T12:10:00Z"), depth_cm: None, accumulated_cm: None },
        ],
    };
    assert_eq!(Reels::decode(&text).unwrap(), reel);
    assert_eq!(Reels::encode(&reel), text);
}

#[test]
fn rejects_other_and_newer_forms() {
    for other in ["", "{}", r#"{"v":0}"#, r#"{"v":2,"reel":{}}"#] {
        assert!(Reels::decode(other).is_err(), "{other}");
    }
}
