//! Invalid requests: every path and query returns a page with the error and its status.

use pages::{Ask, Language, PAGES, View};

use crate::fixture::{NOW, Request, WORLD, addresses, ask};

const NONSENSE: [&str; 8] = [
    "",
    "zzzzzz",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "%",
    "-1",
    "99999999999999999999",
    "雪\u{0}🏔",
];

/// Parameters that networks, mail programs and mistyped links add; some are repeated.
const DECORATIONS: [(&str, &str); 7] = [
    ("igsh", "1"),
    ("mibextid", "Zxz2cZ"),
    ("UTM_SOURCE", "x"),
    ("sortt", "depth"),
    ("igsh", "2"),
    ("Units", "furlongs"),
    ("\u{fffd}\n\nimperial", "\u{0}"),
];

#[test]
fn nonsense_paths_are_not_found() {
    for path in ["/resorts/{}", "/regions/{}", "/passes/{}", "/docs/{}"] {
        for text in NONSENSE.iter().filter(|text| !text.contains('/')) {
            let answer = ask(&path.replace("{}", text), &Request::default());
            assert!([400, 404].contains(&answer.status), "{path} with {text}: {}", answer.status);
            assert!(answer.html.contains("<h1>This cannot be shown</h1>"), "{}", answer.html);
            assert!(
                answer.html.contains("noindex") && !answer.html.contains("<script>alert"),
                "{}",
                answer.html
            );
        }
    }
}

#[test]
fn nonsense_queries_are_explained() {
    for (page, path) in PAGES.iter().zip(addresses()) {
        for name in page.meta().query.iter().chain([&pages::UNITS]) {
            for text in NONSENSE {
                let answer = ask(&path, &Request { query: &[(name, text)], ..Request::default() });
                assert!([200, 400, 404].contains(&answer.status), "{path}?{name}={text}: {}", answer.status);
                assert!(!answer.html.contains("<script>alert"), "{path}?{name}={text}");
                let is_heard = !text.trim().is_empty();
                let may_be_anything = [("/search", "q"), ("/ask", "q")].contains(&(path.as_str(), *name))
                    && !text.contains(char::is_control);
                assert_eq!(
                    answer.status == 200,
                    !is_heard || may_be_anything,
                    "{path}?{name}={text}: {}",
                    answer.html
                );
            }
        }
        let plain = ask(&path, &Request::default());
        let decorated = ask(&path, &Request { query: &DECORATIONS, ..Request::default() });
        assert!(decorated == plain, "{path}: a decorated link shows the page of the plain one");
        let twice =
            ask(&path, &Request { query: &[("units", "metric"), ("units", "metric")], ..Request::default() });
        assert_eq!(twice.status, 400, "{path}");
    }
}

#[test]
fn misspelt_resort_is_suggested() {
    let answer = ask("/resorts/inventd", &Request { language: Some(Language::De), ..Request::default() });
    assert_eq!(answer.status, 404);
    assert!(
        answer.html.contains("Meinst du") && answer.html.contains("/de/resorts/invented"),
        "{}",
        answer.html
    );
}

#[test]
fn unknown_address_suggests_resorts() {
    let ask = Ask::new(View::public(&WORLD), NOW, Language::Fr, "/ski/inventd");
    let answer = pages::not_found(&ask);
    assert_eq!(answer.status, 404);
    assert!(
        answer.html.contains("Vouliez-vous dire") && answer.html.contains("/fr/resorts/invented"),
        "{}",
        answer.html
    );
}

#[test]
fn rejects_queries_with_line_ends() {
    for query in [("q", "stowe\n\nimperial"), ("q", "a\u{7}"), ("q", "a\tb")] {
        let answer = ask("/search", &Request { query: &[query], ..Request::default() });
        assert_eq!(answer.status, 400, "{query:?}");
        assert!(
            answer.html.contains("<code>q</code>: <samp lang=\"en\">holds a line end"),
            "{}",
            answer.html
        );
    }
}

#[test]
fn error_pages_do_not_repeat_queries() {
    let long = "x".repeat(40_000);
    let names: Vec<String> = (0..8_000).map(|nth| format!("n{nth}")).collect();
    let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "1")).collect();
    for query in
        [vec![("q", "a"); 11_000], vec![("country", long.as_str())], many, vec![("q", "é\u{1f3d4} "); 9_000]]
    {
        for path in ["/search", "/ask", "/map", "/"] {
            let answer = ask(path, &Request { query: &query, ..Request::default() });
            assert!(answer.html.len() <= 65_536, "{path}: {} bytes", answer.html.len());
        }
    }
}
