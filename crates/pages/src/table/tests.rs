use std::collections::BTreeSet;

use super::PAGES;

#[test]
fn addresses_are_absolute_and_unique() {
    let mut paths = BTreeSet::new();
    for page in PAGES {
        let meta = page.meta();
        assert!(meta.path.starts_with('/') && paths.insert(meta.path), "{}", meta.path);
        assert!(!meta.query.contains(&crate::UNITS), "{}", meta.path);
    }
}
