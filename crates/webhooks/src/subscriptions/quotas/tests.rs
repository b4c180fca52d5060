use super::*;

#[test]
fn neighbours_share_mark_prefix() {
    let [one, next, far] = ["2001:db8:1:1::", "2001:db8:1:2::", "2001:db8:2:1::"].map(mark);
    assert_eq!((one.len(), &one[..6]), (13, &next[..6]));
    assert!(one != next && one[..6] != far[..6]);
    let [one, next, far] = ["192.0.2.1", "192.0.2.2", "192.0.3.1"].map(mark);
    assert!(one != next && one[..6] == next[..6] && one[..6] != far[..6]);
}

#[test]
fn taken_place_reveals_nothing() {
    let of = |creation| created(creation).unwrap_err();
    assert_eq!(of(Creation::HostFull), of(Creation::Duplicate));
    assert!(matches!(of(Creation::Full), Rejection::Full { .. }));
}
