use super::*;

#[test]
fn beats_are_multiples_of_the_period() {
    let second = Duration::from_secs(1);
    let left = |ms, period| left(Timestamp::from_millis(ms), period).as_millis();
    assert_eq!(left(5_000, second), 1_000);
    assert_eq!(left(5_001, second), 999);
    assert_eq!(left(5_999, second), 1);
    assert_eq!(left(61_500, Duration::from_secs(60)), 58_500);
}

#[tokio::test]
async fn dropped_wait_loses_no_beat() {
    let mut beat = Beat::new(Duration::from_millis(1));
    for _ in 0..5 {
        let dropped = tokio::time::timeout(Duration::ZERO, beat.next()).await;
        drop(dropped);
    }
    beat.next().await;
}
