use super::parse;

#[test]
fn rejects_broken_tables() {
    let hub = |slug: &str, name: &str, country: &str| {
        format!("[[hub]]\nslug = \"{slug}\"\nname = \"{name}\"\ncountries = [\"{country}\"]\n")
    };
    assert_eq!(parse(&hub("a-b", "A", "FR")).expect("good").len(), 1);
    for broken in [
        hub("A B", "A", "FR"),
        hub("a", " ", "FR"),
        hub("a", "A", "QQ"),
        hub("a", "A", "FR") + &hub("a", "B", "FR"),
        "[[hub]]\nslug = \"a\"\nname = \"A\"\n".to_owned(),
        "[[place]]\n".to_owned(),
    ] {
        assert!(parse(&broken).is_err(), "{broken}");
    }
}
