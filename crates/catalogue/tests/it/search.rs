//! Tests that every embedded name is found, as written and misspelt.
use catalogue::search::SearchIndex;
use catalogue::{Resort, embedded};

#[test]
fn names_and_slugs_rank_first() {
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
fn finds_resorts_despite_one_typo() {
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

/// The embedded catalogue with its names.
struct Catalogue {
    resorts: Vec<Resort>,
    index: SearchIndex,
}

impl Catalogue {
    fn new() -> Self {
        let resorts = embedded().expect("the embedded catalogue");
        Self { index: SearchIndex::new(&resorts), resorts }
    }

    /// Returns the slugs of the best hits.
    fn found(&self, query: &str, limit: usize) -> Vec<&str> {
        self.index.search(query, limit).iter().map(|hit| self.resorts[hit.index].slug.as_str()).collect()
    }

    /// Returns the slug that a text names.
    fn named(&self, text: &str) -> Option<&str> {
        self.index.unambiguous(text).map(|at| self.resorts[at].slug.as_str())
    }
}

#[test]
fn places_do_not_name_resorts() {
    let all = Catalogue::new();
    for place in [
        "Colorado",
        "Jackson",
        "Golden",
        "Princeton",
        "Lincoln",
        "Eden",
        "Bend",
        "Lead",
        "Innsbruck",
        "Santiago",
        "Queenstown",
        "Oberstdorf",
        "Sochi",
        "Washington",
        "Vermont",
        "Valais",
        "Tyrol",
        "Japan",
        "Andorra",
        "Switzerland",
        "USA",
        "3 Vallées",
        "Trois Vallées",
        "Four Valleys",
        "Hakuba",
        "Chamonix",
        "Aspen",
    ] {
        assert_eq!(all.named(place), None, "{place}");
        assert!(!all.index.suggest(place).is_empty(), "{place} has candidates");
    }
    for (name, slug) in [
        ("Cervinia", "breuil-cervinia"),
        ("Breuil-Cervinia", "breuil-cervinia"),
        ("zermatt", "zermatt"),
        ("El Colorado", "el-colorado"),
        ("Vail", "vail"),
        ("Niseko", "niseko-united"),
        ("Squaw Valley", "palisades-tahoe"),
        ("Voss", "voss"),
    ] {
        assert_eq!(all.named(name), Some(slug), "{name}");
    }
}

#[test]
fn places_find_their_resorts() {
    let all = Catalogue::new();
    for (query, slug) in [
        ("Jackson", "jackson-hole"),
        ("Bachelor", "mt-bachelor"),
        ("Bend", "mt-bachelor"),
        ("Golden", "kicking-horse"),
        ("Cervinia", "breuil-cervinia"),
        ("Crystal Mountain Washington", "crystal-mountain"),
        ("Blue Mountain Ontario", "blue-mountain"),
        ("Blue Mountain Pennsylvania", "blue-mountain-pennsylvania"),
        ("niseko japan", "niseko-united"),
        ("zermat switzerland", "zermatt"),
        ("Cortina Italy", "cortina-dampezzo"),
        ("Jackson Wyoming", "jackson-hole"),
        ("Ski Sierra Nevada", "sierra-nevada"),
        ("Chamonix-Mont-Blanc", "chamonix-brevent-flegere"),
    ] {
        assert_eq!(all.found(query, 1), [slug], "{query}");
    }
    // The one with most lifts first.
    let three_valleys = ["courchevel", "meribel", "les-menuires", "val-thorens"];
    for query in ["3 Vallees", "Trois Vallées", "three-valleys", "Les 3 Vallées"] {
        assert_eq!(all.found(query, 4), three_valleys, "{query}");
    }
    assert_eq!(all.found("Andorra", 4), ["grandvalira", "pal-arinsal", "ordino-arcalis"]);
    for (query, country) in [("Japan", "JP"), ("Switzerland", "CH"), ("Schweiz", "CH"), ("Georgia", "GE")] {
        let slugs = all.found(query, 10);
        assert!(!slugs.is_empty(), "{query}");
        for slug in slugs.iter().take(3) {
            let of =
                all.resorts.iter().find(|resort| resort.slug == *slug).map(|resort| resort.country.as_str());
            assert_eq!(of, Some(country), "{query}: {slug}");
        }
    }
}

#[test]
fn place_excludes_namesakes() {
    let all = Catalogue::new();
    for query in ["Crystal Mountain Ohio", "Vail Switzerland", "Zermatt Japan", "Stowe Ohio"] {
        assert_eq!(all.found(query, 3), Vec::<&str>::new(), "{query}");
    }
}

#[test]
fn resort_with_place_name_ranks_first() {
    let all = Catalogue::new();
    for (query, slug) in [
        ("Park City", "park-city-mountain"),
        ("park-city", "park-city-mountain"),
        ("Pitztal", "pitztal-glacier"),
    ] {
        assert_eq!(all.found(query, 1), [slug], "{query}");
    }
    // The rule, over every place of the catalogue: among its resorts, one with its name leads.
    let mut tried = 0;
    for place in all.resorts.iter().flat_map(|resort| &resort.places) {
        let hits = all.index.search(place, 20);
        let bears = |at: usize| {
            let resort = &all.resorts[at];
            let folded = catalogue::folded(place);
            let names = [&resort.name].into_iter().chain(&resort.aliases);
            names
                .map(|name| catalogue::folded(name))
                .any(|name| format!(" {name} ").contains(&format!(" {folded} ")))
        };
        let tied: Vec<usize> =
            hits.iter().filter(|hit| hit.score == hits[0].score).map(|hit| hit.index).collect();
        if tied.iter().any(|at| bears(*at)) {
            tried += 1;
            assert!(bears(tied[0]), "{place}: {}", all.resorts[tied[0]].slug);
        }
    }
    assert!(tried > 20, "{tried}");
}

#[test]
fn absent_name_finds_nothing() {
    let all = Catalogue::new();
    for query in ["Trollhaugen", "Trollhaugen Mountain", "Mount Brightwater", "Quarrelton Mountain"] {
        let hits = all.index.search(query, 3);
        let found: Vec<_> = hits.iter().map(|hit| (&all.resorts[hit.index].slug, hit.score)).collect();
        assert!(found.is_empty(), "{query}: {found:?}");
    }
}

#[test]
fn added_names_find_their_resort() {
    let all = Catalogue::new();
    for (query, slug) in [
        ("Boyne Mountain", "boyne-mountain"),
        ("The Highlands", "the-highlands"),
        ("Spirit Mountain", "spirit-mountain"),
        ("Elk Mountain", "elk-mountain"),
        ("Marble Mountain", "marble-mountain"),
        ("Bristol Mountain", "bristol-mountain"),
        ("Silverton", "silverton"),
        ("Tochal", "tochal"),
        ("Crystal Mountain", "crystal-mountain"),
        ("Crystal Mountain Michigan", "crystal-mountain-michigan"),
        ("Mt Shasta", "mt-shasta"),
        ("Gunstock", "gunstock"),
        ("Mt. Brighton", "mt-brighton"),
        ("Snow Valley", "snow-valley"),
        ("West Mountain Ski Resort", "west-mountain"),
        ("南山滑雪场", "nanshan"),
        ("Montana Snowbowl", "montana-snowbowl"),
        ("Mont-Dore", "super-besse"),
        ("Superbagnères", "superbagneres"),
        ("Asahidake", "asahidake"),
        ("Pyhä", "pyha"),
        ("Broken River", "broken-river"),
        ("Aspen Highlands", "aspen-highlands"),
    ] {
        assert_eq!(all.found(query, 1), [slug], "{query}");
    }
}

#[test]
fn generic_words_do_not_matter() {
    let all = Catalogue::new();
    for (query, slug) in [
        ("Vail Mountain", "vail"),
        ("Stowe Mountain Resort", "stowe"),
        ("Zermat Ski Resort", "zermatt"),
        ("Crystal Montain", "crystal-mountain"),
        ("Skigebiet Kitzbühl", "kitzbuehel"),
        ("Domaine skiable de Val Thorens", "val-thorens"),
        ("Val Torens", "val-thorens"),
        ("comprensorio sciistico Livigno", "livigno"),
        ("Mt Bachlor", "mt-bachelor"),
    ] {
        assert_eq!(all.found(query, 1), [slug], "{query}");
    }
}

#[test]
fn finds_names_in_any_kana_and_width() {
    let all = Catalogue::new();
    for (query, slug) in [
        ("ニセコ", "niseko-united"),
        ("ﾆｾｺ", "niseko-united"),
        ("にせこ", "niseko-united"),
        ("ＺＥＲＭＡＴＴ", "zermatt"),
        ("Ｎｉｓｅｋｏ", "niseko-united"),
    ] {
        assert_eq!(all.found(query, 1), [slug], "{query}");
        assert_eq!(all.named(query), Some(slug), "{query}");
    }
    // The rule, over every name with kana: the other kana and the half-width form are equivalent.
    let mut tried = 0;
    for name in all.resorts.iter().flat_map(|resort| [&resort.name].into_iter().chain(&resort.aliases)) {
        let hiragana: String = name
            .chars()
            .map(|c| match c {
                'ァ'..='ヶ' => char::from_u32(u32::from(c) - 0x60).unwrap(),
                other => other,
            })
            .collect();
        if hiragana == *name {
            continue;
        }
        tried += 1;
        let best = |query: &str| all.index.search(query, 1).first().map(|hit| (hit.index, hit.score));
        assert_eq!(best(&hiragana), best(name), "{name}");
        assert_eq!(all.index.unambiguous(&hiragana), all.index.unambiguous(name), "{name}");
    }
    assert!(tried > 20, "{tried}");
}
