use std::convert::Infallible;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::join_all;

use super::*;

const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
const ELSEWHERE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2));

async fn present(secrets: &Secrets, client: IpAddr, secret: u8) -> Result<u8, SecretRejection<Infallible>> {
    secrets.admit(client, Some(secret), async |secret| Ok((secret == 1).then_some(secret))).await
}

#[tokio::test]
async fn valid_secret_is_never_rejected() {
    let secrets = Secrets::wrong_per_minute(3);
    for _ in 0..3 {
        assert_eq!(present(&secrets, CLIENT, 0).await, Err(SecretRejection::Wrong));
    }
    assert!(matches!(present(&secrets, CLIENT, 0).await, Err(SecretRejection::TooMany(_))));
    assert_eq!(present(&secrets, CLIENT, 1).await, Ok(1));
    assert_eq!(present(&secrets, ELSEWHERE, 0).await, Err(SecretRejection::Wrong));
    let unreadable = secrets.admit(ELSEWHERE, None::<u8>, async |_| Ok::<_, Infallible>(Some(1))).await;
    assert_eq!(unreadable, Err(SecretRejection::Wrong));
}

#[tokio::test]
async fn lookups_past_limit_are_serialised() {
    let secrets = Secrets::wrong_per_minute(1);
    let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let look = |secret: u8| {
        secrets.admit(CLIENT, Some(secret), async |secret| {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            tokio::task::yield_now().await;
            now.fetch_sub(1, Ordering::SeqCst);
            Ok::<_, Infallible>((secret == 1).then_some(secret))
        })
    };
    assert_eq!(look(0).await, Err(SecretRejection::Wrong));
    most.store(0, Ordering::SeqCst);
    let answers = join_all((0..50).map(|nth| look(u8::from(nth == 25)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(most.load(Ordering::SeqCst), 1);
}
