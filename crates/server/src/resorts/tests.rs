use super::*;

#[test]
fn an_unknown_slug_names_the_nearest_ones_or_none() {
    let resorts = catalogue::embedded().unwrap();
    let index = SearchIndex::new(resorts.iter());
    let near = not_on_record("zermat", &index);
    assert!(near.starts_with("no resort `zermat` is on record; nearest: zermatt"), "{near}");
    assert_eq!(not_on_record("nope", &index), "no resort `nope` is on record");
}
