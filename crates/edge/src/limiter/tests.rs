//! Tests of admission, displacement and cuts.

use super::*;

fn limiter(total: usize, per_client: usize, proxies: &str) -> Arc<Limiter> {
    Arc::new(Limiter::new(ConnectionLimits { total, per_client }, TrustedProxies::parse(proxies).unwrap()))
}

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[test]
fn per_client_limit_frees_places() {
    let limiter = limiter(100, 2, "");
    let one = limiter.admit(ip("192.0.2.1")).unwrap();
    let _two = limiter.admit(ip("::ffff:192.0.2.1")).unwrap();
    assert_eq!(limiter.admit(ip("192.0.2.1")).unwrap_err(), RejectReason::PerClient);
    assert!(limiter.admit(ip("192.0.2.2")).is_ok());
    drop(one);
    assert!(limiter.admit(ip("192.0.2.1")).is_ok());
}

#[test]
fn changed_limit_applies_to_new_connections() {
    let limiter = limiter(100, 2, "");
    let _open = [0, 1].map(|_| limiter.admit(ip("192.0.2.1")).unwrap());
    limiter.limit_clients(1);
    assert_eq!(limiter.count(), 2);
    assert!(limiter.admit(ip("192.0.2.1")).is_err());
    limiter.limit_clients(3);
    assert!(limiter.admit(ip("192.0.2.1")).is_ok());
}

#[test]
fn ipv6_network_is_one_client() {
    let limiter = limiter(100, 1, "");
    let _one = limiter.admit(ip("2001:db8:0:1::1")).unwrap();
    assert_eq!(limiter.admit(ip("2001:db8:0:1:ffff::2")).unwrap_err(), RejectReason::PerClient);
    assert!(limiter.admit(ip("2001:db8:0:2::1")).is_ok());
}

#[test]
fn trusted_proxy_has_only_the_total_limit() {
    let limiter = limiter(4, 1, "10.0.0.0/8");
    let permits: Vec<Permit> = (0..4).map(|_| limiter.admit(ip("10.0.0.1")).unwrap()).collect();
    assert_eq!(limiter.count(), 4);
    assert_eq!(limiter.admit(ip("192.0.2.1")).unwrap().displaced, 1);
    drop(permits);
    assert_eq!(limiter.count(), 0);
}

#[test]
fn newcomer_displaces_largest_client() {
    let limiter = limiter(4, 3, "");
    let lonely = limiter.admit(ip("192.0.2.9")).unwrap();
    limiter.sweep(1_000, |_| {});
    let first = limiter.admit(ip("192.0.2.1")).unwrap();
    limiter.sweep(2_000, |_| {});
    let rest: Vec<Permit> = (0..2).map(|_| limiter.admit(ip("192.0.2.1")).unwrap()).collect();
    let newcomer = limiter.admit(ip("198.51.100.7")).unwrap();
    assert_eq!(newcomer.displaced, 1);
    assert_eq!(first.connection.why_cut(), Some(CloseReason::Displaced));
    assert_eq!(lonely.connection.why_cut(), None);
    assert!(rest.iter().all(|permit| permit.connection.why_cut().is_none()));
    assert_eq!(limiter.count(), 4);
    drop(first);
    assert_eq!(limiter.count(), 4, "its place was counted as free when it was given away");
}

#[test]
fn large_client_gets_no_more_at_the_limit() {
    let limiter = limiter(FEW, FEW + 1, "");
    let _stays: Vec<Permit> = (0..FEW).map(|_| limiter.admit(ip("192.0.2.1")).unwrap()).collect();
    assert_eq!(limiter.admit(ip("192.0.2.1")).unwrap_err(), RejectReason::Full);
    assert!(limiter.admit(ip("192.0.2.2")).is_ok());
}

#[test]
fn only_long_requests_are_displaced() {
    let limiter = limiter(1, 1, "");
    let permit = limiter.admit(ip("192.0.2.1")).unwrap();
    let _running = permit.connection.begin();
    assert_eq!(limiter.admit(ip("192.0.2.2")).unwrap_err(), RejectReason::Full);
    limiter.sweep(ANSWERING_MS, |_| {});
    assert!(limiter.admit(ip("192.0.2.2")).is_ok());
}

#[test]
fn sweep_cuts_overdue_connections_once() {
    let limiter = limiter(10, 10, "");
    let _silent = limiter.admit(ip("192.0.2.1")).unwrap();
    let dripping = limiter.admit(ip("192.0.2.2")).unwrap();
    dripping.connection.bytes_arrived();
    let mut cuts = Vec::new();
    for now_ms in [4_000, 5_000, 6_000, 15_000, 16_000] {
        limiter.sweep(now_ms, |why| cuts.push((now_ms, why)));
    }
    assert_eq!(cuts, [(5_000, CloseReason::Head), (15_000, CloseReason::Idle)]);
}

#[test]
fn share_of_connections_is_closed_at_once() {
    let limiter = limiter(4 * SHARE, 4 * SHARE, "");
    let permits: Vec<Permit> = (0..4 * SHARE).map(|_| limiter.admit(ip("192.0.2.1")).unwrap()).collect();
    assert_eq!(limiter.admit(ip("192.0.2.2")).unwrap().displaced, 4);
    let gone = permits.iter().take_while(|permit| permit.connection.why_cut().is_some()).count();
    assert_eq!((gone, limiter.count()), (4, 4 * SHARE - 4), "the first connections have waited longest");
}

#[test]
fn waiting_answers_have_a_memory_limit() {
    let limiter = limiter(4_000, 4_000, "10.0.0.0/8");
    let permits = |client: &str, count: usize| -> Vec<Permit> {
        (0..count).map(|_| limiter.admit(ip(client)).unwrap()).collect()
    };
    let stall = |permits: &[Permit]| permits.iter().for_each(|permit| permit.connection.stalled());
    let mut cuts = 0;
    let mut sweep = |now_ms: u64| {
        limiter.sweep(now_ms, |why| cuts += usize::from(why == CloseReason::Memory));
        cuts
    };
    let one = permits("192.0.2.9", 1);
    stall(&one);
    let room = MOST_WAITING / one.first().unwrap().connection.waiting() - 1;
    let (early, reading) = (permits("192.0.2.1", 10), permits("192.0.2.1", 10));
    stall(&early);
    assert_eq!(sweep(1_000), 0);
    // Many clients come through the proxy: none of them has the most.
    let late = permits("10.0.0.1", room - 10);
    stall(&late);
    assert_eq!(sweep(2_000), 0, "exactly the limit is used");
    let large = permits("192.0.2.1", 1);
    stall(&large);
    large.first().unwrap().connection.hold(100 << 10);
    assert_eq!(sweep(3_000), 2);
    let is_cut = |permits: &[Permit]| -> usize {
        permits.iter().filter(|permit| permit.connection.why_cut() == Some(CloseReason::Memory)).count()
    };
    assert_eq!((is_cut(&early), is_cut(&large)), (2, 0), "the longest wait of the client with the most");
    assert_eq!((is_cut(&one), is_cut(&late), is_cut(&reading)), (0, 0, 0));
    assert_eq!(sweep(4_000), 2, "a cut connection is not counted");
}
