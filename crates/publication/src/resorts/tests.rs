use super::*;

#[test]
fn unknown_slug_suggests_nearest() {
    let resorts = catalogue::embedded().unwrap();
    let index = SearchIndex::new(resorts.iter());
    let near = not_on_record("zermat", &index);
    assert!(near.starts_with("no resort `zermat` is on record; nearest: zermatt"), "{near}");
    assert_eq!(not_on_record("nope", &index), "no resort `nope` is on record");
}
