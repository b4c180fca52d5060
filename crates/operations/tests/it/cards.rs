//! Cards as they are served: complete, safe and without requests; and, for the browser that `scripts/cards` drives, the
//! cards together with real results of their tools.

use operations::resources::{Kind, Resource, card_of, resource};
use operations::{RESOURCES, tool};
use serde_json::{Value, json};
use world::View;

use crate::tools::{borrowed, examples};
use crate::world::{NOW, operation, world};

/// Path for the browser's input; without it no file is written.
const OUT: &str = "SNOW_CARDS_OUT";

fn cards() -> Vec<(&'static str, &'static str)> {
    let html = |one: &&'static Resource| match one.kind {
        Kind::Card(card) => Some((one.uri, card.html)),
        Kind::Data(_) => None,
    };
    RESOURCES.iter().filter_map(html).collect()
}

#[test]
fn card_is_a_complete_page() {
    for (uri, html) in cards() {
        assert!(html.starts_with("<!doctype html>\n<html lang=\"en\">"), "{uri}");
        assert!(html.trim_end().ends_with("</html>"), "{uri}");
        for part in ["<title>", "viewport", "<main id=\"card\"><h1>", "Card.start("] {
            assert_eq!(html.matches(part).count(), 1, "{uri}: {part}");
        }
        assert!(html.len() < 48 * 1024, "{uri}: {} bytes", html.len());
    }
}

/// Data reaches a page as text nodes and checked links, and a page fetches nothing.
#[test]
fn card_sets_text_and_fetches_nothing() {
    for (uri, html) in cards() {
        for unsafe_word in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "srcdoc",
        ] {
            assert!(!html.contains(unsafe_word), "{uri}: {unsafe_word}");
        }
        for request in [
            "fetch(",
            "XMLHttpRequest",
            "WebSocket",
            "EventSource",
            "import(",
            "<link",
            "@import",
            "url(",
            " src=",
        ] {
            assert!(!html.contains(request), "{uri}: {request}");
        }
        assert!(!html.contains("localStorage") && !html.contains("document.cookie"), "{uri}");
    }
}

/// Returns every card with every result that it may show.
fn shown() -> Value {
    let world = world();
    let cards = cards().into_iter().map(|(uri, html)| {
        let meta = resource(uri).unwrap().meta();
        json!({ "uri": uri, "text": html, "_meta": meta })
    });
    let cards: Vec<Value> = cards.collect();
    let mut results: Vec<Value> = Vec::new();
    for (name, who, pairs) in examples() {
        let Some(uri) = card_of(name) else { continue };
        let answer = operation(name).call(&View::new(&world, &who), &borrowed(&pairs), NOW).unwrap();
        let structured: Value = serde_json::from_slice(&answer.structured).unwrap();
        let content = json!([{ "type": "text", "text": answer.text }]);
        results.push(json!({ "uri": uri, "tool": name, "caller": format!("{who:?}"), "arguments": pairs,
            "result": { "content": content, "structuredContent": structured, "isError": false } }));
    }
    for name in ["get_conditions", "get_resort", "get_resort_info"] {
        let view = View::public(&world);
        let error = operation(name).call(&view, &[("slug", "alpenua")], NOW).unwrap_err();
        let content = json!([{ "type": "text", "text": tool::error_text(&error) }]);
        results.push(json!({ "uri": card_of(name), "tool": name, "caller": "Anonymous",
            "arguments": [["slug", "alpenua"]], "result": { "content": content, "isError": true } }));
    }
    json!({ "cards": cards, "results": results })
}

#[test]
fn exports_served_cards_for_browser() {
    let shown = shown();
    for card in shown["cards"].as_array().unwrap() {
        let has_one = shown["results"].as_array().unwrap().iter().any(|result| result["uri"] == card["uri"]);
        assert!(has_one, "{} has no result to show", card["uri"]);
    }
    if let Some(file) = std::env::var_os(OUT) {
        std::fs::write(file, shown.to_string()).unwrap();
    }
}
