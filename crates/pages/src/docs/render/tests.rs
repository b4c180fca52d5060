use super::{DOCS, rendered};

fn html(markdown: &str) -> String {
    rendered(markdown, &|name| name == "guide").html
}

#[test]
fn separates_title_and_summary() {
    let page = rendered("# A *title*\n\nFirst `code` here. More.\n\n## One\n\n## One\n", &|_| false);
    assert_eq!((page.title.as_str(), page.summary.as_str()), ("A title", "First code here."));
    assert_eq!(page.contents, [("one".to_owned(), "One".to_owned()), ("one-".to_owned(), "One".to_owned())]);
    assert!(
        page.html.starts_with("<p>First <code>code</code> here. More.</p><h2 id=\"one\">One</h2>"),
        "{}",
        page.html
    );
}

#[test]
fn links_are_served_or_plain_text() {
    assert_eq!(
        html("[a](guide.md#part)"),
        format!("<p><a href=\"{DOCS}guide#part\" rel=\"noopener\">a</a></p>")
    );
    for to in [
        "other.md",
        "../secret",
        "javascript:alert(1)",
        "http://plain.example.org",
        "data:text/html,x",
        "//x.example",
    ] {
        assert_eq!(html(&format!("[a]({to})")), "<p>a</p>", "{to}");
    }
    assert_eq!(html("![a picture](x.png)"), "<p>a picture</p>");
}

#[test]
fn escapes_markup() {
    assert_eq!(html("a <b onclick=x>b</b> &amp;"), "<p>a &lt;b onclick=x&gt;b&lt;/b&gt; &amp;</p>");
    assert!(html("<script>alert(1)</script>").starts_with("&lt;script&gt;"));
}

#[test]
fn tables_and_code_are_accessible() {
    let page = html("# T\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n```sh\nx < y\n```\n");
    assert!(
        page.contains("<caption class=\"unseen\">T (1)</caption><thead><tr><th scope=\"col\">a</th>"),
        "{page}"
    );
    assert!(
        page.contains("<tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table></div>"),
        "{page}"
    );
    assert!(page.ends_with("<pre tabindex=\"0\"><code>x &lt; y\n</code></pre>"), "{page}");
}
