use alloc::vec::Vec;

use super::*;
use crate::evidence::Origin;

fn snowfall(cm: f64) -> Observation {
    Observation::new(Origin::Operator, None, Claim::Snowfall7d(cm))
}

#[test]
fn unindexed_match_every_topic() {
    let depth = |band| Observation::new(Origin::Operator, None, Claim::Depth { band, cm: 1.0 });
    let mut seen: Vec<_> = [Band::Base, Band::Summit, Band::Base].into_iter().map(depth).collect();
    let count = |seen: &[Observation], topic| Topics::from_observations(seen).about(topic, seen).count();
    let counts = [Topic::DepthBase, Topic::DepthMid, Topic::DepthSummit].map(|topic| count(&seen, topic));
    assert_eq!(counts, [2, 0, 1]);
    seen.extend((0..MARKED).map(|cm| snowfall(cm as f64)));
    assert_eq!((count(&seen, Topic::Snowfall7d), count(&seen, Topic::DepthMid)), (MARKED, 3));
    let topics = Topics::from_observations(&seen);
    let all: Vec<_> = topics.about(Topic::Snowfall7d, &seen).collect();
    assert_eq!(all, seen.iter().skip(3).collect::<Vec<_>>());
}
