//! Tests of the runtime of a database thread.

use super::*;

/// Dropping a [`Driving`] runs the runtime, so a nested call must be an error and not a panic.
#[test]
fn nested_wait_is_an_error() {
    let nested = here(async {
        drop(Driving::start(std::future::pending(), Duration::from_secs(60), || {}));
        here(async {})
    });
    assert!(matches!(nested, Ok(Err(StoreError::Stopped(_)))), "{nested:?}");
    assert!(here(async {}).is_ok(), "the runtime works afterwards");
}
