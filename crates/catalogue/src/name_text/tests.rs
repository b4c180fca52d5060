use super::{compact, fold, mainly_latin, slug, words};

#[test]
fn spellings_of_one_name_are_one() {
    for (a, b) in [
        ("Mt. Bachelor", "mount BACHELOR"),
        ("St. Anton", "Sankt Anton"),
        ("Saint-Anton", "st anton"),
        ("Val d'Is\u{e8}re", "val d isere"),
        ("Val d\u{2019}Is\u{e8}re", "Val D'Ise\u{300}re"),
        ("\u{ff37}histler", "whistler"),
        ("Ski & Ride", "ski and ride"),
        ("\u{c5}re", "are"),
        ("\u{fb01}nse", "finse"),
        // Half-width katakana with a separate sound mark, and hiragana.
        ("\u{ff76}\u{ff9e}\u{ff97}", "\u{30ac}\u{30e9}"),
        ("\u{304c}\u{3089}", "\u{30ac}\u{30e9}"),
        // Separately typed marks, outside of Latin.
        ("\u{418}\u{306}\u{43e}", "\u{439}\u{43e}"),
    ] {
        assert_eq!(compact(a), compact(b), "{a} / {b}");
    }
    assert_ne!(compact("Big White"), compact("White Pass"));
}

#[test]
fn other_scripts_keep_their_letters() {
    assert_eq!(fold("\u{30cb}\u{30bb}\u{30b3}"), "\u{30cb}\u{30bb}\u{30b3}");
    assert_eq!(
        words("\u{413}\u{430}\u{437}\u{43f}\u{440}\u{43e}\u{43c}"),
        ["\u{433}\u{430}\u{437}\u{43f}\u{440}\u{43e}\u{43c}"]
    );
    assert!(mainly_latin("Mt Grand View"));
    assert!(!mainly_latin("Mt\u{30b0}\u{30e9}\u{30f3}\u{30c9}"));
    assert!(!mainly_latin("1234"));
}

#[test]
fn slugs_are_readable_or_absent() {
    let made = |name: &str, country| slug(name, country).unwrap_or_default();
    assert_eq!(made("Val d'Is\u{e8}re", "FR"), "val-disere");
    assert_eq!(made("Foo & Bar", "US"), "foo-and-bar");
    assert_eq!(made("\u{425}\u{432}\u{430}\u{43b}\u{44b}\u{43d}\u{441}\u{43a}", "RU"), "khvalynsk");
    assert_eq!(made("\u{91d1}\u{8c61}\u{5c71}", "CN"), "jin-xiang-shan");
    assert_eq!(slug("\u{91d1}\u{8c61}\u{5c71}", "JP"), None, "Mandarin readings are wrong in Japan");
    assert_eq!(slug("\u{62f}\u{6cc}\u{632}\u{6cc}\u{646}", "IR"), None, "short vowels are not written");
    assert_eq!(slug("\u{1f3bf}", "US"), None);
    assert_eq!(slug("100", "US"), None, "a number is not a name");
    assert_eq!(slug("", "US"), None);
    assert!(made(&"Very long name ".repeat(20), "US").len() <= 60);
    assert!(made(&"x".repeat(500), "US").len() <= 60);
}
