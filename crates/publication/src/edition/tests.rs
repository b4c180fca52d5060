use super::*;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

#[test]
fn publication_time_is_the_start_of_its_interval() {
    let minute = Duration::from_secs(60);
    let noon = at("2026-01-10T12:00:00Z");
    assert_eq!(time_of(at("2026-01-10T12:00:00Z"), minute), noon);
    assert_eq!(time_of(at("2026-01-10T12:00:59.999Z"), minute), noon);
    assert_eq!(time_of(at("2026-01-10T12:01:00Z"), minute), at("2026-01-10T12:01:00Z"));
    assert_eq!(time_of(at("2026-01-10T12:00:19.5Z"), Duration::from_secs(10)), at("2026-01-10T12:00:10Z"));
    assert_eq!(time_of(Timestamp::from_millis(-1), minute), Timestamp::from_millis(-60_000));
}

#[test]
fn name_distinguishes_counters_timelines_and_times() {
    let noon = at("2026-01-10T12:00:00Z");
    let versions = Versions { evidence: 812, winters: 40, documents: 7, grades: 3 };
    let coverage = Coverage { timeline: Some(2), resorts: 1, versions };
    assert_eq!(coverage.etag(noon, noon), "2.1.812.40.7.3-2026-01-10T12:00:00.000Z");
    let others = [
        Coverage { timeline: Some(3), ..coverage },
        Coverage { resorts: 2, ..coverage },
        Coverage { versions: Versions { grades: 4, ..versions }, ..coverage },
    ];
    assert!(others.iter().all(|other| other.etag(noon, noon) != coverage.etag(noon, noon)));
    let later = noon.plus_millis(60_000);
    assert_ne!(coverage.etag(later, later), coverage.etag(noon, noon));
    // A bulletin ended: the world of noon is shown at the time of the next publication.
    assert_ne!(coverage.etag(noon, later), coverage.etag(later, later));
}
