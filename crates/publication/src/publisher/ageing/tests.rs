use std::future::{pending, ready};
use std::pin::pin;
use std::time::Duration;

use tokio::time::{interval, timeout};

use super::before;

#[tokio::test]
async fn a_look_that_does_not_answer_holds_up_no_tick() {
    let mut tick = interval(Duration::from_millis(1));
    let mut look = pin!(pending::<()>());
    for _ in 0..5 {
        let seen = timeout(Duration::from_secs(10), before(&mut tick, look.as_mut())).await;
        assert_eq!(seen, Ok(None), "the tick came");
    }
}

#[tokio::test]
async fn a_look_that_answers_is_taken_as_it_is() {
    let mut tick = interval(Duration::from_secs(3_600));
    tick.tick().await;
    assert_eq!(before(&mut tick, pin!(ready(7))).await, Some(7));
}
