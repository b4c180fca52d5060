//! Tests of the limits per subscription, per client, per receiver and in total.

use std::net::Ipv4Addr;

use super::*;

const NOW: Duration = Duration::from_secs(1_000);

fn asking(subscription: u128, client: u8, is_proven: bool) -> SendRequest {
    let client = IpAddr::V4(Ipv4Addr::new(192, 0, 2, client));
    SendRequest { subscription: Uuid::from_u128(subscription), client, is_proven }
}

fn admitted(count: usize, ask: impl Fn(usize) -> Result<(), Rejection>) -> usize {
    (0..count).filter(|number| ask(*number).is_ok()).count()
}

#[test]
fn unproven_receiver_is_tested_slowly() {
    let limits = SendLimits::per_minute(6);
    assert_eq!(admitted(9, |_| limits.ask(asking(1, 1, false), NOW)), 1);
    assert_eq!(admitted(9, |_| limits.ask(asking(2, 2, true), NOW)), 6);
    assert_eq!(admitted(9, |_| limits.ask(asking(1, 1, false), NOW + Duration::from_secs(61))), 1);
}

#[test]
fn many_subscriptions_do_not_help() {
    let limits = SendLimits::per_minute(6);
    assert_eq!(admitted(100, |number| limits.ask(asking(number as u128, 1, false), NOW)), 12);
    let of_many =
        |number: usize| limits.ask(asking(1_000 + number as u128, (number % 250) as u8, false), NOW);
    assert!(admitted(2_000, of_many) <= 600);
}

#[test]
fn domain_or_address_is_one_receiver() {
    let limits = SendLimits::per_minute(6);
    let receiver = |host: usize, site: &str, network: &str| Receiver {
        host: format!("h{host}.{site}"),
        site: site.to_owned(),
        networks: vec![network.to_owned()],
    };
    let of_domain = |number| receiver(number, "one.example", &format!("8.8.4.{number}"));
    assert_eq!(admitted(100, |number| limits.reach(&of_domain(number), NOW)), 60);
    let of_address = |number| receiver(number, &format!("{number}.example"), "8.8.8.8");
    assert_eq!(admitted(100, |number| limits.reach(&of_address(number), NOW)), 60);
}

#[test]
fn zero_disables_all_limits() {
    let limits = SendLimits::per_minute(0);
    assert_eq!(admitted(5_000, |_| limits.ask(asking(1, 1, false), NOW)), 5_000);
    assert_eq!(limits.waiting(), usize::MAX);
}
