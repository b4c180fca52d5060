use super::*;

fn of(path: &str, text: &str) -> Vec<(Kind, usize, String)> {
    let found = sentences(&File { path: path.to_owned(), text: text.to_owned() });
    found.into_iter().map(|sentence| (sentence.kind, sentence.line, sentence.text)).collect()
}

#[test]
fn comments_are_joined_and_split_at_sentences() {
    let text = "//! Header of\n//! two lines. Second `a. B` sentence!\n\n/// One.\n/// - item\nfn a() {} // trailing words\n";
    let expected = [
        (1, "Header of two lines."),
        (1, "Second CODE sentence!"),
        (4, "One."),
        (5, "item"),
        (6, "trailing words"),
    ];
    let expected = expected.map(|(line, text)| (Kind::Comment, line, text.to_owned()));
    assert_eq!(of("a.rs", text), expected);
}

#[test]
fn strings_need_four_words() {
    let text = "const A: &str = \"the value \\\n    is missing\";\nconst B: &str = \"no value\";\n";
    assert_eq!(of("a.rs", text), [(Kind::Text, 1, "the value is missing".to_owned())]);
}

#[test]
fn test_names_are_sentences() {
    let text = "#[test]\n#[cfg(unix)]\nfn rejects_bad_spans() {}\n\n#[actix_web::test]\nasync fn answers_in_time() {}\n\nfn helper() {}\n";
    assert_eq!(test_names(text), [(3, "rejects_bad_spans"), (6, "answers_in_time")]);
    assert_eq!(of("a.rs", text)[0], (Kind::Test, 3, "rejects bad spans".to_owned()));
}

#[test]
fn markdown_has_cells_and_items_but_not_code() {
    let text = "# Title\nA [link](x.md) and `code`.\n\n| a | b |\n|---|---|\n| cell one | cell two |\n\n```\nlet a = 1;\n```\n1. First item\n   goes on.\n";
    let texts: Vec<String> = of("a.md", text).into_iter().map(|(_, _, text)| text).collect();
    assert_eq!(texts, ["A link and CODE.", "cell one", "cell two", "First item goes on."]);
}

#[test]
fn only_the_first_sentence_opens_documentation() {
    let text = "/// One. Two.\n///\n/// Three.\nfn a() {}\n// Four.\n";
    let found = sentences(&File { path: "a.rs".to_owned(), text: text.to_owned() });
    let opens: Vec<bool> = found.iter().map(|sentence| sentence.opens_documentation).collect();
    assert_eq!(opens, [true, false, false, false]);
}
