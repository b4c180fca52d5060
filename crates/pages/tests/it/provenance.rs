//! Texts about the origin of a value: modelled, measured by a station, estimated.

use pages::Language;

use crate::fixture::{Request, ask, file};

fn of<'a>(query: &'a [(&'a str, &'a str)], language: Option<Language>) -> Request<'a> {
    Request { query, language, measured: true, ..Request::default() }
}

/// Returns the content of a meta element.
fn meta<'p>(page: &'p str, name: &str) -> &'p str {
    let (_, rest) = page.split_once(&format!("{name}\" content=\"")).expect("the element");
    rest.split_once('"').expect("its end").0
}

#[test]
fn modelled_amounts_are_marked() {
    let said = [
        (Language::En, "about 49\u{a0}cm (modelled)", "about 12\u{a0}cm (modelled)"),
        (Language::De, "rund 49\u{a0}cm (Modell)", "rund 12\u{a0}cm (Modell)"),
        (Language::Fr, "environ 49\u{a0}cm (modélisé)", "environ 12\u{a0}cm (modélisé)"),
        (Language::It, "circa 49\u{a0}cm (da modello)", "circa 12\u{a0}cm (da modello)"),
        (Language::Es, "unos 49\u{a0}cm (de modelo)", "unos 12\u{a0}cm (de modelo)"),
        (Language::Ja, "約49cm（推定）", "約12cm（推定）"),
    ];
    for (language, depth, fresh) in said {
        let page = ask("/resorts/modelled", &of(&[], Some(language))).html;
        let (_, lead) = page.split_once("<p class=\"lead\">").expect("the first sentence");
        let lead = lead.split_once("</p>").unwrap().0;
        for text in [lead, meta(&page, "description"), meta(&page, "og:description")] {
            assert!(text.contains(depth) && text.contains(fresh), "{language:?}: {text}");
        }
        let code = [("lang", language.code())];
        let shown = file("/embed/v1/{slug}", "modelled", &of(&code, None)).html;
        assert!(shown.contains(depth) && shown.contains(fresh), "{language:?}: {shown}");
        let badge = file("/badges/v1/{slug}.svg", "modelled", &of(&[], Some(language))).html;
        assert!(badge.contains(depth), "{badge}");
    }
    let badge = file("/badges/v1/{slug}.json", "modelled", &of(&[("show", "new")], None)).html;
    assert!(badge.contains("about 12\u{a0}cm (modelled)"), "{badge}");
}

#[test]
fn measured_amounts_have_no_label() {
    let page = ask("/resorts/station", &of(&[], None)).html;
    assert!(meta(&page, "description").contains(" 82\u{a0}cm of snow on the ground"), "{page}");
    let badge = file("/badges/v1/{slug}.json", "station", &of(&[], None)).html;
    assert!(badge.contains("\"82\u{a0}cm\""), "{badge}");
}

#[test]
fn answers_name_station_readings() {
    for (path, question) in [
        ("/ask", "How deep is the snow at Station Hill?"),
        ("/search", "How deep is the snow at Station Hill?"),
        ("/ask", "How much new snow did Station Hill get in the last 24 hours?"),
        ("/ask", "Is there more snow at Station Hill or Model Peak?"),
    ] {
        let page = ask(path, &of(&[("q", question)], None)).html;
        let (_, evidence) = page.split_once("Where each number comes from").expect("the evidence");
        assert!(evidence.contains("measured by a station"), "{path} {question}: {evidence}");
        assert!(!evidence.contains("from the resort's site"), "{path} {question}: {evidence}");
    }
}

#[test]
fn low_confidence_is_labelled() {
    // A single model has a confidence of 0.4; a station has 0.9.
    let labels = ["estimated", "geschätzt", "estimé", "stimato", "estimado", "推定値"];
    for (language, label) in Language::ALL.into_iter().zip(labels) {
        let page = ask("/resorts/modelled", &of(&[], Some(language))).html;
        assert!(page.matches(label).count() > 3, "{language:?}: {page}");
    }
    let shown = file("/embed/v1/{slug}", "station", &of(&[], None)).html;
    let (depth, _) = shown.split_once("Next 7 days").expect("the forecast follows the depth");
    assert!(!depth.contains("estimated") && !depth.contains("unverified"), "{depth}");
}
