use super::*;
use crate::reels::still::Bounds;

#[test]
fn frame_round_trips() {
    let rgb = (0..8 * 6 * 3).map(|at| u8::try_from(at % 251).unwrap()).collect();
    let still = Still { width: 8, height: 6, rgb };
    assert_eq!(Still::read(&written(&still).unwrap(), Bounds::USUAL).unwrap(), still);
}
