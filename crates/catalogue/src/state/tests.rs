use super::*;

#[test]
fn every_other_name_belongs_to_a_row() {
    let resorts = crate::embedded().expect("the embedded rows");
    for (other, name) in OTHER_NAMES {
        assert!(
            resorts.iter().any(|resort| resort.state.as_deref() == Some(*name)),
            "{other}: no row in {name}"
        );
    }
}
