use clap::ValueEnum as _;

use super::*;

/// Steps within which each bug is found.
const FOUND_WITHIN: u64 = 4_000_000;

/// Steps without a bug; continuous integration makes more.
const QUIET: u64 = 100_000;

fn found(steps: u64, bug: Option<Bug>) -> Option<Finding> {
    let blank = replica::blank().unwrap();
    search(&blank, Extent { seed: SEED, steps, bug }, &mut Counts::default(), &mut |_| ())
}

#[test]
fn each_seeded_bug_is_found() {
    let bugs = Bug::value_variants();
    assert!(bugs.len() >= 10);
    let missed: Vec<_> = bugs.iter().filter(|bug| found(FOUND_WITHIN, Some(**bug)).is_none()).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn correct_decisions_break_no_invariant() {
    if let Some(finding) = found(QUIET, None) {
        panic!("{}", described(Extent { seed: SEED, steps: QUIET, bug: None }, &finding));
    }
}

#[test]
fn shorter_history_breaks_the_same_invariant() {
    let blank = replica::blank().unwrap();
    let bug = Some(Bug::GrantsHeldLease);
    let finding = found(FOUND_WITHIN, bug).unwrap();
    let invariant = finding.violation.invariant;
    let shorter = shortest(&blank, bug, finding);
    assert!(shorter.history.len() < 20, "{:?}", shorter.history);
    let again = replay(&blank, &shorter.history, shorter.has_timelines, bug, &mut Counts::default());
    assert_eq!(again.unwrap_err().1.invariant, invariant);
}
