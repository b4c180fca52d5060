//! Start page, rankings, search and map: what leads, what has a rank, and what has a mark.

use pages::Language;

use crate::fixture::{Request, ask, html};
use crate::html::elements;

fn measured(path: &str, query: &[(&str, &str)]) -> String {
    let answer = ask(path, &Request { query, measured: true, ..Request::default() });
    assert_eq!(answer.status, 200, "{path}: {}", answer.html);
    answer.html
}

#[test]
fn ranking_marks_each_value_and_ends_without_snow() {
    let page = measured("/rankings", &[]);
    let key = |page: &str| page.matches("<td class=\"key\" role=\"cell\">").count();
    assert_eq!(key(&page), 2, "the resort without new snow is not listed: {page}");
    assert!(page.contains("The list ends here. Without new snow, or not reported: 1."), "{page}");
    assert!(page.contains("class=\"mark measured\"") && page.contains("class=\"mark modelled\""), "{page}");
    let only = measured("/rankings", &[("measured", "1")]);
    assert!(only.contains("Station Hill") && !only.contains("Model Peak"), "{only}");
    assert!(page.contains("aria-sort=\"descending\""), "{page}");
}

#[test]
fn equal_values_share_a_rank_and_none_is_without_one() {
    let ranks = |page: &str| -> Vec<String> {
        let cells = page.split("<td class=\"rk\" role=\"cell\">").skip(1);
        cells.map(|rest| rest.split('<').next().unwrap().to_owned()).collect()
    };
    // Both resorts with a forecast have the same one.
    assert_eq!(
        ranks(&ask("/rankings", &Request { query: &[("sort", "forecast")], ..Request::default() }).html),
        ["1", "1", "–", "–"]
    );
    let depth = ranks(&measured("/rankings", &[("sort", "depth")]));
    assert_eq!((depth[0].as_str(), depth[2].as_str()), ("1", "–"), "{depth:?}");
}

#[test]
fn exact_name_leads_to_its_resort() {
    let at = |query, language| {
        ask("/search", &Request { query: &[("q", query)], language: Some(language), ..Request::default() })
    };
    let answer = at("abroad", Language::Fr);
    assert_eq!((answer.status, answer.location.as_deref()), (302, Some("/fr/resorts/abroad")));
    let near = at("abroda", Language::En);
    assert_eq!((near.status, near.location), (200, None));
    assert!(
        near.html.contains("class=\"card mount\"") && near.html.contains("/resorts/abroad"),
        "{}",
        near.html
    );
}

#[test]
fn search_finds_countries_in_every_language() {
    for (query, language) in
        [("Österreich", Language::En), ("austria", Language::De), ("オーストリア", Language::Fr)]
    {
        let page = ask(
            "/search",
            &Request { query: &[("q", query)], language: Some(language), ..Request::default() },
        );
        assert!(page.html.contains("/regions/AT\""), "{query}: {}", page.html);
        assert!(page.html.contains("/resorts/nothing\""), "its resorts are listed: {}", page.html);
    }
    let beginning = ask("/search", &Request { query: &[("q", "Schw")], ..Request::default() }).html;
    assert!(beginning.contains("/regions/CH\""), "{beginning}");
}

#[test]
fn map_draws_before_it_lists_and_unknown_is_not_zero() {
    let page = html("/map");
    let drawing = page.find("class=\"map\"").expect("a drawing");
    assert!(drawing < page.find("class=\"list ranks\"").expect("the first"), "{page}");
    assert!(page.contains("class=\"cross\"") && page.contains("class=\"dot d6\""), "{page}");
    for (query, value) in [("show", "depth"), ("show", "past"), ("country", "AT"), ("region", "europe")] {
        assert_eq!(ask("/map", &Request { query: &[(query, value)], ..Request::default() }).status, 200);
    }
    let linked = elements(&page);
    let hits = linked.iter().filter(|one| one.get("class") == Some("hit"));
    assert!(hits.clone().count() > 0 && hits.clone().all(|hit| hit.get("r") == Some("12")), "{page}");
}

#[test]
fn start_page_without_weather_says_why() {
    let page = ask("/", &Request { empty: true, language: Some(Language::De), ..Request::default() }).html;
    assert!(page.contains("Noch keine Prognose da") && page.contains("snow-conditions demo"), "{page}");
    assert!(!page.contains("class=\"map\""), "{page}");
}

#[test]
fn start_page_orders_own_resorts_by_their_best_day() {
    let mut own = crate::fixture::asked("/", Vec::new(), &Request::default(), &[]);
    own.mountains = ["nothing", "gone", "invented"].map(str::to_owned).to_vec();
    let page = pages::answer(pages::PAGES[0], &own).html;
    let at = |slug: &str| page.find(&format!("href=\"/resorts/{slug}\""));
    assert!(
        at("invented").unwrap() < at("nothing").unwrap(),
        "a resort without a forecast comes last: {page}"
    );
    assert!(at("gone").is_none() && page.contains("<h1>My mountains</h1>"), "{page}");
    assert!(page.contains("/?change=1"), "{page}");
}
