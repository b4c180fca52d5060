//! Tests of the networks' table.

use sources::NETWORKS;

use super::*;

#[test]
fn every_network_is_asked_as_often_as_it_is_said_to_be() {
    for network in NETWORKS {
        let meta = network.meta();
        let minutes = period_ms(meta.id) / MINUTE_MS;
        let words = if minutes == 60 { "1 h".to_owned() } else { format!("{minutes} min") };
        assert_eq!(meta.every, words, "{}", meta.id);
    }
}
