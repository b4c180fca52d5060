use super::*;

const LIMITS: Limits = Limits { slots: 64, per_host: 4, per_second: 5 };
const START: Duration = Duration::from_secs(1_000);

fn named(number: usize, network: &str) -> Receiver {
    let host = format!("h.{number}.example");
    Receiver { site: format!("{number}.example"), host, networks: vec![network.to_owned()] }
}

#[test]
fn names_of_one_address_share_limit() {
    let mut networks = Networks::new(LIMITS);
    let mut through = 0;
    // Five seconds, a hundred times a second, each name in turn.
    for step in 0..500_u32 {
        let now = START + Duration::from_millis(10) * step;
        let receiver = named(step as usize % 8, "192.0.2.1");
        if networks.enter(&receiver, now).is_ok() {
            through += 1;
            networks.leave(&receiver);
        }
    }
    assert!((25..=30).contains(&through), "{through} in five seconds at five a second");
    assert!(
        networks.enter(&named(1, "192.0.2.2"), START + Duration::from_secs(5)).is_ok(),
        "another is free"
    );
}

#[test]
fn attempts_by_any_name_fill_network() {
    let mut networks = Networks::new(Limits { per_second: 0, ..LIMITS });
    let mut room = Capacity { per_host: 4, ..Capacity::default() };
    for number in 0..4 {
        networks.enter(&named(number, "n"), START).unwrap();
    }
    assert_eq!(networks.enter(&named(4, "n"), START), Err(FULL_WAIT));
    networks.narrow(&mut room, START);
    assert_eq!((room.under_way.get("n"), room.networks.len()), (Some(&4), 5));
    assert_eq!(room.networks.get("h.4.example").map(Vec::as_slice), Some(&["n".to_owned()][..]));
    networks.leave(&named(0, "n"));
    assert!(networks.enter(&named(4, "n"), START).is_ok());
}

#[test]
fn single_site_network_uses_site_limits() {
    let mut networks = Networks::new(LIMITS);
    networks.enter(&named(1, "n"), START).unwrap();
    let mut room = Capacity { per_host: 4, ..Capacity::default() };
    networks.narrow(&mut room, START);
    assert!(room.networks.is_empty() && room.under_way.is_empty());
}

#[test]
fn every_network_needs_capacity() {
    let mut networks = Networks::new(Limits { per_second: 1, ..LIMITS });
    networks.enter(&named(1, "a"), START).unwrap();
    let both = Receiver { networks: vec!["a".to_owned(), "b".to_owned()], ..named(2, "") };
    assert_eq!(networks.enter(&both, START), Err(Duration::from_secs(1)));
    assert!(networks.enter(&named(3, "b"), START).is_ok(), "nothing was spent of the other");
}

#[test]
fn idle_hosts_are_forgotten() {
    let mut networks = Networks::new(LIMITS);
    for number in 0..=MOST_HOSTS {
        networks.learn(&named(number, "n"), START);
    }
    networks.learn(&named(MOST_HOSTS + 1, "n"), START + REMEMBERED);
    assert_eq!((networks.hosts.len(), networks.sites.get("n").map(HashSet::len)), (1, Some(1)));
}
