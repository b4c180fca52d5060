use std::net::IpAddr;

use super::*;

const A: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 7));
const B: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 8));

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[test]
fn zero_means_no_limit() {
    assert!(Throttle::<IpAddr>::per_minute(0).is_none());
}

#[test]
fn burst_then_steady_rate() {
    let throttle = Throttle::per_minute(6).unwrap();
    for _ in 0..6 {
        assert_eq!(throttle.admit(A, seconds(100)), Ok(()));
    }
    assert_eq!(throttle.admit(A, seconds(100)), Err(seconds(10)));
    assert_eq!(throttle.admit(A, seconds(109)), Err(seconds(1)));
    assert_eq!(throttle.admit(A, seconds(110)), Ok(()));
    assert_eq!(throttle.admit(A, seconds(110)), Err(seconds(10)));
    // Other clients are not held up, and an idle minute restores a whole minute.
    assert_eq!(throttle.admit(B, seconds(110)), Ok(()));
    for _ in 0..6 {
        assert_eq!(throttle.admit(A, seconds(300)), Ok(()));
    }
    assert!(throttle.admit(A, seconds(300)).is_err());
}

#[test]
fn one_subscriber_is_one_client() {
    let throttle = Throttle::per_minute(1).unwrap();
    let admit = |text: &str| throttle.admit(subscriber(text.parse().unwrap()), seconds(1));
    assert!(admit("2001:db8::1").is_ok());
    assert!(admit("2001:db8::2").is_err());
    assert!(admit("2001:db8:0:1::2").is_ok());
}

#[test]
fn would_admit_does_not_count() {
    let throttle = Throttle::per_minute(1).unwrap();
    for _ in 0..3 {
        assert_eq!(throttle.would_admit(&A, seconds(100)), Ok(()));
    }
    throttle.admit(A, seconds(100)).unwrap();
    assert_eq!(throttle.would_admit(&A, seconds(100)), Err(seconds(60)));
    assert_eq!(throttle.would_admit(&A, seconds(160)), Ok(()));
}

#[test]
fn memory_is_bounded() {
    let throttle = Throttle::per_minute(60).unwrap();
    for n in 0..=CLIENTS_MAX as u32 {
        let address = IpAddr::V4(std::net::Ipv4Addr::from_bits(n));
        throttle.admit(address, seconds(u64::from(n / 1000))).unwrap();
    }
    assert!(throttle.ledger.lock().unwrap().paid_at.len() < CLIENTS_MAX / 2);
}

#[test]
fn prefix_limit_is_shared() {
    let limit = Networks::per_minute(10).unwrap();
    let admitted = |prefix: &str, count: u32| {
        let client = |nth: u32| format!("2001:db8:{prefix}{nth:x}::").parse().unwrap();
        (0..count).filter(|nth| limit.admit(client(*nth), Duration::ZERO).is_ok()).count()
    };
    assert_eq!(admitted("1:2a0", 16), 16);
    assert_eq!(admitted("1:2a0", 16), 4, "twice ten for the /56");
    assert_eq!(admitted("1:", 200), 20, "four times ten for the /48");
    assert_eq!(admitted("2:", 10), 10, "another /48");
}

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[test]
fn ipv6_subscriber_is_a_64() {
    assert_eq!(subscriber(ip("2001:db8:1:2:3:4:5:6")), ip("2001:db8:1:2::"));
    assert_eq!(subscriber(ip("198.51.100.7")), ip("198.51.100.7"));
}
