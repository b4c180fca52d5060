//! Tests with the examples of RFC 9309, and with files as sites write them.

use super::*;

fn allows(file: &str, path: &str) -> bool {
    Rules::parse(file.as_bytes(), TOKEN).allow(path)
}

#[test]
fn own_group_replaces_the_default() {
    let file = "User-agent: *\nDisallow: /\n\nUser-Agent: Snow-Conditions\nDisallow: /admin\n";
    assert!(allows(file, "/feed/5/lifts"));
    assert!(!allows(file, "/admin/x"));
    assert!(!allows("User-agent: *\nDisallow: /\n", "/feed"));
    assert!(allows("User-agent: otherbot\nDisallow: /\n", "/feed"));
    assert!(!allows("user-agent: snow-conditions/1.0 (x)\ndisallow: /feed", "/feed"));
    assert!(allows("User-agent: snow\nDisallow: /\nUser-agent: snow-conditions-other\nDisallow: /", "/feed"));
}

#[test]
fn empty_own_group_allows_everything() {
    assert!(allows("User-agent: *\nDisallow: /\nUser-agent: snow-conditions\nDisallow:\n", "/feed"));
    assert!(allows("User-agent: *\nDisallow: /\nUser-agent: snow-conditions", "/feed"));
}

#[test]
fn groups_of_one_name_are_merged() {
    let file = "User-agent: snow-conditions\nDisallow: /a\nUser-agent: x\nDisallow: /b\nUser-agent: snow-conditions\nDisallow: /c";
    assert!(!allows(file, "/a") && !allows(file, "/c") && allows(file, "/b"));
    let shared = "User-agent: x\nCrawl-delay: 10\nUser-agent: snow-conditions\nDisallow: /a";
    assert!(!allows(shared, "/a"));
    assert!(allows("Disallow: /a\nUser-agent: *\nAllow: /", "/a"), "a rule before any group is ignored");
}

#[test]
fn longest_rule_wins() {
    let file = "User-agent: *\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n";
    assert!(allows(file, "/example/page/x") && !allows(file, "/example/page/disallowed.gif"));
    assert!(allows("User-agent: *\nDisallow: /x\nAllow: /x", "/x/y"));
    assert!(!allows("User-agent: *\nAllow: /\nDisallow: /x", "/x"));
}

#[test]
fn wildcards_follow_the_rfc() {
    let forbid = |pattern: &str| format!("User-agent: *\nDisallow: {pattern}");
    for (pattern, path, matches) in [
        ("/fish", "/fish.html", true),
        ("/fish", "/Fish", false),
        ("/*.php", "/a/b.php?x=1", true),
        ("/*.php$", "/a/b.php", true),
        ("/*.php$", "/a/b.php?x=1", false),
        ("/*.php$", "/a.php/b.php", true),
        ("/a*b*c", "/axxbyyc", true),
        ("/a*b*c", "/acb", false),
        ("/$", "/", true),
        ("/$", "/a", false),
        ("/a*$", "/abc", true),
        ("*lifts", "/feed/5/lifts", true),
        ("/feed?resort=*", "/feed?resort=bs", true),
        ("/**", "/x", true),
        ("feed", "/feed", false),
        ("/a%3cd.html", "/a%3Cd.html", true),
        ("/a-b", "/a%2Db", true),
        ("/a%2fb", "/a/b", false),
        ("/foo/bar/ツ", "/foo/bar/%E3%83%84", true),
    ] {
        assert_eq!(!allows(&forbid(pattern), path), matches, "{pattern} {path}");
    }
}

#[test]
fn ignores_comments_and_line_ends() {
    let file =
        "\u{feff}# all\r\nUser-agent : *  # us\rDisallow:/a # no\nSitemap: https://x/y\nDisallow\n\u{0}: x\n";
    assert!(!allows(file, "/a") && allows(file, "/b"));
    assert!(allows("<html><body>User-agent</body></html>", "/a"));
    assert!(allows("", "/a") && allows("User-agent: *\nDisallow: /", "/robots.txt"));
}

#[test]
fn missing_file_allows_everything() {
    assert_eq!(verdict(200), Verdict::Rules);
    assert_eq!([404, 403, 410].map(verdict), [Verdict::Everything; 3]);
    assert_eq!([500, 503, 429, 302, 0].map(verdict), [Verdict::Nothing; 5]);
}

#[test]
fn a_pathological_pattern_ends() {
    let file = format!("User-agent: *\nDisallow: /{}b\n", "a*".repeat(2_000));
    assert!(allows(&file, &format!("/{}", "a".repeat(4_000))));
}
