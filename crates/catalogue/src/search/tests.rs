use super::{Part, SearchIndex};
use crate::Resort;

/// Slug, name, aliases, state.
const ROWS: &[(&str, &str, &[&str], &str)] = &[
    ("whistler-blackcomb", "Whistler Blackcomb", &[], "British Columbia"),
    ("palisades-tahoe", "Palisades Tahoe", &["Squaw Valley", "Alpine Meadows"], "California"),
    ("val-disere", "Val d'Isère", &[], "Savoie"),
    ("zermatt", "Zermatt", &["Matterhorn ski paradise"], "Valais"),
    ("niseko-united", "Niseko United", &["ニセコ", "ニセコユナイテッド", "Hirafu"], "Hokkaido"),
    ("mt-bachelor", "Mt. Bachelor", &[], "Oregon"),
    ("st-anton", "St. Anton am Arlberg", &[], "Tyrol"),
    ("kitzbuehel", "Kitzbühel", &[], "Tyrol"),
    ("big-white", "Big White", &[], "British Columbia"),
    ("white-pass", "White Pass", &[], "Washington"),
    ("stowe", "Stowe", &[], "Vermont"),
    ("vail", "Vail", &[], "Colorado"),
    ("crystal-mountain-wa", "Crystal Mountain", &[], "Washington"),
    ("crystal-mountain-mi", "Crystal Mountain", &[], "Michigan"),
    ("jackson-hole", "Jackson Hole", &[], "Wyoming"),
    ("are", "Åre", &[], "Jämtland"),
];

fn resorts() -> Vec<Resort> {
    let mut text = String::new();
    for (slug, name, aliases, state) in ROWS {
        text.push_str(&format!(
            "[[resort]]\nslug = {slug:?}\nname = {name:?}\naliases = {aliases:?}\nstate = {state:?}\ntags = [\"asia\"]\n\
             lat = 1.0\nlon = 1.0\ntimezone = \"UTC\"\nsources = [\"compiled:x\"]\ndated = \"2026-11-20\"\n"
        ));
    }
    crate::parse("US", &text).expect("good rows")
}

/// Returns slug and score of the best hits.
fn found(query: &str) -> Vec<(&'static str, f64)> {
    let index = SearchIndex::new(&resorts());
    index.search(query, 5).iter().map(|hit| (ROWS[hit.index].0, hit.score)).collect()
}

#[track_caller]
fn first(query: &str, slug: &str) {
    let found = found(query);
    assert_eq!(found.first().map(|hit| hit.0), Some(slug), "{query:?}: {found:?}");
}

#[test]
fn local_name_of_a_state_finds_its_resorts() {
    assert_eq!(found("tirol"), [("kitzbuehel", 0.95), ("st-anton", 0.95)]);
    assert_eq!(found("Wallis"), [("zermatt", 0.95)]);
    first("Kitzbühel Tirol", "kitzbuehel");
}

#[test]
fn finds_names_in_any_spelling() {
    first("WHISTLER BLACKCOMB", "whistler-blackcomb");
    first("val d isere", "val-disere");
    first("Val-d\u{2019}Isere", "val-disere");
    first("valdisere", "val-disere");
    first("mount bachelor", "mt-bachelor");
    first("Sankt Anton am Arlberg", "st-anton");
    first("saint anton", "st-anton");
    first("kitzbuhel", "kitzbuehel");
    first("Kitzbuehel", "kitzbuehel");
    first("squaw valley", "palisades-tahoe");
    first("ニセコ", "niseko-united");
    first("ニセコユナ", "niseko-united");
    first("are", "are");
    first("Aare", "are");
    first("mt-bachelor", "mt-bachelor");
}

#[test]
fn typing_errors_are_forgiven() {
    first("whislter", "whistler-blackcomb");
    first("wistler blackcomb", "whistler-blackcomb");
    first("zermat", "zermatt");
    first("zerrmatt", "zermatt");
    first("zermtat", "zermatt");
    first("kitzbuhl", "kitzbuehel");
    first("sqauw valley", "palisades-tahoe");
    first("jakson hole", "jackson-hole");
    first("bachlor", "mt-bachelor");
    first("niesko", "niseko-united");
    first("nisek", "niseko-united");
}

#[test]
fn official_names_are_found() {
    first("Zermatt Ski Area", "zermatt");
    first("Estación de esquí y montaña de Zermatt", "zermatt");
    first("Bergbahnen Kitzbühel", "kitzbuehel");
    first("Big White Ski Resort 1755", "big-white");
    first("ニセコスキー場", "niseko-united");
    first("Курорт Zermatt", "zermatt");
    first("Χιονοδρομικό Κέντρο Zermatt", "zermatt");
    assert_eq!(found("Ski Area"), []);
    assert_eq!(found("スキー場"), []);
}

#[test]
fn another_landform_is_another_resort() {
    first("Bachelor Mountain Resort", "mt-bachelor");
    assert_eq!(found("Jackson Valley"), []);
    assert_eq!(found("Mount Stowe"), []);
    assert_eq!(found("Stowe Peak"), [("stowe", 0.68)]);
    assert_eq!(found("Stowe Mountain Resort"), [("stowe", 0.68)]);
    assert_eq!(found("Stowe Valley Mountain"), []);
    first("Crystal Mountain Michigan Mountain", "crystal-mountain-mi");
}

#[test]
fn beginnings_words_and_states_are_found() {
    first("whis", "whistler-blackcomb");
    first("st", "st-anton");
    first("sto", "stowe");
    first("blackcomb", "whistler-blackcomb");
    first("crystal mountain michigan", "crystal-mountain-mi");
    first("wyoming jackson", "jackson-hole");
    first("vail ski resort", "vail");
    let tyrol: Vec<_> = found("tyrol").iter().map(|hit| hit.0).collect();
    assert_eq!(tyrol, ["kitzbuehel", "st-anton"]);
}

#[test]
fn exact_beats_beginning_beats_near() {
    let score = |query: &str, slug: &str| {
        found(query)
            .iter()
            .find(|hit| hit.0 == slug)
            .map(|hit| hit.1)
            .unwrap_or_else(|| panic!("{query} {slug}"))
    };
    let exact = score("zermatt", "zermatt");
    let alias = score("squaw valley", "palisades-tahoe");
    let beginning = score("zerma", "zermatt");
    let later_word = score("blackcomb", "whistler-blackcomb");
    let near = score("zermtat", "zermatt");
    assert!(exact > alias && alias > beginning && beginning > later_word && later_word > near);
    assert_eq!(found("vail"), [("vail", 1.0)], "an exact name brings no near misses");
}

#[test]
fn the_hit_says_what_matched() {
    let index = SearchIndex::new(&resorts());
    let hits = index.search("squaw", 1);
    assert_eq!((hits[0].matched_on, hits[0].part), ("Squaw Valley", Part::Alias));
}

#[test]
fn ties_are_stable() {
    let names: Vec<_> = found("crystal mountain").iter().map(|hit| hit.0).collect();
    assert_eq!(names, ["crystal-mountain-mi", "crystal-mountain-wa"]);
    let mut reversed = resorts();
    reversed.reverse();
    let index = SearchIndex::new(&reversed);
    let slugs: Vec<_> =
        index.search("crystal mountain", 5).iter().map(|hit| reversed[hit.index].slug.clone()).collect();
    assert_eq!(slugs, names);
}

#[test]
fn strangers_are_not_found() {
    for query in ["black pass", "qqqqqq", "x", "zzzz zzzz", "london", "1234567"] {
        assert_eq!(found(query), [], "{query}");
    }
}

#[test]
fn any_query_is_safe() {
    let index = SearchIndex::new(&resorts());
    let long = "val d'isère ".repeat(10_000);
    for query in [
        "",
        " ",
        "'",
        "\0\0\0",
        "%_*\\",
        "🎿🎿🎿🎿",
        "\u{301}\u{301}\u{301}\u{301}",
        "a\u{0}b",
        "ß",
        &long,
        "ﬁﬁﬁﬁ",
        "İİİİ",
    ] {
        let _ = index.search(query, usize::MAX);
        let _ = index.suggest(query);
    }
    assert!(index.search("vail", 0).is_empty());
    assert!(SearchIndex::new(&[]).search("vail", 5).is_empty());
}

#[test]
fn wrong_slugs_have_suggestions() {
    let index = SearchIndex::new(&resorts());
    assert_eq!(index.suggest("whistler"), ["whistler-blackcomb"]);
    assert_eq!(index.suggest("zermat").first(), Some(&"zermatt"));
    assert_eq!(index.suggest("vail-colorado"), ["vail"]);
    assert_eq!(index.suggest("cristal-mountain").len(), 2);
    assert!(index.suggest("nowhere-at-all").is_empty());
}
