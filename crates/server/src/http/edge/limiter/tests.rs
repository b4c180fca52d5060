//! Who is let in, who goes for whom, and who is cut.

use super::*;

fn house(total: usize, per_client: usize, proxies: &str) -> Arc<House> {
    Arc::new(House::new(Limits { total, per_client }, TrustedProxies::parse(proxies).unwrap()))
}

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[test]
fn a_client_has_so_many_connections_and_gets_a_place_again_when_one_ends() {
    let house = house(100, 2, "");
    let one = house.admit(ip("192.0.2.1")).unwrap();
    let _two = house.admit(ip("::ffff:192.0.2.1")).unwrap();
    assert_eq!(house.admit(ip("192.0.2.1")).unwrap_err(), Refused::PerClient);
    assert!(house.admit(ip("192.0.2.2")).is_ok());
    drop(one);
    assert!(house.admit(ip("192.0.2.1")).is_ok());
}

#[test]
fn a_network_of_ipv6_is_one_client() {
    let house = house(100, 1, "");
    let _one = house.admit(ip("2001:db8:0:1::1")).unwrap();
    assert_eq!(house.admit(ip("2001:db8:0:1:ffff::2")).unwrap_err(), Refused::PerClient);
    assert!(house.admit(ip("2001:db8:0:2::1")).is_ok());
}

#[test]
fn a_trusted_proxy_speaks_for_many_and_counts_in_all() {
    let house = house(4, 1, "10.0.0.0/8");
    let stays: Vec<Stay> = (0..4).map(|_| house.admit(ip("10.0.0.1")).unwrap()).collect();
    assert_eq!(house.count(), 4);
    assert_eq!(house.admit(ip("192.0.2.1")).unwrap().displaced, 1);
    drop(stays);
    assert_eq!(house.count(), 0);
}

#[test]
fn a_full_house_lets_a_newcomer_in_at_the_place_of_the_longest_wait_of_the_largest_crowd() {
    let house = house(4, 3, "");
    let lonely = house.admit(ip("192.0.2.9")).unwrap();
    house.sweep(1_000, |_| {});
    let first = house.admit(ip("192.0.2.1")).unwrap();
    house.sweep(2_000, |_| {});
    let rest: Vec<Stay> = (0..2).map(|_| house.admit(ip("192.0.2.1")).unwrap()).collect();
    let newcomer = house.admit(ip("198.51.100.7")).unwrap();
    assert_eq!(newcomer.displaced, 1);
    assert_eq!(first.connection.why_cut(), Some(Cut::Displaced));
    assert_eq!(lonely.connection.why_cut(), None);
    assert!(rest.iter().all(|stay| stay.connection.why_cut().is_none()));
    assert_eq!(house.count(), 4);
    drop(first);
    assert_eq!(house.count(), 4, "its place was counted as free when it was given away");
}

#[test]
fn a_full_house_has_no_more_room_for_a_crowd() {
    let house = house(FEW, FEW + 1, "");
    let _stays: Vec<Stay> = (0..FEW).map(|_| house.admit(ip("192.0.2.1")).unwrap()).collect();
    assert_eq!(house.admit(ip("192.0.2.1")).unwrap_err(), Refused::Full);
    assert!(house.admit(ip("192.0.2.2")).is_ok());
}

#[test]
fn a_request_that_has_just_begun_keeps_its_place_and_one_that_drags_on_does_not() {
    let house = house(1, 1, "");
    let stay = house.admit(ip("192.0.2.1")).unwrap();
    let _running = stay.connection.begin();
    assert_eq!(house.admit(ip("192.0.2.2")).unwrap_err(), Refused::Full);
    house.sweep(ANSWERING_MS, |_| {});
    assert!(house.admit(ip("192.0.2.2")).is_ok());
}

#[test]
fn a_sweep_cuts_what_has_lasted_too_long_and_counts_it_once() {
    let house = house(10, 10, "");
    let _silent = house.admit(ip("192.0.2.1")).unwrap();
    let dripping = house.admit(ip("192.0.2.2")).unwrap();
    dripping.connection.heard();
    let mut cuts = Vec::new();
    for now_ms in [4_000, 5_000, 6_000, 15_000, 16_000] {
        house.sweep(now_ms, |why| cuts.push((now_ms, why)));
    }
    assert_eq!(cuts, [(5_000, Cut::Head), (15_000, Cut::Idle)]);
}

#[test]
fn a_large_house_is_cleared_in_part() {
    let house = house(4 * SHARE, 4 * SHARE, "");
    let stays: Vec<Stay> = (0..4 * SHARE).map(|_| house.admit(ip("192.0.2.1")).unwrap()).collect();
    assert_eq!(house.admit(ip("192.0.2.2")).unwrap().displaced, 4);
    let gone = stays.iter().take_while(|stay| stay.connection.why_cut().is_some()).count();
    assert_eq!((gone, house.count()), (4, 4 * SHARE - 4), "those who came first have waited longest");
}
