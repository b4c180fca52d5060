use super::*;

fn credit(name: &str) -> Credit {
    Credit {
        name: name.to_owned(),
        url: "https://example.org".to_owned(),
        licence: "free".to_owned(),
        licence_url: None,
        text: name.to_owned(),
    }
}

fn network(network: &str, credits: &[&str]) -> NetworkCredits {
    NetworkCredits { network: network.to_owned(), credits: credits.iter().map(|name| credit(name)).collect() }
}

fn feed(slug: &str, lane: &str) -> FeedCredit {
    FeedCredit { slug: slug.to_owned(), lane: lane.to_owned(), credit: credit(&format!("the resort {slug}")) }
}

fn book() -> AllCredits {
    AllCredits {
        service: ServiceCredit { text: "Data by X".to_owned(), url: "https://example.org".to_owned() },
        terms_url: "https://example.org/credits".to_owned(),
        catalogue: vec![credit("map")],
        forecast: vec![credit("models")],
        climate: vec![credit("reanalysis")],
        documents: vec![
            DocumentCredits { kind: "bulletin", lane: "bulletin", credits: vec![credit("bureau")] },
            DocumentCredits { kind: "index", lane: "index", credits: vec![credit("index")] },
        ],
        stations: vec![
            network("snotel", &["usda"]),
            network("swob", &["eccc", "nav"]),
            network("metar", &["usda"]),
        ],
        feeds: vec![feed("alta", "mtnpowder"), feed("vail", "vail")],
    }
}

fn names(carries: SourceFamilies) -> Vec<String> {
    book().for_sources(carries).sources.into_iter().map(|credit| credit.name.clone()).collect()
}

#[test]
fn answer_credits_exactly_its_networks() {
    let swob = book().network("swob").unwrap();
    assert_eq!(names(SourceFamilies::CATALOGUE.and(swob)), ["map", "eccc", "nav"]);
    assert_eq!(names(SourceFamilies::CATALOGUE.and(SourceFamilies::FORECAST)), ["map", "models"]);
    assert_eq!(book().network("slf"), None);
}

#[test]
fn no_credit_is_shown_twice() {
    assert_eq!(
        names(book().everything()),
        [
            "map",
            "models",
            "reanalysis",
            "bureau",
            "index",
            "usda",
            "eccc",
            "nav",
            "the resort alta",
            "the resort vail"
        ]
    );
}

#[test]
fn documents_are_credited_by_kind() {
    let index = book().document("index").unwrap();
    assert_eq!(names(SourceFamilies::CATALOGUE.and(index)), ["map", "index"]);
    assert_eq!(book().document("road"), None);
    let both = index.and(book().document("bulletin").unwrap());
    assert_eq!(names(both), ["bureau", "index"]);
    assert!(both.has(index) && !index.has(both));
}

#[test]
fn resort_feed_is_credited() {
    let alta = book().feed("alta", "mtnpowder").unwrap();
    assert_eq!(names(SourceFamilies::CATALOGUE.and(alta)), ["map", "the resort alta"]);
    assert_eq!(book().feed("alta", "vail"), None);
    let two = alta.and(book().feed("vail", "vail").unwrap());
    assert_eq!(names(two), ["the resort alta", "the resort vail"]);
    assert!(two.has(alta) && !alta.has(two));
}

#[test]
fn too_many_feeds_never_omit_a_credit() {
    let feeds: Vec<FeedCredit> = (0..200).map(|nth| feed(&format!("r{nth}"), "boyne")).collect();
    let book = AllCredits { feeds, ..book() };
    let shown = |slug: &str| book.for_sources(book.feed(slug, "boyne").unwrap()).sources.len();
    assert_eq!((shown("r0"), shown("r126"), shown("r127"), shown("r199")), (1, 1, 73, 73));
}
