use std::collections::BTreeSet;

use conditions_core::time::Timestamp;

use super::*;
use crate::station::Request;
use crate::{DocumentLane, Subject};

fn named(name: &str) -> Subject {
    Subject::new(name.to_owned(), Request::get(String::new(), &[]))
}

#[test]
fn issuers_have_unique_regions() {
    let feeds: Vec<&Feed> = ISSUERS.iter().flat_map(|lane| lane.feeds).collect();
    let regions: BTreeSet<&str> = feeds.iter().map(|feed| feed.region).collect();
    assert_eq!(regions.len(), feeds.len(), "they are stored under the region's name");
    for feed in feeds {
        assert!(feed.path.starts_with('/') && feed.page.starts_with("https://"), "{feed:?}");
    }
    for lane in &ISSUERS {
        assert_eq!(lane.subjects(Timestamp::from_millis(0)).len(), lane.feeds.len());
        assert!(lane.document(&named("XX"), b"{\"bulletins\":[]}").is_err(), "a region without a service");
    }
}

/// An empty response names the service by its region, and a bulletin names its issuer: both must be the same.
#[test]
fn feeds_match_their_service() {
    for feed in ISSUERS.iter().flat_map(|lane| lane.feeds) {
        let service = ::avalanche::Service::for_region(feed.region);
        let told = service.map(|service| (service.region, service.name, service.page));
        assert_eq!(told, Some((feed.region, feed.issuer, feed.page)));
    }
}
