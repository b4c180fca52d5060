//! Slices of a body are the body.

use std::task::Waker;

use super::*;

fn parts(body: Vec<u8>) -> Vec<Bytes> {
    let mut slices = Slices::of(body);
    let mut context = Context::from_waker(Waker::noop());
    let mut parts = Vec::new();
    while let Poll::Ready(Some(part)) = Pin::new(&mut slices).poll_next(&mut context) {
        parts.push(part.unwrap());
    }
    parts
}

#[test]
fn a_large_body_comes_whole_and_in_slices() {
    let body: Vec<u8> = (0..100_000_u32).map(|number| (number % 251) as u8).collect();
    let parts = parts(body.clone());
    assert_eq!(parts.iter().map(Bytes::len).collect::<Vec<_>>(), [SLICE, SLICE, SLICE, 100_000 - 3 * SLICE]);
    assert_eq!(parts.concat(), body);
}

#[test]
fn a_body_that_fits_is_one_slice_and_says_its_size() {
    assert_eq!(parts(vec![7; SLICE]).len(), 1);
    assert_eq!(Slices::of("").size(), BodySize::Sized(0));
    assert_eq!(Slices::of("snow").size(), BodySize::Sized(4));
    assert_eq!(Slices::of("snow").try_into_bytes().unwrap(), "snow");
}
