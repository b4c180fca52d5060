use super::*;

#[test]
fn airports_are_sorted_by_drive() {
    let mut by_other_order = Vec::new();
    for resort in catalogue::embedded().unwrap() {
        let found = reached(&resort);
        assert!(found.iter().is_sorted_by(|a, b| a.0 <= b.0), "{}", resort.slug);
        assert!(found.iter().all(|(by_land, km, _)| by_land + 1e-6 >= *km), "{}", resort.slug);
        if !found.iter().is_sorted_by(|a, b| a.1 <= b.1) {
            by_other_order.push(resort.slug);
        }
    }
    // Across a crest the nearest airport is not the first.
    assert!(by_other_order.len() > 20, "{by_other_order:?}");
}
