use super::*;

/// Returns the place that is found among `count` of which `bad` is rejected, the number of calls, and the number of
/// places that succeeded.
fn searched(count: u32, bad: u32) -> (u32, u32, usize) {
    let mut search = Search::new((0..count).collect());
    let (mut calls, mut answered) = (0, 0);
    loop {
        calls += 1;
        if search.candidates().contains(&bad) {
            if let SearchStep::Found(found, waiting) = search.rejected() {
                return (found, calls, answered + waiting.len());
            }
        } else {
            answered += search.candidates().len();
            assert_eq!(search.answered(), None, "a suspect is left");
        }
    }
}

#[test]
fn finds_one_of_fifty_in_few_calls() {
    for bad in 0..50 {
        let (found, calls, others) = searched(50, bad);
        assert_eq!((found, others), (bad, 49));
        assert!(calls <= 7, "{bad}: {calls} calls");
    }
    assert_eq!(searched(2, 1), (1, 2, 1));
    assert_eq!(searched(1, 0), (0, 1, 0));
}

#[test]
fn passed_rejection_answers_all_places() {
    let mut search = Search::new(vec![1, 2, 3]);
    assert_eq!(search.candidates(), [1, 2]);
    assert_eq!(search.rejected(), SearchStep::Further);
    assert_eq!(search.candidates(), [1]);
    assert_eq!(search.answered(), None);
    assert_eq!(search.candidates(), [2]);
    assert_eq!(search.answered(), Some(vec![3]));
}
