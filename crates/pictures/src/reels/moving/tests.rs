//! Pictures are read back by the standard's reader.

use std::io::Cursor;

use super::*;
use crate::reels::frame::written;
use crate::reels::still::Still;

fn still(width: usize, shade: u8) -> Still {
    Still { width, height: 6, rgb: vec![shade; width * 6 * 3] }
}

#[test]
fn every_frame_comes_back_in_its_place() {
    let shades = [10, 120, 240];
    let frames: Vec<Vec<u8>> = shades.iter().map(|shade| written(&still(8, *shade)).unwrap()).collect();
    let whole = joined(&frames, 400).unwrap();
    let mut reader = png::Decoder::new(Cursor::new(&whole)).read_info().unwrap();
    let control = *reader.info().animation_control().unwrap();
    assert_eq!((control.num_frames, control.num_plays), (3, 0));
    for (at, shade) in shades.into_iter().enumerate() {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert!(pixels.iter().all(|value| *value == shade), "frame {at}");
        let delay = reader.info().frame_control().unwrap().delay_num;
        assert_eq!(delay, if at == 2 { 2_000 } else { 400 });
    }
}

#[test]
fn mismatched_frames_are_named() {
    let one = written(&still(8, 1)).unwrap();
    let other = written(&still(9, 1)).unwrap();
    assert_eq!(joined(&[one.clone(), other], 400), Err(JoinError::Different(1)));
    assert_eq!(joined(&[one.clone(), b"GIF89a".to_vec()], 400), Err(JoinError::Unreadable(1)));
    assert_eq!(joined(&[one.get(..40).unwrap()], 400), Err(JoinError::Unreadable(0)));
    assert_eq!(joined(&Vec::<Vec<u8>>::new(), 400), Err(JoinError::Empty));
}
