use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::{Days, Mode, Passes, passes, season_over};
use crate::CatalogueError;

fn row(access: &str) -> String {
    format!(
        "[[pass]]\nid = \"a-pass\"\nname = \"A Pass\"\nkind = \"season\"\nseason = \"2025/26\"\ncomplete = false\n\
         sources = [\"compiled:2026-11\"]\ndated = \"2026-11-23\"\n[[pass.product]]\nid = \"a-pass\"\nname = \"A Pass\"\n{access}\n"
    )
}

fn refusal(text: &str) -> String {
    match Passes::parse(text) {
        Err(CatalogueError::Row { reason, .. }) => reason,
        Err(CatalogueError::Parse { source, .. }) => source.to_string(),
        Ok(_) => panic!("taken: {text}"),
    }
}

#[test]
fn passes_cover_catalogue_resorts() {
    let resorts = crate::embedded().unwrap();
    let known: BTreeSet<&str> = resorts.iter().map(|resort| resort.slug.as_str()).collect();
    let table = passes();
    assert!(table.iter().len() >= 24, "the table was read");
    assert_eq!(table.unknown_resorts(&known), Vec::<&str>::new());
}

#[test]
fn passes_have_date_and_source() {
    for pass in passes().iter() {
        assert!(
            !pass.sources.is_empty() && pass.dated <= NaiveDate::from_ymd_opt(2030, 1, 1).unwrap(),
            "{}",
            pass.id
        );
        assert!(!pass.members().is_empty(), "{}", pass.id);
        for price in pass.products.iter().flat_map(|product| &product.prices) {
            assert!(price.amount > 0.0, "{}", pass.id);
        }
    }
}

#[test]
fn passes_are_found_and_suggested() {
    let table = passes();
    for (text, id) in [
        ("epic-pass", "epic-pass"),
        ("Epic", "epic-pass"),
        ("IKON PASS", "ikon-pass"),
        ("Trois Vallees", "les-3-vallees"),
        ("ski amade", "ski-amade"),
    ] {
        assert_eq!(table.find(text).map(|pass| pass.id.as_str()), Some(id), "{text}");
    }
    assert!(table.find("").is_none() && table.find("ikno").is_none());
    assert_eq!(table.suggest("Ikonn pass").first().map(String::as_str), Some("ikon-pass"));
    assert!(table.suggest("zzzzzzzz").is_empty());
}

#[test]
fn resort_has_passes_that_list_it() {
    let ids = |slug: &str| passes().at(slug).map(|pass| pass.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids("vail"), ["epic-pass"]);
    assert_eq!(ids("jackson-hole"), ["ikon-pass", "mountain-collective"]);
    assert!(ids("alyeska").contains(&"ikon-pass".to_owned()));
    assert!(ids("nowhere").is_empty());
}

#[test]
fn widest_product_covers_all_resorts() {
    for pass in passes().iter() {
        let [widest, narrower @ ..] = pass.products.as_slice() else { panic!("{} has no product", pass.id) };
        for product in narrower {
            let resorts = product.access.iter().flat_map(|group| &group.resorts);
            let beyond: Vec<&String> = resorts.filter(|slug| widest.access_at(slug).is_none()).collect();
            assert!(beyond.is_empty(), "{}: {beyond:?}", product.id);
        }
    }
}

#[test]
fn shared_days_cover_several_resorts() {
    for product in passes().iter().flat_map(|pass| &pass.products) {
        for group in product.access.iter().filter(|group| group.shared) {
            assert!(
                group.mode == Mode::Days && group.resorts.len() > 1,
                "{}: {:?}",
                product.id,
                group.resorts
            );
        }
    }
}

/// One line per kind of fault that the second review found (`docs/passes.md`).
#[test]
fn second_review_corrections_stay() {
    let terms = |id: &str, slug: &str| {
        let product =
            passes().iter().flat_map(|pass| &pass.products).find(|product| product.id == id).unwrap();
        product.access_at(slug).map(|group| (group.mode, group.days, group.shared))
    };
    let unlimited = Some((Mode::Unlimited, None, false));
    let days = |days: u32| Some((Mode::Days, Some(days), false));
    let shared = |days: u32| Some((Mode::Days, Some(days), true));
    for (product, slug, expected) in [
        ("epic-pass", "crans-montana", unlimited),
        ("epic-pass", "les-menuires", shared(7)),
        ("epic-pass", "lech-zuers", shared(3)),
        ("epic-local-pass", "telluride", None),
        ("ikon-pass", "alpental", shared(7)),
        ("ikon-pass", "sierra-at-tahoe", days(7)),
        ("ikon-pass", "ischgl", days(7)),
        ("ikon-pass", "corvatsch", shared(7)),
        ("ikon-pass", "windham", None),
        ("ikon-base-pass", "arapahoe-basin", unlimited),
        ("ikon-base-pass", "jackson-hole", None),
        ("mountain-collective", "sunday-river", days(2)),
        ("indy-pass", "brian-head", None),
        ("indy-pass", "stubai-glacier", shared(2)),
        ("magic-pass", "gstaad", unlimited),
        ("magic-pass", "saas-grund", None),
        ("powder-alliance", "whitewater", None),
        ("snow-card-tirol", "st-anton", None),
        ("freedom-pass", "ski-cooper", days(3)),
    ] {
        assert_eq!(terms(product, slug), expected, "{product}: {slug}");
    }
}

#[test]
fn rejects_invalid_format_by_name() {
    let of = |access: &str| refusal(&row(access));
    assert!(of("access = [{ mode = \"days\", resorts = [\"vail\"] }]").contains("needs a number of days"));
    assert!(
        of("access = [{ mode = \"days\", days = 0, resorts = [\"vail\"] }]")
            .contains("needs a number of days")
    );
    assert!(
        of("access = [{ mode = \"unlimited\", days = 3, resorts = [\"vail\"] }]")
            .contains("only allowed with `days`")
    );
    assert!(of("access = [{ mode = \"unlimited\", resorts = [] }]").contains("needs a resort"));
    let twice = "access = [{ mode = \"unlimited\", resorts = [\"vail\"] }, { mode = \"included\", resorts = [\"vail\"] }]";
    assert!(of(twice).contains("vail is listed twice"));
    let price = "access = []\nprices = [{ amount = 0.0, currency = \"USD\", age_band = \"adult\", source = \"s\", as_of = \"2025-09-01\" }]";
    assert!(of(price).contains("never 0"));
    assert!(refusal(&row("access = []").replace("2025/26", "2025/27")).contains("not a season"));
    assert!(refusal(&(row("access = []") + &row("access = []"))).contains("twice"));
}

#[test]
fn days_add_up_over_groups() {
    let table = Passes::parse(&row(
        "access = [{ mode = \"days\", days = 7, shared = true, resorts = [\"alta\", \"snowbird\"] },\n\
         { mode = \"days\", days = 2, resorts = [\"taos\", \"loon\"] }, { mode = \"included\", resorts = [\"zermatt\"] }]",
    ))
    .unwrap();
    let product = &table.find("a pass").unwrap().products[0];
    let [shared, each, included] = product.access.as_slice() else { panic!("{product:?}") };
    assert_eq!(shared.days_at(2), Days::AtMost(7));
    assert_eq!(each.days_at(2), Days::AtMost(4));
    assert_eq!(shared.days_at(2).and(each.days_at(1)).cover(9), Some(true));
    assert_eq!(shared.days_at(1).and(each.days_at(1)).cover(10), Some(false));
    assert_eq!(shared.days_at(1).and(included.days_at(1)).cover(3), None);
    assert_eq!(product.access_at("loon").map(|group| group.mode), Some(Mode::Days));
    assert!(product.access_at("vail").is_none());
}

#[test]
fn season_ends_in_summer() {
    assert_eq!(season_over("2025/26"), NaiveDate::from_ymd_opt(2026, 7, 1));
    assert_eq!(season_over("1999/00"), NaiveDate::from_ymd_opt(2000, 7, 1));
    for wrong in ["2025", "2025/2026", "25/26", "2025/25", "x/26"] {
        assert_eq!(season_over(wrong), None, "{wrong}");
    }
}

#[test]
fn price_ends_with_last_day_or_season() {
    let text = row(
        "access = []\nprices = [{ amount = 99.0, currency = \"USD\", age_band = \"adult\", valid_to = \"2025-09-01\", source = \"s\", as_of = \"2025-03-04\" },\n\
         { amount = 120.0, currency = \"USD\", age_band = \"adult\", source = \"s\", as_of = \"2025-09-02\" }]",
    );
    let table = Passes::parse(&text).unwrap();
    let pass = table.find("a-pass").unwrap();
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    let holding = |on: &str| {
        let prices = pass.products[0].prices.iter();
        prices
            .filter(|price| price.is_valid_on(day(on), pass.over_from()))
            .map(|price| price.amount)
            .collect::<Vec<_>>()
    };
    assert_eq!(holding("2025-03-03"), Vec::<f64>::new());
    assert_eq!(holding("2025-09-01"), [99.0]);
    assert_eq!(holding("2026-06-30"), [120.0]);
    assert_eq!(holding("2026-07-01"), Vec::<f64>::new());
}
