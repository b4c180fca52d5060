use super::*;

#[test]
fn bucket_allows_burst_then_rate() {
    let start = Duration::from_secs(100);
    let at = |ms| start + Duration::from_millis(ms);
    let mut pace = Pace::new(5);
    assert_eq!(pace.short(start).count(), 0);
    let mut sent = 0;
    for ms in (0..10_000).step_by(10) {
        let now = at(ms);
        let left = pace.short(now).find(|(host, _)| *host == "a.example.com").map_or(5, |(_, left)| left);
        for _ in 0..left {
            pace.spend("a.example.com", now);
            sent += 1;
        }
    }
    // The first second's worth, and five a second for ten seconds less the last step.
    assert!((54..=55).contains(&sent), "{sent}");
    let next = pace.next(at(9_990)).unwrap();
    assert!(next <= Duration::from_millis(200), "{next:?}");
    assert_eq!(pace.short(at(20_000)).count(), 0, "forgotten when it has all again");
    assert_eq!(pace.next(at(20_000)), None);
}

#[test]
fn hosts_have_separate_buckets() {
    let now = Duration::from_secs(100);
    let mut pace = Pace::new(2);
    pace.spend("a.example.com", now);
    pace.spend("a.example.com", now);
    pace.spend("b.example.com", now);
    let mut short: Vec<(String, usize)> =
        pace.short(now).map(|(host, left)| (host.to_owned(), left)).collect();
    short.sort();
    assert_eq!(short, [("a.example.com".to_owned(), 0), ("b.example.com".to_owned(), 1)]);
    let mut free = Pace::new(0);
    free.spend("a.example.com", now);
    assert_eq!((free.short(now).count(), free.next(now)), (0, None));
}
