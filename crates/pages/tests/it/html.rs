//! A minimal HTML parser for our own pages: elements with their attributes in order, and an error for elements that are
//! not closed in order.

use std::collections::BTreeMap;

/// Elements without an end tag.
const VOID: [&str; 8] = ["meta", "link", "input", "img", "br", "hr", "wbr", "source"];

/// An element of a document.
#[derive(Debug, Clone)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: BTreeMap<String, String>,
    /// Text of the element and its descendants.
    pub(crate) text: String,
}

impl Element {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }
}

/// Returns every element of a document.
pub(crate) fn elements(html: &str) -> Vec<Element> {
    let mut rest = html.strip_prefix("<!DOCTYPE html>").expect("a document type");
    let (mut found, mut open): (Vec<Element>, Vec<usize>) = (Vec::new(), Vec::new());
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        for index in &open {
            found[*index].text.push_str(text);
        }
        let end = tag.find('>').expect("a tag ends");
        let (inside, behind) = (&tag[1..end], &tag[end + 1..]);
        rest = behind;
        if let Some(name) = inside.strip_prefix('/') {
            let last = open.pop().unwrap_or_else(|| panic!("</{name}> closes nothing"));
            assert_eq!(found[last].name, name, "closed in another order than opened");
            continue;
        }
        let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
        found.push(Element { name: name.to_owned(), attributes: read(attributes), text: String::new() });
        if !VOID.contains(&name) && !inside.ends_with('/') {
            open.push(found.len() - 1);
        }
    }
    assert!(
        open.is_empty(),
        "not closed: {:?}",
        open.iter().map(|index| &found[*index].name).collect::<Vec<_>>()
    );
    found
}

fn read(text: &str) -> BTreeMap<String, String> {
    let mut attributes = BTreeMap::new();
    let mut rest = text.trim_end_matches('/').trim();
    while !rest.is_empty() {
        let end = rest.find(['=', ' ']).unwrap_or(rest.len());
        let name = rest[..end].to_owned();
        let mut value = String::new();
        rest = &rest[end..];
        if let Some(quoted) = rest.strip_prefix("=\"") {
            let end = quoted.find('"').expect("a quoted value ends");
            value = quoted[..end]
                .replace("&quot;", "\"")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
            rest = &quoted[end + 1..];
        }
        rest = rest.trim_start();
        assert!(attributes.insert(name.clone(), value).is_none(), "{name} twice");
    }
    attributes
}
