//! Compares the embedded rows with a recorded snapshot, if one is available.
use catalogue::agreement::{Gate, check};

#[test]
fn catalogue_agrees_with_snapshot() {
    let Some(bytes) = crate::import::snapshot() else { return };
    let resorts = catalogue::embedded().expect("the embedded catalogue");
    let agreement = check(&resorts, &bytes).expect("a readable snapshot");
    assert!(agreement.compared.len() * 10 >= resorts.len() * 9, "{agreement}");
    assert_eq!(agreement.failures(&Gate::CATALOGUE), Vec::<String>::new(), "{agreement}");
}
