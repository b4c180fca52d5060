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

/// Depth, and the clauses about the kinds of depth and new snow.
const MODELLED: [(Language, &str, &str, &str); 6] = [
    (
        Language::En,
        "about 50\u{a0}cm (modelled)",
        "by weather models, not measured",
        "no station has measured it",
    ),
    (
        Language::De,
        "rund 50\u{a0}cm (Modell)",
        "laut Wettermodellen, nicht gemessen",
        "gemessen hat es keine Station",
    ),
    (
        Language::Fr,
        "environ 50\u{a0}cm (modélisé)",
        "d’après les modèles, non mesurés",
        "aucune station météo ne l’a mesuré",
    ),
    (
        Language::It,
        "circa 50\u{a0}cm (da modello)",
        "secondo i modelli, non misurati",
        "nessuna stazione li ha misurati",
    ),
    (
        Language::Es,
        "unos 50\u{a0}cm (de modelo)",
        "según los modelos, no medidos",
        "ninguna estación meteorológica los ha medido",
    ),
    (Language::Ja, "約50cm（推定）", "気象モデルの推定、実測なし", "観測所の実測はありません"),
];

#[test]
fn modelled_amounts_are_marked() {
    for (language, depth, depth_kind, fresh_kind) in MODELLED {
        let page = ask("/resorts/modelled", &of(&[], Some(language))).html;
        let (_, lead) = page.split_once("<p class=\"say\">").expect("the outlook");
        let lead = lead.split_once("</p>").unwrap().0;
        assert!(lead.contains(fresh_kind), "{language:?}: {lead}");
        for text in [meta(&page, "description"), meta(&page, "og:description")] {
            assert!(text.contains(depth_kind) && text.contains(fresh_kind), "{language:?}: {text}");
        }
        let (_, facts) = page.split_once("<details id=\"depth\">").expect("the depth");
        assert!(facts.split_once("</summary>").unwrap().0.contains("≈"), "{language:?}: {facts}");
        let code = [("lang", language.code())];
        let shown = file("/embed/v1/{slug}", "modelled", &of(&code, None)).html;
        assert!(shown.matches("≈").count() >= 2 && shown.contains("mark modelled"), "{language:?}: {shown}");
        let badge = file("/badges/v1/{slug}.svg", "modelled", &of(&[], Some(language))).html;
        assert!(badge.contains(depth), "{badge}");
    }
    let badge = file("/badges/v1/{slug}.json", "modelled", &of(&[("show", "new")], None)).html;
    assert!(badge.contains("about 12\u{a0}cm (modelled)"), "{badge}");
}

#[test]
fn measured_amounts_are_marked() {
    let page = ask("/resorts/station", &of(&[], None)).html;
    let description = meta(&page, "description");
    assert!(description.contains("82\u{a0}cm of snow measured at 2,000\u{a0}m (12:00)"), "{description}");
    assert!(description.contains("7\u{a0}cm of new snow in 24 hours, measured"), "{description}");
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
