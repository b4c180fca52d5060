use alloc::vec::Vec;

use super::*;

fn list(entries: &[u32]) -> Vec<u32> {
    entries.to_vec()
}

fn seen(few: &ShortList<u32>) -> Vec<u32> {
    assert_eq!(few.iter().count(), few.len());
    few.iter().copied().collect()
}

#[test]
fn holds_any_number_of_entries() {
    for length in [0, 1, PLACES - 1, PLACES, PLACES + 1, 3 * PLACES] {
        let given: Vec<u32> = (0..length as u32).rev().collect();
        let mut few = ShortList::from_entries(given.iter().copied());
        assert_eq!(seen(&few), given);
        few.sort_by(u32::cmp);
        assert_eq!(seen(&few), (0..length as u32).collect::<Vec<_>>());
    }
}

#[test]
fn keeps_first_of_duplicates() {
    for (given, kept) in [
        (list(&[]), list(&[])),
        (list(&[1]), list(&[1])),
        (list(&[10, 11, 20, 10, 21, 30]), list(&[10, 20, 30])),
        ((0..40).collect(), list(&[0, 10, 20, 30])),
    ] {
        let mut few = ShortList::from_entries(given);
        few.keep_first(|first, later| first / 10 == later / 10);
        assert_eq!(seen(&few), kept);
    }
}
