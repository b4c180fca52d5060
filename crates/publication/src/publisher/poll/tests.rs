use super::*;

const KNOWN: Coverage = Coverage {
    timeline: Some(1),
    resorts: 1,
    versions: Versions { evidence: 8, winters: 4, documents: 2, grades: 1 },
};

fn random() -> u128 {
    0
}

#[test]
fn changes_on_the_known_timeline_are_used() {
    let look = PollState::new(KNOWN, 0).poll(0, Some(1), random).unwrap();
    assert_eq!((look.ground(), look.since()), (Ground::Known, KNOWN.versions));
    let versions = Versions { evidence: 9, ..KNOWN.versions };
    assert_eq!(look.covered(Some(1), versions), Ok(Coverage { versions, ..KNOWN }));
}

#[test]
fn promotion_and_lower_counter_read_everything() {
    let look = PollState::new(KNOWN, 0).poll(0, Some(1), random).unwrap();
    for (timeline, evidence) in [(Some(2), 9), (Some(1), 7), (None, 9)] {
        let versions = Versions { evidence, ..KNOWN.versions };
        let again = look.covered(timeline, versions).unwrap_err();
        assert_eq!((again.ground(), again.since()), (Ground::Nothing, Versions::default()));
        assert_eq!(again.follows_promotion(), timeline != Some(1));
        assert_eq!(again.covered(timeline, versions), Ok(Coverage { timeline, versions, ..KNOWN }));
    }
}

/// A rebuild is due after a long outage, and the read that ends the outage is the first one to meet the promoted standby.
#[test]
fn promotion_during_rebuild_is_not_published_as_old_timeline() {
    let mut following = PollState::new(KNOWN, 0);
    let mut looks = (0..10).map(|_| following.poll(1, Some(1), random).unwrap());
    let look = looks.find(|look| look.ground() == Ground::Nothing).unwrap();
    assert!(!look.follows_promotion());
    let again = look.covered(Some(2), KNOWN.versions).unwrap_err();
    assert!(again.follows_promotion());
    let coverage = Coverage { timeline: Some(2), ..KNOWN };
    assert_eq!(again.covered(Some(2), KNOWN.versions), Ok(coverage));
    following.published(again, coverage);
    assert_eq!(following.poll(1, Some(2), random).unwrap().ground(), Ground::Known);
}

#[test]
fn failed_publication_is_read_again_after_a_pause() {
    let mut following = PollState::new(KNOWN, 0);
    let look = following.poll(0, Some(1), random).unwrap();
    following.failed();
    assert_eq!(following.poll(0, Some(1), random), None);
    assert_eq!(following.poll(0, Some(1), random), Some(look));
}
