use std::future::{pending, ready};
use std::pin::pin;
use std::time::Duration;

use tokio::time::timeout;

use super::before;
use crate::publisher::beat::Beat;

#[tokio::test]
async fn hanging_poll_delays_no_beat() {
    let mut beat = Beat::new(Duration::from_millis(1));
    let mut look = pin!(pending::<()>());
    for _ in 0..5 {
        let seen = timeout(Duration::from_secs(10), before(&mut beat, look.as_mut())).await;
        assert_eq!(seen, Ok(None), "the beat came");
    }
}

#[tokio::test]
async fn timely_poll_is_returned() {
    let mut beat = Beat::new(Duration::from_secs(3_600));
    beat.next().await;
    assert_eq!(before(&mut beat, pin!(ready(7))).await, Some(7));
}
