use std::future::{pending, ready};
use std::pin::pin;
use std::time::Duration;

use tokio::time::{interval, timeout};

use super::before;

#[tokio::test]
async fn hanging_poll_delays_no_tick() {
    let mut tick = interval(Duration::from_millis(1));
    let mut look = pin!(pending::<()>());
    for _ in 0..5 {
        let seen = timeout(Duration::from_secs(10), before(&mut tick, look.as_mut())).await;
        assert_eq!(seen, Ok(None), "the tick came");
    }
}

#[tokio::test]
async fn timely_poll_is_returned() {
    let mut tick = interval(Duration::from_secs(3_600));
    tick.tick().await;
    assert_eq!(before(&mut tick, pin!(ready(7))).await, Some(7));
}
