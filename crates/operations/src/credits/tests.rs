//! Tests of `credits`.

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

fn book() -> CreditBook {
    CreditBook {
        service: ServiceCredit { text: "Data by X".to_owned(), url: "https://example.org".to_owned() },
        terms_url: "https://example.org/credits".to_owned(),
        catalogue: vec![credit("map")],
        forecast: vec![credit("models")],
        stations: vec![
            network("snotel", &["usda"]),
            network("swob", &["eccc", "nav"]),
            network("metar", &["usda"]),
        ],
    }
}

fn names(carries: Carries) -> Vec<String> {
    book().of(carries).sources.into_iter().map(|credit| credit.name.clone()).collect()
}

#[test]
fn an_answer_credits_exactly_its_networks() {
    let swob = book().network("swob").unwrap();
    assert_eq!(names(Carries::CATALOGUE.and(swob)), ["map", "eccc", "nav"]);
    assert_eq!(names(Carries::CATALOGUE.and(Carries::FORECAST)), ["map", "models"]);
    assert_eq!(book().network("slf"), None);
}

#[test]
fn no_credit_is_shown_twice() {
    assert_eq!(names(book().everything()), ["map", "models", "usda", "eccc", "nav"]);
}
