//! Every embedded name is found, as written and misspelt.
use catalogue::embedded;
use catalogue::search::SearchIndex;

#[test]
fn every_name_and_slug_finds_its_resort_first() {
    let resorts = embedded().expect("the embedded catalogue");
    let index = SearchIndex::new(&resorts);
    for resort in &resorts {
        let slug = index.search(&resort.slug, 1);
        assert_eq!(resorts[slug[0].index].slug, resort.slug);
        let named = index.search(&resort.name, 5);
        assert!(named.iter().any(|hit| resorts[hit.index].slug == resort.slug), "{}", resort.name);
        assert!((named[0].score - 1.0).abs() < 1e-9, "{}", resort.name);
    }
}

#[test]
fn a_lost_or_swapped_letter_still_finds_the_resort() {
    let resorts = embedded().expect("the embedded catalogue");
    let index = SearchIndex::new(&resorts);
    let (mut tried, mut found) = (0, 0);
    for resort in resorts.iter().filter(|resort| resort.slug.len() >= 6) {
        let letters: Vec<char> = resort.slug.chars().collect();
        let middle = letters.len() / 2;
        let mut lost = letters.clone();
        lost.remove(middle);
        let mut swapped = letters;
        swapped.swap(middle - 1, middle);
        for misspelt in [lost, swapped] {
            tried += 1;
            let misspelt: String = misspelt.into_iter().collect();
            found += usize::from(index.suggest(&misspelt).contains(&resort.slug.as_str()));
        }
    }
    assert!(tried > 0 && found * 100 >= tried * 98, "{found} of {tried}");
}
