use super::*;

#[tokio::test]
async fn waiting_time_is_measured() {
    let (answer, waited) = with_wait(async { 7 }).await;
    assert_eq!((answer, waited), (7, Duration::ZERO), "it never waited");
    let pause = Duration::from_millis(20);
    let slow = async {
        tokio::time::sleep(pause).await;
        8
    };
    let (answer, waited) = with_wait(slow).await;
    assert_eq!(answer, 8);
    assert!(waited >= pause, "{waited:?}");
}
