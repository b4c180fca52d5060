use super::*;

#[test]
fn markup_is_removed() {
    let html =
        "<h1>Outlook</h1><p>10 to 20&nbsp;cm &lt; 2000 m.<br/>Wind&#39;s up.</p><ul>  <li>north;</li></ul>";
    assert_eq!(plain(html).as_deref(), Some("Outlook\n10 to 20 cm < 2000 m.\nWind's up.\nnorth;"));
    assert_eq!(plain("below < 2000 m & above").as_deref(), Some("below < 2000 m & above"));
}

#[test]
fn scripts_and_partial_tags_are_removed() {
    assert_eq!(plain("a<script>alert('<b>')</script>b<STYLE>x{}</style >c").as_deref(), Some("abc"));
    assert_eq!(plain("a<script>never ends").as_deref(), Some("a"));
    assert_eq!(plain("a<img src=x onerror=alert(1)").as_deref(), Some("a"));
    assert_eq!(plain("a<!-- <b>x</b> -->b").as_deref(), Some("ab"));
    for nothing in ["", "   ", "<p></p>", "<script>x</script>"] {
        assert_eq!(plain(nothing), None);
    }
}

#[test]
fn references_become_text() {
    assert_eq!(plain("&lt;script&gt;x&lt;/script&gt;").as_deref(), Some("<script>x</script>"));
    assert_eq!(plain("&#x202e;evil&#0;&unknown;").as_deref(), Some("evil &unknown;"));
}

#[test]
fn text_is_bounded() {
    let text = plain(&"ä ".repeat(5_000)).unwrap();
    assert!(text.ends_with('…') && text.len() <= conditions_core::text::LONGEST_TEXT);
}

/// Markup that made an earlier version read the whole rest for every element.
#[test]
fn work_is_linear_in_the_length() {
    let units = [
        "<script></script>",
        "<script></scrip>",
        "<STYLE></style",
        "<!---->",
        "<!--",
        "<",
        "</",
        "<a",
        "&",
        "&#",
        "&#x202e;",
        "&amp",
        "<p>",
        "<template>",
        "ä<",
        "</script",
        "<script><!--",
        "é&lt;\u{200d}",
    ];
    for unit in units {
        for bytes in [1_000, 64_000, 1_000_000] {
            let text = unit.repeat(bytes / unit.len());
            let (_, looked_at) = plain_counted(&text);
            let read = text.len().min(MAX_INPUT);
            assert!(looked_at <= 8 * read + 100, "{unit}: {looked_at} of {read}");
        }
    }
}

#[test]
fn only_https_is_a_link() {
    assert_eq!(
        link(" https://avalanche.report/x?y=1#z ").as_deref(),
        Some("https://avalanche.report/x?y=1#z")
    );
    for other in [
        "http://avalanche.report/",
        "javascript:alert(1)",
        "https://",
        "https:///x",
        "//avalanche.report",
        "https://a b",
        "https://user@evil.example/",
        "https://a.example/\"onclick=",
    ] {
        assert_eq!(link(other), None, "{other}");
    }
}
