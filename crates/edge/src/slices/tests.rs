//! Tests that the slices of a body make up the body.

use std::task::Waker;

use super::*;

fn parts(body: Vec<u8>) -> Vec<Bytes> {
    let mut slices = Slices::new(body, None);
    let mut context = Context::from_waker(Waker::noop());
    let mut parts = Vec::new();
    while let Poll::Ready(Some(part)) = Pin::new(&mut slices).poll_next(&mut context) {
        parts.push(part.unwrap());
    }
    parts
}

#[test]
fn large_body_comes_in_slices() {
    let body: Vec<u8> = (0..100_000_u32).map(|number| (number % 251) as u8).collect();
    let parts = parts(body.clone());
    assert_eq!(parts.iter().map(Bytes::len).collect::<Vec<_>>(), [SLICE, SLICE, SLICE, 100_000 - 3 * SLICE]);
    assert_eq!(parts.concat(), body);
}

#[test]
fn small_body_is_one_sized_slice() {
    assert_eq!(parts(vec![7; SLICE]).len(), 1);
    assert_eq!(Slices::new("", None).size(), BodySize::Sized(0));
    assert_eq!(Slices::new("snow", None).size(), BodySize::Sized(4));
    assert_eq!(Slices::new("snow", None).try_into_bytes().unwrap(), "snow");
}

#[test]
fn unshared_answer_counts_until_released() {
    let connection = Arc::new(Connection::new(&Arc::default()));
    let shared = Bytes::from(vec![7; 2 * SLICE]);
    let mut context = Context::from_waker(Waker::noop());
    let mut begun = |body: Bytes| {
        let mut slices = Slices::new(body, Some(Arc::clone(&connection)));
        assert!(Pin::new(&mut slices).poll_next(&mut context).is_ready());
        slices
    };
    let (of_many, own, small) =
        (begun(shared.clone()), begun(vec![7; 3 * SLICE].into()), begun("snow".into()));
    connection.stalled();
    let buffers = Connection::new(&Arc::default());
    buffers.stalled();
    assert_eq!(connection.waiting() - buffers.waiting(), 3 * SLICE);
    drop((of_many, own, small));
    assert_eq!(connection.waiting(), buffers.waiting());
}
