use super::*;

fn frame(minute: i64, accumulated: Option<f64>) -> Frame {
    Frame {
        at: Timestamp::from_millis(minute * 60_000),
        depth_cm: None,
        accumulated_cm: accumulated.and_then(Tenths::new),
    }
}

fn reel(frames: Vec<Frame>) -> Reel {
    Reel {
        id: "alta-base-20260110t1200z".to_owned(),
        slug: "alta".to_owned(),
        camera: "Base".into(),
        owner: "A resort".into(),
        page_url: None,
        measured_by: None,
        is_over: true,
        width: 4,
        height: 3,
        bytes: 99,
        frames,
    }
}

#[test]
fn accumulation_is_maximum_or_none() {
    let told = reel(vec![frame(0, Some(0.0)), frame(10, Some(4.0)), frame(20, Some(3.5))]);
    assert_eq!(told.accumulated_cm(), Tenths::new(4.0));
    assert_eq!(reel(vec![frame(0, None), frame(10, None)]).accumulated_cm(), None);
}

#[test]
fn identifier_is_not_a_path() {
    assert!(is_id("alta-base-20260110t1200z"));
    for other in ["", "..", "a/b", "a.png", "A", "a b", "a\0", &"a".repeat(200)] {
        assert!(!is_id(other), "{other}");
    }
}
