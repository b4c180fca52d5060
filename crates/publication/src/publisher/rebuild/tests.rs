use uuid::Uuid;

use super::*;

fn random() -> u128 {
    Uuid::new_v4().as_u128()
}

#[test]
fn loss_causes_one_delayed_rebuild() {
    let mut rebuild = Rebuild::new(3);
    assert!((0..100).all(|_| !rebuild.is_due(3, random)));
    // Four connections are found lost one after the other.
    let waited = (0..100).take_while(|poll| !rebuild.is_due(4 + (*poll).min(3), random)).count();
    assert!((3..9).contains(&waited), "{waited}");
    // It stays due until everything could be read.
    assert!(rebuild.is_due(7, random));
    rebuild.done(7);
    assert!((0..100).all(|_| !rebuild.is_due(7, random)));
}

#[test]
fn loss_during_rebuild_repeats_it() {
    let mut rebuild = Rebuild::new(0);
    assert!((0..100).any(|_| rebuild.is_due(1, random)));
    // The read began before the second loss.
    assert!(rebuild.is_due(2, random));
    rebuild.done(1);
    assert!((0..100).any(|_| rebuild.is_due(2, random)));
}

#[test]
fn replica_waits_vary() {
    let lengths: std::collections::BTreeSet<_> = (0..200).map(|_| drawn(random())).collect();
    assert!(lengths.iter().all(|polls| POLLS.contains(polls)) && lengths.len() > 3, "{lengths:?}");
}
