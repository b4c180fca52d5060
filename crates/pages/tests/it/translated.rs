//! No English is left on translated pages, except for names, quotations from sources, output of programs and the
//! documentation, which is in English.

use std::collections::BTreeSet;

use pages::Language;

use crate::fixture::{EMPTY, MEASURED, Request, WORLD, addresses, ask};

/// Words of English that no other language of the pages has.
const ENGLISH: [&str; 31] = [
    "the",
    "of",
    "and",
    "is",
    "are",
    "with",
    "from",
    "which",
    "have",
    "this",
    "that",
    "not",
    "by",
    "for",
    "days",
    "resorts",
    "snow",
    "known",
    "between",
    "within",
    "average",
    "unlimited",
    "measured",
    "forecast",
    "forecasts",
    "yet",
    "reported",
    "there",
    "here",
    "your",
    "its",
];
/// Elements without an end tag.
const VOID: [&str; 8] = ["meta", "link", "input", "img", "br", "hr", "wbr", "source"];
/// Attributes that are read to people.
const READ: [&str; 5] = ["aria-label", "title", "placeholder", "alt", "content"];

/// An open element.
struct Open {
    name: String,
    /// Language, if it states one.
    lang: Option<String>,
    /// Whether its text is a quotation, output of a program, a credit or documentation.
    is_exempt: bool,
}

/// A text of a page.
struct Said {
    text: String,
    /// Whether an element marks it as English.
    is_marked: bool,
}

fn attribute<'a>(inside: &'a str, name: &str) -> Option<&'a str> {
    inside.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

fn plain(text: &str) -> String {
    text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"")
}

/// Returns the texts of a page that are not exempt.
fn said(html: &str) -> Vec<Said> {
    let (mut all, mut open): (Vec<Said>, Vec<Open>) = (Vec::new(), Vec::new());
    for part in html.split('<').skip(1) {
        let (inside, text) = part.split_once('>').unwrap_or((part, ""));
        let name = inside.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if inside.starts_with('/') {
            open.pop();
        } else if !inside.starts_with('!') {
            let class = attribute(inside, "class").unwrap_or_default();
            let is_code = ["script", "style", "code", "pre", "samp", "q", "textarea"].contains(&name);
            let is_data = class.contains("tags") && attribute(inside, "lang") == Some("en");
            let is_exempt =
                is_code || is_data || class == "credits" || class == "doc" || inside.contains(" hreflang=");
            open.push(Open {
                name: name.to_owned(),
                lang: attribute(inside, "lang").map(str::to_owned),
                is_exempt,
            });
        }
        let is_exempt = open.iter().any(|one| one.is_exempt);
        let lang = open.iter().rev().find_map(|one| one.lang.clone());
        let is_marked = lang.as_deref() == Some("en");
        if !is_exempt {
            let read =
                READ.iter().filter_map(|name| attribute(inside, name)).filter(|_| !inside.starts_with('/'));
            let texts = read.chain([text]).filter(|text| text.chars().any(char::is_alphabetic));
            all.extend(texts.map(|text| Said { text: plain(text), is_marked }));
        }
        if open.last().is_some_and(|one| VOID.contains(&one.name.as_str())) || inside.ends_with('/') {
            open.pop();
        }
    }
    all
}

/// Returns the names of resorts, passes, places and the service, longest first.
fn names() -> Vec<String> {
    let mut names: BTreeSet<String> = [
        "Test \"Snow\"",
        "Data by Test Snow",
        "INVENTED PEAK",
        "width=device-width,initial-scale=1",
        "zermatt, verbier",
    ]
    .map(str::to_owned)
    .into();
    for world in [&*WORLD, &*MEASURED, &*EMPTY] {
        names.extend(pages::View::public(world).resorts().map(|seen| seen.resort().name.clone()));
    }
    for pass in catalogue::passes::passes().iter() {
        names.insert(pass.name.clone());
        names.extend(pass.operator.clone());
        names.extend(pass.products.iter().map(|product| product.name.clone()));
        names.extend(pass.website.clone());
    }
    names.extend(catalogue::embedded().unwrap().into_iter().map(|resort| resort.name.clone()));
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

/// Returns why a text is English: it has an English word, or it equals the English page's sentence.
fn fault(said: &Said, english: &BTreeSet<String>, names: &[String]) -> Option<String> {
    if said.is_marked {
        return Some(format!("is marked as English: {}", said.text));
    }
    // Addresses and media types are not language.
    let said_words: Vec<&str> =
        said.text.split_whitespace().filter(|word| !word.contains(['/', '_'])).collect();
    let text = said_words.join(" ");
    // Names are removed only from texts that look English with them, because there are hundreds.
    if !is_english(&text, &said.text, english) {
        return None;
    }
    let mut rest = text;
    for name in names {
        rest = rest.replace(name.as_str(), " ");
    }
    is_english(&rest, &said.text, english).then(|| format!("has English: {}", said.text))
}

/// Returns whether the rest of a text has an English word, or two plain words while the whole text is on the English page.
fn is_english(rest: &str, whole: &str, english: &BTreeSet<String>) -> bool {
    let words: Vec<&str> = rest.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let plain =
        words.iter().filter(|word| word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_lowercase()));
    let is_same = english.contains(whole) && plain.count() > 1;
    is_same || words.iter().any(|word| ENGLISH.contains(&word.to_lowercase().as_str()))
}

/// Requests of every page: each world, and arguments that lead to other texts.
fn requests(language: Language) -> Vec<(String, Request<'static>)> {
    let of = |path: &str, query: &'static [(&'static str, &'static str)]| {
        (path.to_owned(), Request { language: Some(language), query, ..Request::default() })
    };
    let mut all = vec![
        of("/trips", &[("start", "2026-01-12"), ("end", "2026-01-16")]),
        of("/trips", &[("start", "2026-01-12"), ("ability", "beginner"), ("pass", "ikon-pass")]),
        of("/trips", &[("start", "2026-07-12"), ("region", "andes")]),
        of("/rankings", &[("sort", "nonsense")]),
        of("/search", &[("q", "zzzzz")]),
        of("/compare", &[("r", "invented,abroad")]),
        of("/resorts/nothing", &[]),
        of("/resorts/beside", &[]),
        of("/resorts/unknown", &[]),
    ];
    for path in addresses().into_iter().filter(|path| path != "/docs" && !path.starts_with("/docs/")) {
        for (empty, measured) in [(false, false), (true, false), (false, true)] {
            let request = Request { language: Some(language), empty, measured, ..Request::default() };
            all.push((path.clone(), request));
        }
    }
    let passes = catalogue::passes::passes();
    all.extend(passes.iter().map(|pass| of(&format!("/passes/{}", pass.id), &[])));
    all
}

#[test]
fn translated_pages_contain_no_english() {
    let names = names();
    let mut faults = BTreeSet::new();
    for language in Language::ALL.into_iter().filter(|language| *language != Language::En) {
        for (path, request) in requests(language) {
            let original = ask(&path, &Request { language: None, ..request.clone() });
            let english: BTreeSet<String> = said(&original.html).into_iter().map(|said| said.text).collect();
            for said in said(&ask(&path, &request).html) {
                faults.extend(
                    fault(&said, &english, &names).map(|fault| format!("{language:?} {path} {fault}")),
                );
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} texts:\n{}",
        faults.len(),
        faults.into_iter().collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn check_finds_english() {
    let english = BTreeSet::from(["new snow here".to_owned(), "storm locked".to_owned()]);
    let faults = |html: &str| {
        said(html)
            .iter()
            .filter(|said| fault(said, &english, &["Mount of Snow".to_owned()]).is_some())
            .count()
    };
    for (html, count) in [
        ("<p>Neuschnee</p>", 0),
        ("<p>Not known yet</p>", 1),
        ("<p>storm locked</p>", 1),
        ("<p>Mount of Snow</p>", 0),
        ("<p lang=\"en\">Anything</p>", 1),
        ("<q lang=\"en\">Chains of the agency</q>", 0),
        ("<input placeholder=\"Resort of the day\">", 1),
        ("<svg aria-label=\"Snow by day\"><path d=\"M0\"/></svg>", 1),
    ] {
        assert_eq!(faults(html), count, "{html}");
    }
}
