use super::*;

fn places(hashing: &Hashing, networks: impl Iterator<Item = String>) -> Vec<Place> {
    networks.filter_map(|network| hashing.place(network.parse().unwrap()).ok()).collect()
}

#[test]
fn one_prefix_leaves_places_to_others() {
    let hashing = Hashing::new();
    let crowd = places(&hashing, (0..1_000).map(|nth| format!("2001:db8:1:{nth:x}::")));
    assert_eq!(crowd.len(), 4 * PLACES_PER_NETWORK);
    let one = places(&hashing, (0..9).map(|_| "192.0.2.1".to_owned()));
    assert_eq!(one.len(), PLACES_PER_NETWORK);
    assert!(hashing.place("2001:db8:2::".parse().unwrap()).is_ok());
}

#[test]
fn places_are_given_back() {
    let hashing = Hashing::new();
    let crowd = places(&hashing, (0..40).map(|nth| format!("198.51.100.{nth}")));
    assert_eq!(crowd.len(), 40);
    let honest = places(&hashing, (0..15).map(|nth| format!("203.0.113.{nth}")));
    assert_eq!(honest.len(), 15);
    drop((crowd, honest));
    assert!(lock(&hashing.taken).by_network.is_empty() && lock(&hashing.taken).all == 0);
}
