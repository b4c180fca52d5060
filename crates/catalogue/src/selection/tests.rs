use std::collections::BTreeSet;

use super::*;
use crate::embedded;

fn chosen(slugs: &str, regions: &str) -> Result<Vec<Resort>, SelectionError> {
    Selection::parse(slugs, regions).apply(embedded().unwrap())
}

#[test]
fn nothing_chosen_means_everything() {
    assert_eq!(chosen("", " , ").unwrap(), embedded().unwrap());
}

#[test]
fn slugs_and_regions_are_united() {
    let all = embedded().unwrap();
    let swiss = all.iter().filter(|resort| resort.country == "CH").count();
    for region in ["ch", "Switzerland", " CH "] {
        assert_eq!(chosen("vail, verbier", region).unwrap().len(), swiss + 1, "{region}");
    }
    let states: BTreeSet<_> =
        chosen("", "colorado").unwrap().into_iter().map(|resort| (resort.country, resort.state)).collect();
    assert_eq!(states, [("US".to_owned(), Some("Colorado".to_owned()))].into());
    let oceania = chosen("", "oceania").unwrap();
    assert!(oceania.len() > 5 && oceania.iter().all(|resort| resort.tags[0] == "oceania"));
}

#[test]
fn misses_are_explained() {
    let error = chosen("verbir", "").unwrap_err();
    assert_eq!(error.to_string(), "no resort has the slug `verbir`; did you mean verbier?");
    let error = chosen("", "Atlantis").unwrap_err();
    assert!(
        error.to_string().starts_with("no resort is in `Atlantis`; use a country code (CH), "),
        "{error}"
    );
}
